import { unknownTagMessages } from './messages'
import { audit } from '../../people/audit/record'
import { checked } from '../../contract/check'
import type { Page } from '../../contract/parameters'
import { conflict, notFound } from '../../base/errors'
import { rowsOfIds, type Table } from '../../base/table'
import { adoptHistory } from '../history/adopt'
import type { HistoryRules } from '../history/closing'
import type { Author } from '../../base/caller'
import type { JsonObject } from '../../base/json'
import type { Store, TagParent, UnknownPresence, UnknownTagRecord, Writes } from '../../storage/core/store'
import { epcHint } from '../../inventory/tags/epc'
import { identityOf } from '../../inventory/tags/identity'
import { identityKey, tagValueOf, toTagView } from '../../inventory/tags/rules'
import { NewTag } from '../../inventory/tags/schema'
import { findOwner, requireOneOwner } from '../../inventory/tags/owner'
import { haveOneOwner, insertTag, subjectOf, unknownSpellings } from '../../inventory/tags/service'
import type { Move } from '../history/record'
import type { Live } from '../tracking/live'
import { fold, withoutControls } from '../../base/text'
import { type Clock, wireOf } from '../../base/time'
import {
  Binding,
  type BoundTag,
  type PresenceView,
  type UnknownTagDetail,
  type UnknownTagView,
} from './schema'

/** Maximum number of presences in a response. */
const presencesMax = 200

interface UnknownTagQuery {
  readonly readerIds: readonly number[]
  readonly search: string | undefined
  readonly page: Page
}

/** Lists unknown tags, binds them to assets and locations, and dismisses them (docs/internal-api.md, Unknown tags). */
export class UnknownTagService {
  readonly #store: Store
  readonly #rules: HistoryRules
  readonly #live: Pick<Live, 'publish'>
  readonly #now: Clock

  constructor(store: Store, rules: HistoryRules, live: Pick<Live, 'publish'>, now: Clock) {
    this.#store = store
    this.#rules = rules
    this.#live = live
    this.#now = now
  }

  async list(
    organizationId: number,
    { readerIds, search, page }: UnknownTagQuery,
  ): Promise<{ rows: UnknownTagView[]; total: number }> {
    const filter = { readerIds, search: search === undefined ? undefined : fold(search) }
    const { rows, total } = await this.#store.read.unknownTags.list(organizationId, filter, page)
    return { rows: rows.map(toView), total }
  }

  /** Returns the rows of the list for a file. Reads move tags to its beginning meanwhile. */
  rows(
    organizationId: number,
    { readerIds, search }: Omit<UnknownTagQuery, 'page'>,
    columns: readonly (keyof UnknownTagView)[],
  ): Table['rows'] {
    const { unknownTags } = this.#store.read
    const filter = { readerIds, search: search === undefined ? undefined : fold(search) }
    return rowsOfIds(
      columns,
      () => unknownTags.ids(organizationId, filter),
      async (ids) => (await unknownTags.ofIds(organizationId, ids)).map(toView),
    )
  }

  async get(organizationId: number, id: number): Promise<UnknownTagDetail> {
    const record = await this.#store.read.unknownTags.find(organizationId, id)
    if (!record) throw notFound(unknownTagMessages('unknown_tag.not_found'))
    const presences = await this.#store.read.unknownTags.presences(id, presencesMax)
    return { ...toView(record), presences: presences.map(toPresenceView) }
  }

