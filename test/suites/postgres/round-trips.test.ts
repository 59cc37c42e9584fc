import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type ApiResponse, apiClient, type Client, clientOf, mintKey, signIn } from '../../support/client'
import { newDatabase, server, startInstance } from '../../support/instances'
import { type Program, stopPrograms } from '../../support/program'
import { openRoundTrips } from '../../support/round-trips'

/** The round trips to the database for which requests wait (docs/postgresql.md, Distance), and what they share. */

setDefaultTimeout(60_000)

let trips: Awaited<ReturnType<typeof openRoundTrips>>
let program: Program
let session: Client
let client: Client
let asset: string

beforeAll(async () => {
  if (!server) return
  trips = await openRoundTrips(server.port)
  const url = new URL(await newDatabase())
  url.port = String(trips.port)
  program = await startInstance(url.href)
  session = await signIn(program)
  client = await apiClient(program, session)
  for (let number = 1; number <= 3; number++) {
    const tags = [{ tag_type: 'rfid', value: `F${number}` }]
    const created = await client.post('/api/v1/assets', { name: `Asset ${number}`, tags })
    asset = created.headers.get('location') as string
  }
})
afterAll(async () => {
  await stopPrograms()
  trips?.close()
  server?.stop()
})

/** Requests that prepare the statements on each connection. */
const warmUp = 12
/** The service has other work now and then, such as the time of use of an API key. */
const counted = 5

/** Returns the number of round trips of a request, which other work of the service does not lengthen. */
async function tripsOf(request: () => Promise<ApiResponse>): Promise<number> {
  const checked = async (): Promise<void> => expect((await request()).status).toBeLessThan(300)
  await Promise.all(Array.from({ length: warmUp }, checked))
  for (let number = 0; number < warmUp; number++) await checked()
  const counts: number[] = []
  for (let number = 0; number < counted; number++) counts.push(await trips.count(checked))
  return Math.min(...counts)
}

describe.skipIf(!server)('a request waits for', () => {
  test('one round trip when it reads an asset', async () => {
    expect(await tripsOf(() => client.get(asset))).toBe(1)
    expect(await tripsOf(() => session.get(asset))).toBe(1)
  })

  test('two round trips when it lists assets', async () => {
    expect(await tripsOf(() => client.get('/api/v1/assets'))).toBe(2)
    expect(await tripsOf(() => client.get('/api/v1/assets?sort=-updated_at&offset=1'))).toBe(2)
  })

  test('four round trips when it creates an asset', async () => {
    const unique = (): string => crypto.randomUUID()
    const withTags = () => ({
      external_key: unique(),
      name: 'New',
      tags: [1, 2].map(() => ({ tag_type: 'rfid', value: unique() })),
    })
    expect(await tripsOf(() => client.post('/api/v1/assets', withTags()))).toBe(4)
    expect(await tripsOf(() => client.post('/api/v1/assets', { name: 'Without a key' }))).toBe(4)
  })
})

describe.skipIf(!server)('creates that arrive together', () => {
  const statusesOf = async (bodies: readonly object[]): Promise<number[]> => {
    const responses = await Promise.all(bodies.map((body) => client.post('/api/v1/assets', body)))
    return responses.map(({ status }) => status).toSorted((one, other) => one - other)
  }
  const tagged = (...values: string[]) => ({
    name: 'Tagged',
    tags: values.map((value) => ({ tag_type: 'rfid', value })),
  })

  test('are stored, except those whose key or tag another one has', async () => {
    const others = Array.from({ length: 8 }, (_, index) => tagged(`OTHER-${index}`))
    const equal = [
      { external_key: 'EQUAL', name: 'One' },
      { external_key: 'EQUAL', name: 'Two' },
      tagged('F9'),
      tagged('F9'),
    ]
    const before = (await client.get('/api/v1/assets')).body.total_count
    expect(await statusesOf([...equal, ...others])).toEqual([...Array<number>(10).fill(201), 409, 409])
    const listed = (await client.get('/api/v1/assets?q=OTHER-')).body
    expect(
      listed.data.flatMap(({ tags }: { tags: { value: string }[] }) => tags.map(({ value }) => value)).length,
    ).toBe(8)
    expect((await client.get('/api/v1/assets')).body.total_count).toBe(before + 10)
  })

  test('are refused when a tag is repeated or used, without a trace', async () => {
    const { newest_sequence: newest } = (await client.get('/api/v1/events?limit=1')).body
    expect(await statusesOf([tagged('F10', 'F10')])).toEqual([409])
    expect(await statusesOf([tagged('F11', 'F1')])).toEqual([409])
    expect((await client.get('/api/v1/events?limit=1')).body.newest_sequence).toBe(newest)
    expect(await statusesOf([tagged('F10', 'F11')])).toEqual([201])
  })
})

describe.skipIf(!server)('what is read with the rights of an earlier request is not sent', () => {
  test('to a revoked API key', async () => {
    const { client_id, client_secret } = await mintKey(session)
    const credentials = { grant_type: 'client_credentials', client_id, client_secret }
    const { body } = await client.post('/api/v1/oauth/token', credentials)
    const revoked = clientOf(program.http, body.access_token)
    expect((await revoked.get(asset)).status).toBe(200)
    await session.delete(`/internal/v1/api-keys/${client_id}`)
    expect((await revoked.get(asset)).status).toBe(401)
    expect((await revoked.get(asset)).status).toBe(401)
  })

  test('to a session that has moved to another organization', async () => {
    const moving = await signIn(program)
    expect((await moving.get(asset)).status).toBe(200)
    const { body } = await moving.post('/internal/v1/organizations', { name: 'South' })
    const organization = { organization_id: body.data.id }
    const moved = await moving.post('/internal/v1/session/organization', organization)
    expect(moved.status).toBe(200)
    expect((await moving.get(asset)).status).toBe(404)
    expect((await moving.get('/api/v1/assets')).body.total_count).toBe(0)
  })
})
