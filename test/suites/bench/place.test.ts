import { describe, expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'bun'

/** The benchmark of the location decision, in its short form. */

interface Row {
  readonly world: string
  readonly isParked: boolean
  readonly rule: string
  readonly rightPercent: number
  readonly falseMovesPerHour: number
  readonly trueMoves: number
  readonly rightAtEnd: number
  readonly latencySeconds: number | null
}

type Data = Readonly<Partial<Record<'TEST_PLACE_DATA' | 'TEST_PLACE_BLE', string>>>

async function bench(flags: readonly string[], data: Data = {}) {
  const { TEST_PLACE_DATA: _data, TEST_CAPTURE: _capture, TEST_PLACE_BLE: _ble, ...env } = Bun.env
  const program = Bun.spawn([process.execPath, 'bench/run.ts', 'place', ...flags], {
    cwd: join(import.meta.dir, '../../..'),
    env: { ...env, ...data },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr, code] = await Promise.all([
    new Response(program.stdout).text(),
    new Response(program.stderr).text(),
    program.exited,
  ])
  return { stdout, stderr, code }
}

async function rowsOf(flags: readonly string[], data?: Data): Promise<Row[]> {
  const { stdout, stderr, code } = await bench([...flags, '--json'], data)
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  return JSON.parse(stdout) as Row[]
}

const rowFor = (rule: string, rows: readonly Row[]): Row => rows.find((row) => row.rule === rule) as Row

// Rule: history.md, Measurements
describe('the comparison of location rules', () => {
  test('has fewer false moves by the rule than by the strongest read', async () => {
    const rows = await rowsOf(['--short'])
    expect(new Set(rows.map(({ world }) => world)).size).toBe(19)
    const parked = Map.groupBy(
      rows.filter(({ isParked }) => isParked),
      ({ world }) => world,
    )
    expect(parked.size).toBe(4)
    for (const [world, ofWorld] of parked) {
      const rule = rowFor('rule, normal', ofWorld)
      const strongest = rowFor('strongest of 1 s', ofWorld)
      expect([world, rule.trueMoves]).toEqual([world, 0])
      expect([world, rule.falseMovesPerHour < strongest.falseMovesPerHour]).toEqual([world, true])
      expect([world, rule.rightPercent > 95]).toEqual([world, true])
    }
  })

  test('returns the same table for the same seed', async () => {
    const flags = ['--short', '--world', 'stray']
    const [first, second, other] = await Promise.all([
      bench([...flags, '--seed', '5']),
      bench([...flags, '--seed', '5']),
      bench([...flags, '--seed', '6']),
    ])
    expect(first.stdout).toContain('stray antenna')
    expect(first.stdout).toBe(second.stdout)
    expect(first.stdout).not.toBe(other.stdout)
  })
})

const header = 'time_s,reader,tag,antenna,rssi,truth'

/** A tag near antenna 1 for 60 s, then near antenna 2. While it is carried, its true location is unknown. */
const walk = Array.from({ length: 120 }, (_, second) => {
  const isBefore = second < 60
  const truth = second >= 58 && second < 62 ? '' : isBefore ? 'Rack 1' : 'Rack 2'
  return [
    `${second}.1,r1,T1,1,${isBefore ? -50 : -70},${truth}`,
    `${second}.6,r1,T1,2,${isBefore ? -70 : -50},${truth}`,
  ]
}).flat()

function dataWith(files: Readonly<Record<string, readonly string[]>>): Data {
  const folder = mkdtempSync(join(tmpdir(), 'whereabouts-place-'))
  for (const [name, lines] of Object.entries(files)) writeFileSync(join(folder, name), lines.join('\n'))
  return { TEST_PLACE_DATA: folder }
}

const antennas = ['reader,antenna,place', 'r1,1,Rack 1', 'r1,2,Rack 2']
const noWorld = ['--world', 'none']

// Rule: history.md, Many antennas
describe('reads of a real BLE beacon', () => {
  const columns = {
    parked: '# x_m\ty_m\tms\tantenna\trssi_dbm',
    walks: '# walk\tms\tantenna\trssi_dbm\tx_m\ty_m',
  }
  const gzipped = (lines: readonly (string | readonly number[])[]) =>
    gzipSync(lines.map((line) => (typeof line === 'string' ? line : line.join('\t'))).join('\n'))

  test('are compared with the quarters of the hall in which the beacon was', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'whereabouts-ble-'))
    // Antenna 1 is in the quarter of the origin, antenna 8 in the opposite one.
    const parked = Array.from({ length: 300 }, (_, index) => [
      2,
      3,
      index * 1000,
      1 + 7 * (index % 2),
      -60 - 15 * (index % 2),
    ])
    const walk = Array.from({ length: 240 }, (_, index) => {
      const isBefore = index < 120
      const [near, far] = isBefore ? [1, 8] : [8, 1]
      return [
        7,
        index * 500,
        index % 2 ? near : far,
        index % 2 ? -50 : -75,
        isBefore ? 2 : 12,
        isBefore ? 3 : 12,
      ]
    })
    writeFileSync(join(folder, 'parked.tsv.gz'), gzipped([columns.parked, ...parked]))
    writeFileSync(join(folder, 'walks.tsv.gz'), gzipped([columns.walks, ...walk]))
    const rows = await rowsOf([...noWorld, '--rule', 'rule, normal'], { TEST_PLACE_BLE: folder })
    expect(rows.map(({ world, trueMoves, rightAtEnd }) => [world, trueMoves, rightAtEnd])).toEqual([
      ['real BLE, first 2 min', 0, 0],
      ['real BLE, parked', 0, 0],
      ['real BLE, walks', 1, 1],
      ['real BLE, parked and walks', 1, 1],
      // The same with and without samples, which are compared on these reads.
      ['real BLE, minutes 5 to 10', 0, 0],
      ['the same, 10 dB lower', 0, 0],
      ['real BLE, walks', 1, 1],
    ])
    for (const { rightPercent } of rows.slice(0, 4)) expect(rightPercent).toBeGreaterThan(90)
  })

  test('end with an error that says so when there is no file of them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'whereabouts-ble-'))
    const { stderr, code } = await bench(noWorld, { TEST_PLACE_BLE: folder })
    expect(stderr).toContain('has neither parked.tsv.gz nor walks.tsv.gz')
    expect(code).toBe(1)
  })
})

