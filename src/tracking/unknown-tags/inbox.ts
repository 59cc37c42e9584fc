import { BoundedMap } from '../../base/bounded-map'
import { openBatch, settleReads } from '../history/batch'
import { type Arriving, recordArrivals } from '../history/arrivals'
import type { Read } from '../../storage/core/store'
import type { History } from '../history/late'
import { closeHistory } from '../history/record'
import type { Pause } from '../../base/turns/pause'
import { concurrently } from '../../base/turns/concurrently'
import type { UnknownTagRow, Writes } from '../../storage/core/store'
import { identityKey, normalize, tagValueOf } from '../../inventory/tags/rules'
import { fold } from '../../base/text'

type TagType = UnknownTagRow['tagType']

/** Maximum number of unknown tags of an organization. Those that were last seen longest ago are deleted first. */
export const tagsMax = 10_000
/** Maximum number of events of an unknown tag. The oldest are deleted first. */
export const eventsMax = 1_000

/** Number of tags that one statement compares with the dismissed ones. */
const comparedAtOnce = 100

export interface UnknownTag {
  readonly organizationId: number
  readonly tagType: TagType
  /** The value as it was sent. */
  readonly value: string
}

interface TagWithReads extends UnknownTag {
  readonly normalized: string
  readonly reads: Read[]
}

interface SavedTag extends TagWithReads {
  readonly id: number
  /** Number of all reads. */
  readonly readCount: number
}

/**
 * Collects the reads of unknown tags in one write. `save` records them in a history for each tag, by the rules of the
 * histories of assets, so that an asset can take over the history when the tag is bound to it.
 */
export class Inbox {
  readonly #tx: Writes
  readonly #tags = new Map<string, TagWithReads>()
  readonly #known = new Map<string, Omit<TagWithReads, 'reads'>>()
  /** The organizations with a tag that is new to the inbox. */
  readonly #grown = new Set<number>()

  constructor(tx: Writes) {
    this.#tx = tx
  }

  async #recordAll(arriving: Arriving, pause: Pause): Promise<void> {
    const saved: SavedTag[] = []
    await concurrently(
      [...this.#tags.values()],
      async (tag) => {
        const { id, readCount } = await this.#tx.unknownTags.save(toRow(tag))
        saved.push({ ...tag, id, readCount })
      },
      pause,
    )
    const history = await openBatch(
      this.#tx.unknownHistory,
      saved.map(({ id }) => id),
    )
    await concurrently(saved, (tag) => this.#record(history, tag, arriving), pause)
  }

  async #record(
    history: History,
    { organizationId, id, readCount, reads }: SavedTag,
    arriving: Arriving,
  ): Promise<void> {
    if (readCount === reads.length) this.#grown.add(organizationId)
    await recordArrivals(history, { organizationId, assetId: id }, reads, arriving)
    if (arriving.moment) await this.#updateLastSeen(id)
    // A read adds at most two events, when it cuts one, so a tag with few reads has few events.
    if (readCount > eventsMax / 2) await deleteOldEvents(this.#tx, id)
  }

  /** Copies the time of the last read from the history, which may have been set back. */
  async #updateLastSeen(id: number): Promise<void> {
    const placement = await this.#tx.unknownHistory.placement(id)
    if (placement) await this.#tx.setBack.unknownTag(id, placement.lastSeenAt)
  }

  /** Drops the reads of tags that were dismissed. */
  async #removeDismissed(pause: Pause): Promise<void> {
    const collected = [...this.#tags.entries()]
    for (let from = 0; from < collected.length; from += comparedAtOnce) {
      const part = collected.slice(from, from + comparedAtOnce)
      const names = part.map(([, { organizationId, tagType, value, normalized }]) => ({
        organizationId,
        tagType,
        normalized,
        identity: identityOf({ tagType, value }),
      }))
      const dismissed = await this.#tx.dismissedTags.among(names)
      for (const [at, [key]] of part.entries()) if (dismissed.has(at)) this.#tags.delete(key)
      await pause()
    }
  }

  /** Adds a read of an unknown tag. Its `tagId` has no meaning. */
  add(tag: UnknownTag, read: Read): void {
    const value = tagValueOf(tag.tagType, tag.value)
    const normalized = normalize(tag.tagType, value)
    const withReads = this.#tags.getOrInsertComputed(nameOf(tag, normalized), () => ({
      organizationId: tag.organizationId,
      tagType: tag.tagType,
      value,
      normalized,
      reads: [],
    }))
    withReads.reads.push(read)
  }

  /** Deletes a tag from the inbox at `save`, because a read has matched another of its names. */
  remove(tag: UnknownTag): void {
    const normalized = normalize(tag.tagType, tagValueOf(tag.tagType, tag.value))
    this.#known.set(nameOf(tag, normalized), { ...tag, normalized })
  }

  /** Stores the collected reads and deletes the tags beyond the maximum. */
  async save(arriving: Arriving, pause: Pause): Promise<void> {
    await this.#removeDismissed(pause)
    if (this.#tags.size > 0) await this.#recordAll(arriving, pause)
    if (this.#tags.size > 0) await settleReads(this.#tx.unknownHistory, pause)
    for (const { organizationId, tagType, normalized } of this.#known.values())
      await this.#tx.unknownTags.deleteNamed(organizationId, tagType, normalized)
    for (const organizationId of this.#grown) await this.#tx.unknownTags.keepLatest(organizationId, tagsMax)
  }
}

const nameOf = ({ organizationId, tagType }: UnknownTag, normalized: string): string =>
  `${organizationId}:${tagType}:${normalized}`

function toRow({ reads, ...tag }: TagWithReads): Omit<UnknownTagRow, 'id'> {
  const inTime = reads.toSorted((a, b) => a.at - b.at)
  const [oldest, latest] = [inTime[0], inTime.at(-1)] as [Read, Read]
  return {
    ...tag,
    searchValue: fold(tag.value),
    identity: identityOf(tag),
    firstSeenAt: oldest.at,
    lastSeenAt: latest.at,
    readCount: reads.length,
    readerId: latest.readerId,
    antenna: latest.antenna,
    rssi: latest.rssi,
  }
}

/** What the tags name that were saved last, by type and value: reading a code takes a tenth of the time of a save. */
const identities = new BoundedMap<string, string>(tagsMax)

function identityOf({ tagType, value }: Pick<UnknownTag, 'tagType' | 'value'>): string {
  const name = `${tagType}:${value}`
  const known = identities.get(name)
  if (known !== undefined) return known
  const identity = identityKey(tagType, value)
  identities.set(name, identity)
  return identity
}

/**
 * Deletes the oldest events beyond the maximum. It closes the history up to them, because even recent reads can make
 * too many events, such as scans.
 */
async function deleteOldEvents(tx: Writes, id: number): Promise<void> {
  const upTo = await tx.unknownTags.oldestEventBeyond(id, eventsMax)
  if (upTo === undefined) return
  const base = await closeHistory(tx.unknownHistory, id, upTo)
  await tx.unknownTags.deleteEvents(id, upTo, base?.current?.id)
}
