import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The benchmarks of requests, ingest and starts, with little data. The figures are not checked. */

const hasTools =
  Bun.which('wrk') !== null && Bun.which('taskset') !== null && navigator.hardwareConcurrency > 1
const isPossible = hasTools && Bun.env['TEST_BENCH'] === '1'
const suffix = isPossible
  ? ''
  : hasTools
    ? ' (skipped: bun run verify --long bench)'
    : ' (skipped: it needs wrk, taskset and two processors)'
const folder = mkdtempSync(join(tmpdir(), 'whereabouts-results-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.skipIf(!isPossible)(
  `the benchmarks write a table with each row${suffix}`,
  async () => {
    const file = join(folder, 'results.md')
    const program = Bun.spawn([process.execPath, 'bench/run.ts', 'results', '--short', '--to', file], {
      cwd: join(import.meta.dir, '../../..'),
      stdout: 'ignore',
      stderr: 'pipe',
    })
    const errors = await new Response(program.stderr).text()
    expect({ code: await program.exited, errors }).toMatchObject({ code: 0 })
    const text = readFileSync(file, 'utf8')
    for (const work of [
      'report page of 50',
      'GET by id under load: backup',
      'GET by id during creates',
      'ingest over MQTT',
      'start on',
      'GET by id, first 1 s after a restore',
      'search for one asset, while it is built',
      'memory',
    ])
      expect(text).toContain(`| ${work}`)
    expect(text).not.toContain('NaN ms / NaN')
  },
  240_000,
)
