import { type Moment, recordArrivals } from '../history/arrivals'
import type { Read } from '../storage/store'
import { closeHistory, type HistoryRules } from '../history/record'
import type { Pause } from '../pause'
import type { UnknownTagRow, Writes } from '../storage/store'
import { normalize } from '../tags/rules'
import { fold } from '../text'

type TagType = UnknownTagRow['tagType']

/** So many unknown tags of an organization are kept; those not seen for longest go first. */
export const tagsMax = 10_000
/** So many events of each are kept; the oldest go first. */
export const eventsMax = 1_000

export interface UnknownTag {
  readonly organizationId: number
  readonly tagType: TagType
  /** As it was sent. */
  readonly value: string
}

interface Gathered extends UnknownTag {
  readonly normalized: string
  readonly reads: Read[]
}

export type Inbox = ReturnType<typeof openInbox>

/**
 * Gathers within one write the reads whose tag nobody knows. `save` gives each tag a history of its own, by the rules of
 * assets' histories, so that an asset can take it over once the tag is bound to it.
 */
export function openInbox(tx: Writes) {
  const tags = new Map<string, Gathered>()
  const known = new Map<string, Omit<Gathered, 'reads'>>()
  /** The organizations that have more of them than before. */
  const grown = new Set<number>()

  async function record(tag: Gathered, rules: HistoryRules, moment: Moment | undefined): Promise<void> {
    const { organizationId } = tag
    const { id, readCount } = await tx.unknownTags.save(toRow(tag))
    if (readCount === tag.reads.length) grown.add(organizationId)
    await recordArrivals(tx.unknownHistory, { organizationId, assetId: id }, tag.reads, rules, moment)
    if (moment) await follow(id)
    // A read makes two events at most, where it cuts one: most tags need no look at theirs.
    if (readCount > eventsMax / 2) await forgetOldEvents(tx, id, rules)
  }

  /** The tag was seen when its history says so, also where that was set back. */
  async function follow(id: number): Promise<void> {
    const placement = await tx.unknownHistory.placement(id)
    if (placement) await tx.setBack.unknownTag(id, placement.lastSeenAt)
  }

  return {
    /** Adds a read, whose tagId means nothing yet. */
    add(tag: UnknownTag, read: Read): void {
      const normalized = normalize(tag.tagType, tag.value)
      const gathered = tags.getOrInsertComputed(nameOf(tag, normalized), () => ({
        organizationId: tag.organizationId,
        tagType: tag.tagType,
        value: tag.value,
        normalized,
        reads: [],
      }))
      gathered.reads.push(read)
    },

    /** Forgets a tag, for it is known by another of its names. */
    forget(tag: UnknownTag): void {
      const normalized = normalize(tag.tagType, tag.value)
      known.set(nameOf(tag, normalized), { ...tag, normalized })
    },

    async save(rules: HistoryRules, pause: Pause, moment?: Moment): Promise<void> {
      for (const tag of tags.values()) {
        await record(tag, rules, moment)
        await pause()
      }
      for (const { organizationId, tagType, normalized } of known.values())
        await tx.unknownTags.deleteNamed(organizationId, tagType, normalized)
      for (const organizationId of grown) await tx.unknownTags.keepLatest(organizationId, tagsMax)
    },
  }
}

const nameOf = ({ organizationId, tagType }: UnknownTag, normalized: string): string =>
  `${organizationId}:${tagType}:${normalized}`

function toRow({ reads, ...tag }: Gathered): Omit<UnknownTagRow, 'id'> {
  const inTime = reads.toSorted((a, b) => a.at - b.at)
  const [oldest, latest] = [inTime[0], inTime.at(-1)] as [Read, Read]
  return {
    ...tag,
    searchValue: fold(tag.value),
    firstSeenAt: oldest.at,
    lastSeenAt: latest.at,
    readCount: reads.length,
    readerId: latest.readerId,
    antenna: latest.antenna,
    rssi: latest.rssi,
  }
}

/** Where even the latest reads make too many events, as scans do, the history is closed that far. */
async function forgetOldEvents(tx: Writes, id: number, rules: HistoryRules): Promise<void> {
  const upTo = await tx.unknownTags.oldestEventBeyond(id, eventsMax)
  if (upTo === undefined) return
  const base = await closeHistory(tx.unknownHistory, id, upTo, rules)
  await tx.unknownTags.deleteEvents(id, upTo, base?.current?.id)
}
