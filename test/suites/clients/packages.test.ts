import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../../scripts/release/files'
import { mintKey, otherOrganization } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { requireTypes } from '../../support/types'
import { startFlakyProxy } from './flaky-proxy'
import { installPythonClient, installTypescriptClient } from './install'
import { quickstartOf } from './quickstart'

/**
 * The packages of `bun run clients`: built, installed, compiled, and run against the executable. The one for Python needs downloads:
 * `bun run verify --long clients`.
 */

const programs = join(import.meta.dir, 'programs')
const directory = mkdtempSync(join(tmpdir(), 'whereabouts-packages-'))

let program: Program
beforeAll(async () => void (program = await startProgram()))
afterAll(async () => {
  await stopPrograms()
  rmSync(directory, { recursive: true })
})

const transcript = [
  'listed P-1,P-2,P-3,P-4,P-5',
  'changed Renamed P-5',
  'error validation_error name invalid_value',
  'thrown 404 not_found',
  'logged 5',
  'scan',
  'event asset.moved P-1 DOCK-1',
  'report P-1 DOCK-1',
]

/** Runs a program in an organization of its own, by way of a proxy that ends tokens. */
async function outputOf(name: string, command: readonly string[]) {
  const session = await otherOrganization(program, name)
  const proxy = startFlakyProxy(program.http)
  try {
    const lines = await quickstartOf(
      { program: proxy, session, key: await mintKey(session) },
      command,
      directory,
    )
    return { lines, exchanges: proxy.exchanges() }
  } finally {
    await proxy.stop()
  }
}

const expected = { lines: transcript, exchanges: 3 }

describe('the package for TypeScript', () => {
  const module = join(directory, 'program.ts')
  beforeAll(async () => {
    await installTypescriptClient(directory)
    cpSync(join(programs, 'typescript_package.ts'), module)
    await requireTypes(module)
    writeFileSync(
      join(directory, 'program.mjs'),
      new Bun.Transpiler({ loader: 'ts' }).transformSync(await Bun.file(module).text()),
    )
  }, 60_000)

  const node = Bun.which('node')
  test.each([
    ['Bun', process.execPath],
    ['Node.js', node],
  ])(
    'renews its token, reads all pages, returns typed errors and follows the log, in %s',
    async (name, runtime) => {
      if (runtime !== null) expect(await outputOf(name, [runtime, 'program.mjs'])).toEqual(expected)
    },
    60_000,
  )
})

const isAsked = Bun.env['TEST_CLIENTS'] !== undefined && Bun.which('python3') !== null
const suffix = isAsked ? '' : ' (skipped: bun run verify --long clients, with python3)'

describe.skipIf(!isAsked)(`the package for Python${suffix}`, () => {
  const commands = join(directory, 'venv/bin')
  const source = join(programs, 'python_package.py')
  beforeAll(async () => {
    await installPythonClient(directory, ['mypy==2.4.1'])
  }, 300_000)

  test('is typed: mypy accepts the connection and the program in strict mode', async () => {
    const mypy = [join(commands, 'mypy'), '--strict', '--python-executable', join(commands, 'python')]
    await run([...mypy, '-m', 'whereabouts_client.connection'], { cwd: directory })
    await run([...mypy, source], { cwd: directory })
  }, 120_000)

  test('renews its token, reads all pages, returns typed errors and follows the log', async () => {
    expect(await outputOf('Python', [join(commands, 'python'), source])).toEqual(expected)
  }, 60_000)
})
