import { Glob } from 'bun'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type CsvRecord, parseCsv } from '../../src/console/imports/reading/csv'
import { type Micros, parseInstant, second, toMicros } from '../../src/base/time'
import { readOf } from './radio'
import type { Run, Truth } from './score'

/**
 * Loads real reads with known places from a folder of CSV files. Each file is a run, of any number of tags. The first
 * line names the columns; other columns are ignored.
 *
 *   time_s or time    seconds since any moment, or RFC 3339
 *   tag               value of the tag
 *   antenna           number or name of the antenna
 *   rssi              dBm; empty when unknown
 *   reader            optional; the antennas of different readers are different
 *   place             optional; the place of the antenna
 *   truth             the place where the tag is at that time, up to its next read; empty when unknown
 *
 * Without the column place, the file antennas.csv in the same folder has the columns antenna, place, and optionally
 * reader.
 */
export function loadRuns(folder: string): Run[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new DataError(`${folder} is not a folder. Set TEST_PLACE_DATA to a folder of CSV files.`)
  const files = [...new Glob('*.csv').scanSync(folder)].filter((file) => file !== placesFile).toSorted()
  if (files.length === 0) throw new DataError(`${folder} has no CSV files with reads.`)
  const names = new Numbers()
  const placesPath = join(folder, placesFile)
  const places = existsSync(placesPath) ? placesIn(new Table(placesPath)) : undefined
  const runs = files.flatMap((file) => runsIn(new Table(join(folder, file)), places, names))
  if (runs.every(({ truth }) => truth.every(({ place }) => place === null)))
    throw new DataError(`No row in ${folder} has a truth, so that nothing can be compared.`)
  return runs
}

const placesFile = 'antennas.csv'

export class DataError extends Error {}

/** The rows of a file, by the names of the columns. */
class Table {
  readonly #columns: readonly string[]
  readonly rows: readonly CsvRecord[]

  constructor(readonly path: string) {
    const [first, ...rows] = parseCsv(readFileSync(path, 'utf8').replace(/^\ufeff/, ''))
    if (!first || rows.length === 0)
      throw new DataError(`${path} has no rows after the names of the columns.`)
    this.#columns = first.cells.map((name) => name.trim().toLowerCase())
    this.rows = rows
  }

  has(column: string): boolean {
    return this.#columns.includes(column)
  }

  require(columns: readonly string[]): void {
    const missing = columns.filter((column) => !this.has(column))
    if (missing.length > 0)
      throw new DataError(
        `${this.path}, line 1: the column ${missing.join(', ')} is missing. The columns are: ${this.#columns.join(', ')}.`,
      )
  }

  /** Returns a cell, or the empty text if there is none. */
  optional({ cells }: CsvRecord, column: string): string {
    return cells[this.#columns.indexOf(column)]?.trim() ?? ''
  }

  required(row: CsvRecord, column: string): string {
    const cell = this.optional(row, column)
    if (cell === '') throw this.error(row, `${column} is empty.`)
    return cell
  }

  number(row: CsvRecord, column: string): number {
    const cell = this.required(row, column)
    const value = Number(cell)
    if (!Number.isFinite(value)) throw this.error(row, `${column} is "${cell}", which is not a number.`)
    return value
  }

  error({ line }: CsvRecord, text: string): DataError {
    return new DataError(`${this.path}, line ${line}: ${text}`)
  }
}

/** Numbers names in the order in which they appear. */
class Numbers {
  readonly #names = new Map<string, number>()

  of(name: string): number {
    return this.#names.getOrInsertComputed(name, () => this.#names.size + 1)
  }
}

const antennaOf = (table: Table, row: CsvRecord): string =>
  JSON.stringify([table.optional(row, 'reader'), table.required(row, 'antenna')])

function placesIn(table: Table): ReadonlyMap<string, string> {
  table.require(['antenna', 'place'])
  const places = new Map<string, string>()
  for (const row of table.rows) {
    const antenna = antennaOf(table, row)
    if (places.has(antenna)) throw table.error(row, `the antenna ${antenna} has a place already.`)
    places.set(antenna, table.required(row, 'place'))
  }
  return places
}

interface TimedRead {
  readonly at: Micros
  readonly row: CsvRecord
}

function runsIn(table: Table, places: ReadonlyMap<string, string> | undefined, names: Numbers): Run[] {
  table.require(['tag', 'antenna', 'rssi', 'truth'])
  if (!table.has('time_s')) table.require(['time'])
  if (!table.has('place') && !places)
    throw new DataError(
      `${table.path} has no column place, and the folder has no ${placesFile}. Add one of them.`,
    )
  const timed = table.rows
    .map((row): TimedRead => ({ row, at: timeOf(table, row) }))
    .toSorted((a, b) => a.at - b.at)
  const endAt = timed.at(-1)?.at as Micros
  const byTag = Map.groupBy(timed, ({ row }) => table.required(row, 'tag'))
  return [...byTag.values()].map((ofTag): Run => {
    const reads = ofTag.map(({ at, row }) =>
      readOf(
        at,
        names.of(placeOf(table, row, places)),
        names.of(antennaOf(table, row)),
        table.optional(row, 'rssi') === '' ? null : table.number(row, 'rssi'),
      ),
    )
    const truth = ofTag.map(({ at, row }): Truth => {
      const place = table.optional(row, 'truth')
      return { at, place: place === '' ? null : names.of(place) }
    })
    return { reads, truth, endAt }
  })
}

function timeOf(table: Table, row: CsvRecord): Micros {
  if (table.has('time_s')) return Math.round(table.number(row, 'time_s') * second)
  const text = table.required(row, 'time')
  const instant = parseInstant(text)
  if (!instant)
    throw table.error(row, `time is "${text}". It must be RFC 3339, such as 2026-01-31T08:05:00.123Z.`)
  return toMicros(instant)
}

function placeOf(table: Table, row: CsvRecord, places: ReadonlyMap<string, string> | undefined): string {
  if (table.has('place')) return table.required(row, 'place')
  const place = places?.get(antennaOf(table, row))
  if (place === undefined)
    throw table.error(row, `the antenna ${antennaOf(table, row)} is not in ${placesFile}.`)
  return place
}
