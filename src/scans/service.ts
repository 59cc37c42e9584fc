import type { Static } from '@sinclair/typebox'
import { accepted, problemsOf } from '../contract/check'
import { type FieldError, forbidden, invalidField } from '../errors'
import { type Moment, recordArrivals } from '../history/arrivals'
import type { Read } from '../storage/store'
import type { Move } from '../history/record'
import type { DeviceCaller, SessionCaller } from '../caller'
import { openRepeats, type SentRead } from '../ingest/repeats'
import { createResolver } from '../ingest/resolve'
import { clockWindow, correctedTime } from '../ingest/rules'
import type { IngestSettings } from '../ingest/service'
import type { JsonObject } from '../json'
import type { Metrics } from '../metrics'
import { createPauses } from '../pause'
import type { Store, Writes } from '../storage/store'
import { normalize } from '../tags/rules'
import type { TagType } from '../tags/schema'
import type { Live } from '../tracking/live'
import { type Clock, type Instant, type Micros, parseInstant, toMicros } from '../time'
import { openInbox } from '../unknown-tags/inbox'
import { type ScanOutcome, Submission } from './schema'

type Input = Static<typeof Submission>
type SubmittedRead = Input['reads'][number]

/** Without a type a value is tried as each of these. */
const typesTried = ['rfid', 'barcode', 'ble'] as const satisfies TagType[]
const defaultTimeoutSeconds = 300

export type ScanService = ReturnType<typeof createScanService>

/** Deliberate scans by people and handhelds: each asset's scan is an event of its own. */
export function createScanService(
  store: Store,
  settings: IngestSettings,
  metrics: Metrics,
  live: Pick<Live, 'tell'>,
  now: Clock,
  moment: () => Moment | undefined,
) {
  async function submit(caller: SessionCaller | DeviceCaller, body: JsonObject): Promise<ScanOutcome> {
    try {
      return await take(caller, body)
    } catch (error) {
      metrics.countRefused(error)
      throw error
    }
  }

  async function take(caller: SessionCaller | DeviceCaller, body: JsonObject): Promise<ScanOutcome> {
    requireHandheld(caller)
    const input = accepted(Submission, body, [...problemsOf(Submission, body), ...placeProblems(body)])
    const source = sourceOf(caller)
    const { answer, isRepeated, count, moves } = await store.write(async (tx) => {
      // First of all: a device that asks again after an hour gets its answer even if the place is gone by then.
      const known = input.submission_id && (await tx.ingest.findSubmission(source, input.submission_id))
      if (known)
        return {
          answer: JSON.parse(known) as ScanOutcome,
          isRepeated: true,
          count: input.reads.length,
          moves: [],
        }
      const locationId = await findPlace(tx, caller.organizationId, input)
      const { answer: fresh, moves } = await record(tx, caller, source, locationId, input)
      if (input.submission_id) {
        await tx.ingest.insertSubmission({
          source,
          submissionId: input.submission_id,
          answer: JSON.stringify(fresh),
          createdAt: now(),
        })
      }
      return { answer: fresh, isRepeated: false, count: input.reads.length, moves }
    })
    tally(answer, isRepeated, count)
    live.tell({ moves, reads: [] })
    return answer
  }

  function tally(answer: ScanOutcome, isRepeated: boolean, count: number): void {
    const onlyDuplicates = isRepeated || (count > 0 && answer.duplicates === count)
    metrics.countMessage(onlyDuplicates ? 'duplicate' : 'accepted')
    metrics.countReads('duplicate', isRepeated ? count : answer.duplicates)
    if (isRepeated) return
    metrics.countReads('applied', answer.accepted)
    metrics.countReads('unknown_tag', answer.unknown.length)
    // The rest are tags of locations.
    metrics.countReads('ignored', count - answer.accepted - answer.duplicates - answer.unknown.length)
  }

  async function record(
    tx: Writes,
    caller: SessionCaller | DeviceCaller,
    source: string,
    locationId: number,
    input: Input,
  ): Promise<{ answer: ScanOutcome; moves: readonly Move[] }> {
    const { organizationId } = caller
    const receivedAt = toMicros(now())
    const window = clockWindow(receivedAt, settings)
    const found = await identify(tx, organizationId, `${source}:${locationId}`, input)
    const repeats = await openRepeats(
      tx,
      receivedAt,
      found.flatMap(({ ofAsset, ofUnknown }) => [ofAsset ?? [], ofUnknown ?? []].flat()),
    )
    const inbox = openInbox(tx)
    const ofAssets = new Map<number, Read[]>()
    const unknown: ScanOutcome['unknown'][number][] = []
    const kept = new Set<string>()
    let accepted = 0
    let duplicates = 0

    for (const { tag, name, match, sentAt, ofAsset, ofUnknown } of found) {
      const at = correctedTime(sentAt, window)
      const scan = toScan(caller, locationId, match?.tagId ?? 0, at)
      if (!match) {
        unknown.push({ tag_type: tag.tagType, value: tag.value })
        const isRepeated = ofUnknown !== undefined && repeats.isRepeat(ofUnknown)
        // Scans of one instant are one, as they are of an asset.
        if (!isRepeated && !kept.has(`${name}:${at}`)) inbox.add(tag, scan)
        kept.add(`${name}:${at}`)
      } else if (match.assetId !== null) {
        const scans = ofAssets.getOrInsertComputed(match.assetId, () => [])
        // Asked in this order, each time that was sent is remembered, also where two are corrected to the same.
        const isRepeated = ofAsset !== undefined && repeats.isRepeat(ofAsset)
        const wasUnknown = ofUnknown !== undefined && repeats.isKnown(ofUnknown)
        const isAdopted = wasUnknown && (await hasScan(tx, match.assetId, scan))
        if (isRepeated || isAdopted || scans.some((other) => other.at === at)) duplicates++
        else {
          accepted++
          scans.push(scan)
        }
      }
    }
    const current = moment()
    const pause = createPauses()
    await inbox.save(settings, pause, current)
    await repeats.save(pause)
    const moves: Move[] = []
    for (const [assetId, scans] of ofAssets) {
      const asset = { organizationId, assetId }
      const move = await recordArrivals(tx.history, asset, scans, settings, current)
      if (move) moves.push(move)
      await pause()
    }
    return { answer: { accepted, duplicates, unknown }, moves }
  }

  return { submit, refused: metrics.countRefused }
}

