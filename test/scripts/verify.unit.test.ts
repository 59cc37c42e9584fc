import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  cpuSecondsOf,
  hasOnlyTimeouts,
  latenessOf,
  type Outcome,
  repetitionOf,
  run,
} from '../../scripts/verify/job'
import { patternOf, folderOf, folders, grouped, smoke, testsOf } from '../../scripts/verify/lanes'
import { countsIn, failureText, progressLine, skippedIn, summary } from '../../scripts/verify/report'
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
    expect(outcome).toMatchObject({
      failure: 'was killed because it did not end within 6 s',
      isLate: true,
    })
    await until(() => !isRunning(Number(outcome.output)), 'the descendant ends')
  })

  test('has the processor time of all its processes', async () => {
    const command = ['sh', '-c', 'while :; do :; done & sleep 600']
    const step = Bun.spawn(command, { detached: true })
    await until(() => cpuSecondsOf(step.pid) > 0.1, 'the time of the descendant counts')
    process.kill(-step.pid, 'SIGKILL')
  })

  test.each([
    ['its limit is 10 s, and it used 2 s of 25 s because others used the rest', 25, 2, 10, undefined],
    ['it used 11 s', 12, 11, 10, 'was killed because it used more than 10 s of processor time'],
    ['it waits for ever', 31, 0, 10, 'was killed because it did not end within 30 s'],
  ])(
    'is late by its processor time, and by the clock only after three times as much: %s',
    (_, seconds, cpu, limit, reason) => {
      expect(latenessOf(seconds, () => cpu, limit)).toBe(reason)
    },
  )
})

