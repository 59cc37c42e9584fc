import type { AlertAsset, AlertTimer, Reads } from '../../../storage/core/store'
import { type Micros, second } from '../../../base/time'
import { silentAfter } from '../../../tracking/readers/health'
import type { Gaps } from './gaps'
import type { Rule } from '../conditions/rule'

/** How often an asset whose readers are silent is looked at. */
const again: Micros = 15 * second
/** The least time that an asset has to be read after its readers are back. */
const graceMin: Micros = 60 * second

type Wait = Pick<AlertTimer, 'dueAt' | 'waitedFrom' | 'notBefore'>

/**
 * Returns the timer of an asset that may be missing only because all readers of its place are silent; undefined when it is
 * missing. The time of the silence does not count (docs/alerts.md, Missing).
 */
export type IsWaiting = (
  rule: Rule,
  asset: AlertAsset,
  timer: AlertTimer | undefined,
  gaps: Gaps,
) => Wait | undefined

/** Reads which readers are silent, if a rule needs it. */
export async function createSilence(
  read: Pick<Reads, 'alertFacts'>,
  organizationId: number,
  rules: readonly Rule[],
  now: Micros,
): Promise<IsWaiting> {
  if (!rules.some(({ kind }) => kind === 'missing')) return () => undefined
  const newest = new Map<number, Micros>()
  for (const reader of await read.alertFacts.readersInUse(organizationId))
    for (const id of JSON.parse(reader.locationIds) as number[])
      newest.set(id, Math.max(newest.get(id) ?? 0, reader.lastMessageAt ?? 0))

  return (rule, { locationId, lastSeenAt }, timer, gaps) => {
    if (rule.kind !== 'missing' || locationId === null || lastSeenAt === null) return undefined
    const messageAt = newest.get(locationId)
    // A place without readers is not silent.
    if (messageAt === undefined) return undefined
    if (gaps.after(messageAt, silentAfter) < now)
      return { dueAt: now + again, waitedFrom: timer?.waitedFrom ?? messageAt, notBefore: null }
    if (timer?.waitedFrom !== undefined && timer.waitedFrom !== null) {
      const length = (rule.minutes ?? 0) * 60 * second
      const left = Math.max(graceMin, length - Math.max(0, timer.waitedFrom - lastSeenAt))
      return { dueAt: now + left, waitedFrom: null, notBefore: now + left }
    }
    const notBefore = timer?.notBefore ?? null
    return notBefore !== null && notBefore > now
      ? { dueAt: notBefore, waitedFrom: null, notBefore }
      : undefined
  }
}
