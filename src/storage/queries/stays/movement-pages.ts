import { setImmediate as turn } from 'node:timers/promises'
import type { Micros } from '../../../base/time'
import type { AssetListFilter, ListScope } from '../history/asset-list-filter'
import type { LaneKind, Move, MovePosition, movementLanes } from './movement-lanes'

export interface MovementFilter {
  /** [from, to). */
  readonly from: Micros
  readonly to: Micros
  /** Locations that count as one: moves within them are left out. Undefined: all moves. */
  readonly locationIds: readonly number[] | undefined
  /** True: only arrivals at these locations. False: only departures. Undefined: both. */
  readonly isArrival: boolean | undefined
  readonly readerId: number | undefined
  readonly assetId: number | undefined
  /** Only moves of assets that satisfy these conditions. */
  readonly assets: AssetListFilter | undefined
}

export interface MovementOrder {
  readonly isOldestFirst: boolean
  readonly after: MovePosition | undefined
  readonly limit: number
}

interface MovementLimits {
  /** Number of locations whose moves are read from the index of each. For more, all moves are read. */
  readonly lanes: number
  /** Number of assets whose moves are read from the index of each. */
  readonly assetLanes: number
  /** Number of moves that are read at once. */
  readonly chunk: number
  /** Number of moves that one page looks at. */
  readonly examined: number
  /** Moves are counted up to this number, and the number that a count looks at. */
  readonly counted: number
  readonly countExamined: number
}

export const movementLimits: MovementLimits = {
  lanes: 100,
  assetLanes: 500,
  chunk: 2_000,
  examined: 20_000,
  counted: 10_000,
  countExamined: 40_000,
}

interface Parts {
  readonly lanes: ReturnType<typeof movementLanes>
  readonly meeting: (
    scope: ListScope,
    filter: AssetListFilter,
    ids: readonly number[],
  ) => Promise<readonly number[]>
  /** Returns the assets that satisfy the conditions when they are at most `max`; undefined otherwise. */
  readonly fewAssets: (
    scope: ListScope,
    filter: AssetListFilter,
    max: number,
  ) => Promise<readonly number[] | undefined>
  readonly limits: MovementLimits
}

interface Found {
  readonly moves: readonly Move[]
  /** Where the next page begins; undefined when there is none. */
  readonly next: MovePosition | undefined
}

/** Reads moves in the order of the list until there are enough, or until it has looked at many. */
export function createMovementPages({ lanes, meeting, fewAssets, limits }: Parts) {
  async function lanesOf(
    scope: ListScope,
    { locationIds, isArrival, assetId, assets }: MovementFilter,
  ): Promise<readonly (readonly [kind: LaneKind, ids: readonly number[]])[]> {
    if (assetId !== undefined) return [['asset', [assetId]]]
    if (locationIds && locationIds.length <= limits.lanes) {
      const both = [
        ['arrivals', locationIds],
        ['departures', locationIds],
      ] as const
      return both.filter(([kind]) => isArrival === undefined || isArrival === (kind === 'arrivals'))
    }
    const few = assets && (await fewAssets(scope, assets, limits.assetLanes))
    return [few ? ['asset', few] : ['organization', [scope.organizationId]]]
  }

  async function* chunks(
    scope: ListScope,
    filter: MovementFilter,
    { isOldestFirst, after }: MovementOrder,
  ): AsyncGenerator<{ moves: readonly Move[]; examined: number; next: MovePosition | undefined }> {
    const all = await lanesOf(scope, filter)
    const laneCount = all.reduce((sum, [, ids]) => sum + ids.length, 0)
    const limit = Math.max(50, Math.ceil(limits.chunk / Math.max(1, laneCount)))
    const { from, to } = filter
    for (let at = after; ;) {
      const found: Move[] = []
      let horizon: MovePosition | undefined
      for (const [kind, ids] of all) {
        const read = await lanes(kind, { ids, from, to, after: at, isOldestFirst, limit })
        for (const ofLane of Map.groupBy(read, ({ lane }) => lane).values()) {
          const last = ofLane.toSorted(inOrder(isOldestFirst)).at(-1)
          if (ofLane.length === limit && last && (!horizon || inOrder(isOldestFirst)(last, horizon) < 0))
            horizon = last
        }
        found.push(...read)
      }
      const complete = found
        .filter((move) => !horizon || inOrder(isOldestFirst)(move, horizon) <= 0)
        .toSorted(inOrder(isOldestFirst))
      yield { moves: await matching(scope, filter, unique(complete)), examined: found.length, next: horizon }
      if (!horizon) return
      at = { at: horizon.at, assetId: horizon.assetId }
      await turn()
    }
  }

  /** Returns the moves that satisfy the filter, in the same order. */
  async function matching(
    scope: ListScope,
    { locationIds, isArrival, readerId, assets }: MovementFilter,
    moves: readonly Move[],
  ): Promise<readonly Move[]> {
    const group = locationIds && new Set(locationIds)
    const some = moves.filter((move) => {
      if (readerId !== undefined && move.readerId !== readerId) return false
      if (!group) return true
      const is = group.has(move.locationId)
      const was = move.previousLocationId !== null && group.has(move.previousLocationId)
      return is !== was && (isArrival === undefined || isArrival === is)
    })
    if (!assets || some.length === 0) return some
    const met = new Set(await meeting(scope, assets, [...new Set(some.map(({ assetId }) => assetId))]))
    return some.filter(({ assetId }) => met.has(assetId))
  }

  return {
    async page(scope: ListScope, filter: MovementFilter, order: MovementOrder): Promise<Found> {
      const moves: Move[] = []
      let examined = 0
      for await (const chunk of chunks(scope, filter, order)) {
        moves.push(...chunk.moves)
        examined += chunk.examined
        if (moves.length > order.limit) {
          const page = moves.slice(0, order.limit)
          return { moves: page, next: positionOf(page.at(-1)) }
        }
        if (examined >= limits.examined || !chunk.next)
          return { moves, next: chunk.next && positionOf(chunk.next) }
      }
      return { moves, next: undefined }
    },

    /** Counts the moves, at most up to a limit. */
    async count(scope: ListScope, filter: MovementFilter): Promise<{ total: number; isExact: boolean }> {
      let [total, examined] = [0, 0]
      for await (const chunk of chunks(scope, filter, { isOldestFirst: false, after: undefined, limit: 0 })) {
        total += chunk.moves.length
        examined += chunk.examined
        if (total > limits.counted) return { total: limits.counted, isExact: false }
        if (chunk.next && examined >= limits.countExamined) return { total, isExact: false }
      }
      return { total, isExact: true }
    },
  }
}

const inOrder = (isOldestFirst: boolean) => (one: MovePosition, other: MovePosition) =>
  (isOldestFirst ? 1 : -1) * (one.at - other.at || one.assetId - other.assetId)

const positionOf = (move: MovePosition | undefined): MovePosition | undefined =>
  move && { at: move.at, assetId: move.assetId }

/** A move within a group of locations is in two lanes. */
const unique = (moves: readonly Move[]): Move[] =>
  moves.filter(({ id }, index) => index === 0 || moves[index - 1]?.id !== id)