const passing: Outcome = {
  name: 'test/good.test.ts',
  seconds: 1.25,
  cpuSeconds: 2,
  failure: undefined,
  isLate: false,
  output: '(pass) a > b [1ms]\n\n 12 pass\n 1 skip\n 0 fail\nRan 13 tests across 1 file. [1s]\n',
}
const failing = (name: string, lines: number): Outcome => ({
  name,
  seconds: 70,
  cpuSeconds: 100,
  failure: 'ended with exit code 1',
  isLate: false,
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

describe('a failed file', () => {
  const pass = '(pass) a [1ms]'
  const assertion = 'error: expect(received).toBe(expected)\n(fail) b [2ms]'
  const late = '(fail) c [30000ms]\n  ^ this test timed out after 30000ms.'
  const wait = 'error: This did not happen within 30 s: the page is open\n(fail) d [2ms]'
  const click = 'TimeoutError: locator.click: Timeout 20000ms exceeded.\n(fail) e [2ms]'

  test.each<[what: string, isLate: boolean, parts: string[]]>([
    ['a test that took too long', true, [pass, late, pass]],
    ['a wait that took too long', true, [pass, wait]],
    ['a step of a page that took too long', true, [click, pass]],
    ['all of them', true, [late, wait, click]],
    ['an assertion', false, [pass, assertion]],
    ['an assertion after a test that took too long', false, [late, assertion]],
    ['an assertion before one', false, [assertion, late]],
    ['an error outside of the tests', false, [late, ' 1 fail', ' 1 error']],
    ['no test', false, [pass]],
  ])('has %s as reason: only out of time is %p', (_, isLate, parts) => {
    expect(hasOnlyTimeouts(parts.join('\n'))).toBe(isLate)
  })
})

describe('what runs once more', () => {
  const commandOf = (files: readonly string[]) => ['bun', 'test', ...files]
  const job = { name: 'tests', command: ['bun', 'test', 'test/a.test.ts', 'test/b.test.ts'], limit: 1 }
  const ended = (output: string, isLate = false): Outcome => ({ ...failing('tests', 0), output, isLate })
  const both =
    'test/a.test.ts:\n(pass) a\n\ntest/b.test.ts:\nerror: no\n(fail) b\n(fail) c\n 1 pass\n 2 fail\n'

  test('is the failed files of a step with tests', () => {
    expect(repetitionOf({ ...job, commandOf }, ended(both))?.command).toEqual([
      'bun',
      'test',
      'test/b.test.ts',
    ])
  })

  test.each<[why: string, output: string]>([
    ['there was an error outside of the tests', `${both} 1 error\n`],
    ['it was killed before it printed its totals', '(fail) b\n'],
    ['it printed nothing', ''],
  ])('is the whole step if %s', (_, output) => {
    expect(repetitionOf({ ...job, commandOf }, ended(output))?.command).toEqual(job.command)
  })

  test('is a check only if it ran out of time, and nothing that passed', () => {
    expect(repetitionOf(job, ended('error'))).toBeUndefined()
    expect(repetitionOf(job, ended('', true))).toEqual(job)
    expect(repetitionOf({ ...job, commandOf }, passing)).toBeUndefined()
  })
})

describe('the report', () => {
  test('names what was skipped, and why', () => {
    const output = [
      '(pass) a > b [1ms]',
      '(skip) the package for Python (skipped: python3 is not installed) > builds',
      '(skip) the package for Python (skipped: python3 is not installed) > runs',
      '(skip) deploy/haproxy.cfg is valid',
      'The tests on PostgreSQL are skipped: PostgreSQL is not installed.',
    ].join('\n')
    expect(skippedIn(output)).toEqual([
      'the package for Python (skipped: python3 is not installed): 2 tests',
      'deploy/haproxy.cfg is valid',
      'The tests on PostgreSQL are skipped: PostgreSQL is not installed.',
    ])
    const text = summary([{ ...passing, output }], 1)
    expect(text).toContain(
      'Skipped:\n    test/good.test.ts: the package for Python (skipped: python3 is not installed): 2 tests\n',
    )
  })

  test('names the steps that failed beside the others, with their failed tests, and how they ended alone', () => {
    const first = { ...failing('test/good.test.ts', 0), cpuSeconds: 1 }
    const late = { ...first, isLate: true }
    expect(progressLine(late, 1, 2)).toContain('LATE')
    expect(summary([{ ...passing, first }], 1)).toContain(
      'test/good.test.ts failed beside the other steps, and passed when it ran alone.\n    (fail) a > c [2ms]',
    )
    expect(summary([{ ...passing, first: late }], 1)).toContain('test/good.test.ts ran out of time beside')
    expect(summary([{ ...first, first }], 1)).toContain('and failed again when it ran alone.')
    // One of two tests had failed, and its file was repeated.
    expect(summary([{ ...passing, first }], 1)).toContain('2 tests passed, 0 failed, 0 were skipped.')
    expect(summary([{ ...late, first: late }], 1)).toContain(
      'ended with exit code 1 (it only ran out of time)',
    )
  })

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

  test('shows the failed test of an output without an error', () => {
    const output = ['(pass) a', '(fail) b', '  ^ this test timed out', ...Array(100).fill('(skip) c')].join(
      '\n',
    )
    expect(summary([{ ...failing('slow', 0), output }], 1)).toContain('\n    (fail) b\n')
  })

  test('reports that everything passed', () => {
    expect(summary([passing], 59)).toBe(
      '\nCPU time: 2 s.\n12 tests passed, 0 failed, 1 were skipped.\nEverything passed, in 0 min 59 s.',
    )
  })
})

describe('the lanes', () => {
  const all = [...new Glob('test/**/*.test.ts').scanSync('.')].toSorted()

  test('put each test file into one process', () => {
    expect(grouped(all).flat().toSorted()).toEqual(all)
  })

  test('run the same processes when the time may end, with the long ones last', () => {
    const isLong = ([file]: readonly string[]) => folderOf(file as string).isLong === true
    const limited = grouped(all, true)
    expect(limited.flat().toSorted()).toEqual(all)
    expect(limited.map(isLong)).toEqual(
      limited.map(isLong).toSorted((one, other) => Number(one) - Number(other)),
    )
  })

  test('share a process only within a row of the table, and with no more files than it says', () => {
    for (const group of grouped(all)) {
      expect(new Set(group.map(patternOf)).size).toBe(1)
      expect(group.length).toBeLessThanOrEqual(folderOf(group[0] as string).share)
    }
  })

  test.each(Object.keys(folders))('%s has tests', (pattern) => {
    expect(all.map(patternOf)).toContain(pattern)
  })

  test.each(smoke)('%s is a test', (file) => {
    expect(all).toContain(file)
  })

  test.each([
    ['src/tracking/plans/service.ts', ['test/tracking/plans/floor.test.ts', 'test/console/plans.test.ts']],
    ['src/console/plans/plan.tsx', ['test/tracking/plans/floor.test.ts', 'test/console/plans.test.ts']],
    ['test/http/headers.test.ts', ['test/http/headers.test.ts']],
    ['src/storage/queries/assets.ts', []],
    ['docs/plans/plan.md', []],
  ])('run the tests of the feature for a change of %s', (changed, expected) => {
    const tests = [
      'test/tracking/plans/floor.test.ts',
      'test/console/plans.test.ts',
      'test/http/headers.test.ts',
    ]
    expect(testsOf([changed], tests)).toEqual(expected)
  })
})
