import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  allScopes,
  apiClient,
  type Client,
  type Credential,
  mintKey,
  otherOrganization,
} from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { examplePackages, python, pythonSuffix } from '../../support/python'
import { newReader, postReads, secondsAgo } from '../../support/scans'
import { compileProgram, type UserProgram } from '../../support/types'

/** Runs the examples as their README describes, against the executable. */

const examples = join(import.meta.dir, '../../../examples')
const tag = '3414257BF40000000000162E'
const isShellReady = ['bash', 'curl', 'jq'].every((tool) => Bun.which(tool) !== null)
const shellSuffix = isShellReady ? '' : ' (skipped: bash, curl or jq is not installed)'

let program: Program
let typescript: UserProgram
beforeAll(async () => {
  const source = readFileSync(join(examples, 'client.ts'), 'utf8')
  const document = readFileSync(join(import.meta.dir, '../../../docs/openapi.json'), 'utf8')
  ;[program, typescript] = await Promise.all([startProgram(), compileProgram(source, document)])
}, 60_000)
afterAll(async () => {
  typescript.remove()
  await stopPrograms()
})

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

async function run(command: readonly string[], env: Record<string, string>): Promise<Ended> {
  const child = Bun.spawn([...command], {
    cwd: examples,
    env: { PATH: Bun.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { code: await child.exited, stdout, stderr }
}

interface Customer {
  readonly session: Client
  readonly api: Client
  readonly env: Record<string, string>
}

/** A separate organization, with the API key that a client reads from its environment. */
async function newCustomer(name: string): Promise<Customer> {
  const session = await otherOrganization(program, name)
  const key: Credential = await mintKey(session, allScopes)
  const { client_id: CLIENT_ID, client_secret: CLIENT_SECRET } = key
  const env = { API_URL: program.http, CLIENT_ID, CLIENT_SECRET }
  return { session, api: await apiClient(program, session), env }
}

const recordsOf = async (api: Client) => ({
  locations: (await api.get('/api/v1/locations')).body.data,
  assets: (await api.get('/api/v1/assets')).body.data,
})

const clients: [name: string, isReady: boolean, suffix: string, command: () => string[]][] = [
  ['client.sh', isShellReady, shellSuffix, () => ['bash', 'client.sh']],
  ['client.py', python !== null, pythonSuffix, () => [python as string, 'client.py']],
  ['client.ts', true, '', () => [process.execPath, typescript.module]],
]

describe.each(clients)('%s', (name, isReady, suffix, command) => {
  test.skipIf(!isReady)(
    `creates the location and the asset once, and prints where the asset is after it was read${suffix}`,
    async () => {
      const { session, api, env } = await newCustomer(name)
      const first = await run(command(), env)
      const { locations, assets } = await recordsOf(api)
      expect(locations).toMatchObject([{ external_key: 'DOCK-1', name: 'Dock 1' }])
      expect(assets).toMatchObject([
        { external_key: 'PALLET-1', name: 'Pallet 1', tags: [{ tag_type: 'rfid', value: tag }] },
      ])
      const ids = `DOCK-1 has the id ${locations[0].id}, PALLET-1 has the id ${assets[0].id}.\n`
      expect(first).toEqual({ code: 0, stdout: `${ids}PALLET-1 has not been read yet.\n`, stderr: '' })

      const reader = await newReader(session, 'GATE', [locations[0].id])
      const readAt = secondsAgo(5)
      await postReads(program, reader, [{ value: tag, observed_at: readAt }])
      const report = `PALLET-1 is at DOCK-1, last read at ${readAt}.\n${readAt} DOCK-1\n`
      expect(await run(command(), env)).toEqual({ code: 0, stdout: ids + report, stderr: '' })
      expect(await recordsOf(api)).toEqual({ locations, assets })
    },
    60_000,
  )

  test.skipIf(!isReady)(
    `ends with the error of the service if the client secret is wrong${suffix}`,
    async () => {
      const { env } = await newCustomer(`${name} refused`)
      const { code, stdout, stderr } = await run(command(), { ...env, CLIENT_SECRET: 'wrong' })
      expect([code === 0, stdout]).toEqual([false, ''])
      expect(stderr).toContain('Invalid client credentials')
    },
    60_000,
  )
})

test('client.ts compiles under the strict compiler', () => {
  expect(typescript.errors).toBe('')
})

const found = examplePackages()
const isMissing = 'missing' in found
const packages = isMissing ? '' : found.path

describe.skipIf(isMissing)(`publish.py${isMissing ? ` (skipped: ${found.missing})` : ''}`, () => {
  const publish = (env: Record<string, string>) =>
    run([python as string, 'publish.py'], { ...env, PYTHONPATH: packages })

  const environmentOf = (reader: { topic: string; external_key: string; device_token: string }) => {
    const { hostname, port } = new URL(program.mqtt as string)
    return {
      MQTT_HOST: hostname,
      MQTT_PORT: port,
      MQTT_TOPIC: reader.topic.replace('#', 'reads'),
      READER_KEY: reader.external_key,
      DEVICE_TOKEN: reader.device_token,
    }
  }

  test('publishes a read that is in the report when it ends', async () => {
    const { session, api } = await newCustomer('publish')
    const location = (await api.post('/api/v1/locations', { name: 'Dock 1', external_key: 'DOCK-1' })).body
      .data
    await api.post('/api/v1/assets', { name: 'Pallet 1', tags: [{ tag_type: 'rfid', value: tag }] })
    const reader = await newReader(session, 'dock-reader', [location.id])
    const { code, stdout, stderr } = await publish(environmentOf(reader))
    expect([code, stderr]).toEqual([0, ''])
    const readAt = /^Published the read of \w+ at (\S+)\.\n$/.exec(stdout)?.[1] as string
    const { data } = (await api.get('/api/v1/reports/asset-locations')).body
    expect(data).toMatchObject([
      { location_external_key: 'DOCK-1', asset_last_seen: new Date(readAt).toISOString() },
    ])
  }, 60_000)

  test('ends with the error of the broker if the device token is wrong', async () => {
    const { session } = await newCustomer('refused')
    const reader = await newReader(session, 'dock-reader', [])
    const { code, stderr } = await publish({ ...environmentOf(reader), DEVICE_TOKEN: 'wrong' })
    expect(code).toBe(1)
    expect(stderr).toStartWith('The broker refused the connection: ')
  }, 60_000)
})
