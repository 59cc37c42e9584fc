import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { apiClient, clientOf, type Client, type Credential, mintKey, signIn } from '../../support/client'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { freshKey, newLocation, newTagged } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'

/** Whole reports as CSV for spreadsheets and BI tools. */

setDefaultTimeout(60_000)

const path = '/exports/v1/reports/asset-locations.csv'
const pathAt = '/exports/v1/reports/asset-locations-at.csv'
const header =
  'asset_id,asset_external_key,location_id,location_external_key,asset_deleted_at,asset_last_seen'

let program: Program
let session: Client
let key: Credential
beforeAll(async () => {
  program = await startProgram({ dataDir: newDataDir() })
  session = await signIn(program)
  key = await mintKey(session, ['tracking:read'])
})
afterAll(stopPrograms)

const basic = ({ client_id, client_secret }: Credential): string =>
  `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`

const load = (from: string, authorization = basic(key), method = 'GET') =>
  clientOf(program.http).request(method, from, { headers: { authorization } })

/** The rows of the file and of the report, in order of the ids of assets. */
const cellsOf = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
type ReportRow = Readonly<Record<string, string | number | null>>
const rowsOf = (data: ReportRow[]): string[][] =>
  data
    .toSorted((one, other) => Number(one['asset_id']) - Number(other['asset_id']))
    .map((row) => header.split(',').map((name) => String(row[name] ?? '')))

// Rule: internal-api.md, Report exports
describe('the export of the report', () => {
  test('has the rows of the report, in parts, in order of the ids', async () => {
    const hall = await newLocation(session)
    for (let index = 0; index < 30; index++) {
      const one = await newTagged(session, freshKey('A'))
      if (index % 3 > 0) await scan(session, hall.id, one.external_key, secondsAgo(index + 1))
    }
    const { text, status, headers } = await load(path)
    const [first, ...rows] = cellsOf(text)
    const { data } = (await session.get('/api/v1/reports/asset-locations?limit=200')).body
    expect([status, headers.get('content-type'), first?.join(',')]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      header,
    ])
    expect(rows).toEqual(rowsOf(data))
    expect(rows.length).toBe(20)
  })

  test('has the same filters as the report', async () => {
    const [hall, yard] = [await newLocation(session), await newLocation(session)]
    const [inside, outside] = [
      await newTagged(session, freshKey('B')),
      await newTagged(session, freshKey('B')),
    ]
    await scan(session, hall.id, inside.external_key, secondsAgo(5))
    await scan(session, yard.id, outside.external_key, secondsAgo(5))
    for (const query of [
      `location_id=${hall.id}`,
      `location_external_key=${yard.external_key}`,
      `asset_id=${outside.id}&asset_id=${inside.id}`,
      `asset_external_key=${inside.external_key}`,
      `q=${outside.external_key.toLowerCase()}`,
      `asset_id=${inside.id}&location_id=${yard.id}`,
    ]) {
      const { data } = (await session.get(`/api/v1/reports/asset-locations?${query}`)).body
      expect(cellsOf((await load(`${path}?${query}`)).text).slice(1)).toEqual(rowsOf(data))
    }
  })

  test('at an instant has the rows of the report at that instant', async () => {
    const [hall, yard] = [await newLocation(session), await newLocation(session)]
    const one = await newTagged(session, freshKey('C'))
    await scan(session, hall.id, one.external_key, secondsAgo(60))
    const at = secondsAgo(30)
    await scan(session, yard.id, one.external_key, secondsAgo(5))
    const query = `at=${encodeURIComponent(at)}&asset_id=${one.id}`
    const { data } = (await session.get(`/api/v1/reports/asset-locations-at?${query}`)).body
    expect(data).toMatchObject([{ location_id: hall.id }])
    expect(cellsOf((await load(`${pathAt}?${query}`)).text).slice(1)).toEqual(rowsOf(data))
    expect((await load(`${pathAt}?asset_id=${one.id}`)).text).toContain(`,${yard.id},`)
  })

  // Rule: internal-api.md, Files of lists
  test.each([
    ['asset-locations', ''],
    ['asset-locations-at', ''],
    ...['dwell', 'flows', 'occupancy'].map((name) => [
      name,
      'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&',
    ]),
  ])('has the separator and the byte order mark that the client wants: %s', async (name, query) => {
    const bytesOf = async (choice: string): Promise<string> => {
      const response = await fetch(`${program.http}/exports/v1/reports/${name}.csv?${query}${choice}`, {
        headers: { authorization: basic(key) },
      })
      return Buffer.from(await response.bytes()).toString()
    }
    expect((await bytesOf('')).split('\r\n')[0]).toMatch(/^[a-z_]+,/)
    expect((await bytesOf('separator=semicolon')).split('\r\n')[0]).toMatch(/^[a-z_]+;/)
    expect((await bytesOf('bom=true')).split('\r\n')[0]).toMatch(/^\ufeff[a-z_]+,/)
    const refused = await load(`/exports/v1/reports/${name}.csv?${query}separator=tab&bom=1&format=xlsx`)
    expect(refused.body.error.fields.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      'bom',
      'format',
      'separator',
    ])
  })

  test('neutralizes a key that a spreadsheet would run as a formula', async () => {
    const hall = await newLocation(session, { external_key: '-1-1' })
    const one = await newTagged(session, freshKey('D'))
    await scan(session, hall.id, one.external_key, secondsAgo(1))
    expect((await load(`${path}?asset_id=${one.id}`)).text).toContain(`,${hall.id},'-1-1,`)
  })
})

