import type { SessionCaller } from '../../base/caller'
import { AppError } from '../../base/errors'
import { type Clock, type Instant, type Micros, toMicros, wireOf } from '../../base/time'
import { daysOf, zoneOfOrganization } from '../../contract/due'
import type { Page } from '../../contract/parameters'
import type { Zone } from '../../contract/zones'
import type { Store, Utilization } from '../../storage/core/store'
import type { Condition } from '../asset-list/condition'
import { assetListMessages } from '../asset-list/messages'
import type { ProblemView } from '../asset-list/schema'
import { resolve, toProblem } from '../asset-list/service'
import { conditionsOfView } from '../asset-list/views'
import type { StayRecorder } from './recorder'
import { reportPeriodOf } from './reports'
import type { UtilizationItemView, UtilizationSumsView } from './utilization-schema'

export interface UtilizationQuery {
  readonly from: Instant
  /** Exclusive. */
  readonly to: Instant
  readonly conditions: readonly Condition[]
  readonly viewId: number | undefined
  readonly isMostUsedFirst: boolean
}

interface Found {
  readonly used: Utilization
  readonly bounds: readonly Micros[]
  readonly isCurrent: boolean
  readonly problems: ProblemView[]
}

/** Maximum number of assets of a report. */
const assetsMax = 1_000_000

/** Reports on how many days the assets of a view moved (docs/internal-api.md, Utilization). */
export class UtilizationService {
  readonly #store: Store
  readonly #now: Clock
  readonly #recorder: StayRecorder

  constructor(store: Store, now: Clock, recorder: StayRecorder) {
    this.#store = store
    this.#now = now
    this.#recorder = recorder
  }

  async page(
    caller: SessionCaller,
    query: UtilizationQuery,
    page: Page,
  ): Promise<{ rows: UtilizationItemView[]; total: number; sums: UtilizationSumsView }> {
    const found = await this.#find(caller, query, page)
    const { used, bounds } = found
    const { length } = used.ids
    return {
      rows: await this.#rowsOf(found, { limit: length, offset: 0 }),
      total: used.assetCount,
      sums: {
        used_count: used.usedCount,
        used_percent: percentOf(
          used.usedByDay.reduce((sum, count) => sum + count, 0),
          used.assetCount * used.usedByDay.length,
        ),
        days: used.usedByDay.map((count, day) => ({
          from: wireOf(bounds[day] as Micros),
          to: wireOf(bounds[day + 1] as Micros),
          used_count: count,
        })),
        is_current: found.isCurrent,
        problems: found.problems,
      },
    }
  }

  /** Counts once, and returns the rows in parts. The names of a part are read when it is wanted. */
  async all(caller: SessionCaller, query: UtilizationQuery) {
    const found = await this.#find(caller, query, { limit: assetsMax, offset: 0 })
    return {
      total: found.used.assetCount,
      page: async (page: Page) => ({
        rows: await this.#rowsOf(found, page),
        total: found.used.assetCount,
      }),
    }
  }

  async #find(caller: SessionCaller, query: UtilizationQuery, page: Page): Promise<Found> {
    const { organizationId } = caller
    const { read } = this.#store
    const now = this.#now()
    const period = reportPeriodOf(query.from, query.to)
    const viewed = query.viewId === undefined ? [] : await conditionsOfView(read, caller, query.viewId)
    const { filter, problems } = await resolve(read, organizationId, [...viewed, ...query.conditions], {
      now,
    })
    const isCurrent = await this.#recorder.isCurrent(organizationId)
    const zone = zoneOfOrganization((await read.accounts.findOrganization(organizationId))?.timeZone ?? null)
    const bounds = boundsOf(zone, period.from, Math.min(period.to, toMicros(now)))
    const counted = { bounds, isMostUsedFirst: query.isMostUsedFirst, max: assetsMax }
    const used = await read.utilization.of({ organizationId, now }, filter, counted, page)
    if (!used)
      throw new AppError('conflict', assetListMessages('asset_list.too_many_assets', { max: assetsMax }))
    if (!used.isComplete) throw new AppError('conflict', assetListMessages('asset_list.not_all_compared'))
    return { used, bounds, isCurrent, problems: problems.map(toProblem) }
  }

  /** An asset that was deleted in between has no row. */
  async #rowsOf({ used, bounds }: Found, { limit, offset }: Page): Promise<UtilizationItemView[]> {
    const ids = [...used.ids.subarray(offset, offset + limit)]
    if (ids.length === 0) return []
    const assets = new Map((await this.#store.read.assets.ofIds(ids)).map((row) => [row.id, row]))
    return ids.flatMap((id, index) => {
      const asset = assets.get(id)
      if (!asset) return []
      const row = offset + index
      const lastMovedAt = used.lastMovedAt[row] as Micros
      const moves = used.moves[row] as number
      return {
        asset_id: id,
        asset_external_key: asset.externalKey,
        asset_name: asset.name,
        moves,
        used_days: used.usedDays[row] as number,
        used_percent: percentOf(used.usedDays[row] as number, bounds.length - 1),
        last_moved_at: moves === 0 ? null : wireOf(lastMovedAt),
      }
    })
  }
}

/** Returns a share in percent with one decimal; null without a whole. */
const percentOf = (part: number, whole: number): number | null =>
  whole <= 0 ? null : Math.round((1000 * part) / whole) / 10

/** Returns the instants between which the days of a period are. The first and the last day may be cut. */
function boundsOf(zone: Zone, from: Micros, to: Micros): Micros[] {
  if (from >= to) return []
  return [from, ...daysOf(zone, { from, to }).filter((at) => at > from && at < to), to]
}
