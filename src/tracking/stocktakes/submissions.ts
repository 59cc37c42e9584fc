import type { DeviceCaller, SessionCaller } from '../../base/caller'
import { AppError, conflict } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import { type Clock, toMicros } from '../../base/time'
import { createPauses, type Pause } from '../../base/turns/pause'
import { accepted, problemsOf } from '../../contract/check'
import { fieldMessages } from '../../contract/messages'
import type { StocktakeRow, Store, Writes } from '../../storage/core/store'
import { openRepeats } from '../ingest/repeats'
import type { TimeRules } from '../ingest/rules'
import { rejectedAt } from '../scans/checked-reads'
import { findLocation, locationProblems } from '../scans/location'
import { SubmissionOfAnything } from '../scans/schema'
import { requireHandheld, sourceOf } from '../scans/service'
import { countAssets, countTags } from './counts/counting'
import type { StocktakeLive } from './live'
import { stocktakeMessages } from './messages'
import { type KnownRead, type Sender, type Sorted, sortReads } from './reads'
import { ownStocktake, requireLiveLocation } from './service'
import { type CountedReads, resultsOf } from './results'
import type { CountOutcomeView } from './schema'
import { Tally } from './counts/tally'
import { counterOf } from './view'

/** Maximum number of counts that a stocktake keeps. */
const countRowsMax = 1_000_000

type Caller = SessionCaller | DeviceCaller

interface Parts {
  readonly store: Store
  readonly rules: TimeRules
  readonly live: StocktakeLive
  readonly now: Clock
}

/** What is stored of a submission. Its repeat is answered with the same numbers, and its reads without a time keep theirs. */
interface StoredSubmission {
  readonly receivedAt: number
  readonly accepted: number
  readonly duplicates: number
  readonly late: number
}

interface Taken {
  readonly outcome: CountOutcomeView
  /** Undefined when nothing was counted. */
  readonly counted?: CountedReads
}

/** Takes the scans of a stocktake (docs/internal-api.md, Stocktakes). They change no history before the close. */
export class SubmissionService {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async submit(caller: Caller, id: number, body: JsonObject): Promise<CountOutcomeView> {
    requireHandheld(caller)
    const input = accepted(SubmissionOfAnything, body, [
      ...problemsOf(SubmissionOfAnything, body),
      ...locationProblems(body),
    ])
    const { organizationId } = caller
    const { outcome, counted } = await this.#parts.store.write(
      (tx) => this.#take(tx, caller, id, input),
      [organizationId],
    )
    if (counted) this.#parts.live.counted(organizationId, id, counted)
    return outcome
  }

  async #take(tx: Writes, caller: Caller, id: number, input: SubmissionOfAnything): Promise<Taken> {
    const row = await ownStocktake(tx, caller.organizationId, id)
    const isLate = row.state === 'closing' || row.state === 'closed'
    if (!isLate && row.state !== 'open') throw conflict(stocktakeMessages('stocktake.not_open'))
    const source = `stocktake:${id}:${sourceOf(caller)}`
    const known = await findStored(tx, source, input)
    if (known && isLate) return { outcome: { ...outcomeOf(known), results: [], rejected: [] } }
    if (!isLate) await requireLiveLocation(tx, row)
    const place = await placeOf(tx, caller.organizationId, input)
    if (place.isDeleted && !isLate) return { outcome: allRejected(input) }
    const sender: Sender = { ...(await counterOf(tx, caller)), locationId: place.id, source }
    const receivedAt = known?.receivedAt ?? toMicros(this.#parts.now())
    const pause = createPauses()
    const { rules } = this.#parts
    const sorted = await sortReads(tx, caller.organizationId, input, { ...sender, receivedAt, rules, pause })
    const numbers =
      known ?? (await this.#save(tx, sorted.reads, { source, input, isLate, receivedAt, pause }))
    const counted = await countReads(tx, row, sorted, { isLate, pause, numbers: known ? undefined : numbers })
    if (!known) await noteCounter(tx, row, sender, numbers)
    const results = isLate ? [] : resultsOf(caller, row, sorted.reads, { ...counted, sender })
    const outcome = { ...outcomeOf(numbers), results, rejected: [...sorted.rejected] }
    return { outcome, ...(!isLate && { counted }) }
  }

  /** Finds out which reads were sent before, and stores the numbers of the submission for its repeat. */
  async #save(
    tx: Writes,
    reads: readonly KnownRead[],
    {
      source,
      input,
      isLate,
      receivedAt,
      pause,
    }: {
      readonly source: string
      readonly input: SubmissionOfAnything
      readonly isLate: boolean
      readonly receivedAt: number
      readonly pause: Pause
    },
  ): Promise<StoredSubmission & { readonly newLate: number }> {
    const sent = reads.flatMap((read) => read.sent ?? [])
    const repeats = await openRepeats(tx, sent, { receivedAt, pause })
    const duplicates = sent.filter((each) => repeats.isRepeat(each)).length
    await repeats.save(pause)
    const fresh = reads.length - duplicates
    const numbers: StoredSubmission = isLate
      ? { receivedAt, accepted: 0, duplicates: 0, late: reads.length }
      : { receivedAt, accepted: fresh, duplicates, late: 0 }
    if (input.submission_id)
      await tx.ingest.insertSubmission({
        source,
        submissionId: input.submission_id,
        response: JSON.stringify(numbers),
        createdAt: this.#parts.now(),
      })
    return { ...numbers, newLate: isLate ? fresh : 0 }
  }
}

