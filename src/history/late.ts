import type { Placement, Writes } from '../storage/store'
import type { Micros } from '../time'
import { eventsAround, placeClosed } from './closed'
import type { Presence, Read } from '../storage/store'

export type History = Writes['history']
export type Base = Placement['base']

/** Whose history it is; an unknown tag is recorded like an asset that nobody has registered yet. */
export interface Asset {
  readonly organizationId: number
  readonly assetId: number
}

/** How far back the event around a late read is looked for; only scans inside a presence lie between. */
export const eventsAroundMax = 50

/** Places one read that is older than the base, and answers the base as it is then. */
export async function placeOld(history: History, asset: Asset, base: Base, read: Read): Promise<Base> {
  const { assetId } = asset
  const toClosed = (event: Presence) => asClosed(event, base, read)
  const begun = (await history.eventsUpTo(assetId, read.at, eventsAroundMax)).map(toClosed)
  const isBefore = (event: Presence) => event.firstAt < read.at || event.locationId <= read.locationId
  const before = begun.filter(isBefore)
  const until = Math.max(base.at, eventsAround(read, before)[0]?.lastAt ?? 0)
  const later = (await history.eventsBetween(assetId, read.at, until, eventsAroundMax)).map(toClosed)
  const after = [...begun.filter((event) => !isBefore(event)).toReversed(), ...later]
  // A resumed presence begins, as a row, with its last read; the rules have it from before the base on.
  if (base.current?.resumesUntil !== undefined && !after.some(({ id }) => id === base.current?.id))
    after.push({ ...base.current, lastAt: base.current.resumesUntil })

  const edits = placeClosed(read, { before, after })
  for (const { id } of edits.remove) if (id !== undefined) await history.deleteEvent(id)
  const written = await saveAll(history, asset, edits.write)
  const removed = edits.remove.some(({ id }) => id === base.current?.id)
  const knownUntil = Math.max(read.at, base.current?.lastAt ?? 0)
  const current = written
    .map((event) => asOfBase(event, knownUntil, base.at))
    .reduce(newer, removed ? null : base.current)
  return { ...base, current }
}

/** A stored event no longer knows the timeout of its last reader; the present one may run on past the base. */
function asClosed(event: Presence, { current }: Base, read: Read): Presence {
  if (!current || event.id !== current.id)
    return { ...event, presenceTimeoutSeconds: read.presenceTimeoutSeconds }
  return { ...current, firstAt: event.firstAt, lastAt: Math.max(event.lastAt, current.lastAt) }
}

/** How an event stood at the base; what resumes after it does so by the reads that are still kept. */
function asOfBase(event: Presence, knownUntil: Micros, baseAt: Micros): Presence {
  if (event.cause === 'resumed' && event.firstAt > baseAt)
    return { ...event, firstAt: knownUntil, lastAt: knownUntil, resumesUntil: event.lastAt }
  return { ...event, lastAt: Math.min(event.lastAt, knownUntil) }
}

/** The later of two events; a rewritten event replaces what it was, and what resumes after the base is the latest. */
function newer(a: Presence | null, b: Presence): Presence {
  if (!a || a.id === b.id || b.resumesUntil !== undefined) return b
  if (a.resumesUntil !== undefined) return a
  return b.firstAt > a.firstAt || (b.firstAt === a.firstAt && b.locationId >= a.locationId) ? b : a
}

export async function saveAll(
  history: History,
  asset: Asset,
  events: readonly Presence[],
  known?: Presence,
): Promise<Presence[]> {
  const saved: Presence[] = []
  for (const event of events) {
    // The common case, and the cheap one: no index knows of the end of an event.
    const isExtended = known !== undefined && event.id === known.id && event.firstAt === known.firstAt
    saved.push(
      isExtended
        ? await history.extendEvent(event)
        : await history.saveEvent(asset.organizationId, asset.assetId, event),
    )
  }
  return saved
}
