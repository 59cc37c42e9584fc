import type { Static } from '@sinclair/typebox'
import { accepted, problemsOf } from '../contract/check'
import { type FieldError, forbidden, invalidField } from '../errors'
import type { Read } from '../history/presence'
import { recordReads } from '../history/record'
import type { DeviceCaller, SessionCaller } from '../identity/caller'
import { createResolver } from '../ingest/resolve'
import { clockWindow, correctedTime, dayOf } from '../ingest/rules'
import type { IngestSettings } from '../ingest/service'
import type { JsonObject } from '../json'
import type { Metrics } from '../metrics'
import type { Store, Writes } from '../storage/store'
import type { TagType } from '../tags/schema'
import { type Clock, type Instant, type Micros, parseInstant, toMicros } from '../time'
import { type ScanAnswer, Submission } from './schema'

type Input = Static<typeof Submission>
type SubmittedRead = Input['reads'][number]

/** Without a type a value is tried as each of these. */
const typesTried = ['rfid', 'barcode', 'ble'] as const satisfies TagType[]
const defaultTimeoutSeconds = 300

export type ScanService = ReturnType<typeof createScanService>

/** Deliberate scans by people and handhelds: each asset's scan is an event of its own. */
export function createScanService(store: Store, settings: IngestSettings, metrics: Metrics, now: Clock) {
  async function submit(caller: SessionCaller | DeviceCaller, body: JsonObject): Promise<ScanAnswer> {
    try {
      return await take(caller, body)
    } catch (error) {
      metrics.countRefused(error)
      throw error
    }
  }

  async function take(caller: SessionCaller | DeviceCaller, body: JsonObject): Promise<ScanAnswer> {
    requireHandheld(caller)
    const input = accepted(Submission, body, [...problemsOf(Submission, body), ...placeProblems(body)])
    const source = sourceOf(caller)
    const { answer, isRepeated, count } = await store.write(async (tx) => {
      // First of all: a device that asks again after an hour gets its answer even if the place is gone by then.
      const known = input.submission_id && (await tx.ingest.findSubmission(source, input.submission_id))
      if (known)
        return { answer: JSON.parse(known) as ScanAnswer, isRepeated: true, count: input.reads.length }
      const locationId = await findPlace(tx, caller.organizationId, input)
      const fresh = await record(tx, caller, source, locationId, input)
      if (input.submission_id) {
        await tx.ingest.insertSubmission({
          source,
          submissionId: input.submission_id,
          answer: JSON.stringify(fresh),
          createdAt: now(),
        })
      }
      return { answer: fresh, isRepeated: false, count: input.reads.length }
    })
    tally(answer, isRepeated, count)
    return answer
  }

  function tally(answer: ScanAnswer, isRepeated: boolean, count: number): void {
    const onlyDuplicates = isRepeated || (count > 0 && answer.duplicates === count)
    metrics.countMessage(onlyDuplicates ? 'duplicate' : 'accepted')
    metrics.countReads('duplicate', isRepeated ? count : answer.duplicates)
    if (isRepeated) return
    metrics.countReads('applied', answer.accepted)
    metrics.countReads('unknown_tag', answer.unknown.length)
  }

  async function record(
    tx: Writes,
    caller: SessionCaller | DeviceCaller,
    source: string,
    locationId: number,
    input: Input,
  ): Promise<ScanAnswer> {
    const { organizationId } = caller
    const receivedAt = toMicros(now())
    const window = clockWindow(receivedAt, settings)
    const find = await resolverOf(tx, organizationId, input.reads)
    const ofAsset = new Map<number, Read[]>()
    const unknown: ScanAnswer['unknown'][number][] = []
    let duplicates = 0

    for (const read of input.reads) {
      const match = find(read)
      if (!match) {
        unknown.push({ tag_type: read.tag_type ?? typesTried[0], value: read.value })
        continue
      }
      const sentAt = instantOf(read.observed_at) ?? instantOf(input.observed_at)
      const scans = ofAsset.get(match.assetId) ?? []
      const at = correctedTime(sentAt, window)
      // Asked in this order, each time that was sent is remembered, also where two are corrected to the same.
      const isRepeated = await isRepeat(tx, source, locationId, match.assetId, sentAt, receivedAt)
      if (isRepeated || scans.some((scan) => scan.at === at)) duplicates++
      else ofAsset.set(match.assetId, [...scans, toScan(caller, locationId, match.tagId, at)])
    }
    for (const [assetId, scans] of ofAsset)
      await recordReads(tx.history, { organizationId, assetId }, scans, settings)
    return { accepted: input.reads.length - duplicates - unknown.length, duplicates, unknown }
  }

  return { submit, refused: metrics.countRefused }
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

/** The same device or user, asset, place and explicit time; without a time only submission_id can tell. */
async function isRepeat(
  tx: Writes,
  source: string,
  locationId: number,
  assetId: number,
  sentAt: Micros | null,
  receivedAt: Micros,
): Promise<boolean> {
  if (sentAt === null) return false
  const key = { day: dayOf(receivedAt), source: `${source}:${locationId}`, sentAt, tag: `asset:${assetId}` }
  if (await tx.ingest.hasSeen(key)) return true
  await tx.ingest.rememberRead(key)
  return false
}

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
    const found = await tx.tags.findByValue(organizationId, tag.tag_type, tag.value)
    return found?.locationId ?? undefined
  }
  if (key !== undefined) return (await tx.locations.findByKey(organizationId, key))?.id
  if (typeof id !== 'number') return undefined
  return (await tx.locations.find(organizationId, id))?.id
}