const outcomeOf = ({ accepted: taken, duplicates, late }: StoredSubmission) => ({
  accepted: taken,
  duplicates,
  late,
})

async function findStored(
  tx: Writes,
  source: string,
  { submission_id: submissionId }: SubmissionOfAnything,
): Promise<StoredSubmission | undefined> {
  const text = submissionId && (await tx.ingest.findSubmission(source, submissionId))
  return text ? (JSON.parse(text) as StoredSubmission) : undefined
}

/** Returns the location of a submission, which may have been deleted since somebody has scanned there. */
async function placeOf(
  tx: Writes,
  organizationId: number,
  input: SubmissionOfAnything,
): Promise<{ readonly id: number; readonly isDeleted: boolean }> {
  try {
    return { id: await findLocation(tx, organizationId, input), isDeleted: false }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error
    const { location_id: id, location_external_key: key } = input
    const deleted = await tx.stocktakePlaces.deletedLocation(organizationId, id ?? 0, key ?? '')
    if (deleted === undefined) throw error
    return { id: deleted, isDeleted: true }
  }
}

/** Each scan at a location that was deleted meanwhile is rejected alone, so that a phone can go on with what follows. */
function allRejected({ reads }: SubmissionOfAnything): CountOutcomeView {
  const message = fieldMessages('field.no_location', { field: 'location_id' })
  const rejected = reads.map((_, index) => rejectedAt(index, { code: 'fk_not_found', message }))
  return { accepted: 0, duplicates: 0, late: 0, results: [], rejected }
}

interface Counting {
  readonly isLate: boolean
  /** Undefined for a repeated submission. It adds no scans, and no counts unless a tag belongs to another asset by now. */
  readonly numbers: { readonly accepted: number; readonly newLate?: number } | undefined
  readonly pause: Pause
}

async function countReads(
  tx: Writes,
  row: StocktakeRow,
  { ofAssets, ofTags, tags }: Sorted,
  { isLate, numbers, pause }: Counting,
): Promise<CountedReads> {
  const counting = { tx, stocktake: row, isLate, pause }
  const tally = new Tally()
  const counted = await countAssets(counting, ofAssets, tally)
  const { counts: tagCounts, added, newTags } = await countTags(counting, ofTags, tags)
  const countRows = row.countRows + counted.added + added
  if (countRows > countRowsMax)
    throw conflict(stocktakeMessages('stocktake.many_counts', { max: countRowsMax }))
  await tally.savePlaces(tx, row.id)
  await tx.stocktakes.update(row.organizationId, row.id, {
    ...tally.totals(row),
    countRows,
    late: row.late + (numbers?.newLate ?? 0),
    unknown: row.unknown + (isLate ? 0 : newTags),
    scans: row.scans + (numbers?.accepted ?? 0),
  })
  return { ...counted, tagCounts }
}

/** Notes who counts, where and when, for the list of counters. */
async function noteCounter(
  tx: Writes,
  { id }: StocktakeRow,
  { by, name, locationId }: Sender,
  { receivedAt, accepted: scans, late }: StoredSubmission,
): Promise<void> {
  const known = await tx.stocktakeCounts.counter(id, by)
  tx.stocktakeCounts.saveCounter({
    stocktakeId: id,
    counter: by,
    name,
    locationId,
    scans: (known?.scans ?? 0) + scans + late,
    lastAt: Math.max(known?.lastAt ?? 0, receivedAt),
  })
}
