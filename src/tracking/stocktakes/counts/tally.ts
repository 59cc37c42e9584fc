import { createPauses } from '../../../base/turns/pause'
import type { LineVerdict } from '../../../base/stocktake-kinds'
import type { StocktakeLineRow, StocktakeRow, StocktakeValues, Writes } from '../../../storage/core/store'

/** The numbers of a stocktake, by the verdicts of its lines. `to_count` is what is left of the expected ones. */
const columns = {
  found: 'found',
  missing: 'missing',
  elsewhere: 'elsewhere',
  moved_meanwhile: 'movedMeanwhile',
  excused: 'excused',
  extra: 'extra',
} as const satisfies Record<Exclude<LineVerdict, 'to_count'>, string>
type Column = (typeof columns)[keyof typeof columns] | 'expected'
type Numbers = Partial<Record<Column, number>>

const noNumbers = {
  expected: 0,
  found: 0,
  missing: 0,
  elsewhere: 0,
  movedMeanwhile: 0,
  excused: 0,
  extra: 0,
  finishedAt: null,
  finishedBy: null,
  finishedName: null,
}

/** Number of places that are read with one statement. */
const placesAtOnce = 250

/** Where the numbers of a line are kept: at its expected location, or at the one where an extra asset was found. */
const placeOf = ({ expectedLocationId, foundLocationId }: StocktakeLineRow): number =>
  expectedLocationId ?? foundLocationId ?? 0

/** Collects how the lines of a stocktake change in a write, and adds the differences to its numbers and to those of its places. */
export class Tally {
  readonly #total: Numbers = {}
  readonly #places = new Map<number, Numbers>()

  #add(line: StocktakeLineRow, by: 1 | -1, isWhole: boolean): void {
    const counted: Column[] = []
    if (line.verdict !== 'to_count') counted.push(columns[line.verdict])
    if (isWhole && line.expectedLocationId !== null) counted.push('expected')
    const ofPlace = this.#places.getOrInsertComputed(placeOf(line), () => ({}))
    for (const column of counted)
      for (const numbers of [this.#total, ofPlace]) numbers[column] = (numbers[column] ?? 0) + by
  }

  added(line: StocktakeLineRow): void {
    this.#add(line, 1, true)
  }

  changed(before: StocktakeLineRow, after: StocktakeLineRow): void {
    this.#add(before, -1, false)
    this.#add(after, 1, false)
  }

  /** Returns the numbers of the stocktake after the changes. */
  totals(row: StocktakeRow): StocktakeValues {
    return Object.fromEntries(
      Object.entries(this.#total).map(([column, by]) => [column, row[column as Column] + by]),
    )
  }

  /** Stores the numbers of the places. The caller stores those of the stocktake with what else has changed of it. */
  async savePlaces(tx: Writes, stocktakeId: number): Promise<void> {
    const changed = [...this.#places].filter(([, numbers]) => Object.values(numbers).some((by) => by !== 0))
    const pause = createPauses()
    for (let from = 0; from < changed.length; from += placesAtOnce) {
      const part = changed.slice(from, from + placesAtOnce)
      const ids = part.map(([id]) => id)
      const known = await tx.stocktakePlaces.ofIds(stocktakeId, ids)
      const places = new Map(known.map((place) => [place.locationId, place]))
      for (const [locationId, numbers] of part) {
        const place = places.get(locationId) ?? noNumbers
        const summed = Object.fromEntries(
          Object.entries(numbers).map(([column, by]) => [column, place[column as Column] + by]),
        )
        tx.stocktakePlaces.save({ ...place, ...summed, stocktakeId, locationId })
      }
      await pause()
    }
  }
}
