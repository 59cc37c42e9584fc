import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../../scripts/release/files'
import { startFlakyProxy } from '../clients/flaky-proxy'
import { installPythonClient, installTypescriptClient } from '../clients/install'
import { apiClient, type Client, mintKey, otherOrganization } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { newAsset } from '../../support/records'
import { requireTypes } from '../../support/types'
import { until } from '../../support/until'

/**
 * The commands and programs of docs/integrate.md, as they are there, against the executable. Those for Python and Node-RED need
 * downloads: `bun run verify --long clients`.
 */

const guide = readFileSync(join(import.meta.dir, '../../../docs/integrate.md'), 'utf8')
const blocksOf = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, code = '']) => code,
  )

const directory = mkdtempSync(join(tmpdir(), 'whereabouts-guide-'))
let program: Program
beforeAll(async () => void (program = await startProgram()))
afterAll(async () => {
  await stopPrograms()
  rmSync(directory, { recursive: true })
})

interface Reader {
  readonly api: Client
  readonly folder: string
  readonly env: Record<string, string | undefined>
}

/** A reader of the guide: an organization, an API key in the environment, and an empty folder. */
async function newReader(name: string): Promise<Reader> {
  const session = await otherOrganization(program, name)
  const { client_id: CLIENT_ID, client_secret: CLIENT_SECRET } = await mintKey(session)
  const folder = join(directory, name)
  mkdirSync(folder)
  const env = { ...Bun.env, API_URL: program.http, CLIENT_ID, CLIENT_SECRET }
  return { api: await apiClient(program, session), folder, env }
}

/** Runs a command that does not end, until its output is complete. Returns its output. */
async function outputUntil(
  command: readonly string[],
  { folder, env }: Reader,
  isComplete: (output: string) => boolean | Promise<boolean>,
): Promise<string> {
  const child = Bun.spawn([...command], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const decoder = new TextDecoder()
  let output = ''
  const errors = child.stderr.text()
  const reading = (async () => {
    for await (const chunk of child.stdout) output += decoder.decode(chunk, { stream: true })
  })()
  await until(() => isComplete(output), 'the output is complete').catch(async (error: unknown) => {
    child.kill('SIGKILL')
    throw new Error(`${String(error)}\n${output}\n${await errors}`)
  })
  child.kill()
  await Promise.all([child.exited, reading])
  return output
}

// Rule: api.md, OpenAPI document
test('the service serves the guide as a text', async () => {
  const response = await fetch(`${program.http}/docs/integrate.md`)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await response.text()).toBe(guide)
})

const isShellReady = ['bash', 'curl', 'jq'].every((tool) => Bun.which(tool) !== null)

test.skipIf(!isShellReady)(
  `the curl commands lead to the first events${isShellReady ? '' : ' (skipped: bash, curl or jq is not installed)'}`,
  async () => {
    const reader = await newReader('curl')
    const commands = blocksOf('bash')
    const output = await outputUntil(['bash', '-ec', commands.join('\n')], reader, (text) =>
      text.includes('event: asset.created'),
    )
    expect(output).toContain('1 location.created DOCK-2\n2 asset.created PALLET-2\n')
    expect(output).toContain('\nid: 2\nevent: asset.created\ndata: {"sequence":2,')
  },
  60_000,
)

/** Follows the log with a program, stops it, and starts it again. */
async function followTwice(command: readonly string[], reader: Reader): Promise<string[]> {
  const { api, folder } = reader
  const position = Bun.file(join(folder, 'position.txt'))
  await newAsset(api, { external_key: 'FIRST' })
  const outputs: string[] = []
  for (const [sequence, key] of [
    [1, 'SECOND'],
    [2, 'THIRD'],
  ] as const) {
    const output = await outputUntil(
      command,
      reader,
      async (text) =>
        text.includes(`${sequence} `) &&
        (await position.exists()) &&
        (await position.text()) === `${sequence}`,
    )
    outputs.push(output)
    await newAsset(api, { external_key: key })
  }
  return outputs
}

const once = ['1 asset.created FIRST\n', '2 asset.created SECOND\n']

test('the TypeScript program compiles, and prints each event once', async () => {
  const reader = await newReader('typescript')
  await installTypescriptClient(reader.folder)
  const file = join(reader.folder, 'follow.mts')
  writeFileSync(file, blocksOf('ts').join(''))
  await requireTypes(file)
  expect(await followTwice([process.execPath, 'follow.mts'], reader)).toEqual(once)
}, 60_000)

const isAsked = Bun.env['TEST_CLIENTS'] !== undefined
const suffix = (tool: string) =>
  isAsked && Bun.which(tool) !== null ? '' : ` (skipped: bun run verify --long clients, with ${tool})`

test.skipIf(suffix('python3') !== '')(
  `the Python program prints each event once${suffix('python3')}`,
  async () => {
    const reader = await newReader('python')
    const commands = await installPythonClient(reader.folder)
    writeFileSync(join(reader.folder, 'follow.py'), blocksOf('python').join(''))
    expect(await followTwice([join(commands, 'python'), 'follow.py'], reader)).toEqual(once)
  },
  300_000,
)

describe.skipIf(suffix('npm') !== '')(`the flow for Node-RED${suffix('npm')}`, () => {
  test('prints each event, and continues with a new token after a failed request', async () => {
    const reader = await newReader('node-red')
    writeFileSync(join(reader.folder, 'package.json'), '{}')
    await run(['npm', 'install', '--no-audit', '--no-fund', 'node-red@4.1.15'], { cwd: reader.folder })
    // The sidebar needs a browser, so the node also prints the events.
    const [flow = ''] = blocksOf('json')
    writeFileSync(join(reader.folder, 'flows.json'), flow.replace('"console": false', '"console": true'))
    await newAsset(reader.api, { external_key: 'FIRST' })
    const proxy = startFlakyProxy(program.http)
    const throughProxy = { ...reader, env: { ...reader.env, API_URL: proxy.http } }
    const options = ['--userDir', '.', '--port', '0', 'flows.json']
    const command = [join(reader.folder, 'node_modules/.bin/node-red'), ...options]
    let created = false
    await outputUntil(command, throughProxy, async (text) => {
      if (!text.includes("external_key: 'FIRST'")) return false
      if (!created) await newAsset(reader.api, { external_key: 'SECOND' })
      created = true
      return text.includes("external_key: 'SECOND'")
    })
    expect(proxy.exchanges()).toBe(2)
    await proxy.stop()
  }, 300_000)
})
