import { fieldMessages } from '../../contract/messages'
import { type Instant, type Micros, parseInstant, toMicros } from '../../base/time'
import type { Pause } from '../../base/turns/pause'
import { normalize } from '../../inventory/tags/rules'
import type { Writes } from '../../storage/core/store'
import type { SentRead } from '../ingest/repeats'
import { defaultTypes, findTags } from '../ingest/resolve'
import { clockWindow, correctedTime, type TimeRules } from '../ingest/rules'
import { type CheckedRead, checkReads, rejectedAt } from '../scans/checked-reads'
import type { Rejected, SubmissionOfAnything } from '../scans/schema'
import { addCount, type CountedTag } from './counts/counting'
import { stocktakeMessages } from './messages'
import type { Count } from './counts/verdicts'

/** Number of reads whose tags are looked up at once, so that requests wait only shortly. */
const lookedUpAtOnce = 250

/** A valid read, with what it is of. */
export interface KnownRead {
  readonly index: number
  readonly at: Micros
  /** 0 for an unknown tag. */
  readonly assetId: number
  /** The name of an unknown tag; empty for an asset. */
  readonly tag: string
  /** Identifies a repeat of the read; undefined without a time. */
  readonly sent: SentRead | undefined
}

/** The reads of a submission, by what becomes of them. */
export interface Sorted {
  readonly reads: readonly KnownRead[]
  readonly rejected: readonly Rejected[]
  readonly ofAssets: ReadonlyMap<number, ReadonlyMap<number, Count>>
  readonly ofTags: ReadonlyMap<string, ReadonlyMap<number, Count>>
  readonly tags: ReadonlyMap<string, CountedTag>
}

/** The counter of a submission, and where it was. */
export interface Sender {
  readonly by: string
  readonly name: string
  readonly locationId: number
  /** Identifies repeats. */
  readonly source: string
}

interface Sorting extends Sender {
  readonly receivedAt: Micros
  readonly rules: TimeRules
  readonly pause: Pause
}

/** Finds what each read is of. One that is not valid costs no other. */
export async function sortReads(
  tx: Writes,
  organizationId: number,
  input: SubmissionOfAnything,
  { by, name, locationId, source, receivedAt, rules, pause }: Sorting,
): Promise<Sorted> {
  const window = clockWindow(receivedAt, rules)
  const submittedAt = instantOf(input.observed_at)
  const reads: KnownRead[] = []
  const ofAssets = new Map<number, Map<number, Count>>()
  const ofTags = new Map<string, Map<number, Count>>()
  const tags = new Map<string, CountedTag>()
  const rejected: Rejected[] = []
  for (let from = 0; from < input.reads.length; from += lookedUpAtOnce) {
    const { valid: part, rejected: invalid } = checkReads(
      input.reads.slice(from, from + lookedUpAtOnce),
      from,
    )
    rejected.push(...invalid)
    const subjectOf = await subjectsOf(tx, organizationId, part)
    for (const read of part) {
      const subject = subjectOf(read)
      if ('rejected' in subject) {
        rejected.push(subject.rejected)
        continue
      }
      const { assetId, tag } = subject
      const sentAt = instantOf(read.observed_at) ?? submittedAt
      const at = correctedTime(sentAt, window)
      const subjectName = tag ? `unknown:${tag.tagType}:${tag.key}` : `asset:${assetId}`
      const sent =
        sentAt === null ? undefined : { source: `${source}:${locationId}`, tag: subjectName, sentAt }
      reads.push({ index: read.index, at, assetId, tag: tag ? subjectName : '', sent })
      const first = { firstAt: at, firstBy: by, firstName: name, firstSource: 'scan' } as const
      const count = { locationId, ...first, lastAt: at, tagValue: tag ? (read.code ?? read.value ?? '') : '' }
      if (tag) {
        tags.set(subjectName, tag)
        addCount(ofTags, subjectName, count)
      } else addCount(ofAssets, assetId, count)
    }
    await pause()
  }
  return { reads, rejected: rejected.toSorted((a, b) => a.index - b.index), ofAssets, ofTags, tags }
}

const instantOf = (text: string | undefined): Micros | null =>
  text === undefined ? null : toMicros(parseInstant(text) as Instant)

type Subject =
  | { readonly assetId: number; readonly tag: CountedTag | undefined }
  | { readonly rejected: Rejected }

async function subjectsOf(
  tx: Writes,
  organizationId: number,
  reads: readonly CheckedRead[],
): Promise<(read: CheckedRead) => Subject> {
  const named = reads.filter((read): read is CheckedRead & { value: string } => read.value !== undefined)
  const withCode = (read: CheckedRead) => (read.code === undefined ? [] : [{ ...read, value: read.code }])
  const findTag = await findTags(tx, organizationId, [...named, ...reads.flatMap(withCode)])
  const live = await tx.assets.liveAmong(
    organizationId,
    reads.flatMap(({ asset_id: id }) => id ?? []),
  )
  return (read) => {
    const { index, value, code, asset_id: assetId = 0, tag_type: tagType = defaultTypes[0] } = read
    if (value === undefined) {
      if (live.has(assetId)) return { assetId, tag: undefined }
      const message = fieldMessages('field.no_asset', { field: 'asset_id' })
      return { rejected: rejectedAt(index, { code: 'fk_not_found', message }) }
    }
    const match = findTag({ ...read, value }) ?? withCode(read).map(findTag)[0]
    if (match?.assetId) return { assetId: match.assetId, tag: undefined }
    if (match) {
      const message = stocktakeMessages('stocktake.tag_of_location')
      return { rejected: rejectedAt(index, { code: 'invalid_value', message }) }
    }
    if (read.rejected) return { rejected: read.rejected }
    return { assetId: 0, tag: { tagType, key: normalize(tagType, code ?? value) } }
  }
}
