import type { StocktakeRow, Store } from '../../storage/core/store'
import { storeLine } from './counts/counting'
import { Tally } from './counts/tally'
import { decidedByHistory, differs } from './counts/verdicts'

/** Compares the lines of open stocktakes that nobody has counted with the history of their assets, in parts. */

/** Number of lines that are compared at once. */
const linesAtOnce = 1_000

export class HistoryWatch {
  readonly #store: Store
  /** The last asset that was compared, by stocktake. */
  readonly #after = new Map<number, number>()

  constructor(store: Store) {
    this.#store = store
  }

  /** Compares the next lines. Returns the assets whose lines have changed. */
  async compare(stocktake: StocktakeRow): Promise<readonly number[]> {
    const { read } = this.#store
    const { id, organizationId } = stocktake
    const after = this.#after.get(id) ?? 0
    const lines = await read.stocktakeLines.withVerdicts(
      id,
      ['to_count', 'moved_meanwhile'],
      after,
      linesAtOnce,
    )
    if (lines.length < linesAtOnce) this.#after.delete(id)
    else this.#after.set(id, lines.at(-1)?.assetId ?? 0)
    if (lines.length === 0) return []
    const facts = await read.stocktakeFacts.since(
      lines.map(({ assetId }) => assetId),
      stocktake.openedAt ?? 0,
    )
    const factOf = new Map(facts.map((fact) => [fact.assetId, fact]))
    const changed = lines
      .filter((line) => differs(line, decidedByHistory(line, factOf.get(line.assetId), stocktake)))
      .map(({ assetId }) => assetId)
    if (changed.length === 0) return []
    await this.#store.write(
      async (tx) => {
        const row = await tx.stocktakes.find(organizationId, id)
        if (row?.state !== 'open') return
        const tally = new Tally()
        for (const line of await tx.stocktakeLines.ofAssets(id, changed))
          storeLine(tx, line, decidedByHistory(line, factOf.get(line.assetId), row), tally)
        await tally.savePlaces(tx, id)
        await tx.stocktakes.update(organizationId, id, { ...tally.totals(row), countRows: row.countRows })
      },
      [organizationId],
    )
    return changed
  }

  /** Forgets the stocktakes that are not open any more. */
  keep(open: readonly StocktakeRow[]): void {
    const ids = new Set(open.map(({ id }) => id))
    for (const id of this.#after.keys()) if (!ids.has(id)) this.#after.delete(id)
  }
}
