import type { Cause, Presence, Read } from '../../storage/core/store'
import { type Micros, second } from '../../base/time'
import {
  afterGap,
  afterReadElsewhere,
  afterReadHere,
  afterScan,
  type DecisionRules,
  firstEvidence,
  type Judgment,
} from './place/evidence'
import { isNeverReplaced } from './place/judge'
import { strongest } from './place/signal'
import type { Evidence } from './place/state'
import type { Taught } from './place/taught'

/**
 * The rules that turn reads into scan events (docs/history.md, Presence; docs/history.md, Location decision). They are
 * a pure function of the reads of an asset in order of time.
 */

/** Compares two reads. The order is total, so that the result does not depend on the order of arrival. */
export const inOrder = (a: Read, b: Read): number =>
  a.at - b.at ||
  a.locationId - b.locationId ||
  Number(a.isScan) - Number(b.isScan) ||
  (a.readerId ?? 0) - (b.readerId ?? 0) ||
  (a.antenna ?? 0) - (b.antenna ?? 0) ||
  a.tagId - b.tagId

/** The present event of an asset, and the state of the decision. */
export interface Present {
  readonly event: Presence
  readonly evidence: Evidence
}

/** An event is dated back to the beginning of its evidence, but by no more than this or the presence timeout. */
export const datedBackMax: Micros = 60 * second
/** A shorter stay does not count: the next event replaces it. */
const stayMin: Micros = 2 * second

/**
 * Returns the events that follow from `reads`, and the state after them. The first event is that of `before`, as the
 * reads change it; with `before` null, it is the event that the first read begins.
 *
 * @param reads in order
 * @param need the evidence that moves an asset, in dB·s
 * @param taught the samples of taught locations; null without any
 */
export function eventsOf(
  before: Present | null,
  reads: readonly Read[],
  need: number,
  taught: Taught | null = null,
): { readonly events: readonly Presence[]; readonly evidence: Evidence | null } {
  const events = before ? [before.event] : []
  let evidence = before?.evidence ?? null
  for (const read of reads) {
    const current = events.pop()
    const step =
      current && evidence ? advance({ event: current, evidence }, read, { need, taught }) : begin(read)
    events.push(...step.events)
    evidence = step.evidence
  }
  return { events, evidence }
}

/** The present event as a read changes it, with the event that the read begins, and the state after the read. */
interface Step {
  readonly events: readonly Presence[]
  readonly evidence: Evidence
}

const begin = (read: Read): Step =>
  read.isScan
    ? { events: [newPresence(read, 'scanned')], evidence: afterScan(null, read) }
    : { events: [newPresence(read, 'first')], evidence: firstEvidence(read) }

function advance({ event, evidence }: Present, read: Read, rules: DecisionRules): Step {
  if (read.isScan)
    return {
      events: [event, newPresence(read, 'scanned')],
      evidence: afterScan(evidence, read),
    }
  if (read.locationId !== event.locationId) {
    const judgment = afterReadElsewhere(evidence, event, read, rules)
    return { events: eventsAfter(judgment, event, read), evidence: judgment.evidence }
  }
  if (isWithinPresence(event, read)) {
    const judgment = afterReadHere(evidence, event, read, rules)
    return { events: eventsAfter(judgment, extended(event, read), read), evidence: judgment.evidence }
  }
  return { events: [event, newPresence(read, 'returned')], evidence: afterGap(evidence, read) }
}

/** Returns the present event after a read. A move ends it, or replaces it when it was too short. */
function eventsAfter({ move }: Judgment, event: Presence, read: Read): Presence[] {
  if (!move) return [event]
  const { start, why } = move
  const earliest = read.at - Math.min(datedBackMax, read.presenceTimeoutSeconds * second)
  // Two events of equal times would be in the order of their location ids.
  const next: Presence = {
    locationId: move.locationId,
    firstAt: Math.max(start.at, event.firstAt + 1, earliest),
    lastAt: read.at,
    readCount: start.readCount,
    readerId: start.readerId,
    antenna: start.antenna,
    strongestRssi: start.strongestRssi,
    cause: move.cause,
    presenceTimeoutSeconds: read.presenceTimeoutSeconds,
    why,
  }
  const isStay = !move.isGuess && (next.firstAt - event.firstAt >= stayMin || isNeverReplaced(event))
  if (isStay)
    return [{ ...event, ...start.current, lastAt: Math.max(event.firstAt, start.current.lastAt) }, next]
  return [{ ...next, firstAt: event.firstAt, ...(event.id !== undefined && { id: event.id }) }]
}

/**
 * Whether a read at the location of a presence belongs to it: the gap is at most the larger of the two readers'
 * presence timeouts, or the span of the read overlaps the presence.
 */
export const isWithinPresence = (presence: Presence, read: Read): boolean =>
  isSpanned(presence, read) ||
  Math.max(read.at - presence.lastAt, presence.firstAt - read.at) <=
    Math.max(presence.presenceTimeoutSeconds, read.presenceTimeoutSeconds) * second

const isSpanned = ({ firstAt, lastAt }: Presence, { span }: Read): boolean =>
  span !== undefined && firstAt <= span.to && lastAt >= span.from

export const newPresence = (read: Read, cause: Cause): Presence => ({
  locationId: read.locationId,
  firstAt: read.at,
  lastAt: read.at,
  readCount: read.count ?? 1,
  readerId: read.readerId,
  antenna: read.antenna,
  strongestRssi: read.rssi,
  cause,
  presenceTimeoutSeconds: read.presenceTimeoutSeconds,
})

/** Returns the presence with one more read, at either end or inside. */
export function extended(presence: Presence, read: Read): Presence {
  const { resumesUntil } = presence
  const isResuming = resumesUntil !== undefined && read.at <= resumesUntil
  const after = {
    ...presence,
    firstAt: isResuming ? read.at : Math.min(presence.firstAt, read.at),
    lastAt: Math.max(presence.lastAt, read.at),
    readCount: presence.readCount + (read.count ?? 1),
    strongestRssi: strongest(presence.strongestRssi, read.rssi),
    presenceTimeoutSeconds: read.presenceTimeoutSeconds,
  }
  if (resumesUntil === undefined || isResuming) return after
  const { resumesUntil: _ended, ...others } = after
  return others
}
