import type { Static } from '@sinclair/typebox'
import type { Repeats, SentRead } from '../ingest/repeats'
import { defaultTypes, findTags } from '../ingest/resolve'
import type { Read, TagMatch, Writes } from '../storage/store'
import { normalize } from '../tags/rules'
import { type Instant, type Micros, parseInstant, toMicros } from '../time'
import type { Inbox, UnknownTag } from '../unknown-tags/inbox'
import type { ScanOutcome, Submission } from './schema'

type Input = Static<typeof Submission>

/** A read of a submission, with the tag that it matches. */
export interface IdentifiedRead {
  readonly tag: UnknownTag
  /** Type and normal form of the value. */
  readonly name: string
  /** Undefined for an unknown tag. */
  readonly match: TagMatch | undefined
  /** Null when neither the read nor its submission has a time. */
  readonly sentAt: Micros | null
  /** Identifies a repeat of this scan of an asset; undefined without an asset or a time. */
  readonly ofAsset: SentRead | undefined
  /** Identifies a repeat of this scan of an unknown tag; undefined without a time. */
  readonly ofUnknown: SentRead | undefined
}

/** Finds the tag of each read. `source` is the device or user with the location; repeats are known for each source. */
export async function identify(
  tx: Writes,
  organizationId: number,
  source: string,
  input: Input,
): Promise<IdentifiedRead[]> {
  const find = await findTags(tx, organizationId, input.reads)
  return input.reads.map((read) => {
    const { tag_type: tagType = defaultTypes[0], value } = read
    const name = `${tagType}:${normalize(tagType, value)}`
    const match = find(read)
    const sentAt = instantOf(read.observed_at) ?? instantOf(input.observed_at)
    // A scan without a time looks like any other scan of its tag: only submission_id identifies its repeat.
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

const instantOf = (text: string | undefined): Micros | null =>
  text === undefined ? null : toMicros(parseInstant(text) as Instant)

/** The reads of a submission by what becomes of them. */
export interface Classified {
  readonly outcome: ScanOutcome
  /** The accepted scans by the id of their asset. */
  readonly ofAssets: ReadonlyMap<number, readonly Read[]>
}

/**
 * Groups the accepted scans by asset and adds scans of unknown tags to `inbox`. Reads of locations' tags are ignored.
 */
export async function classify(
  tx: Writes,
  reads: readonly IdentifiedRead[],
  toScan: (read: IdentifiedRead) => Read,
  repeats: Repeats,
  inbox: Inbox,
): Promise<Classified> {
  const outcome: ScanOutcome = { accepted: 0, duplicates: 0, unknown: [] }
  const ofAssets = new Map<number, Read[]>()
  const inInbox = new Set<string>()

  function addUnknown({ tag, name, ofUnknown }: IdentifiedRead, scan: Read): void {
    outcome.unknown.push({ tag_type: tag.tagType, value: tag.value })
    const isRepeated = ofUnknown !== undefined && repeats.isRepeat(ofUnknown)
    // Scans of a tag at the same instant are one scan, as they are for an asset.
    const key = `${name}:${scan.at}`
    if (!isRepeated && !inInbox.has(key)) inbox.add(tag, scan)
    inInbox.add(key)
  }

  async function addScan(assetId: number, read: IdentifiedRead, scan: Read): Promise<void> {
    const scans = ofAssets.getOrInsertComputed(assetId, () => [])
    // isRepeat comes first, because it records each time as sent, also when two times are corrected to the same one.
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
    const assetId = read.match?.assetId ?? null
    if (!read.match) addUnknown(read, toScan(read))
    else if (assetId !== null) await addScan(assetId, read, toScan(read))
  }
  return { outcome, ofAssets }
}

/** Whether the asset has this scan already, because its tag was unknown at the scan and has been bound since. */
async function hasScan(tx: Writes, assetId: number, { at, locationId }: Read): Promise<boolean> {
  const events = await tx.history.eventsBetween(assetId, at - 1, at, 100)
  return events.some((event) => event.cause === 'scanned' && event.locationId === locationId)
}
