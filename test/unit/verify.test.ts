import { describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Outcome, run } from '../../scripts/verify/job'
import { countsIn, failureText, progressLine, summary } from '../../scripts/verify/report'
import { until } from '../support/until'

/** The script behind `bun run verify`: what it reports of a step that fails, crashes or hangs. */

/** A process that is killed remains as a zombie until its parent has read its exit code. */
const isRunning = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

const bun = (script: string) => ['bun', '-e', script]

describe('a step', () => {
  test('that succeeds has no failure, and has its output in the order of arrival', async () => {
    const outcome = await run({
      name: 'good',
      command: bun(`console.log('one'); await Bun.sleep(50); console.error('two')`),
      limit: 20,
    })
    expect(outcome).toMatchObject({ name: 'good', failure: undefined, output: 'one\ntwo\n' })
  })

  test('that ends with an exit code is reported with the code and its output', async () => {
    const outcome = await run({
      name: 'bad',
      command: bun(`console.error('why'); process.exit(3)`),
      limit: 20,
    })
    expect(outcome).toMatchObject({ failure: 'ended with exit code 3', output: 'why\n' })
  })

  test('that crashes is reported with the signal', async () => {
    const outcome = await run({
      name: 'crash',
      command: bun(`console.log('before'); process.kill(process.pid, 'SIGSEGV'); await Bun.sleep(5000)`),
      limit: 20,
    })
    expect(outcome.failure).toMatch(/^ended by (SIGSEGV|11)$|^ended with exit code/)
    expect(outcome.output).toContain('before')
  })

  test('that hangs is killed with its descendants, and its output so far is reported', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'verify-'))
    const file = join(folder, 'hang.ts')
    writeFileSync(
      file,
      `const child = Bun.spawn(['sleep', '600'], { stdout: 'inherit' })
       console.log(child.pid)
       await new Promise(() => setInterval(() => {}, 1000))`,
    )
    const outcome = await run({ name: 'hang', command: ['bun', file], limit: 2 })
    rmSync(folder, { recursive: true })
    expect(outcome.failure).toBe('was killed because it did not end within 2 s')
    await until(() => !isRunning(Number(outcome.output)), 'the descendant ends')
  })
})

const passing: Outcome = {
  name: 'test/good.test.ts',
  seconds: 1.25,
  cpuSeconds: 2,
  failure: undefined,
  output: '(pass) a > b [1ms]\n\n 12 pass\n 1 skip\n 0 fail\nRan 13 tests across 1 file. [1s]\n',
}
const failing = (name: string, lines: number): Outcome => ({
  name,
  seconds: 70,
  cpuSeconds: 100,
  failure: 'ended with exit code 1',
  output: [
    '(pass) a > b [1ms]',
    'error: expect(received).toBe(expected)',
    'Expected: 1, Received: 2',
    ...Array.from({ length: lines }, (_, index) => `line ${index}`),
    '(fail) a > c [2ms]',
    ' 1 pass',
    ' 1 fail',
  ].join('\n'),
})

describe('the report', () => {
  test('counts the tests of a file', () => {
    expect(countsIn(passing.output)).toEqual({ passed: 12, failed: 0, skipped: 1 })
  })

  test('has a line for each step, with its number, its time and its tests', () => {
    expect(progressLine(passing, 3, 200)).toBe(
      '[  3/200] ok        1.3 s (CPU 2.0 s)  test/good.test.ts  12 passed, 1 skipped',
    )
    expect(progressLine(failing('test/bad.test.ts', 0), 200, 200)).toBe(
      '[200/200] FAILED   70.0 s (CPU 100.0 s)  test/bad.test.ts  1 passed',
    )
  })

  test('repeats the whole output of a failed step, without the tests that passed', () => {
    const text = failureText(failing('test/bad.test.ts', 300))
    expect(text).toContain('line 299')
    expect(text).not.toContain('(pass)')
  })

  test.each([1, 2, 5, 30])('has the reason of each of %d failures in its last hundred lines', (count) => {
    const outcomes = Array.from({ length: count }, (_, index) => failing(`test/${index}.test.ts`, 500))
    const end = [...outcomes.map(failureText), summary([passing, ...outcomes], 301)]
      .join('\n')
      .split('\n')
      .slice(-100)
      .join('\n')
    for (const { name } of outcomes)
      expect(end).toContain(`${name} ended with exit code 1\n    error: expect(received).toBe(expected)`)
    expect(end).toContain(`${12 + count} tests passed, ${count} failed, 1 were skipped.`)
    expect(end).toContain(`${count} of ${count + 1} steps failed, in 5 min 1 s: test/0.test.ts`)
  })

  test('shows the last lines of an output that names no error', () => {
    const outcome = { ...failing('hang', 0), output: 'first\nlast\n', failure: 'was killed' }
    expect(summary([outcome], 1)).toContain('hang was killed\n    first\n    last')
  })

  test('reports that everything passed', () => {
    expect(summary([passing], 59)).toBe(
      '\nCPU time: 2 s.\n12 tests passed, 0 failed, 1 were skipped.\nEverything passed, in 0 min 59 s.',
    )
  })
})
