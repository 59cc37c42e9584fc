import { scanMessages } from './messages'
import { accepted, problemsOf } from '../../contract/check'
import { forbidden } from '../../base/errors'
import { settleReads } from '../history/batch'
import { type Moment, recordArrivals } from '../history/arrivals'
import type { Move } from '../history/record'
import type { DeviceCaller, SessionCaller } from '../../base/caller'
import { openRepeats } from '../ingest/repeats'
import { clockWindow, correctedTime } from '../ingest/rules'
import type { IngestSettings } from '../ingest/service'
import type { JsonObject } from '../../base/json'
import type { Metrics } from '../../base/metrics'
import { createPauses } from '../../base/turns/pause'
import { concurrently } from '../../base/turns/concurrently'
import type { Read, Store, Writes } from '../../storage/core/store'
import type { Live } from '../tracking/live'
import { type Clock, type Micros, toMicros } from '../../base/time'
import { SeenReads } from '../tuning/seen-reads'
import type { Tuning } from '../tuning/tuning'
import { Inbox } from '../unknown-tags/inbox'
import { findLocation, locationProblems } from './location'
import { classify, identify, type IdentifiedRead } from './reads'
import { type ScanOutcome, SubmissionOfAnything } from './schema'

type Input = SubmissionOfAnything

/** Presence timeout of a scan by a user, in seconds. */
const defaultTimeoutSeconds = 300

interface Recorded {
  readonly outcome: ScanOutcome
  readonly moves: readonly Move[]
  readonly seen: SeenReads
}

interface ScanParts {
  readonly store: Store
  readonly settings: IngestSettings
  readonly metrics: Metrics
  readonly live: Pick<Live, 'publish'>
  readonly tuning: Pick<Tuning, 'record'>
  readonly now: Clock
  readonly moment: () => Moment | undefined
}

/**
 * Records scans by users and handhelds; each scan of an asset is a separate event (docs/history.md, Handheld scans).
 */
export class ScanService {
  readonly #store: Store
  readonly #settings: IngestSettings
  readonly #metrics: Metrics
  readonly #live: Pick<Live, 'publish'>
  readonly #tuning: Pick<Tuning, 'record'>
  readonly #now: Clock
  readonly #moment: () => Moment | undefined

  constructor({ store, settings, metrics, live, tuning, now, moment }: ScanParts) {
    this.#store = store
    this.#settings = settings
    this.#metrics = metrics
    this.#live = live
    this.#tuning = tuning
    this.#now = now
    this.#moment = moment
  }

  /** Counts a submission that is refused before it is read. */
  refused(error: unknown): void {
    this.#metrics.countRefused(error)
  }

  async submit(caller: SessionCaller | DeviceCaller, body: JsonObject): Promise<ScanOutcome> {
    try {
      return await this.#ingest(caller, body)
    } catch (error) {
      this.#metrics.countRefused(error)
      throw error
    }
  }

