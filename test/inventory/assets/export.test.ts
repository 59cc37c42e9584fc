import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { guessMapping, readingOf } from '../../../src/console/imports/columns'
import { fieldsOf } from '../../../src/console/imports/row-fields'
import { parseCsv } from '../../../src/console/imports/reading/csv'
import { textOf } from '../../support/csv'
import { apiClient, type Client, clientOf, otherOrganization, signIn } from '../../support/client'
import { newMember } from '../../support/users'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, keysOf, newAsset, newLocation } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'
import { until } from '../../support/until'

/** All assets of a list as one file. */

const path = '/internal/v1/asset-list/export'

let program: Program
let session: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
})
afterAll(stopPrograms)

type Row = Readonly<Record<string, string>>

/** Reads the response as bytes, because the usual client would decode it as text. */
const download = ({ token }: Client, query = ''): Promise<Response> =>
  fetch(program.http + path + query, { headers: { authorization: `Bearer ${token}` } })

async function linesOf(client: Client, query = ''): Promise<{ heads: readonly string[]; rows: Row[] }> {
  const response = await download(client, query)
  if (response.status !== 200) throw new Error(`The export returned ${response.status}`)
  const [first, ...records] = parseCsv(textOf(await response.bytes()))
  const heads = first?.cells ?? []
  const rows = records.map(({ cells }) =>
    Object.fromEntries(heads.map((head, at) => [head, cells[at] ?? ''])),
  )
  return { heads, rows }
}

const exportedKeys = async (client: Client, query: string): Promise<(string | undefined)[]> =>
  (await linesOf(client, query)).rows.map((row) => row['external_key'])

