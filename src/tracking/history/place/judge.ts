import type { Presence } from '../../../storage/core/store'
import type { Micros } from '../../../base/time'
import { type Air, isDense, isMoving, isReadOften } from './air'
import { levelOf, readsOfBest, secondsBetween } from './signal'
import { type Evidence, hasStart } from './state'
import { evidenceIn, type Place, type Sum } from './sums'
import { comparable } from './weigh'

/** The evidence that moves it by a small lead that lasts, and by a lead while it is being carried. */
const slowNeed = 100
const movingNeed = 6
/** The longer an asset has been at a location, the more evidence is needed. */
const dwellGain = 0.2
/** The first location is a guess. The needed evidence grows from this share to all of it over this time. */
const guessShare = 0.05
const guessSeconds = 10
/** In dense air, the first second decides nothing. Then a lead, which shrinks with the reads, corrects the guess. */
export const guessHoldSeconds = 1
export const startSeconds = 15
const startLead = 7
/** Outside dense air few antennas tell, so that a first guess was wrong only if the lead is also this large. */
const sparseLead = 6
/** In dense air, an asset that stands still needs more evidence, unless it is read rarely. */
const stillFactor = 2

/** Whether an event stays in the history, however short it is: that of a scan, and the rest of an event that a scan split. */
export const isNeverReplaced = ({ cause }: Presence): boolean => cause === 'scanned' || cause === 'resumed'

/** A read of another location, with what is needed to decide. */
interface Case {
  readonly before: Evidence
  readonly air: Air
  readonly current: Presence
  readonly present: Place
  readonly rival: Place
  readonly at: Micros
  readonly need: number
}

/** The sum that moves the asset, or the lead that corrects a first guess. */
interface Verdict {
  readonly sum: Sum | null
  readonly isGuess: boolean
  readonly evidence: number
  readonly needed: number
}

export const dwellFactor = ({ firstAt }: Presence, at: Micros): number =>
  1 + dwellGain * Math.log10(1 + secondsBetween(firstAt, at) / 60)

export function judge(one: Case): Verdict | undefined {
  const { before, air, current, rival, at, need } = one
  const age = secondsBetween(before.startedAt, at)
  const dense = isDense(air, at)
  if (dense && hasStart(before) && age < guessHoldSeconds) return undefined
  const carried = isMoving(air, at, before.pause)
  const dwell = dwellFactor(current, at)
  const guess = Math.min(1, guessShare + ((1 - guessShare) * age) / guessSeconds)
  const still = dense && !carried && isReadOften(before.pause) ? stillFactor : 1
  const fastNeed = need * still * dwell * guess
  const lead = guessedLead(one, age)
  // Outside dense air the lead alone moves nothing. It tells a wrong guess from an asset that was carried.
  const guessed = dense ? lead : undefined
  const isGuess = lead !== undefined && (dense || isWrongGuess(lead, rival, before))
  if (evidenceIn(rival.fast) >= fastNeed) return verdict(rival.fast, fastNeed, isGuess)
  if (evidenceIn(rival.moving) >= movingNeed) return verdict(rival.moving, movingNeed, isGuess)
  if (guessed) return { sum: rival.fast ?? rival.slow, isGuess, ...guessed }
  if (evidenceIn(rival.slow) >= slowNeed * dwell) return verdict(rival.slow, slowNeed * dwell, false)
  return undefined
}

const verdict = (sum: Sum | null, needed: number, isGuess: boolean): Verdict => ({
  sum,
  isGuess,
  evidence: evidenceIn(sum),
  needed,
})

/** The lead of the calm levels, and the lead that it needs. */
type Lead = Pick<Verdict, 'evidence' | 'needed'>

/** Whether another location has read the asset better since the first second, so that it should have been the first one. */
const isWrongGuess = ({ evidence }: Lead, { antennas }: Place, { startedAt }: Evidence): boolean =>
  evidence > sparseLead &&
  antennas.some(({ firstAt }) => secondsBetween(startedAt, firstAt) < guessHoldSeconds)

/** Returns the lead that shows that the first location was a wrong guess; undefined if it does not. */
function guessedLead({ before, air, current, present, rival, at }: Case, age: number): Lead | undefined {
  if (age >= startSeconds || !hasStart(before) || isNeverReplaced(current)) return undefined
  const { pause } = before
  const count = isDense(air, at) ? comparable(rival, present, pause) : 1
  const [there, here] = [levelOf(rival, pause, 'level', count), levelOf(present, pause, 'level', count)]
  if (there === null || here === null || there <= here) return undefined
  const needed = startLead / Math.sqrt(Math.min(readsOfBest(rival), readsOfBest(present)))
  const lead = (levelOf(rival, pause, 'calm', count) ?? 0) - (levelOf(present, pause, 'calm', count) ?? 0)
  return lead > needed ? { evidence: lead, needed } : undefined
}
