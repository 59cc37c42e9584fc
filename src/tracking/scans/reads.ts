import { rejectedAt } from './checked-reads'
import { fieldMessages } from '../../contract/messages'
import type { Repeats, SentRead } from '../ingest/repeats'
import { defaultTypes, findTags } from '../ingest/resolve'
import type { Read, Writes } from '../../storage/core/store'
import { normalize } from '../../inventory/tags/rules'
import { type Instant, type Micros, parseInstant, toMicros } from '../../base/time'
import type { Inbox, UnknownTag } from '../unknown-tags/inbox'
import { type CheckedRead, checkReads } from './checked-reads'
import type { Rejected, ScanOutcome, SubmissionOfAnything } from './schema'

/** What a read is of: the asset or the location of its tag, or the asset that it names. */
interface Subject {
  /** 0 without a tag. */
  readonly tagId: number
  /** Null for the tag of a location. */
  readonly assetId: number | null
}

/** A read of a submission, with what it is of. */
export interface IdentifiedRead {
  /** Null when neither the read nor its submission has a time. */
  readonly sentAt: Micros | null
  /** Undefined for an unknown tag. */
  readonly subject: Subject | undefined
  /** Undefined when the subject is known. */
  readonly unknown: UnknownTag | undefined
  /** Type and normal form of the value; empty without a value. */
  readonly name: string
  /** Identifies a repeat of this scan of an asset; undefined without an asset or a time. */
  readonly ofAsset: SentRead | undefined
  /** Identifies a repeat of this scan of an unknown tag; undefined without a value or a time. */
  readonly ofUnknown: SentRead | undefined
}

/** The reads of a submission: those that are of something, and those that are rejected. */
interface Identified {
  readonly reads: readonly IdentifiedRead[]
  readonly rejected: readonly Rejected[]
}

/** Finds what each read is of. `source` is the device or user with the location; repeats are known for each source. */
export async function identify(
  tx: Writes,
  organizationId: number,
  source: string,
  input: SubmissionOfAnything,
): Promise<Identified> {
  const { valid, rejected } = checkReads(input.reads)
  const subjectOf = await findSubjects(tx, organizationId, valid)
  const sender = { organizationId, source, submittedAt: instantOf(input.observed_at) }
  const reads: IdentifiedRead[] = []
  for (const read of valid) {
    const subject = subjectOf(read)
    const rejection = subject ? undefined : rejectionOf(read)
    if (rejection) rejected.push(rejection)
    else reads.push(toIdentified(sender, read, subject))
  }
  return { reads, rejected: rejected.toSorted((a, b) => a.index - b.index) }
}

async function findSubjects(
  tx: Writes,
  organizationId: number,
  reads: readonly CheckedRead[],
): Promise<(read: CheckedRead) => Subject | undefined> {
  const withCode = (read: CheckedRead) => (read.code === undefined ? [] : [{ ...read, value: read.code }])
  const findTag = await findTags(tx, organizationId, [...reads.filter(hasValue), ...reads.flatMap(withCode)])
  const live = await tx.assets.liveAmong(
    organizationId,
    reads.flatMap(({ asset_id: id }) => id ?? []),
  )
  return (read) => {
    if (hasValue(read)) return [read, ...withCode(read)].map(findTag).find((tag) => tag !== undefined)
    const { asset_id: assetId = 0 } = read
    return live.has(assetId) ? { assetId, tagId: 0 } : undefined
  }
}

const hasValue = (read: CheckedRead): read is CheckedRead & { value: string } => read.value !== undefined

/** Returns why a read without a subject is rejected; undefined when it is of an unknown tag. */
function rejectionOf({ index, value, rejected }: CheckedRead): Rejected | undefined {
  if (value !== undefined) return rejected
  return rejectedAt(index, {
    code: 'fk_not_found',
    message: fieldMessages('field.no_asset', { field: 'asset_id' }),
  })
}

