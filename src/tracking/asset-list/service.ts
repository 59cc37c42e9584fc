import { AppError, invalidField } from '../../base/errors'
import type { Message } from '../../base/messages'
import type { Json } from '../../base/json'
import { type Clock, type Instant, wireOf } from '../../base/time'
import type { Page } from '../../contract/parameters'
import { toView } from '../../inventory/assets/service'
import type {
  AssetListFilter,
  AssetListOrder,
  AssetMatches,
  ListScope,
  PastRow,
  Reads,
  Store,
} from '../../storage/core/store'
import { type Confidence, confidenceView, createConfidence } from '../tracking/confidence'
import type { Condition } from './condition'
import { conditionsIn, type ConditionProblem, filterOf, isEverything, placesIn } from './conditions'
import { assetListMessages } from './messages'
import { conditionsMax, type ListedAssetView, type ProblemView, type sortValues } from './schema'

type Sort = (typeof sortValues)[number]

interface ListQuery {
  readonly conditions: readonly Condition[]
  readonly sort: Sort | undefined
}

interface FoundAssets extends Pick<AssetMatches, 'total' | 'isExact' | 'isComplete'> {
  readonly rows: ListedAssetView[]
  readonly problems: ProblemView[]
}

/** Maximum number of assets of one selection. */
const selectedMax = 10_000
/** Maximum number of assets of one file. */
const exportedMax = 1_000_000
/** Maximum number of assets whose places at an instant are looked up, when conditions of now narrow the list. */
const comparedMax = 40_000

/** The list of assets with conditions (docs/internal-api.md, Asset list). */
export class AssetListService {
  readonly #store: Store
  readonly #now: Clock
  readonly #confidenceOf: ReturnType<typeof createConfidence>

  constructor(store: Store, now: Clock) {
    this.#store = store
    this.#now = now
    this.#confidenceOf = createConfidence(store, now)
  }

  async list(organizationId: number, query: ListQuery, page: Page): Promise<FoundAssets> {
    const { filter, problems, scope } = await this.#resolved(organizationId, query.conditions)
    const { ids, ...counts } = await this.#store.read.assetList.matches(
      scope,
      filter,
      orderOf(query.sort),
      page,
    )
    return { ...counts, rows: await this.#rowsOf(organizationId, ids), problems }
  }

