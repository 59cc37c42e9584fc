import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { apiClient, type Client, type Credential, mintKey, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { examplePackages, python } from '../../support/python'
import { newLocation, newTagged } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'
import { until } from '../../support/until'

/** The Python client of Eclipse Paho as a subscriber of the built-in broker (docs/mqtt-out.md). */

// Each test starts several programs.
setDefaultTimeout(60_000)

const found = examplePackages()
const isMissing = 'missing' in found

let program: Program
let session: Client
let api: Client
let key: Credential

afterAll(stopPrograms)

interface Running {
  /** The lines that the subscriber has printed. */
  readonly lines: Record<string, unknown>[]
  messages(): Record<string, unknown>[]
  granted(): unknown
  readonly ended: Promise<number>
  kill(): void
}

function subscribe(options: Record<string, unknown>): Running {
  const port = Number(new URL(program.mqtt as string).port)
  const all = {
    port,
    client_id: crypto.randomUUID(),
    clean: true,
    username: key.client_id,
    password: key.client_secret,
    filters: ['north/events/asset.created'],
    qos: 1,
    will: null,
    messages: 1,
    ...options,
  }
  const child = Bun.spawn(
    [python as string, join(import.meta.dir, 'subscribe_with_paho.py'), JSON.stringify(all)],
    {
      env: { PATH: Bun.env['PATH'], PYTHONPATH: 'path' in found ? found.path : '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const lines: Record<string, unknown>[] = []
  void (async () => {
    let text = ''
    for await (const chunk of child.stdout) {
      text += new TextDecoder().decode(chunk)
      const complete = text.split('\n')
      text = complete.pop() ?? ''
      lines.push(...complete.map((line) => JSON.parse(line)))
    }
  })()
  return {
    lines,
    messages: () => lines.filter((line) => 'topic' in line),
    granted: () => lines.find((line) => 'granted' in line)?.['granted'],
    ended: child.exited,
    kill: () => child.kill(),
  }
}

const isSubscribed = (running: Running) =>
  until(() => running.granted() !== undefined, 'the acknowledgement of the subscriptions')

describe.skipIf(isMissing)(`a client of Paho${isMissing ? ` (skipped: ${found.missing})` : ''}`, () => {
  beforeAll(async () => {
    program = await startProgram()
    session = await signIn(program)
    api = await apiClient(program, session)
    key = await mintKey(session, ['tracking:read'])
  })

  describe.each([4, 5])('with protocol level %d', (version) => {
    test.each([0, 1])('receives events with QoS %d', async (qos) => {
      const running = subscribe({ version, qos })
      await isSubscribed(running)
      expect(running.granted()).toEqual([qos])
      const asset = await newTagged(api, `A${version}${qos}`)
      expect(await running.ended).toBe(0)
      const [message] = running.messages()
      expect(message).toMatchObject({ topic: 'north/events/asset.created', qos, retain: false, dup: false })
      expect(JSON.parse(message?.['payload'] as string).asset_id).toBe(asset.id)
    })

    test('is granted QoS 1 for QoS 2', async () => {
      const running = subscribe({ version, qos: 2, messages: 0 })
      expect(await running.ended).toBe(0)
      expect(running.granted()).toEqual([1])
    })

    test('receives the present places as retained messages', async () => {
      const hall = await newLocation(api, { external_key: `HALL${version}` })
      await newTagged(api, `B${version}`, { external_key: `CRATE${version}` })
      await scan(session, hall.id, `B${version}`, secondsAgo(30))
      const running = subscribe({ version, filters: [`north/assets/CRATE${version}/whereabouts`] })
      expect(await running.ended).toBe(0)
      expect(running.messages()[0]).toMatchObject({ qos: 1, retain: true })
      expect(JSON.parse(running.messages()[0]?.['payload'] as string).location_external_key).toBe(
        `HALL${version}`,
      )
    })

    test('receives what it missed when its session is persistent, and nothing when it is clean', async () => {
      const persistent = { version, client_id: `keeps-${version}`, clean: false }
      const clean = { version, client_id: `clean-${version}` }
      for (const options of [persistent, clean]) {
        const first = subscribe({ ...options, messages: 0 })
        expect(await first.ended).toBe(0)
        expect(first.lines[0]).toMatchObject({ connected: true, present: false })
      }
      const missed = await newTagged(api, `C${version}0`)
      const second = subscribe({ ...persistent, filters: [] })
      expect(await second.ended).toBe(0)
      expect(second.lines[0]).toMatchObject({ connected: true, present: true })
      expect(JSON.parse(second.messages()[0]?.['payload'] as string).asset_id).toBe(missed.id)

      const anew = subscribe(clean)
      await isSubscribed(anew)
      const next = await newTagged(api, `C${version}1`)
      expect(await anew.ended).toBe(0)
      expect(anew.lines[0]).toMatchObject({ present: false })
      expect(JSON.parse(anew.messages()[0]?.['payload'] as string).asset_id).toBe(next.id)
    })

    test('may have a will, which the broker does not publish', async () => {
      const other = subscribe({ version, filters: ['north/events/+'] })
      await isSubscribed(other)
      const running = subscribe({ version, will: 'north/events/asset.created' })
      await isSubscribed(running)
      running.kill()
      await running.ended
      const asset = await newTagged(api, `D${version}`)
      expect(await other.ended).toBe(0)
      expect(JSON.parse(other.messages()[0]?.['payload'] as string).asset_id).toBe(asset.id)
    })

    test('is refused with a wrong password', async () => {
      const running = subscribe({ version, password: 'wrong' })
      await running.ended
      expect(running.lines[0]).toMatchObject({
        connected: false,
        reason: 'Bad user name or password',
      })
    })

    test('is refused topics that are not those of its organization', async () => {
      const filters = ['#', 'south/events/+', 'north/#', '$SYS/#', 'north/events/+']
      const running = subscribe({ version, filters, messages: 0 })
      expect(await running.ended).toBe(0)
      const refused = version === 5 ? 0x87 : 0x80
      expect(running.granted()).toEqual([refused, refused, refused, refused, 1])
    })
  })
})