/** What the reads of a submission have in common. */
interface Sender {
  readonly organizationId: number
  readonly source: string
  readonly submittedAt: Micros | null
}

function toIdentified(
  { organizationId, source, submittedAt }: Sender,
  { tag_type: tagType = defaultTypes[0], value: sent, code, observed_at: observedAt }: CheckedRead,
  subject: Subject | undefined,
): IdentifiedRead {
  const value = code ?? sent
  const name = value === undefined ? '' : `${tagType}:${normalize(tagType, value)}`
  const sentAt = instantOf(observedAt) ?? submittedAt
  // A scan without a time looks like any other scan of its subject: only submission_id identifies its repeat.
  const sentAs = (tag: string): SentRead | undefined =>
    sentAt === null ? undefined : { source, tag, sentAt }
  return {
    sentAt,
    subject,
    unknown: subject || value === undefined ? undefined : { organizationId, tagType, value },
    name,
    ofAsset: subject?.assetId ? sentAs(`asset:${subject.assetId}`) : undefined,
    ofUnknown: value === undefined ? undefined : sentAs(`unknown:${name}`),
  }
}

const instantOf = (text: string | undefined): Micros | null =>
  text === undefined ? null : toMicros(parseInstant(text) as Instant)

/** The reads of a submission by what becomes of them. */
interface Classified {
  readonly outcome: ScanOutcome
  /** The accepted scans by the id of their asset. */
  readonly ofAssets: ReadonlyMap<number, readonly Read[]>
}

interface Classifying {
  readonly toScan: (read: IdentifiedRead) => Read
  readonly repeats: Repeats
  /** Gets the scans of unknown tags. */
  readonly inbox: Inbox
}

/** Groups the accepted scans by asset. Reads of locations' tags are ignored. */
export async function classify(
  tx: Writes,
  { reads, rejected }: Identified,
  { toScan, repeats, inbox }: Classifying,
): Promise<Classified> {
  const outcome: ScanOutcome = { accepted: 0, duplicates: 0, unknown: [], rejected: [...rejected] }
  const ofAssets = new Map<number, Read[]>()
  const inInbox = new Set<string>()

  function addUnknown(tag: UnknownTag, { name, ofUnknown }: IdentifiedRead, scan: Read): void {
    outcome.unknown.push({ tag_type: tag.tagType, value: tag.value })
    const isRepeated = ofUnknown !== undefined && repeats.isRepeat(ofUnknown)
    // Scans of a tag at the same instant are one scan, as they are for an asset.
    const key = `${name}:${scan.at}`
    if (!isRepeated && !inInbox.has(key)) inbox.add(tag, scan)
    inInbox.add(key)
  }

  async function addScan(assetId: number, read: IdentifiedRead, scan: Read): Promise<void> {
    const scans = ofAssets.getOrInsertComputed(assetId, () => [])
    // isRepeat comes first, because it records each time as sent, even when two times are corrected to the same one.
    const isRepeated = read.ofAsset !== undefined && repeats.isRepeat(read.ofAsset)
    const wasUnknown = read.ofUnknown !== undefined && repeats.isKnown(read.ofUnknown)
    const isAdopted = wasUnknown && (await hasScan(tx, assetId, scan))
    if (isRepeated || isAdopted || scans.some((other) => other.at === scan.at)) outcome.duplicates++
    else {
      outcome.accepted++
      scans.push(scan)
    }
  }

  for (const read of reads) {
    const assetId = read.subject?.assetId ?? null
    if (read.unknown) addUnknown(read.unknown, read, toScan(read))
    else if (assetId !== null) await addScan(assetId, read, toScan(read))
  }
  return { outcome, ofAssets }
}

/** Whether the asset has this scan already, because its tag was unknown at the scan and has been bound since. */
async function hasScan(tx: Writes, assetId: number, { at, locationId }: Read): Promise<boolean> {
  const events = await tx.history.eventsBetween(assetId, at - 1, at, 100)
  return events.some((event) => event.cause === 'scanned' && event.locationId === locationId)
}
