import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, clientOf } from '../support/client'
import { executable } from '../support/program'
import { until } from '../support/until'

/** The demo: what it prints, what it contains, and what it leaves. */

setDefaultTimeout(150_000)

const temporary = mkdtempSync(join(tmpdir(), 'whereabouts-demos-'))
const running = new Set<Bun.Subprocess>()
afterAll(async () => {
  for (const demo of running) {
    demo.kill('SIGKILL')
    await demo.exited
  }
  rmSync(temporary, { recursive: true })
})

/** Starts a demo with an empty temporary directory. */
function startDemo(...args: string[]) {
  const folder = mkdtempSync(join(temporary, 'demo-'))
  const demo = Bun.spawn([executable, 'demo', ...args], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...Bun.env, TMPDIR: folder },
  })
  running.add(demo)
  let output = ''
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) output += decoder.decode(chunk, { stream: true })
  }
  const collected = Promise.all([collect(demo.stdout), collect(demo.stderr)])
  return {
    folder,
    demo,
    output: () => output,
    says: (text: string) =>
      until(
        () => output.includes(text),
        () => `the demo prints "${text}", not only ${output}`,
        // Its day of history takes 10 s of processor time.
        120,
      ),
    end: async (signal: NodeJS.Signals) => {
      demo.kill(signal)
      const code = await demo.exited
      await collected
      running.delete(demo)
      return { code, left: readdirSync(folder).filter((name) => name.startsWith('whereabouts-demo-')) }
    },
  }
}

const freePorts = ['--port', '0', '--mqtt-port', '0']

/** Signs in with what the demo prints. */
async function signedIn(output: string) {
  const [, http = ''] = /Console +(\S+)\/console\//.exec(output) ?? []
  const [, email, password] = /Sign-in +(\S+) \/ (\S+)/.exec(output) ?? []
  const { body } = await clientOf(http).post('/internal/v1/session', { email, password })
  return clientOf(http, body.data.access_token)
}

describe('the demo', () => {
  let started: ReturnType<typeof startDemo>
  let session: Client
  beforeAll(async () => {
    started = startDemo(...freePorts)
    const { output, says } = started
    await says('press Ctrl-C')
    session = await signedIn(output())
  })

  test('says what it does, has a day of history and readers with problems, and prints moves', async () => {
    const { output, says } = started
    for (const step of [
      'Starting the service',
      'Creating 1300 assets',
      'Adding the reads of the last day',
      'Printing labels',
    ])
      expect(output()).toContain(step)
    const totalOf = async (path: string) => (await session.get(path)).body.total_count
    expect(await totalOf('/api/v1/assets?limit=1')).toBe(1300)
    const located = await totalOf('/api/v1/reports/asset-locations?limit=1')
    expect(located).toBe(1270)
    const { body } = await session.get('/api/v1/reports/asset-locations?limit=1&sort=asset_last_seen')
    const hoursAgo = (Date.now() - Date.parse(body.data[0].asset_last_seen)) / 3_600_000
    expect(hoursAgo).toBeWithin(6, 24)
    await until(async () => {
      const { body: readers } = await session.get('/internal/v1/readers?limit=50')
      return readers.data.some(
        (reader: Row) => reader.external_key === 'reader-returns' && reader.health?.problem,
      )
    }, 'the reader with the wrong format has a problem')
    await until(async () => {
      const { body: readers } = await session.get('/internal/v1/readers?q=outbound')
      const { cause, llrp } = readers.data[0].diagnosis
      return cause === null && llrp?.state === 'sending'
    }, 'the reader that speaks LLRP places assets')
    await says(' → ')
  })

  test('has photos, values in custom fields, and a webhook that is off', async () => {
    const { body: fields } = await session.get('/internal/v1/asset-fields')
    expect(fields.data.map((field: { type: string }) => field.type)).toEqual([
      'text',
      'number',
      'date',
      'choice',
    ])
    const { body: assets } = await session.get('/api/v1/assets?limit=200&sort=external_key')
    const filled = assets.data.filter(({ metadata }: { metadata: object }) => 'serial_number' in metadata)
    expect(filled.length).toBe(160)
    const ids = assets.data.map(({ id }: { id: number }) => `asset_id=${id}`)
    const { body: photos } = await session.get(`/internal/v1/asset-photos?${ids.join('&')}`)
    expect(photos.data).toHaveLength(3)
    for (const photo of photos.data) expect(photo).toMatchObject({ has_thumbnail: true })
    const { body: webhooks } = await session.get('/internal/v1/webhooks')
    expect(webhooks.data).toMatchObject([{ is_enabled: false, disabled_reason: null, failures: 0 }])
  })

  test('has a template, a printer, a job with proven labels, and one whose labels become live at the encode station', async () => {
    const rowsOf = async (path: string) => (await session.get(path)).body.data
    expect(await rowsOf('/internal/v1/label-templates')).toHaveLength(1)
    expect(await rowsOf('/internal/v1/printers')).toMatchObject([{ state: 'ready', has_rfid: true }])
    const [open, done] = await rowsOf('/internal/v1/print-jobs')
    expect(done).toMatchObject({ state: 'done', counts: { live: 12, void: 1 } })
    expect(open.station.reader_name).toBe('Encode station')
    await until(
      async () => (await rowsOf(`/internal/v1/print-jobs/${open.id}`)).counts.live > 0,
      'a label was alone on the pad',
      30,
    )
  })

  test('runs until Ctrl-C, and then leaves no directory', async () => {
    const { demo, end } = started
    expect(demo.exitCode).toBeNull()
    expect(await end('SIGINT')).toEqual({ code: 0, left: [] })
  })

  test('replaces only a port that is taken, and says so without other warnings', async () => {
    const taken = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    const { output, says, end } = startDemo('--port', String(taken.port), '--mqtt-port', '0')
    await says('press Ctrl-C')
    expect(output()).toContain(
      `The HTTP port ${taken.port} is in use, so the demo uses a free port. --port chooses another one.\n`,
    )
    expect(output()).not.toContain('no effect')
    taken.stop(true)
    expect(await end('SIGTERM')).toEqual({ code: 0, left: [] })
  })

  test.each([
    ['SIGINT', 'Starting the service'],
    ['SIGHUP', 'Creating'],
    ['SIGINT', 'Adding'],
  ] as const)('leaves no directory when %s comes at "%s"', async (signal, step) => {
    const { says, end } = startDemo(...freePorts)
    await says(step)
    expect(await end(signal)).toEqual({ code: 0, left: [] })
  })
})

interface Row {
  readonly external_key: string
  readonly health: { readonly problem: object | null } | null
}
