import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { connectAsync } from 'mqtt'
import { type Client, clientOf, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { eventually } from '../../support/eventually'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { newLocation, newTagged, type Row } from '../../support/records'
import { startReceiver, stopReceivers } from '../../support/receiver'
import { newReader, postReads, type Reader } from '../../support/scans'
import { newMember } from '../../support/users'
import { changeWebhook, newWebhook } from '../../support/webhooks'

/** What needs attention (docs/internal-api.md, Attention). */

setDefaultTimeout(30_000)

const path = '/internal/v1/attention'
let program: Program
let session: Client
let place: Row
let shared: Row
const readers = new Map<string, Reader>()

const attentionOf = async (client = session) => (await client.get(path)).body.data
const post = ({ external_key, device_token }: Reader, payload: unknown) =>
  clientOf(program.http, device_token).post(`/internal/v1/readers/${external_key}/events`, payload)

/** Makes one reader of each kind of fault: the key, its cause, and whether it is broken. */
const faults: readonly [
  key: string,
  cause: string,
  isBroken: boolean,
  make: (reader: Reader) => Promise<void>,
][] = [
  ['never', 'not_connected', true, async () => {}],
  [
    'format',
    'wrong_format',
    true,
    async (reader) => {
      await post(reader, { something: 'else' })
    },
  ],
  [
    'password',
    'wrong_password',
    true,
    async ({ external_key: username }) => {
      const options = { username, password: 'wrong', reconnectPeriod: 0 }
      await connectAsync(program.mqtt as string, options).catch(() => undefined)
    },
  ],
  [
    'unmapped',
    'antenna_without_location',
    true,
    (reader) => postReads(program, reader, [{ value: 'A', antenna: 7 }]),
  ],
  ['silent', 'not_connected', true, (reader) => postReads(program, reader, [{ value: 'A' }])],
  ['clock', 'wrong_clock', false, (reader) => postReads(program, reader, [{ value: 'A' }])],
]

beforeAll(async () => {
  const dataDir = newDataDir()
  const env = { WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.0/8' }
  program = await startProgram({ dataDir, env })
  session = await signIn(program)
  place = await newLocation(session, { name: 'Dock' })
  shared = await newLocation(session, { name: 'Aisle' })
  await newTagged(session, 'A')
  for (const [key] of faults) {
    const own = await newLocation(session, { name: `At ${key}` })
    readers.set(key, await newReader(session, key, [own.id, shared.id]))
  }
  readers.set('fine', await newReader(session, 'fine', [place.id, shared.id]))
  for (const key of ['silent', 'clock'])
    await postReads(program, readers.get(key) as Reader, [{ value: 'A' }])
  await program.stop()
  const db = openDatabase(dataDir)
  const ago = (minutes: number) => (Date.now() - minutes * 60_000) * 1000
  const old = `${new Date(Date.now() - 11 * 60_000).toISOString().slice(0, 23)}000Z`
  db.run('update readers set created_at = ?, updated_at = ?', [old, old])
  const idOf = (key: string) => (readers.get(key) as Reader).id
  db.run('update reader_health set last_message_at = ? where reader_id = ?', [ago(20), idOf('silent')])
  db.run('update reader_health set wrong_clock_since = ?, clock_offset_seconds = 10800 where reader_id = ?', [
    ago(5),
    idOf('clock'),
  ])
  db.close()
  program = await startProgram({ dataDir, env, isFirst: false })
  session = await signIn(program)
  for (const [key, , , make] of faults)
    if (!['silent', 'clock'].includes(key)) await make(readers.get(key) as Reader)
  readers.set('new', await newReader(session, 'new', [place.id]))
  await postReads(program, readers.get('fine') as Reader, [{ value: 'A' }])
})
afterAll(async () => {
  await stopReceivers()
  await stopPrograms()
})

// Rule: internal-api.md, Attention
describe('what needs attention', () => {
  test.each(faults.map(([key, cause, isBroken]) => [key, cause, isBroken] as const))(
    'contains the reader %s with the cause %s',
    async (key, cause, isBroken) => {
      const found = async () =>
        (await attentionOf()).problems.filter(({ name }: { name: string }) => name === key)
      await eventually(found).toMatchObject([
        { kind: 'reader', id: (readers.get(key) as Reader).id, cause, is_broken: isBroken },
      ])
    },
  )

  test('counts a reader as reporting only when its reads place assets, and lets a new one wait', async () => {
    const { readers: counts, reader_count, problems } = await attentionOf()
    expect(counts).toEqual({ in_use: 8, reporting: 2, waiting: 1, broken: 5 })
    expect(reader_count).toBe(6)
    expect(problems.map(({ name }: { name: string }) => name)).not.toContain('new')
    const { diagnosis } = (await session.get(`/internal/v1/readers/${readers.get('new')?.id}`)).body.data
    expect([diagnosis.cause, Object.values(diagnosis.links)]).toEqual([
      'first_connection',
      Array(5).fill('waiting'),
    ])
  })

  test('names the locations that no working reader covers, as the floor does', async () => {
    const { problems } = await attentionOf()
    const { silent } = (await session.get('/internal/v1/floor')).body.data
    const blind = problems.flatMap((problem: { location_ids: number[] }) => problem.location_ids)
    const covered = silent.map(({ location_id: id }: { location_id: number }) => id)
    expect(blind).not.toContain(shared.id)
    expect(blind.toSorted()).toEqual(covered.toSorted())
    expect(silent.map(({ reader_name, cause }: Record<string, string>) => [reader_name, cause])).toEqual([
      ['format', 'wrong_format'],
      ['silent', 'not_connected'],
    ])
  })

  test('contains only what a viewer may see', async () => {
    const viewer = (await newMember(program, session, 'viewer')).session
    const kinds = (await attentionOf(viewer)).problems.map(({ kind }: { kind: string }) => kind)
    expect(new Set(kinds)).toEqual(new Set(['reader']))
  })

  test('contains a webhook while its deliveries fail, with the number of waiting events', async () => {
    const receiver = startReceiver({ respond: () => new Response('no', { status: 500 }) })
    const hook = await newWebhook(session, receiver.url, { name: 'ERP' })
    await newLocation(session)
    const found = async (client = session) =>
      (await attentionOf(client)).problems.filter(({ kind }: { kind: string }) => kind === 'webhook')
    await eventually(found).toMatchObject([
      { name: 'ERP', id: hook.id, cause: 'failing', is_broken: true, count: expect.any(Number) },
    ])
    expect(await found((await newMember(program, session, 'manager')).session)).toEqual([])
    await changeWebhook(session, hook.id, { is_enabled: false })
    expect(await found()).toEqual([])
  })
})