describe('a caller of an export', () => {
  test('may send a bearer token instead, and HEAD returns no body', async () => {
    const api = await apiClient(program, session, ['tracking:read'])
    const { status, text } = await api.get(path)
    expect([status, text.split('\r\n')[0]]).toEqual([200, header])
    const head = await load(path, basic(key), 'HEAD')
    expect([head.status, head.text]).toEqual([200, ''])
  })

  test.each([
    ['wrong credentials', () => basic({ ...key, client_secret: 'wrong' })],
    ['an unknown client_id', () => basic({ ...key, client_id: crypto.randomUUID() })],
    ['a wrong token', () => 'Bearer wrong'],
    ['a header of another kind', () => 'Digest x'],
    ['no base64', () => 'Basic %%%'],
  ])('with %s gets 401 with a challenge for HTTP Basic', async (_name, authorization) => {
    const { status, headers, body } = await load(path, authorization())
    expect([status, headers.get('www-authenticate'), body.error.type]).toEqual([
      401,
      'Basic realm="Whereabouts", charset="UTF-8"',
      'unauthorized',
    ])
  })

  test('needs the scope, and a key that is not revoked', async () => {
    const other = await mintKey(session, ['assets:read'])
    expect((await load(path, basic(other))).status).toBe(403)
    const revoked = await mintKey(session, ['tracking:read'])
    expect((await load(path, basic(revoked))).status).toBe(200)
    await session.delete(`/internal/v1/api-keys/${revoked.client_id}`)
    expect((await load(path, basic(revoked))).status).toBe(401)
  })

  test('sees nothing of another organization', async () => {
    const own = await signIn(program)
    const { data } = (await own.post('/internal/v1/organizations', { name: freshKey('Other') })).body
    const switched = await own.post('/internal/v1/session/organization', { organization_id: data.id })
    const other = clientOf(program.http, switched.body.data.access_token)
    const foreign = await mintKey(other, ['tracking:read'])
    expect((await load(path, basic(foreign))).text).toBe(`${header}\r\n`)
  })

  test('is refused after too many wrong secrets', async () => {
    const own = await mintKey(session, ['tracking:read'])
    const statuses: number[] = []
    for (let attempt = 0; attempt < 30 && statuses.at(-1) !== 429; attempt++)
      statuses.push((await load(path, basic({ ...own, client_secret: 'wrong' }))).status)
    expect(statuses.at(-1)).toBe(429)
  })

  test('cannot use HTTP Basic for the public API', async () => {
    const { status } = await load('/api/v1/reports/asset-locations')
    expect(status).toBe(401)
  })
})