/** What each read means, and by what it would be known again. */
async function identify(tx: Writes, organizationId: number, source: string, input: Input) {
  const find = await resolverOf(tx, organizationId, input.reads)
  return input.reads.map((read) => {
    const { tag_type: tagType = typesTried[0], value } = read
    const name = `${tagType}:${normalize(tagType, value)}`
    const match = find(read)
    const sentAt = instantOf(read.observed_at) ?? instantOf(input.observed_at)
    // Without a time of its own a scan can't be told from another; only submission_id can.
    const sentAs = (tag: string): SentRead | undefined =>
      sentAt === null ? undefined : { source, tag, sentAt }
    return {
      tag: { organizationId, tagType, value },
      name,
      match,
      sentAt,
      ofAsset: match?.assetId ? sentAs(`asset:${match.assetId}`) : undefined,
      ofUnknown: sentAs(`unknown:${name}`),
    }
  })
}

/** Whether an asset has this scan already: it came while nobody knew the tag, and the tag has been bound since. */
async function hasScan(tx: Writes, assetId: number, { at, locationId }: Read): Promise<boolean> {
  const events = await tx.history.eventsBetween(assetId, at - 1, at, 100)
  return events.some((event) => event.cause === 'scanned' && event.locationId === locationId)
}

/** Whose repeats are told apart: a person's in each of the person's organizations. */
const sourceOf = (caller: SessionCaller | DeviceCaller): string =>
  caller.kind === 'device' ? `reader:${caller.reader.id}` : `user:${caller.organizationId}:${caller.userId}`

function requireHandheld(caller: SessionCaller | DeviceCaller): void {
  if (caller.kind !== 'device') return
  if (caller.reader.kind !== 'handheld') throw forbidden('A fixed reader does not submit scans')
  if (!caller.reader.isActive) throw forbidden('The device is not active')
}

const instantOf = (text: string | undefined): Micros | null =>
  text === undefined ? null : toMicros(parseInstant(text) as Instant)

const toScan = (
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

async function resolverOf(tx: Writes, organizationId: number, reads: readonly SubmittedRead[]) {
  const resolver = createResolver(tx)
  const typesOf = (read: SubmittedRead) => (read.tag_type ? [read.tag_type] : typesTried)
  await resolver.load(
    reads.flatMap((read) => typesOf(read).map((tagType) => ({ organizationId, tagType, value: read.value }))),
  )
  return (read: SubmittedRead) => {
    for (const tagType of typesOf(read)) {
      const match = resolver.find({ organizationId, tagType, value: read.value })
      if (match) return match
    }
    return undefined
  }
}

const placeForms = ['location_id', 'location_external_key', 'location_tag'] as const

/** A submission names its place in one of three ways. */
function placeProblems(body: JsonObject): FieldError[] {
  const named = placeForms.filter((form) => body[form] !== undefined)
  if (named.length === 1) return []
  if (named.length === 0)
    return [
      { field: 'location_id', code: 'required', message: `One of ${placeForms.join(', ')} is required` },
    ]
  const message = `Only one of ${placeForms.join(', ')} may be sent`
  return named.map((field) => ({ field, code: 'ambiguous_fields', message }))
}

async function findPlace(tx: Writes, organizationId: number, input: Input): Promise<number> {
  const locationId = await findLive(tx, organizationId, input)
  if (locationId !== undefined) return locationId
  const field = placeForms.find((form) => input[form] !== undefined) as (typeof placeForms)[number]
  throw invalidField(field, 'fk_not_found', `${field} does not name a live location`)
}

async function findLive(tx: Writes, organizationId: number, input: Input): Promise<number | undefined> {
  const { location_id: id, location_external_key: key, location_tag: tag } = input
  if (tag) {
    const identifier = { organizationId, tagType: tag.tag_type, value: tag.value }
    const resolver = createResolver(tx)
    await resolver.load([identifier])
    return resolver.find(identifier)?.locationId ?? undefined
  }
  if (key !== undefined) return (await tx.locations.findByKey(organizationId, key))?.id
  if (typeof id !== 'number') return undefined
  return (await tx.locations.find(organizationId, id))?.id
}
