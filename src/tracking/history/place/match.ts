import type { Presence, Read } from '../../../storage/core/store'
import { type Air, isDense, isMoving } from './air'
import { dwellFactor, guessHoldSeconds, isNeverReplaced, startSeconds } from './judge'
import { isOverdue, rounded, secondsBetween } from './signal'
import { type Evidence, hasStart } from './state'
import { counted, evidenceIn, type Matching, type Place, type Start, startAt, type TaughtSum } from './sums'
import { fitsOf, type Taught } from './taught'

/** The decision between taught locations (docs/history.md, Taught locations). */

/** A move to the location whose samples match best. */
interface MatchedMove {
  readonly locationId: number
  readonly start: Start
  readonly isGuess: boolean
  readonly evidence: number
  readonly needed: number
}

/** The effect of a read where taught locations decide. */
export interface Match {
  readonly matching: Matching
  readonly move?: MatchedMove
}

/** The levels are compared with the samples so often at most; no comparison stands for more than the second. */
const stepSeconds = 0.5
const standsMax = 1
const margin = 0.1
const need = 10
const startNeed = 1
const sumsMax = 8
/** Lead of the best location over one that has no samples. */
const untaughtLead = 30

/** A read, with what is known after it. */
interface Case {
  readonly before: Evidence
  readonly air: Air
  readonly places: readonly Place[]
  readonly current: Presence
  readonly read: Read
}

/**
 * Samples decide where every location that hears the asset has some, in dense air, while the asset is not being carried.
 * Returns undefined elsewhere, where the untaught rule decides.
 */
export function match(one: Case, taught: Taught | null): Match | undefined {
  const { before, air, places, read } = one
  const { at } = read
  const { pause, matching } = before
  if (!taught || !isDense(air, at) || isMoving(air, at, pause)) return undefined
  for (const place of places)
    if (!taught.locationIds.includes(place.locationId) && !isOverdue(place, at, pause)) return undefined
  if (!matching) return { matching: { at, sums: [] } }

  const sums = matching.sums.map((each) => withRead(each, read))
  const seconds = Math.min(standsMax, secondsBetween(matching.at, at))
  if (seconds < stepSeconds) return { matching: { ...matching, sums } }
  return compared(one, taught, sums, seconds)
}

const withRead = ({ locationId, sum }: TaughtSum, read: Read): TaughtSum => ({
  locationId,
  sum: sum.start ? { ...sum, start: counted(sum.start, read) } : sum,
})

function compared(
  { before, places, current, read }: Case,
  taught: Taught,
  sums: readonly TaughtSum[],
  seconds: number,
): Match {
  const { at } = read
  const situation = { places, at, pause: before.pause }
  const calm = leadsOf(fitsOf(taught, situation, 'calm'), taught, current.locationId)
  const added = taught.locationIds
    .flatMap((locationId, index): TaughtSum[] => {
      const old = sums.find((each) => each.locationId === locationId)?.sum ?? null
      const evidence = rounded(evidenceIn(old) + ((calm[index] as number) - margin) * seconds, 3)
      if (evidence <= 0 || locationId === current.locationId) return []
      return [{ locationId, sum: { evidence, start: old?.start ?? startAt(current, read) } }]
    })
    .toSorted((a, b) => b.sum.evidence - a.sum.evidence || a.locationId - b.locationId)
    .slice(0, sumsMax)
  const matching = { at, sums: added }
  const age = secondsBetween(before.startedAt, at)
  const isStart = hasStart(before) && age < startSeconds && !isNeverReplaced(current)
  if (hasStart(before) && age < guessHoldSeconds) return { matching }
  const needed = need * dwellFactor(current, at)
  if (!isStart && !added.some(({ sum }) => sum.evidence >= needed)) return { matching }

  const quick = leadsOf(fitsOf(taught, situation, 'quick'), taught, current.locationId)
  const startLead = startNeed / Math.sqrt(age)
  let [best, most]: [MatchedMove | undefined, number] = [undefined, -Infinity]
  for (const [index, locationId] of taught.locationIds.entries()) {
    const [calmLead, quickLead] = [calm[index] as number, quick[index] as number]
    const sum = added.find((each) => each.locationId === locationId)?.sum ?? null
    const isClear = isStart && quickLead > 0 && calmLead > startLead
    if (locationId === current.locationId || calmLead + quickLead <= most) continue
    if (evidenceIn(sum) < needed && !isClear) continue
    const start = sum?.start ?? startAt(current, read)
    const evidence =
      evidenceIn(sum) >= needed
        ? { evidence: evidenceIn(sum), needed }
        : { evidence: calmLead, needed: startLead }
    best = { locationId, start, isGuess: isStart, ...evidence }
    most = calmLead + quickLead
  }
  return best ? { matching, move: best } : { matching }
}

/** Returns the leads over the present location. One without samples, which is not heard any more, fits worst. */
function leadsOf(fits: Float64Array, { locationIds }: Taught, currentId: number): Float64Array {
  const here = fits[locationIds.indexOf(currentId)] ?? Math.max(...fits) - untaughtLead
  return fits.map((fit) => fit - here)
}
