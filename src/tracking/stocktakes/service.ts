import type { Caller, SessionCaller } from '../../base/caller'
import { conflict, forbidden, notFound } from '../../base/errors'
import { fold } from '../../base/text'
import { type Instant, toMicros } from '../../base/time'
import type { Page } from '../../contract/parameters'
import type {
  LineFilter,
  Reads,
  StocktakeFilter,
  StocktakeRow,
  Store,
  Writes,
} from '../../storage/core/store'
import { stocktakeMessages } from './messages'
import { expectedParts, resultName, resultParts, resultRows } from './result'
import type { LineView, PlaceView, StocktakeDetailsView, StocktakeView } from './schema'
import { hidesExpected, toDetails, toLine, toPlace, toStocktake } from './view'

/** Maximum number of counters that are shown. */
const countersMax = 1_000

interface Found<View> {
  readonly rows: View[]
  readonly total: number
}

export interface StocktakeQuery extends Omit<StocktakeFilter, 'locationIds' | 'from' | 'to'> {
  readonly locationIds: readonly number[]
  readonly from: Instant | undefined
  readonly to: Instant | undefined
}

export interface LineQuery extends Omit<LineFilter, 'locationIds'> {
  readonly locationIds: readonly number[]
}

/** What people and API clients see of stocktakes (docs/internal-api.md, Stocktakes). */
export class StocktakeService {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  async list(
    caller: Caller & { organizationId: number },
    query: StocktakeQuery,
    page: Page,
  ): Promise<Found<StocktakeView>> {
    const { rows, total } = await this.#store.read.stocktakes.list(
      caller.organizationId,
      {
        states: query.states,
        locationIds: await this.#below(query.locationIds),
        from: query.from && toMicros(query.from),
        to: query.to && toMicros(query.to),
      },
      page,
    )
    return { rows: rows.map((row) => toStocktake(row, caller)), total }
  }

  /** Returns locations with those below them; undefined for none. */
  async #below(ids: readonly number[]): Promise<readonly number[] | undefined> {
    if (ids.length === 0) return undefined
    return [
      ...new Set((await Promise.all(ids.map((id) => this.#store.read.locationMoves.subtree(id)))).flat()),
    ]
  }

  async getPublic(caller: Caller & { organizationId: number }, id: number): Promise<StocktakeView> {
    return toStocktake(await ownStocktake(this.#store.read, caller.organizationId, id), caller)
  }

  async get(caller: SessionCaller, id: number): Promise<StocktakeDetailsView> {
    const row = await ownStocktake(this.#store.read, caller.organizationId, id)
    const counters = await this.#store.read.stocktakeCounts.counters(id, countersMax)
    return toDetails(row, counters, caller)
  }

  async #visible(caller: Caller & { organizationId: number }, id: number): Promise<StocktakeRow> {
    const row = await ownStocktake(this.#store.read, caller.organizationId, id)
    if (hidesExpected(row, caller)) throw forbidden(stocktakeMessages('stocktake.blind'))
    return row
  }

  async lines(
    caller: Caller & { organizationId: number },
    id: number,
    { locationIds, search, ...query }: LineQuery,
    page: Page,
  ): Promise<Found<LineView>> {
    await this.#visible(caller, id)
    const filter = { ...query, locationIds: await this.#below(locationIds), search: search && fold(search) }
    const { rows, total } = await this.#store.read.stocktakeLines.list(id, filter, page)
    return { rows: rows.map(toLine), total }
  }

  async places(caller: SessionCaller, id: number, page: Page): Promise<Found<PlaceView>> {
    await this.#visible(caller, id)
    const { rows, total } = await this.#store.read.stocktakePlaces.list(id, page)
    return { rows: rows.map(toPlace), total }
  }

  /** Returns the file of a result. */
  async result(caller: SessionCaller, id: number): Promise<{ name: string; parts: AsyncGenerator<string> }> {
    const row = await ownStocktake(this.#store.read, caller.organizationId, id)
    if (row.resultSha256 === null) throw conflict(stocktakeMessages('stocktake.no_result'))
    return { name: resultName(row), parts: resultParts(resultRows(this.#store.read, id)) }
  }

  /** Returns the expected assets with their present tags, in parts, for phones without a network. */
  async expected(caller: SessionCaller, id: number): Promise<AsyncGenerator<string>> {
    await this.#visible(caller, id)
    return expectedParts(this.#store.read, id)
  }
}

/** Returns a stocktake of the organization. Throws `not_found`. */
export async function ownStocktake(
  { stocktakes }: Pick<Reads, 'stocktakes'> | Pick<Writes, 'stocktakes'>,
  organizationId: number,
  id: number,
): Promise<StocktakeRow> {
  const row = await stocktakes.find(organizationId, id)
  if (!row) throw notFound(stocktakeMessages('stocktake.not_found'))
  return row
}

/** Throws `conflict` when the location of a stocktake was deleted: then it can only be closed or canceled. */
export async function requireLiveLocation(
  { locations }: Writes,
  { organizationId, locationId }: StocktakeRow,
): Promise<void> {
  if (!(await locations.find(organizationId, locationId)))
    throw conflict(stocktakeMessages('stocktake.location_deleted'))
}

/** Whether nobody can change the stocktake any more. */
export const hasEnded = ({ state }: StocktakeRow): boolean => state === 'closed' || state === 'cancelled'