describe('the file', () => {
  test('has a column for each field of an asset that a client can write', async () => {
    const client = await otherOrganization(program, 'Fields')
    const asset = await newAsset(client)
    const { heads } = await linesOf(client)
    const ofService = new Set(['id', 'tags', 'created_at', 'updated_at', 'deleted_at'])
    const fields = Object.keys(asset).filter((field) => !ofService.has(field))
    expect(fields).toContain('external_key')
    expect(heads).toEqual(expect.arrayContaining([...fields, 'tags_rfid', 'tags_ble', 'tags_barcode']))
    expect(guessMapping(fields)).toEqual(fields as ReturnType<typeof guessMapping>)
  })

  // Rule: internal-api.md, Export
  test('contains the fields of each asset, its tags, its location and the time of the last read', async () => {
    const client = await otherOrganization(program, 'Whole')
    const site = await newLocation(client, { name: 'Site' })
    const hall = await newLocation(client, { external_key: 'HALL', name: 'Hall; north', parent_id: site.id })
    const asset = {
      external_key: 'SAW-1',
      name: '=Saw "A"',
      description: 'Sharp\nand loud',
      is_active: false,
      valid_from: '2026-01-02T03:04:05.006Z',
      valid_to: '2032-01-02T03:04:05.006Z',
      metadata: { blades: 2 },
      tags: [
        { tag_type: 'rfid', value: 'SAW1' },
        { tag_type: 'barcode', value: 'a|b' },
        { tag_type: 'rfid', value: 'SAW2' },
      ],
    }
    await newAsset(client, asset)
    await newAsset(client, { external_key: 'SAW-2', name: 'Unseen' })
    const seen = secondsAgo(90)
    await scan(client, hall.id, 'SAW1', seen)
    const { heads, rows } = await linesOf(client)
    expect(heads).toEqual([
      'external_key',
      'name',
      'description',
      'is_active',
      'valid_from',
      'valid_to',
      'tags_rfid',
      'tags_ble',
      'tags_barcode',
      'metadata',
      'location_external_key',
      'location_name',
      'location_path',
      'last_seen',
    ])
    expect(rows).toEqual([
      {
        external_key: 'SAW-1',
        name: '=Saw "A"',
        description: 'Sharp\nand loud',
        is_active: 'false',
        valid_from: '2026-01-02T03:04:05.006Z',
        valid_to: '2032-01-02T03:04:05.006Z',
        tags_rfid: 'SAW1 | SAW2',
        tags_ble: '',
        tags_barcode: 'a\\|b',
        metadata: '{"blades":2}',
        location_external_key: 'HALL',
        location_name: 'Hall; north',
        location_path: 'Site › Hall; north',
        last_seen: seen,
      },
      {
        ...Object.fromEntries(heads.map((head) => [head, ''])),
        external_key: 'SAW-2',
        name: 'Unseen',
        is_active: 'true',
        valid_from: expect.any(String),
      },
    ])
    await client.delete(`/api/v1/locations/${hall.id}`)
  })

  test('begins with a byte order mark, has CRLF after each line, and no cell that a spreadsheet runs', async () => {
    const client = await otherOrganization(program, 'Bytes')
    await newAsset(client, { external_key: 'F-1', name: '=1+1', valid_from: '2026-01-01T00:00:00Z' })
    const today = () => new Date().toISOString().slice(0, 10)
    const days = [today()]
    const response = await download(client)
    days.push(today())
    const bytes = Buffer.from(await response.bytes())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [, line] = bytes.toString().split('\r\n')
    expect(line).toBe("F-1,'=1+1,,true,2026-01-01T00:00:00.000Z,,,,,,,,,")
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    const names = days.map((day) => `attachment; filename="assets-${day}.csv"`)
    expect(names).toContain(response.headers.get('content-disposition') as string)
    expect(response.headers.get('x-total-count')).toBe('1')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('the set', () => {
  let client: Client

  beforeAll(async () => {
    client = await otherOrganization(program, 'Set')
    // More than the service reads at once, in another order than they were made.
    const rows = Array.from({ length: 1203 }, (_, at) => ({
      external_key: `B-${(at * 7919) % 1203}`,
      name: `Barrel ${at % 10}`,
      is_active: at % 3 > 0,
    }))
    for (let from = 0; from < rows.length; from += 500)
      await client.post('/internal/v1/assets/import', { rows: rows.slice(from, from + 500) })
    await newAsset(client, { external_key: 'FUTURE', valid_from: '2090-01-01T00:00:00Z' })
    const { id } = await newAsset(client, { external_key: 'GONE', name: 'Barrel 3' })
    await client.delete(`/api/v1/assets/${id}`)
  })

  /** Page by page, as the console reads it. */
  async function listedKeys(query: string): Promise<string[]> {
    const keys: string[] = []
    for (;;) {
      const page = keysOf(
        await client.get(`/internal/v1/asset-list${query || '?'}&limit=200&offset=${keys.length}`),
      )
      keys.push(...page)
      if (page.length < 200) return keys
    }
  }

  const conditions = (...given: readonly object[]): string =>
    `?conditions=${encodeURIComponent(JSON.stringify(given))}`
  const named = (value: string) => ({ field: 'text', operator: 'contains', value })
  const inactive = { field: 'state', operator: 'is', value: 'inactive' }

  test.each([
    '',
    '?sort=-name',
    '?sort=name',
    `${conditions(named('barrel 3'))}&sort=-created_at`,
    conditions(inactive, named('B-1')),
    conditions(named('nothing-is-called-so')),
  ])('of "%s" is the same as in the list, in the same order', async (query) => {
    const listed = await listedKeys(query)
    expect(await exportedKeys(client, query)).toEqual(listed)
  })

  test('contains only the caller’s organization', async () => {
    const other = await otherOrganization(program, 'Empty')
    expect(await exportedKeys(other, '')).toEqual([])
  })
})

describe('a request', () => {
  // Rule: internal-api.md, Export
  test('accepts the parameters of the list and of a file, but no paging', async () => {
    expect(faultsOf(await session.get(`${path}?limit=5&offset=1&sort=age&format=pdf&bom=no`))).toEqual([
      400,
      'limit unknown_field',
      'offset unknown_field',
      'sort invalid_value',
      'format invalid_value',
      'bom invalid_value',
    ])
  })

  test('needs a session, of any role', async () => {
    expect(faultsOf(await clientOf(program.http).get(path))).toEqual([401, 'unauthorized'])
    expect(faultsOf(await (await apiClient(program, session)).get(path))).toEqual([401, 'unauthorized'])
    const { session: viewer } = await newMember(program, session, 'viewer')
    expect((await viewer.get(path)).status).toBe(200)
  })

  test('by HEAD returns no file', async () => {
    const { status, headers, text } = await session.request('HEAD', path)
    expect([status, text, headers.get('content-type')]).toEqual([
      200,
      '',
      'text/csv; charset=utf-8; header=present',
    ])
  })
})

/** An organization whose file is larger than what the connections between client and service hold. */
async function largeOrganization(name: string): Promise<Client> {
  const admin = await otherOrganization(program, name)
  const metadata = { text: 'x'.repeat(6000) }
  for (let from = 0; from < 2400; from += 120) {
    const rows = Array.from({ length: 120 }, (_, at) => ({ name: `Large ${from + at}`, metadata }))
    await admin.post('/internal/v1/assets/import', { rows })
  }
  return admin
}

/** Processor time of the service, in hundredths of a second. */
function spent(): number {
  const fields = readFileSync(`/proc/${program.process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

// Rule: internal-api.md, Files of lists
test('an export stops when the client leaves', async () => {
  const admin = await largeOrganization('Left')
  const wholeFrom = spent()
  await (await download(admin)).bytes()
  const whole = spent() - wholeFrom
  const before = spent()
  const left = 10
  for (let number = 0; number < left; number++) {
    const stopper = new AbortController()
    const { body } = await fetch(program.http + path, {
      headers: { authorization: `Bearer ${admin.token}` },
      signal: stopper.signal,
    })
    await (body as ReadableStream<Uint8Array>).getReader().read()
    stopper.abort()
  }
  // The service answers in between, and is idle in the end.
  let last = -1
  await until(async () => {
    await admin.get('/internal/v1/asset-list?limit=1')
    const now = spent()
    const isIdle = now - last < 2
    last = now
    return isIdle
  }, 'the service is idle')
  expect(last - before).toBeLessThan((left * whole) / 2)
})

// Rule: internal-api.md, Export
test('an export is aborted when the session ends, so that it does not seem complete', async () => {
  const admin = await largeOrganization('Large')
  const { session: viewer, cookie } = await newMember(program, admin, 'viewer')
  const { body } = await download(viewer)
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  expect((await viewer.request('DELETE', '/internal/v1/session', { headers: { cookie } })).status).toBe(204)
  const readOn = async () => {
    while (!(await reader.read()).done);
  }
  expect(
    await readOn().then(
      () => 'whole',
      () => 'broken',
    ),
  ).toBe('broken')
})

test('importing an export changes nothing in the same organization and creates the same assets in another', async () => {
  const client = await otherOrganization(program, 'There')
  const text = fc.string({
    unit: fc.constantFrom(...Array.from('aB",;|\\ =+-@\'é\u{1f4e6}0')),
    minLength: 1,
    maxLength: 8,
  })
  const layout = fc.string({
    unit: fc.constantFrom(...Array.from('a,"=\'|\\ \t\r\n;-')),
    minLength: 1,
    maxLength: 8,
  })
  const instant = fc
    .date({ min: new Date('2026-01-01'), max: new Date('2026-06-01'), noInvalidDate: true })
    .map((date) => `${date.toISOString().slice(0, 23)}456Z`)
  const asset = fc.record({
    name: text.map((name) => name.trim()).filter((name) => name !== ''),
    description: fc.option(layout),
    is_active: fc.boolean(),
    metadata: fc.dictionary(
      text,
      fc.oneof(
        text,
        fc.integer(),
        fc.constant(null),
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })),
      ),
    ),
    valid_from: instant,
    valid_to: fc.option(fc.constant('2090-04-05T06:07:08.901234Z')),
    tags: fc.uniqueArray(fc.record({ tag_type: fc.constantFrom('rfid', 'ble', 'barcode'), value: layout }), {
      selector: ({ tag_type: type, value }) => `${type} ${value}`,
      maxLength: 4,
    }),
  })
  let made = 0
  const unique = ({ tags, ...rest }: typeof asset extends fc.Arbitrary<infer T> ? T : never) => ({
    ...rest,
    external_key: `P-${++made}`,
    tags: tags.map((tag) => ({ ...tag, value: `${tag.value}${made}${tag.value}` })),
  })
  const importText = async (into: Client, bytes: Uint8Array) => {
    const [heads, ...records] = parseCsv(textOf(bytes))
    const reading = readingOf(records, guessMapping(heads?.cells ?? []), new Map())
    const rows = records.map(({ cells }) => fieldsOf(cells, reading).body)
    return (await into.post('/internal/v1/assets/import', { rows })).body.data
  }
  const read = async (from: Client) => (await download(from)).bytes()

  await fc.assert(
    fc.asyncProperty(fc.array(asset, { minLength: 1, maxLength: 8 }), async (assets) => {
      for (const row of assets) await newAsset(client, unique(row))
      const before = await client.get('/api/v1/assets?limit=200')
      const report = await importText(client, await read(client))
      expect(report).toMatchObject({ created: 0, changed: 0, refused: 0 })
      expect((await client.get('/api/v1/assets?limit=200')).text).toBe(before.text)
    }),
    { numRuns: 8 },
  )

  const elsewhere = await otherOrganization(program, 'Elsewhere')
  const file = await read(client)
  expect(await importText(elsewhere, file)).toMatchObject({ created: made, refused: 0 })
  expect(Buffer.from(await read(elsewhere)).equals(Buffer.from(file))).toBe(true)
})
