import type { SessionCaller } from '../../base/caller'
import { invalidField, notFound } from '../../base/errors'
import { type Clock, type Instant, type Micros, second, toMicros, wireOf, wireOrNull } from '../../base/time'
import { rowMessages } from '../../contract/messages'
import type { MovementFilter, MovePosition, MovementRow, Store } from '../../storage/core/store'
import type { Condition } from '../asset-list/condition'
import type { ProblemView } from '../asset-list/schema'
import { resolve, toProblem } from '../asset-list/service'
import { conditionsOfView } from '../asset-list/views'
import { stayMessages } from './messages'
import type { MovementView } from './movement-schema'
import type { StayRecorder } from './recorder'

export interface MovementQuery {
  readonly from: Instant | undefined
  /** Exclusive. */
  readonly to: Instant | undefined
  readonly locationId: number | undefined
  readonly isDeep: boolean
  readonly direction: 'arrived' | 'left' | 'both' | undefined
  readonly readerId: number | undefined
  readonly assetId: number | undefined
  readonly conditions: readonly Condition[]
  readonly viewId: number | undefined
  readonly isOldestFirst: boolean
}

interface MovementsFound {
  readonly data: MovementView[]
  readonly next_cursor: string | null
  readonly total_count: number
  readonly is_count_exact: boolean
  readonly is_current: boolean
  readonly problems: ProblemView[]
}

/** Lists moves of assets (docs/internal-api.md, Movements). */
export class MovementService {
  readonly #store: Store
  readonly #now: Clock
  readonly #recorder: StayRecorder

  constructor(store: Store, now: Clock, recorder: StayRecorder) {
    this.#store = store
    this.#now = now
    this.#recorder = recorder
  }

