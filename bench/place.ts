import { parseArgs } from 'node:util'
import { loadBle } from './place/ble'
import { calibrationOf } from './place/calibration'
import { loadCapture } from './place/capture'
import { DataError, loadRuns } from './place/data'
import { type Rule, rules } from './place/rules'
import { hoursOf, medianLatency, type Run, type Score, score, total } from './place/score'
import { taughtRows } from './place/taught'
import { runsOf, worlds } from './place/worlds'

/**
 * Compares the rule that decides the location of an asset (docs/history.md, Location decision) with simpler rules: in
 * simulated worlds, with real reads, and with a capture of real readers.
 */

const usage = `Usage: bun run bench place [flags]

  --seed <n>   seed of the simulated worlds (default 1); the same seed gives the same table
  --short      a sixteenth of the tags, in a few seconds
  --world <s>  only the worlds whose name contains the text
  --rule <s>   only the rules whose name contains the text
  --json       print JSON instead of a table

  TEST_PLACE_DATA  folder of CSV files of real reads with known places (docs/history.md, Measurements)
  TEST_PLACE_BLE   folder with parked.tsv.gz and walks.tsv.gz, reads of a real BLE beacon (bench/place/ble.ts)
  TEST_CAPTURE     capture of CSL CS463 readers, to count the moves of its tags
`

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    short: { type: 'boolean', default: false },
    world: { type: 'string', default: '' },
    rule: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}

interface Row {
  readonly world: string
  readonly isParked: boolean
  readonly rule: string
  readonly rightPercent: number
  readonly falseMovesPerHour: number
  /** Without those of the first 15 s. */
  readonly settledFalseMovesPerHour: number
  readonly trueMoves: number
  readonly rightAtEnd: number
  /** Null without true moves, and when half of them were never shown. */
  readonly latencySeconds: number | null
}

const rowOf = (world: string, isParked: boolean, rule: Rule, runs: readonly Run[]): Row =>
  toRow(world, isParked, rule.name, total(runs.map((run) => score(run, rule.follow(run.reads)))))

function toRow(world: string, isParked: boolean, rule: string, sum: Score): Row {
  return {
    world,
    isParked,
    rule,
    rightPercent: (100 * sum.right) / sum.known,
    falseMovesPerHour: sum.falseMoves / hoursOf(sum),
    settledFalseMovesPerHour: sum.settledFalseMoves / hoursOf(sum),
    trueMoves: sum.trueMoves,
    rightAtEnd: sum.rightAtEnd,
    latencySeconds: finite(medianLatency(sum)),
  }
}

const finite = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null

const shownRules = rules.filter(({ name }) => name.includes(values.rule))

function* rowsOf(seed: number): Generator<Row> {
  const share = values.short ? 1 / 16 : 1
  for (const world of worlds.filter(({ name }) => name.includes(values.world))) {
    const runs = runsOf(world, seed, share)
    for (const rule of shownRules) yield rowOf(world.name, world.isParked ?? false, rule, runs)
  }
  const bleFolder = Bun.env['TEST_PLACE_BLE']
  for (const { name, isParked, runs } of bleFolder === undefined ? [] : loadBle(bleFolder, share))
    for (const rule of shownRules) yield rowOf(name, isParked, rule, runs)
  if (bleFolder !== undefined)
    for (const { name, isParked, rule, sum } of taughtRows(bleFolder, share))
      if (rule.includes(values.rule)) yield toRow(name, isParked, rule, sum)
  const folder = Bun.env['TEST_PLACE_DATA']
  if (folder === undefined) return
  const runs = loadRuns(folder)
  for (const rule of shownRules) yield rowOf('real reads', false, rule, runs)
}

const columns = ['world', 'rule', 'right %', 'false/h', 'after 15 s', 'right at end', 'latency s']
const widths = [27, 23, 8, 9, 12, 13, 10]
const line = (cells: readonly string[]): string =>
  cells
    .map((cell, index) => (index < 2 ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!)))
    .join('')

const cellsOf = (row: Row): string[] => [
  row.world,
  row.rule,
  row.rightPercent.toFixed(1),
  row.falseMovesPerHour.toFixed(2),
  row.settledFalseMovesPerHour.toFixed(2),
  row.trueMoves === 0 ? '' : `${row.rightAtEnd} of ${row.trueMoves}`,
  row.latencySeconds?.toFixed(1) ?? '',
]

function printCapture(path: string): void {
  const tags = loadCapture(path)
  console.log(`\nmoves of the ${tags.length} tags in ${path}`)
  for (const { name, follow } of rules) {
    const moves = tags.reduce((sum, reads) => sum + follow(reads).length - 1, 0)
    console.log(`${name.padEnd(widths[1]!)}${String(moves).padStart(widths[2]!)}`)
  }
}

/** Prints how often the words about a location are right. */
function printCalibration(folder: string): void {
  console.log(
    `\n${'words'.padEnd(widths[0]!)}${'word'.padEnd(12)}${'said %'.padStart(8)}${'right %'.padStart(9)}`,
  )
  for (const { name, runs } of loadBle(folder, values.short ? 1 / 16 : 1)) {
    const words = Object.entries(calibrationOf(runs))
    const said = words.reduce((sum, [, word]) => sum + word.said, 0)
    for (const [word, { said: times, right, eitherRight }] of words) {
      const percents = [(100 * times) / said, (100 * right) / times].map((value) => value.toFixed(1))
      const either = word === 'maybe' ? `, or the other one: ${((100 * eitherRight) / times).toFixed(1)}` : ''
      console.log(
        `${name.padEnd(widths[0]!)}${word.padEnd(12)}${percents[0]!.padStart(8)}${percents[1]!.padStart(9)}${either}`,
      )
    }
  }
}

function main(): void {
  const seed = Number(values.seed)
  if (!Number.isInteger(seed)) throw new DataError(`--seed is "${values.seed}". It must be a whole number.`)
  if (values.json) return console.log(JSON.stringify([...rowsOf(seed)]))
  console.log(line(columns))
  let world = ''
  for (const row of rowsOf(seed)) {
    if (row.world !== world && world !== '') console.log()
    world = row.world
    console.log(line(cellsOf(row)))
  }
  const ble = Bun.env['TEST_PLACE_BLE']
  if (ble !== undefined) printCalibration(ble)
  const capture = Bun.env['TEST_CAPTURE']
  if (capture !== undefined) printCapture(capture)
}

try {
  main()
} catch (error) {
  if (!(error instanceof DataError)) throw error
  console.error(error.message)
  process.exit(1)
}