  /**
   * Returns the list at an instant, by key. Places are those of then. Everything else about an asset, and what conditions say of it, is
   * of now.
   */
  async past(
    organizationId: number,
    { conditions, sort, at }: ListQuery & { readonly at: Instant },
    page: Page,
  ): Promise<FoundAssets> {
    const { filter, problems, scope } = await this.#resolved(organizationId, conditions, true)
    const { locationIds, ...ofAssets } = filter
    const [text, ...texts] = filter.texts
    const hasOnlyText = texts.length === 0 && isEverything({ ...ofAssets, texts: [] })
    const among = hasOnlyText ? undefined : await this.#among(scope, ofAssets)
    const { rows, total } =
      among?.ids.length === 0
        ? noRows
        : await this.#store.read.placesAt.at(
            organizationId,
            {
              assetIds: among?.ids ?? [],
              locationIds: locationIds ?? [],
              search: hasOnlyText ? text : undefined,
            },
            at,
            { order: [{ field: 'asset_external_key', descending: sort === '-external_key' }], ...page },
          )
    return {
      rows: await this.#pastRowsOf(rows),
      total,
      isExact: true,
      isComplete: among?.isComplete ?? true,
      problems,
    }
  }

  /** Returns the assets that meet conditions now, a bounded number of them. */
  async #among(scope: ListScope, filter: Omit<AssetListFilter, 'locationIds'>) {
    const { ids, isExact, isComplete } = await this.#store.read.assetList.matches(
      scope,
      { ...filter, locationIds: undefined },
      orderOf(undefined),
      { limit: comparedMax, offset: 0 },
    )
    return {
      ids,
      isComplete: isComplete && (isExact || ids.length < comparedMax) && ids.length < comparedMax,
    }
  }

  /** Returns all matches for a change of all of them. Throws when there are too many, or when not all are known. */
  async select(
    organizationId: number,
    query: ListQuery,
  ): Promise<{ ids: number[]; problems: ProblemView[] }> {
    return this.#all(organizationId, query, selectedMax)
  }

  async selectForExport(organizationId: number, query: ListQuery): Promise<number[]> {
    return (await this.#all(organizationId, query, exportedMax)).ids
  }

  async #all(organizationId: number, { conditions, sort }: ListQuery, max: number) {
    const { filter, problems, scope } = await this.#resolved(organizationId, conditions)
    const found = await this.#store.read.assetList.allMatches(scope, filter, orderOf(sort), max)
    if (!found) throw new AppError('conflict', assetListMessages('asset_list.too_many_assets', { max }))
    if (!found.isComplete) throw new AppError('conflict', assetListMessages('asset_list.not_all_compared'))
    return { ids: found.ids, problems }
  }

  async #resolved(organizationId: number, conditions: readonly Condition[], isPast = false) {
    const now = this.#now()
    const { filter, problems } = await resolve(this.#store.read, organizationId, conditions, { now, isPast })
    return { filter, problems: problems.map(toProblem), scope: { organizationId, now } }
  }

  async #pastRowsOf(past: readonly PastRow[]): Promise<ListedAssetView[]> {
    if (past.length === 0) return []
    const ids = past.map(({ assetId }) => assetId)
    const [assets, attached] = await Promise.all([
      this.#store.read.assets.ofIds(ids),
      this.#store.read.tags.attachedTo(ids),
    ])
    const rows = new Map(assets.map((row) => [row.id, row]))
    const tags = Map.groupBy(attached, ({ assetId }) => assetId)
    return past.flatMap((place) => {
      const row = rows.get(place.assetId)
      if (!row) return []
      return {
        ...toView(row, tags.get(row.id) ?? []),
        location_id: place.locationId,
        location_external_key: place.locationExternalKey,
        location_name: place.locationName,
        asset_last_seen: wireOf(place.lastSeenAt),
        arrived_at: null,
        has_open_alert: false,
        ...confidenceView(undefined),
      }
    })
  }

  async #rowsOf(organizationId: number, ids: readonly number[]): Promise<ListedAssetView[]> {
    if (ids.length === 0) return []
    const { read } = this.#store
    const [assets, attached, placed, confidence] = await Promise.all([
      read.assets.ofIds(ids),
      read.tags.attachedTo(ids),
      read.assetList.placed(organizationId, ids),
      this.#confidenceOf(organizationId, ids),
    ])
    const rows = new Map(assets.map((row) => [row.id, row]))
    const tags = Map.groupBy(attached, ({ assetId }) => assetId)
    return placed.flatMap((place) => {
      const row = rows.get(place.assetId)
      if (!row) return []
      return {
        ...toView(row, tags.get(row.id) ?? []),
        location_id: place.locationId,
        location_external_key: place.locationKey,
        location_name: place.locationName,
        asset_last_seen: place.lastSeenAt === null ? null : wireOf(place.lastSeenAt),
        arrived_at: place.arrivedAt === null ? null : wireOf(place.arrivedAt),
        has_open_alert: place.hasOpenAlert,
        ...ofPlace(place.locationId, confidence.get(row.id)),
      }
    })
  }
}

const noRows = { rows: [], total: 0 }

const ofPlace = (locationId: number | null, confidence: Confidence | undefined) =>
  confidenceView(locationId === null ? undefined : confidence)

interface ListTime {
  readonly now: Instant
  /** Whether the list is that of a past time. */
  readonly isPast?: boolean
}

/** Returns the filter of conditions, and the problems of those that do not apply. */
export async function resolve(
  read: Pick<Reads, 'assetFields' | 'assetList'>,
  organizationId: number,
  conditions: readonly Condition[],
  { now, isPast = false }: ListTime,
): Promise<{ readonly filter: AssetListFilter; readonly problems: ConditionProblem[] }> {
  const usesFields = conditions.some(({ field }) => field.startsWith('field:'))
  const fields = usesFields ? await read.assetFields.list(organizationId) : []
  const places = new Map<number, readonly number[]>()
  for (const id of new Set(placesIn(conditions))) {
    const below = await read.assetList.placesBelow(organizationId, id)
    if (below.length > 0) places.set(id, below)
  }
  return filterOf(conditions, { fields, places, now, isPast })
}

export const toProblem = ({ index, code, message }: ConditionProblem): ProblemView => ({
  index,
  code,
  message: message.english,
  text: message.text as ProblemView['text'],
})

const orderOf = (sort: Sort | undefined = 'external_key'): AssetListOrder => {
  const descending = sort.startsWith('-')
  return { field: (descending ? sort.slice(1) : sort) as AssetListOrder['field'], descending }
}

/** Returns the conditions of the parameter. Throws when it is not a list of conditions. */
export function conditionsOf(parameter: string | undefined): Condition[] {
  if (parameter === undefined) return []
  const refuse = (message: Message) => invalidField('conditions', 'invalid_value', message)
  const conditions = conditionsIn(parsed(parameter))
  if (!conditions) throw refuse(assetListMessages('asset_list.json', { field: 'conditions' }))
  if (conditions.length > conditionsMax)
    throw refuse(
      assetListMessages('asset_list.many', {
        field: 'conditions',
        count: conditions.length,
        max: conditionsMax,
      }),
    )
  return conditions
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}