describe('real reads', () => {
  // Rule: history.md, Measurements
  test('are compared like simulated ones', async () => {
    const withPlace = [`${header},place`, ...walk.map((line) => `${line},Rack ${line.split(',')[3]}`)]
    const rows = await rowsOf(noWorld, dataWith({ 'run.csv': withPlace }))
    expect(rowFor('rule, normal', rows)).toMatchObject({
      world: 'real reads',
      falseMovesPerHour: 0,
      trueMoves: 1,
      rightAtEnd: 1,
    })
    expect(rowFor('rule, normal', rows).rightPercent).toBeGreaterThan(95)
    expect(rowFor('strongest of 1 s', rows).trueMoves).toBe(1)
  })

  // Rule: history.md, Measurements
  test('may have the places of their antennas in a file', async () => {
    const rows = await rowsOf(noWorld, dataWith({ 'run.csv': [header, ...walk], 'antennas.csv': antennas }))
    expect(rowFor('rule, normal', rows)).toMatchObject({ trueMoves: 1, rightAtEnd: 1 })
  })

  test('may have times in RFC 3339', async () => {
    const dated = walk.map((line) => {
      const [seconds = '', ...rest] = line.split(',')
      return [new Date(Date.UTC(2026, 0, 31) + Number(seconds) * 1000).toISOString(), ...rest].join(',')
    })
    const lines = [header.replace('time_s', 'time'), ...dated]
    const rows = await rowsOf(noWorld, dataWith({ 'run.csv': lines, 'antennas.csv': antennas }))
    expect(rowFor('rule, normal', rows)).toMatchObject({ trueMoves: 1, rightAtEnd: 1 })
  })

  const files = (...lines: readonly string[]) => ({ 'run.csv': lines, 'antennas.csv': antennas })
  test.each([
    ['no files', {}, 'has no CSV files with reads'],
    ['no rows', files(header), 'has no rows after the names of the columns'],
    [
      'a missing column',
      files('time_s,tag,rssi,truth', '1,T,-50,A'),
      'line 1: the column antenna is missing',
    ],
    [
      'no places',
      { 'run.csv': [header, '1,r1,T,1,-50,A'] },
      'has no column place, and the folder has no antennas.csv',
    ],
    ['no truth', files(header, '1,r1,T,1,-50,'), 'No row in'],
    [
      'a wrong RSSI',
      files(header, '1,r1,T,1,-50,A', '2,r1,T,1,weak,A'),
      'line 3: rssi is "weak", which is not a number',
    ],
    ['an empty tag', files(header, '1,r1,,1,-50,A'), 'line 2: tag is empty'],
    [
      'a wrong time',
      files('time,reader,tag,antenna,rssi,truth', 'noon,r1,T,1,-50,A'),
      'line 2: time is "noon"',
    ],
    [
      'an unknown antenna',
      files(header, '1,r1,T,7,-50,A'),
      'line 2: the antenna ["r1","7"] is not in antennas.csv',
    ],
  ])('with %s end with an error that says so', async (_, content, message) => {
    const { stderr, code } = await bench(noWorld, dataWith(content))
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('    at ')
    expect(code).toBe(1)
  })
})
