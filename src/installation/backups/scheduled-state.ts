import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Instant, parseInstant } from '../../base/time'
import type { Text } from '../../base/messages'
import { writeWhole } from '../../base/whole-file'
import type { GoodCopy } from './job'

/** Why something failed, and when. */
export interface Failure {
  readonly at: Instant
  readonly reason: string
  /** What the console needs to translate the reason. Earlier versions did not store it. */
  readonly text?: Text
}

/** The state of the scheduled backups, which the data directory contains. */
export interface ScheduledState {
  /** The place of the backups. After a change, nothing is known about the new place. */
  readonly place: string
  /** Since when backups are scheduled there. */
  readonly since: Instant
  /** The newest verified backup; null when there is none. */
  readonly last: GoodCopy | null
  /** The failure of the last copy; null when it was made. */
  readonly failure: Failure | null
}

const pathIn = (directory: string): string => join(directory, 'scheduled-backups.json')

/** Reads the state for a place. Without a readable file, or with one of another place, the schedule begins now. */
export function readState(directory: string, place: string, now: Instant): ScheduledState {
  const begun = { place, since: now, last: null, failure: null }
  try {
    const stored = JSON.parse(readFileSync(pathIn(directory), 'utf8')) as ScheduledState
    const since = parseInstant(stored.since)
    if (stored.place === place && since !== undefined)
      return { place, since, last: stored.last, failure: stored.failure ?? null }
  } catch {
    // The file does not exist yet, or is damaged.
  }
  return begun
}

export const writeState = (directory: string, state: ScheduledState): void =>
  writeWhole(pathIn(directory), `${JSON.stringify(state)}\n`)
