import type { SessionCaller } from '../../base/caller'
import { conflict, forbidden, invalidField, notFound } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import { type Clock, toMicros } from '../../base/time'
import { checked } from '../../contract/check'
import { fieldMessages } from '../../contract/messages'
import { audit } from '../../people/audit/record'
import type { StocktakeLineRow, StocktakeRow, Store, Writes } from '../../storage/core/store'
import { changeLine, countAssets } from './counts/counting'
import type { StocktakeLive } from './live'
import { stocktakeMessages } from './messages'
import { ownStocktake, requireLiveLocation } from './service'
import { Excuse, FoundByHand, type LineView } from './schema'
import { Tally } from './counts/tally'
import { hidesExpected, toLine, userCounter } from './view'

interface Changed {
  readonly line: StocktakeLineRow
  readonly countRows?: number
}

/** What people say about a single asset of an open stocktake. */
export class LineService {
  readonly #store: Store
  readonly #live: StocktakeLive
  readonly #now: Clock

  constructor(store: Store, live: StocktakeLive, now: Clock) {
    this.#store = store
    this.#live = live
    this.#now = now
  }

  /** Says why an asset is not there. If it is counted all the same, it is found. */
  excuse(caller: SessionCaller, id: number, assetId: number, body: JsonObject): Promise<LineView> {
    const { note } = checked(Excuse, body)
    return this.#change(caller, id, assetId, async (tx, row, line, tally) => {
      const counts = await tx.stocktakeCounts.ofAssets(row.id, false, [assetId])
      await this.#audit(tx, caller, row, { action: 'excused', after: { asset_id: assetId, note } })
      return { line: changeLine(tx, line, { counts, isExcused: true, note }, tally) }
    })
  }

  /** Says that a person has seen an asset at a location. */
  found(caller: SessionCaller, id: number, assetId: number, body: JsonObject): Promise<LineView> {
    const { location_id: locationId, note } = checked(FoundByHand, body)
    return this.#change(caller, id, assetId, async (tx, row, line, tally) => {
      const field = 'location_id'
      if (!(await tx.locations.find(row.organizationId, locationId)))
        throw invalidField(field, 'fk_not_found', fieldMessages('field.no_location', { field }))
      const at = toMicros(this.#now())
      const { by: firstBy, name: firstName } = userCounter(caller)
      const first = {
        firstAt: at,
        firstBy,
        firstName,
        firstSource: 'hand',
        lastAt: at,
        tagValue: '',
      } as const
      const given = new Map([[assetId, new Map([[locationId, { locationId, ...first }]])]])
      const counting = { tx, stocktake: row, isLate: false, pause: () => undefined }
      const { lines, counts, added } = await countAssets(counting, given, tally)
      const counted = lines.get(assetId) ?? line
      const noted =
        note === undefined
          ? counted
          : changeLine(tx, counted, { counts: [...(counts.get(assetId)?.values() ?? [])], note }, tally)
      const after = { asset_id: assetId, location_id: locationId, ...(note !== undefined && { note }) }
      await this.#audit(tx, caller, row, { action: 'counted', after })
      return { line: noted, countRows: row.countRows + added }
    })
  }

  async #audit(
    tx: Writes,
    caller: SessionCaller,
    { id, name }: StocktakeRow,
    change: { readonly action: 'excused' | 'counted'; readonly after: object },
  ): Promise<void> {
    await audit(tx, caller, { at: this.#now(), subject: { kind: 'stocktake', id, name }, ...change })
  }

  async #change(
    caller: SessionCaller,
    id: number,
    assetId: number,
    work: (tx: Writes, row: StocktakeRow, line: StocktakeLineRow, tally: Tally) => Promise<Changed>,
  ): Promise<LineView> {
    const { organizationId } = caller
    const changed = await this.#store.write(
      async (tx) => {
        const { row, line } = await openLine(tx, caller, id, assetId)
        const tally = new Tally()
        const { line: after, countRows = row.countRows } = await work(tx, row, line, tally)
        await tally.savePlaces(tx, id)
        await tx.stocktakes.update(organizationId, id, { ...tally.totals(row), countRows })
        return after
      },
      [organizationId],
    )
    this.#live.changed(organizationId, id, [assetId])
    return toLine(changed)
  }
}

/** Returns a line of an open stocktake that the caller may change. */
export async function openLine(
  tx: Writes,
  caller: SessionCaller,
  id: number,
  assetId: number,
): Promise<{ readonly row: StocktakeRow; readonly line: StocktakeLineRow }> {
  const row = await ownStocktake(tx, caller.organizationId, id)
  // The line would tell where the asset is expected.
  if (hidesExpected(row, caller)) throw forbidden(stocktakeMessages('stocktake.blind'))
  const [line] = await tx.stocktakeLines.ofAssets(id, [assetId])
  if (!line) throw notFound(stocktakeMessages('stocktake.no_line'))
  if (row.state !== 'open') throw conflict(stocktakeMessages('stocktake.not_open'))
  await requireLiveLocation(tx, row)
  return { row, line }
}
