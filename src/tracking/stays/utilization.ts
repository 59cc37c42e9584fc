import { BoundedMap } from '../../base/bounded-map'
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
  /** The zone of the days for an organization without one. */
  readonly timeZone: string | undefined
  readonly isMostUsedFirst: boolean
}

/** What a report asks, after its view has been looked up. */
interface Asked extends Pick<UtilizationQuery, 'conditions' | 'timeZone' | 'isMostUsedFirst'> {
  readonly organizationId: number
  readonly period: ReturnType<typeof reportPeriodOf>
}

/** A count, with the rows of the report from an offset on. */
interface Found {
  readonly used: Utilization
  readonly offset: number
  readonly bounds: readonly Micros[]
  readonly isCurrent: boolean
  readonly problems: ProblemView[]
  /** By the clock of `performance.now()`. */
  readonly countedAt: number
}

/** Maximum number of assets of a report. */
const assetsMax = 1_000_000
/** Maximum number of counts that are kept for the pages after the first, the rows of each, and how long, in milliseconds. */
const countsMax = 50
const keptRows = 10_000
const keptMillis = 5 * 60_000

/** Reports on how many days the assets of a view moved (docs/internal-api.md, Utilization). */
export class UtilizationService {
  readonly #store: Store
  readonly #now: Clock
  readonly #recorder: StayRecorder
  readonly #kept = new BoundedMap<string, Found>(countsMax)

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
    const found = await this.#pageOf(await this.#asked(caller, query), page)
    const { used, bounds } = found
    return {
      rows: await this.#rowsOf(found, page),
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
    const found = await this.#count(await this.#asked(caller, query), { limit: assetsMax, offset: 0 })
    return {
      total: found.used.assetCount,
      page: async (page: Page) => ({
        rows: await this.#rowsOf(found, page),
        total: found.used.assetCount,
      }),
    }
  }

  async #asked(caller: SessionCaller, query: UtilizationQuery): Promise<Asked> {
    const { from, to, conditions, viewId, timeZone, isMostUsedFirst } = query
    const period = reportPeriodOf(from, to)
    const viewed = viewId === undefined ? [] : await conditionsOfView(this.#store.read, caller, viewId)
    const { organizationId } = caller
    return { organizationId, period, conditions: [...viewed, ...conditions], timeZone, isMostUsedFirst }
  }

  /** Counts for the first page. The next ones continue it, so that no asset is on two of them. */
  async #pageOf(asked: Asked, { limit, offset }: Page): Promise<Found> {
    const key = JSON.stringify(asked)
    const kept = offset > 0 ? this.#kept.get(key) : undefined
    if (kept && performance.now() - kept.countedAt <= keptMillis && hasRows(kept, { limit, offset }))
      return kept
    const found = await this.#count(asked, { limit: Math.max(limit, keptRows), offset })
    this.#kept.set(key, found)
    return found
  }

  async #count(asked: Asked, page: Page): Promise<Found> {
    const { organizationId, period, conditions, timeZone, isMostUsedFirst } = asked
    const { read } = this.#store
    const now = this.#now()
    const { filter, problems } = await resolve(read, organizationId, conditions, { now })
    const isCurrent = await this.#recorder.isCurrent(organizationId)
    const organization = await read.accounts.findOrganization(organizationId)
    const zone = zoneOfOrganization(organization?.timeZone ?? timeZone ?? null)
    const bounds = boundsOf(zone, period.from, Math.min(period.to, toMicros(now)))
    const counted = { bounds, isMostUsedFirst, max: assetsMax }
    const used = await read.utilization.of({ organizationId, now }, filter, counted, page)
    if (!used)
      throw new AppError('conflict', assetListMessages('asset_list.too_many_assets', { max: assetsMax }))
    if (!used.isComplete) throw new AppError('conflict', assetListMessages('asset_list.not_all_compared'))
    const found = { used, offset: page.offset, bounds, isCurrent, problems: problems.map(toProblem) }
    return { ...found, countedAt: performance.now() }
  }

  /** An asset that was deleted in between has no row. */
  async #rowsOf({ used, bounds, ...found }: Found, { limit, offset }: Page): Promise<UtilizationItemView[]> {
    const begin = Math.max(0, offset - found.offset)
    const ids = [...used.ids.subarray(begin, begin + limit)]
    if (ids.length === 0) return []
    const { assets: ofAssets, utilization } = this.#store.read
    const assets = new Map((await ofAssets.ofIds(ids)).map((row) => [row.id, row]))
    // The newest stay of an asset that moved in the period is a move, because its first read comes before.
    const newest = await utilization.newestBefore(ids, bounds.at(-1) ?? 0)
    return ids.flatMap((id, index) => {
      const asset = assets.get(id)
      if (!asset || asset.deletedAt !== null) return []
      const row = begin + index
      const [moves, usedDays] = [used.moves[row] as number, used.usedDays[row] as number]
      const lastMovedAt = newest.get(id)
      return {
        asset_id: id,
        asset_external_key: asset.externalKey,
        asset_name: asset.name,
        moves,
        used_days: usedDays,
        used_percent: percentOf(usedDays, bounds.length - 1),
        last_moved_at: moves === 0 || lastMovedAt === undefined ? null : wireOf(lastMovedAt),
      }
    })
  }
}

/** Whether a count has all rows of a page. */
const hasRows = ({ used, offset }: Found, page: Page): boolean =>
  page.offset >= offset && Math.min(page.offset + page.limit, used.assetCount) <= offset + used.ids.length

/** Returns a share in percent with one decimal; null without a whole. */
const percentOf = (part: number, whole: number): number | null =>
  whole <= 0 ? null : Math.round((1000 * part) / whole) / 10

/** Returns the instants between which the days of a period are. The first and the last day may be cut. */
function boundsOf(zone: Zone, from: Micros, to: Micros): Micros[] {
  if (from >= to) return []
  return [from, ...daysOf(zone, { from, to }).filter((at) => at > from && at < to), to]
}