  async #ingest(caller: SessionCaller | DeviceCaller, body: JsonObject): Promise<ScanOutcome> {
    requireHandheld(caller)
    const input = accepted(SubmissionOfAnything, body, [
      ...problemsOf(SubmissionOfAnything, body),
      ...locationProblems(body),
    ])
    const source = sourceOf(caller)
    const { outcome, moves, seen, isRepeated } = await this.#store.write(
      async (tx) => {
        // This comes first: a repeated submission returns the first response, even when the location is deleted by then.
        const known = await findSubmission(tx, source, input)
        if (known) return { outcome: known, moves: [], seen: new SeenReads(), isRepeated: true }
        const locationId = await findLocation(tx, caller.organizationId, input)
        const recorded = await this.#record(tx, caller, locationId, input)
        await this.#saveSubmission(tx, source, input, recorded.outcome)
        return { ...recorded, isRepeated: false }
      },
      [caller.organizationId],
    )
    this.#count(outcome, isRepeated, input.reads.length)
    this.#live.publish({ moves, reads: [] })
    this.#tuning.record(seen)
    return outcome
  }

  async #saveSubmission(
    tx: Writes,
    source: string,
    { submission_id: submissionId }: Input,
    outcome: ScanOutcome,
  ): Promise<void> {
    if (!submissionId) return
    const response = JSON.stringify(outcome)
    await tx.ingest.insertSubmission({ source, submissionId, response, createdAt: this.#now() })
  }

  #count(outcome: ScanOutcome, isRepeated: boolean, total: number): void {
    const onlyDuplicates = isRepeated || (total > 0 && outcome.duplicates === total)
    this.#metrics.countMessage(onlyDuplicates ? 'duplicate' : 'accepted')
    this.#metrics.countReads('duplicate', isRepeated ? total : outcome.duplicates)
    if (isRepeated) return
    this.#metrics.countReads('applied', outcome.accepted)
    this.#metrics.countReads('unknown_tag', outcome.unknown.length)
    // The other reads are of tags of locations, or not valid.
    this.#metrics.countReads(
      'ignored',
      total - outcome.accepted - outcome.duplicates - outcome.unknown.length,
    )
  }

  async #record(
    tx: Writes,
    caller: SessionCaller | DeviceCaller,
    locationId: number,
    input: Input,
  ): Promise<Recorded> {
    const { organizationId } = caller
    const receivedAt = toMicros(this.#now())
    const window = clockWindow(receivedAt, this.#settings)
    const toScan = ({ subject, sentAt }: IdentifiedRead) =>
      scanOf(caller, locationId, subject?.tagId ?? 0, correctedTime(sentAt, window))
    const identified = await identify(tx, organizationId, `${sourceOf(caller)}:${locationId}`, input)
    const sent = identified.reads.flatMap(({ ofAsset, ofUnknown }) => [ofAsset ?? [], ofUnknown ?? []].flat())
    const repeats = await openRepeats(tx, sent, { receivedAt })
    const inbox = new Inbox(tx)
    const { outcome, ofAssets } = await classify(tx, identified, { toScan, repeats, inbox })

    const arriving = { rules: this.#settings, moment: this.#moment() }
    const pause = createPauses()
    await inbox.save(arriving, pause)
    await repeats.save(pause)
    const moves: Move[] = []
    const seen = new SeenReads()
    await concurrently(
      [...ofAssets],
      async ([assetId, scans]) => {
        for (const { at } of scans) seen.addScan(organizationId, locationId, assetId, at)
        const move = await recordArrivals(tx.history, { organizationId, assetId }, scans, arriving)
        if (move) moves.push(move)
      },
      pause,
    )
    await settleReads(tx.history, pause)
    return { outcome, moves, seen }
  }
}

/** Returns the outcome of the first submission with this id; undefined when there is none. */
async function findSubmission(
  tx: Writes,
  source: string,
  { submission_id: submissionId }: Input,
): Promise<ScanOutcome | undefined> {
  const known = submissionId && (await tx.ingest.findSubmission(source, submissionId))
  // Before 0.3, an outcome had no `rejected`.
  return known ? { rejected: [], ...(JSON.parse(known) as Omit<ScanOutcome, 'rejected'>) } : undefined
}

/** Returns the sender of scans, for the detection of repeats. A user is another sender in each organization. */
export const sourceOf = (caller: SessionCaller | DeviceCaller): string =>
  caller.kind === 'device' ? `reader:${caller.reader.id}` : `user:${caller.organizationId}:${caller.userId}`

export function requireHandheld(caller: SessionCaller | DeviceCaller): void {
  if (caller.kind !== 'device') return
  if (caller.reader.kind !== 'handheld') throw forbidden(scanMessages('scan.fixed_reader'))
  if (!caller.reader.isActive) throw forbidden(scanMessages('scan.inactive'))
}

const scanOf = (
  caller: SessionCaller | DeviceCaller,
  locationId: number,
  tagId: number,
  at: Micros,
): Read => ({
  at,
  locationId,
  rssi: null,
  readerId: caller.kind === 'device' ? caller.reader.id : null,
  antenna: null,
  tagId,
  presenceTimeoutSeconds:
    caller.kind === 'device' ? caller.reader.presenceTimeoutSeconds : defaultTimeoutSeconds,
  isScan: true,
})
