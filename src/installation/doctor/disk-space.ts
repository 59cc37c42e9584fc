import { readFileSync, statfsSync, statSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sentences } from '../../base/messages'
import { type Finding, ok, problem, warning } from './finding'
import { doctorMessages as say } from './messages'

/** The free space of the data directory, and its trend. The service notes the space once a day. */

/** The space at one time. */
interface Sample {
  /** RFC 3339. */
  readonly at: string
  readonly free: number
}

const samplesMax = 30
const dayMillis = 86_400_000
/** Below this, the next checkpoint or backup may fail. */
const leastBytes = 256 * 1024 * 1024
/** The days until the disk is full below which the trend is a warning. */
const warningDays = 30

const recordOf = (dataDir: string): string => join(dataDir, 'disk-space.json')

function readSamples(dataDir: string): Sample[] {
  try {
    const stored: unknown = JSON.parse(readFileSync(recordOf(dataDir), 'utf8'))
    return Array.isArray(stored) ? stored.filter(isSample) : []
  } catch {
    // An absent or damaged record only means that no trend is known.
    return []
  }
}

const isSample = (value: unknown): value is Sample =>
  typeof value === 'object' &&
  value !== null &&
  'at' in value &&
  'free' in value &&
  !Number.isNaN(Date.parse(String(value.at))) &&
  Number.isFinite(value.free)

const freeBytes = (dataDir: string): number => {
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize
}

/** Notes the free space unless it was noted less than a day ago. Only a trend is lost with the file, so it is not synced. */
export async function noteDiskSpace(dataDir: string, now: Date): Promise<void> {
  const samples = readSamples(dataDir).filter(({ at }) => Date.parse(at) <= now.getTime())
  const last = samples.at(-1)
  if (last && now.getTime() - Date.parse(last.at) < dayMillis) return
  const kept = [...samples, { at: now.toISOString(), free: freeBytes(dataDir) }].slice(-samplesMax)
  const unfinished = `${recordOf(dataDir)}.new`
  await writeFile(unfinished, `${JSON.stringify(kept)}\n`, { mode: 0o600 })
  await rename(unfinished, recordOf(dataDir))
}

/** Returns the days until the disk is full if the space continues to decrease as noted; undefined if it does not. */
export function daysLeft(samples: readonly Sample[], free: number, now: Date): number | undefined {
  const [first] = samples
  if (!first) return undefined
  const days = (now.getTime() - Date.parse(first.at)) / dayMillis
  const usedPerDay = (first.free - free) / days
  return days >= 1 && usedPerDay > 0 ? Math.floor(free / usedPerDay) : undefined
}

export function checkDiskSpace(dataDir: string, now: Date): Finding {
  const free = freeBytes(dataDir)
  const database = statSync(join(dataDir, 'whereabouts.db'), { throwIfNoEntry: false })?.size ?? 0
  const left = daysLeft(readSamples(dataDir), free, now)
  const trend = left === undefined ? [] : [say('doctor.space_trend', { days: left })]
  const space = say('doctor.space', { free_bytes: free, database_bytes: database })
  const advice = say('doctor.free_space')
  if (free < leastBytes) return problem('disk_space', sentences(space, ...trend), advice)
  if (free < database * 2 + leastBytes)
    return warning('disk_space', sentences(space, ...trend, say('doctor.space_for_copy')), advice)
  if (left !== undefined && left < warningDays)
    return warning('disk_space', sentences(space, ...trend), advice)
  return ok('disk_space', sentences(space, ...trend))
}