  async list(
    caller: SessionCaller,
    query: MovementQuery,
    { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
  ): Promise<MovementsFound> {
    const after = cursor === undefined ? undefined : positionOf(cursor, query.isOldestFirst)
    const { scope, filter, problems } = await this.#resolved(caller, query)
    const isCurrent = await this.#recorder.isCurrent(caller.organizationId)
    const { isOldestFirst } = query
    const [page, counted] = await Promise.all([
      this.#store.read.movements.page(scope, filter, { isOldestFirst, after, limit }),
      this.#store.read.movements.count(scope, filter),
    ])
    return {
      data: page.rows.map((row) => toView(row, filter)),
      next_cursor: page.next ? cursorOf(page.next, isOldestFirst) : null,
      total_count: counted.total,
      is_count_exact: counted.isExact,
      is_current: isCurrent,
      problems,
    }
  }

  /** Checks a query, and returns its moves in parts. Each part is read when it is wanted. */
  async parts(caller: SessionCaller, query: MovementQuery): Promise<AsyncGenerator<MovementView[]>> {
    const { read } = this.#store
    const { scope, filter } = await this.#resolved(caller, query)
    await this.#recorder.isCurrent(caller.organizationId)
    const { isOldestFirst } = query
    async function* parts(): AsyncGenerator<MovementView[]> {
      for (let after: MovePosition | undefined; ;) {
        const page: Awaited<ReturnType<typeof read.movements.page>> = await read.movements.page(
          scope,
          filter,
          { isOldestFirst, after, limit: movesAtOnce },
        )
        yield page.rows.map((row) => toView(row, filter))
        if (!page.next) return
        after = page.next
      }
    }
    return parts()
  }

  async #resolved(caller: SessionCaller, query: MovementQuery) {
    const { organizationId } = caller
    const now = this.#now()
    const { from, to } = periodOf(query.from, query.to)
    if (query.locationId === undefined && (query.direction === 'arrived' || query.direction === 'left'))
      throw invalidField('direction', 'invalid_context', stayMessages('stays.direction'))
    const viewed =
      query.viewId === undefined ? [] : await conditionsOfView(this.#store.read, caller, query.viewId)
    const conditions = [...viewed, ...query.conditions]
    const resolved = await resolve(this.#store.read, organizationId, conditions, { now })
    const filter: MovementFilter = {
      from,
      to,
      locationIds: await this.#placesOf(organizationId, query),
      isArrival: query.direction === 'arrived' ? true : query.direction === 'left' ? false : undefined,
      readerId: query.readerId,
      assetId: query.assetId,
      assets: conditions.length > resolved.problems.length ? resolved.filter : undefined,
    }
    return { scope: { organizationId, now }, filter, problems: resolved.problems.map(toProblem) }
  }

  /** Returns the locations that count as one. A deleted location has moves, too. */
  async #placesOf(
    organizationId: number,
    { locationId, isDeep }: Pick<MovementQuery, 'locationId' | 'isDeep'>,
  ): Promise<number[] | undefined> {
    if (locationId === undefined) return undefined
    const below = await this.#store.read.movements.placesBelow(organizationId, locationId)
    if (below.length === 0) throw notFound(rowMessages('location.not_found'))
    return isDeep ? below : [locationId]
  }
}

/** Number of moves in one part of a file. */
const movesAtOnce = 250

/** Returns [from, to). Throws when it is not a period. */
export function periodOf(
  from: Instant | undefined,
  to: Instant | undefined,
): { readonly from: Micros; readonly to: Micros } {
  if (from !== undefined && to !== undefined && from >= to)
    throw invalidField(
      'from',
      'invalid_value',
      stayMessages('stays.not_before', { field: 'from', other: 'to' }),
    )
  return {
    from: from === undefined ? Number.MIN_SAFE_INTEGER : toMicros(from),
    to: to === undefined ? Number.MAX_SAFE_INTEGER : toMicros(to),
  }
}

const cursorOf = ({ at, assetId }: MovePosition, isOldestFirst: boolean): string =>
  `${isOldestFirst ? 'o' : 'n'}${at.toString(36)}.${assetId.toString(36)}`

function positionOf(cursor: string, isOldestFirst: boolean): MovePosition {
  const [, order, at = '', asset = ''] = /^([on])(-?[0-9a-z]{1,11})\.([0-9a-z]{1,11})$/.exec(cursor) ?? []
  const position = { at: Number.parseInt(at, 36), assetId: Number.parseInt(asset, 36) }
  const isValid = Number.isSafeInteger(position.at) && Number.isSafeInteger(position.assetId)
  if (!isValid || (order === 'o') !== isOldestFirst)
    throw invalidField('cursor', 'invalid_value', stayMessages('stays.cursor'))
  return position
}

function toView(row: MovementRow, { locationIds }: MovementFilter): MovementView {
  const { location, previous, next, reader } = row
  return {
    id: row.id,
    at: wireOf(row.at),
    direction: locationIds ? (locationIds.includes(location.id) ? 'arrived' : 'left') : null,
    asset_id: row.assetId,
    asset_external_key: row.assetExternalKey,
    asset_name: row.assetName,
    asset_deleted_at: wireOrNull(row.assetDeletedAt),
    location_id: location.id,
    location_external_key: location.externalKey,
    location_name: location.name,
    previous_location_id: previous?.id ?? null,
    previous_location_external_key: previous?.externalKey ?? null,
    previous_location_name: previous?.name ?? null,
    next_location_id: next?.id ?? null,
    next_location_external_key: next?.externalKey ?? null,
    next_location_name: next?.name ?? null,
    left_at: row.endedAt === null ? null : wireOf(row.endedAt),
    stayed_seconds: row.endedAt === null ? null : secondsBetween(row.at, row.endedAt),
    stayed_before_seconds: row.previousBegunAt === null ? null : secondsBetween(row.previousBegunAt, row.at),
    reader_id: reader?.id ?? null,
    reader_external_key: reader?.externalKey ?? null,
    reader_name: reader?.name ?? null,
  }
}

const secondsBetween = (from: Micros, to: Micros): number => Math.floor((to - from) / second)