  /**
   * Attaches the tag to an asset, which takes over its history (decision 0005), or to a location, which has no history.
   * One write does all of it: of two requests that bind the same tag, the second returns 404. Throws `not_found`,
   * `invalid` and `conflict`.
   */
  async bind(author: Author, id: number, body: JsonObject): Promise<BoundTag> {
    const { organizationId } = author
    const input = requireOneOwner(Binding, body)
    const { row, moves } = await this.#store.write(
      async (tx) => {
        const unknown = await tx.unknownTags.find(organizationId, id)
        if (!unknown) throw notFound(unknownTagMessages('unknown_tag.not_found'))
        const parent = await findOwner(tx, organizationId, input)
        // A reader may send a value that is not allowed for a tag. Control characters are not part of its normal form.
        const value = withoutControls(tagValueOf(unknown.tagType, unknown.value))
        const tag = checked(NewTag, { tag_type: unknown.tagType, value })
        await requireFreeIdentity(tx, organizationId, parent, tag)
        const row = await insertTag(tx, organizationId, parent, tag)
        const spellings = new Set([id, ...(await unknownSpellings(tx, organizationId, row.identity))])
        const moves = await this.#adopt(tx, parent, {
          organizationId,
          tagId: row.id,
          spellings: [...spellings],
        })
        const after = { ...toTagView(row), ...readSummaryOf(unknown) }
        await audit(tx, author, { at: this.#now(), action: 'tag_bound', subject: subjectOf(parent), after })
        return { row, moves }
      },
      [organizationId],
    )
    if (moves.length > 0) this.#live.publish({ moves, reads: [] })
    return { ...toTagView(row), asset_id: row.assetId, location_id: row.locationId }
  }

  /** Gives an asset the histories of all spellings of a tag, and deletes them from the inbox. Returns its moves. */
  async #adopt(tx: Writes, parent: TagParent, { organizationId, tagId, spellings }: Bound): Promise<Move[]> {
    const moves: Move[] = []
    for (const id of spellings) {
      if ('assetId' in parent) {
        const origin = { history: tx.unknownHistory, id, tagId }
        const asset = { organizationId, assetId: parent.assetId }
        const move = await adoptHistory(tx.history, asset, origin, this.#rules)
        if (move) moves.push(move)
      }
      await tx.unknownTags.delete(id)
    }
    return moves
  }

  /** Deletes the tag and its reads. A later read makes it a new unknown tag. */
  dismiss(author: Author, id: number): Promise<void> {
    return this.#store.write(
      async (tx) => {
        const unknown = await tx.unknownTags.find(author.organizationId, id)
        if (!unknown) throw notFound(unknownTagMessages('unknown_tag.not_found'))
        await tx.unknownTags.delete(id)
        const { tagType, value } = unknown
        const before = { tag_type: tagType, value, ...readSummaryOf(unknown) }
        const subject = { kind: 'unknown_tag', id, name: value } as const
        await audit(tx, author, { at: this.#now(), action: 'dismissed', subject, before })
      },
      [author.organizationId],
    )
  }
}

interface Bound {
  readonly organizationId: number
  readonly tagId: number
  /** Ids of the unknown tags that the tag stands for. */
  readonly spellings: readonly number[]
}

/** Throws `conflict` when tags of others name the same object, so that all spellings of one key find one owner. */
async function requireFreeIdentity(
  tx: Writes,
  organizationId: number,
  parent: TagParent,
  { tag_type: tagType, value }: NewTag,
): Promise<void> {
  const identity = identityKey(tagType, value)
  const alike = identity === '' ? [] : await tx.tags.matchingIdentities(organizationId, [identity])
  const [other] = alike
  if (other && !alike.some((tag) => haveOneOwner([tag, { assetId: null, locationId: null, ...parent }])))
    throw conflict(unknownTagMessages('unknown_tag.same_object', { value: other.value }))
}

const readSummaryOf = ({ firstSeenAt, lastSeenAt, readCount }: UnknownTagRecord) => ({
  first_seen_at: wireOf(firstSeenAt),
  last_seen_at: wireOf(lastSeenAt),
  read_count: readCount,
})

const toView = (row: UnknownTagRecord): UnknownTagView => ({
  id: row.id,
  tag_type: row.tagType,
  value: row.value,
  hint: row.tagType === 'rfid' ? epcHint(row.value) : null,
  identity: identityOf(row.value),
  first_seen_at: wireOf(row.firstSeenAt),
  last_seen_at: wireOf(row.lastSeenAt),
  read_count: row.readCount,
  reader_id: row.readerId,
  reader_external_key: row.readerExternalKey,
  antenna: row.antenna,
  rssi: row.rssi,
  location_id: row.locationId,
  location_external_key: row.locationExternalKey,
})

const toPresenceView = (presence: UnknownPresence): PresenceView => ({
  location_id: presence.locationId,
  location_external_key: presence.locationExternalKey,
  first_seen_at: wireOf(presence.firstAt),
  last_seen_at: wireOf(presence.lastAt),
  read_count: presence.readCount,
})
