import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allScopes, type Client, type Credential, mintKey, signIn } from '../../support/client'
import { administrator, type Program, startProgram, stopPrograms } from '../../support/program'
import { until } from '../../support/until'

/** What a newcomer types, in the order of the documents and in one organization: docs/quickstart.md, docs/integrate.md, docs/readers.md. */

const read = (path: string) => readFileSync(join(import.meta.dir, '../../..', path), 'utf8')
const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^ *\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\``, 'gm'))].map(
    ([, code = '']) => code,
  )

const missing = ['bash', 'curl', 'jq', 'mosquitto_pub'].filter((tool) => Bun.which(tool) === null)
const suffix = missing.length === 0 ? '' : ` (skipped: ${missing.join(', ')} not installed)`

let program: Program
let session: Client
let key: Credential
beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  key = await mintKey(session, allScopes)
})
afterAll(stopPrograms)

/** Runs commands as they are in the document, with the addresses and the placeholders of this installation. */
async function type(commands: string, values: Record<string, string> = {}): Promise<string> {
  const given: Record<string, string> = {
    'http://localhost:8080': program.http,
    '-h localhost -p 1883': `-h 127.0.0.1 -p ${new URL(program.mqtt as string).port}`,
    '<client_id>': key.client_id,
    '<client_secret>': key.client_secret,
    '<e-mail>': administrator.email,
    '<password>': administrator.password,
    ...values,
  }
  const script = Object.entries(given).reduce((text, [name, value]) => text.replaceAll(name, value), commands)
  const env = {
    ...Bun.env,
    API_URL: program.http,
    CLIENT_ID: key.client_id,
    CLIENT_SECRET: key.client_secret,
  }
  const child = Bun.spawn(['bash', '-e', '-o', 'pipefail', '-c', script], {
    env,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  expect([child.exitCode, child.exitCode === 0 ? '' : errors]).toEqual([0, ''])
  expect(output).not.toContain('"error"')
  return output
}

describe.skipIf(missing.length > 0)(`a newcomer${suffix}`, () => {
  const quickstart = blocksOf(read('docs/quickstart.md'), 'sh').slice(1)

  test('follows the quickstart from the token to the place of the pallet', async () => {
    const [token = '', records = '', publish = '', report = ''] = quickstart
    await type(token + records)
    const { body } = await session.post('/internal/v1/readers', {
      external_key: 'dock-reader',
      name: 'Dock reader',
      kind: 'fixed',
      format: 'whereabouts_v1',
      antennas: [{ port: 1, location_id: (await session.get('/api/v1/locations')).body.data[0].id }],
    })
    const topic = String(body.data.topic)
    expect(topic).toEndWith('/readers/dock-reader/#')
    await type(publish, {
      '<device_token>': body.data.device_token,
      '<organization>': topic.split('/', 1)[0] as string,
    })
    await until(
      async () => (await type(token + report)).includes('"location_external_key":"DOCK-1"'),
      'the pallet is at the dock',
    )
  })

  test('then follows the guide to the first events', async () => {
    // The last command follows the events until Ctrl-C.
    const output = await type(blocksOf(read('docs/integrate.md'), 'bash').slice(0, -1).join('\n'))
    for (const event of ['location.created DOCK-2', 'asset.created PALLET-2']) expect(output).toContain(event)
  })

  test('then registers a reader and sees its read', async () => {
    const commands = blocksOf(read('docs/readers.md'), 'sh').slice(0, 2).join('\n')
    expect(await type(commands)).toContain('"external_key":"cs463-212"')
    await until(async () => {
      const { body } = await session.get('/internal/v1/unknown-tags')
      return JSON.stringify(body.data).includes('3414257BF400000000001630')
    }, 'the tag is unknown')
  })
})
