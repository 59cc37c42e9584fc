import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, clientOf, otherOrganization, signIn } from '../../support/client'
import { basic } from '../../support/identity'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newAsset, newLocation, newTagged } from '../../support/records'
import { newReader, secondsAgo } from '../../support/scans'

/** Handheld submissions (docs/internal-api.md, Scans). Times and repeats: repeats.test.ts. */

let program: Program
let session: Client
let other: Client
let place: number

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  other = await otherOrganization(program)
  place = (await newLocation(session)).id
})
afterAll(stopPrograms)

const submit = (body: unknown, client = session) => client.post('/internal/v1/scans', body)

const uuid = 'fda50693-a4e2-4fb1-afcf-c6eb07647825'

/** The locations of the events of an asset, newest first. */
async function placesOf(assetId: number): Promise<number[]> {
  const { data } = (await session.get(`/api/v1/assets/${assetId}/history`)).body
  return data.map((event: { location_id: number }) => event.location_id)
}

// Rule: internal-api.md, Scans
describe('a submission', () => {
  test('places each asset, and returns the unknown values', async () => {
    const [one, two] = [await newTagged(session, freshKey()), await newTagged(session, freshKey())]
    const unknown = [
      { tag_type: 'rfid', value: freshKey('No') },
      { tag_type: 'ble', value: one.external_key },
    ]
    const reads = [{ value: one.external_key }, ...unknown, { tag_type: 'rfid', value: two.external_key }]
    const response = await submit({ location_id: place, reads })
    expect([response.status, response.body]).toEqual([
      200,
      { data: { accepted: 2, duplicates: 0, unknown, rejected: [] } },
    ])
    expect([await placesOf(one.id), await placesOf(two.id)]).toEqual([[place], [place]])
    const report = await session.get(`/api/v1/reports/asset-locations?asset_id=${one.id}`)
    expect(report.body.data[0]).toMatchObject({ asset_id: one.id, location_id: place })
  })

  test('lists unknown tags by value, even without a type', async () => {
    const value = freshKey('Nobody')
    const { unknown } = (await submit({ location_id: place, reads: [{ value }] })).body.data
    expect(unknown).toEqual([{ tag_type: expect.any(String), value }])
  })

  test('may be empty', async () => {
    expect((await submit({ location_id: place, reads: [] })).body).toEqual({
      data: { accepted: 0, duplicates: 0, unknown: [], rejected: [] },
    })
  })

  // Rule: history.md, Handheld scans
  test('begins an event for each asset, even at its current location', async () => {
    const { id, external_key: value } = await newTagged(session, freshKey())
    for (const seconds of [60, 50])
      await submit({ location_id: place, observed_at: secondsAgo(seconds), reads: [{ value }] })
    expect(await placesOf(id)).toEqual([place, place])
  })

  test('counts every read, and begins one event for an asset that it contains twice', async () => {
    const value = freshKey()
    const barcode = { tag_type: 'barcode', value: freshKey('B') }
    const { id } = await newAsset(session, { tags: [{ tag_type: 'rfid', value }, barcode] })
    const { data } = (await submit({ location_id: place, reads: [{ value }, { value }, barcode] })).body
    expect(data.accepted + data.duplicates).toBe(3)
    expect(data.accepted).toBeGreaterThanOrEqual(1)
    expect(await placesOf(id)).toEqual([place])
  })
})

// Rule: internal-api.md, Scans
describe('the location of a submission', () => {
  test('is given by id, by key or by one of its tags', async () => {
    const tag = { tag_type: 'barcode', value: freshKey('Shelf') }
    const location = await newLocation(session, { external_key: freshKey('L'), tags: [tag] })
    const { id, external_key: value } = await newTagged(session, freshKey())
    const names = [
      { location_id: location.id },
      { location_external_key: location.external_key },
      { location_tag: tag },
    ]
    for (const name of names) {
      const { body } = await submit({ ...name, reads: [{ value }] })
      expect(body.data.accepted).toBe(1)
    }
    expect(await placesOf(id)).toEqual([location.id, location.id, location.id])
  })

  test('is given by exactly one field', async () => {
    const { external_key } = await newLocation(session)
    expect(faultsOf(await submit({ reads: [] }))).toEqual([400, 'location_id required'])
    const both = { location_id: place, location_external_key: external_key, reads: [] }
    expect(faultsOf(await submit(both))).toEqual([
      400,
      'location_id ambiguous_fields',
      'location_external_key ambiguous_fields',
    ])
  })

  // Rule: history.md, Messages
  test('must be an existing location of the organization', async () => {
    const tag = { tag_type: 'rfid', value: freshKey('T') }
    const { id, external_key } = await newLocation(session, { tags: [tag] })
    await session.delete(`/api/v1/locations/${id}`)
    const foreignTag = { tag_type: 'ble', value: freshKey('F') }
    const foreign = await newLocation(other, { external_key: freshKey('L'), tags: [foreignTag] })
    const asset = await newTagged(session, freshKey())
    const wrong: [name: object, field: string][] = [
      [{ location_id: id }, 'location_id'],
      [{ location_external_key: external_key }, 'location_external_key'],
      [{ location_tag: tag }, 'location_tag'],
      [{ location_id: foreign.id }, 'location_id'],
      [{ location_external_key: foreign.external_key }, 'location_external_key'],
      [{ location_tag: foreignTag }, 'location_tag'],
      [{ location_tag: { tag_type: 'rfid', value: asset.external_key } }, 'location_tag'],
      [{ location_id: 999_999_999 }, 'location_id'],
    ]
    for (const [name, field] of wrong) {
      const response = await submit({ ...name, reads: [{ value: asset.external_key }] })
      expect(faultsOf(response)).toEqual([400, `${field} fk_not_found`])
    }
    expect(await placesOf(asset.id)).toEqual([])
  })
})

// Rule: history.md, Tag match
describe('a value that is read', () => {
  const found = async (read: object) =>
    (await submit({ location_id: place, reads: [read] })).body.data.accepted === 1

  // Rule: internal-api.md, Scans
  test('without a type is matched as an rfid tag, then as a barcode, then as a beacon', async () => {
    const value = freshKey('Same')
    const ofType = async (tag_type: string) => newAsset(session, { tags: [{ tag_type, value }] })
    const assets = [await ofType('rfid'), await ofType('barcode'), await ofType('ble')]
    for (const asset of assets) {
      expect(await found({ value })).toBe(true)
      const visits = await Promise.all(assets.map(async ({ id }) => (await placesOf(id)).length))
      expect(visits).toEqual(assets.map((each) => (assets.indexOf(each) <= assets.indexOf(asset) ? 1 : 0)))
      await session.delete(`/api/v1/assets/${asset.id}/tags/${asset.tags[0]?.id}`)
    }
    expect(await found({ value })).toBe(false)
  })

  test('with a type matches only this type', async () => {
    const { external_key: value } = await newTagged(session, freshKey())
    expect(await found({ tag_type: 'barcode', value })).toBe(false)
    expect(await found({ tag_type: 'rfid', value })).toBe(true)
  })

  test('is matched regardless of separators, case and leading zeros, if exactly one asset matches', async () => {
    const key = freshKey('AB').replace('-', '').toUpperCase()
    await newTagged(session, key)
    const likewise = `00${key.toLowerCase().replace('b', 'b:')}`
    expect(await found({ value: likewise })).toBe(true)
    await newAsset(session, { tags: [{ tag_type: 'rfid', value: `0${key}` }] })
    expect(await found({ value: likewise })).toBe(false)
    expect(await found({ value: key })).toBe(true)
  })

  test('as a barcode is matched without the line break of the scanner, but case-sensitively', async () => {
    const value = freshKey('Code')
    await newAsset(session, { tags: [{ tag_type: 'barcode', value }] })
    expect(await found({ tag_type: 'barcode', value: `${value}\r\n` })).toBe(true)
    expect(await found({ tag_type: 'barcode', value: value.toUpperCase() })).toBe(false)
  })

  // Rule: internal-api.md, Scans
  test.each<[spelling: string, registered: (code: string) => string, scanned: (code: string) => string]>([
    ['a symbology identifier', (code) => code, (code) => `]C1${code}`],
    ['a symbology identifier of a QR code', (code) => code, (code) => `]Q1${code}`],
    ['a registered symbology identifier', (code) => `]C0${code}`, (code) => code],
    ['the stars of Code 39', (code) => code, (code) => `*${code}*`],
    ['registered stars of Code 39', (code) => `*${code}*`, (code) => code],
    ['both', (code) => code, (code) => `]A0*${code}*`],
    ['a space at the end', (code) => code, (code) => `${code} `],
    ['a registered space at the end', (code) => `${code} `, (code) => code],
    ['tabs around it', (code) => code, (code) => `\t${code}\t\r\n`],
    ['the separator of GS1', (code) => code, (code) => `${code.slice(0, 4)}\u001d${code.slice(4)}`],
  ])('as a barcode is matched with %s', async (_, registered, scanned) => {
    const code = freshKey('CODE')
    await newAsset(session, { tags: [{ tag_type: 'barcode', value: registered(code) }] })
    expect(await found({ value: scanned(code) })).toBe(true)
    await newAsset(session, { tags: [{ tag_type: 'barcode', value: scanned(code).replace('\u001d', '*') }] })
    expect(await found({ value: registered(code) })).toBe(true)
  })

  test.each<[spelling: string, type: string, registered: string, scanned: string]>([
    ['a prefix of hexadecimal numbers', 'rfid', '0xE2801160A1', 'E2801160A1'],
    ['a pasted mark of direction', 'rfid', '\u200eE2801160A2', 'E2801160A2'],
    ['a space without width', 'rfid', 'E280\u200b1160A3', 'E2801160A3'],
    ['a soft hyphen', 'rfid', 'E280\u00ad1160A4', 'E2801160A4'],
    ['a dash', 'rfid', 'E280\u20131160A5', 'E2801160A5'],
    ['a hyphen that does not break', 'rfid', 'E280\u20111160A6', 'E2801160A6'],
    ['wide letters', 'rfid', '\uff25\uff12\uff18\uff10\uff11\uff11\uff16\uff10\uff21\uff17', 'E2801160A7'],
    ['a Cyrillic letter', 'rfid', '\u04152801160A8', 'E2801160A8'],
    ['quotes', 'rfid', '\u201cE2801160A9\u201d', 'E2801160A9'],
    ['an apostrophe', 'rfid', "'E2801160AA", 'E2801160AA'],
    ['brackets', 'rfid', '[E2801160AB]', 'E2801160AB'],
    ['colons between UUID, major and minor', 'ble', `${uuid}:1:2`, `${uuid.toUpperCase()}/1/2`],
    ['commas between UUID, major and minor', 'ble', `${uuid}, 1, 3`, `${uuid.toUpperCase()}/1/3`],
    ['hexadecimal digits', 'ble', `${uuid}-0001-0004`, `${uuid.toUpperCase()}/1/4`],
    ['hexadecimal digits without separators', 'ble', `${uuid.replaceAll('-', '')}00010005`, `${uuid}/1/5`],
    ['decimal numbers of four digits', 'ble', `${uuid}:1234:5678`, `${uuid.replaceAll('-', '')}04D2162E`],
    [
      'the parts of an Eddystone beacon',
      'ble',
      'EDD1EBEAC04E5DEFA017/0BDB87539B67',
      'EDD1EBEAC04E5DEFA0170BDB87539B67',
    ],
  ])('finds a tag that was registered with %s', async (_, tag_type, registered, scanned) => {
    const asset = await newAsset(session, { tags: [{ tag_type, value: registered }] })
    expect(await found({ tag_type, value: scanned })).toBe(true)
    expect(await placesOf(asset.id)).toEqual([place])
    // Public responses have the value as it was sent.
    expect((await session.get(`/api/v1/assets/${asset.id}`)).body.data.tags[0].value).toBe(registered)
  })

  test('finds an asset whose tag is registered in two spellings', async () => {
    const value = `${uuid.replace('fd', 'fe')}/1/2`
    const tags = [value, value.replaceAll('/', ',')].map((each) => ({ tag_type: 'ble', value: each }))
    await newAsset(session, { tags })
    expect(await found({ tag_type: 'ble', value: value.toUpperCase() })).toBe(true)
  })

  test('matches a live asset of the same organization, active or not', async () => {
    const idle = await newTagged(session, freshKey(), { is_active: false })
    const gone = await newTagged(session, freshKey())
    const foreign = await newTagged(other, freshKey())
    await session.delete(`/api/v1/assets/${gone.id}`)
    expect(await found({ value: idle.external_key })).toBe(true)
    expect(await found({ value: gone.external_key })).toBe(false)
    expect(await found({ value: foreign.external_key })).toBe(false)
  })
})

describe('a submission with', () => {
  test.each<[name: string, body: unknown, faults: (string | number)[]]>([
    ['no reads', { location_id: 1 }, [400, 'reads required']],
    ['nothing', {}, [400, 'reads required', 'location_id required']],
    [
      'too many reads',
      { location_id: 1, reads: Array.from({ length: 10_001 }, () => ({ value: 'x' })) },
      [400, 'reads too_large'],
    ],
    ['reads in one object', { location_id: 1, reads: {} }, [400, 'reads invalid_value']],
    ['an id that is text', { location_id: '1', reads: [] }, [400, 'location_id invalid_value']],
    ['an id of zero', { location_id: 0, reads: [] }, [400, 'location_id too_small']],
    ['half a tag', { location_tag: { value: 'x' }, reads: [] }, [400, 'location_tag.tag_type required']],
    [
      'an empty submission_id',
      { submission_id: '', location_id: 1, reads: [] },
      [400, 'submission_id too_short'],
    ],
    ['a bad time', { observed_at: 'now', location_id: 1, reads: [] }, [400, 'observed_at invalid_value']],
    ['no JSON', '{', [400, 'bad_request']],
    ['a list', [], [400, 'bad_request']],
  ])('%s is rejected', async (_, body, faults) => {
    expect(faultsOf(await submit(body))).toEqual(faults)
  })

  test('another media type is rejected', async () => {
    const response = await session.request('POST', '/internal/v1/scans', { body: '{}' })
    expect(faultsOf(response)).toEqual([415, 'unsupported_media_type'])
  })
})

// Rule: internal-api.md, Scans
describe('a read that is not valid', () => {
  const gone = async () => {
    const { id } = await newAsset(session)
    await session.delete(`/api/v1/assets/${id}`)
    return id
  }

  test.each<[name: string, read: () => unknown, code: string, message: string]>([
    ['that is text', () => 'E1', 'invalid_value', 'must be an object'],
    ['that is null', () => null, 'invalid_value', 'must be an object'],
    ['of nothing', () => ({}), 'required', 'value or asset_id is required'],
    ['without a value', () => ({ tag_type: 'rfid' }), 'required', 'value or asset_id is required'],
    ['with an empty value', () => ({ value: '' }), 'too_short', 'at least 1 character'],
    ['with a long value', () => ({ value: 'x'.repeat(256) }), 'too_long', 'at most 255 characters'],
    ['with a number', () => ({ value: 5 }), 'invalid_value', 'must be a string'],
    ['with a NUL', () => ({ value: 'E1\0' }), 'invalid_value', 'control characters'],
    ['with the separator of GS1', () => ({ value: '0104\u001d21' }), 'invalid_value', 'control characters'],
    ['with half of a character', () => ({ value: '\ud800' }), 'invalid_value', 'unpaired surrogate'],
    ['of another type', () => ({ value: 'x', tag_type: 'qr' }), 'invalid_value', 'must be one of'],
    ['with a bad time', () => ({ value: 'x', observed_at: 'now' }), 'invalid_value', 'RFC 3339'],
    ['with another field', () => ({ value: 'x', rssi: 1 }), 'unknown_field', 'unknown field: rssi'],
    [
      'with many other fields',
      () => Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`f${at}`, 1])),
      'unknown_field',
      'unknown field: f0',
    ],
    ['of an asset and a value', () => ({ value: 'x', asset_id: 1 }), 'ambiguous_fields', 'either a value'],
    ['of an asset that is text', () => ({ asset_id: '1' }), 'invalid_value', 'must be a number'],
    ['of no asset', () => ({ asset_id: 999_999_999 }), 'fk_not_found', 'does not name a live asset'],
    ['of a deleted asset', async () => ({ asset_id: await gone() }), 'fk_not_found', 'live asset'],
    [
      'of a foreign asset',
      async () => ({ asset_id: (await newAsset(other)).id }),
      'fk_not_found',
      'does not name a live asset',
    ],
  ])('%s is rejected, and the reads beside it are stored', async (_, read, code, message) => {
    const [one, two] = [await newTagged(session, freshKey()), await newTagged(session, freshKey())]
    const reads = [{ value: one.external_key }, await read(), { value: two.external_key }]
    const body = { submission_id: freshKey('S'), location_id: place, reads }
    const response = await submit(body)
    expect([response.status, response.body.data]).toEqual([
      200,
      {
        accepted: 2,
        duplicates: 0,
        unknown: [],
        rejected: [{ index: 1, code, message: expect.stringContaining(message), text: expect.anything() }],
      },
    ])
    expect([await placesOf(one.id), await placesOf(two.id)]).toEqual([[place], [place]])
    expect((await submit(body)).body).toEqual(response.body)
    expect(await placesOf(one.id)).toEqual([place])
  })

  test('may be each read of a submission', async () => {
    const response = await submit({ location_id: place, reads: [{}, { value: '' }] })
    expect([response.status, response.body.data]).toMatchObject([
      200,
      { accepted: 0, duplicates: 0, unknown: [], rejected: [{ index: 0 }, { index: 1 }] },
    ])
  })
})

describe('an asset that is read by its id', () => {
  // Rule: internal-api.md, Scans
  test('is placed like one that is read by a tag', async () => {
    const { id } = await newAsset(session)
    const tagged = await newTagged(session, freshKey())
    const at = secondsAgo(60)
    const reads = [{ asset_id: id }, { asset_id: tagged.id, observed_at: at }]
    expect((await submit({ location_id: place, reads })).body.data).toEqual({
      accepted: 2,
      duplicates: 0,
      unknown: [],
      rejected: [],
    })
    expect([await placesOf(id), await placesOf(tagged.id)]).toEqual([[place], [place]])
    // The same scan by the tag is a repeat.
    const again = { location_id: place, reads: [{ value: tagged.external_key, observed_at: at }] }
    expect((await submit(again)).body.data).toMatchObject({ accepted: 0, duplicates: 1 })
  })
})

describe('the sender of a submission', () => {
  const handheld = (body: object = {}) =>
    newReader(session, freshKey('Hand'), [], { kind: 'handheld', format: null, ...body })

  // Rule: internal-api.md, Scans
  test('may be a handheld, by its token as bearer or as password', async () => {
    const { device_token: token } = await handheld()
    const { id, external_key: value } = await newTagged(session, freshKey())
    const body = JSON.stringify({ location_id: place, reads: [{ value }] })
    for (const authorization of [
      `Bearer ${token}`,
      `bearer ${token}`,
      basic('any', token),
      basic('', token),
    ]) {
      const headers = { authorization, 'content-type': 'application/json' }
      const response = await clientOf(program.http).request('POST', '/internal/v1/scans', { headers, body })
      expect([response.status, response.body.data?.accepted]).toEqual([200, 1])
    }
    expect((await placesOf(id)).length).toBe(4)
  })

  // Rule: internal-api.md, Scans
  test('cannot be a fixed reader or an inactive handheld', async () => {
    const body = { location_id: place, reads: [] }
    const fixed = clientOf(program.http, (await newReader(session, freshKey('Gate'), [])).device_token)
    expect((await submit(body, fixed)).status).toBe(403)
    const { id, device_token } = await handheld({ is_active: false })
    const device = clientOf(program.http, device_token)
    expect((await submit(body, device)).status).toBe(403)
    await session.patch(`/internal/v1/readers/${id}`, { is_active: true })
    expect((await submit(body, device)).status).toBe(200)
  })

  // Rule: internal-api.md, Callers
  test('cannot be an API key or an unauthenticated client', async () => {
    const { id, device_token } = await handheld()
    await session.delete(`/internal/v1/readers/${id}`)
    const clients = [
      clientOf(program.http),
      clientOf(program.http, 'x'),
      clientOf(program.http, device_token),
      clientOf(program.http, `wad_${'0'.repeat(32)}`),
      await apiClient(program, session),
    ]
    for (const client of clients) {
      const response = await submit({ location_id: place, reads: [] }, client)
      expect(faultsOf(response)).toEqual([401, 'unauthorized'])
      expect(response.headers.get('www-authenticate')).toStartWith('Bearer')
    }
  })

  // Rule: internal-api.md, Callers
  test('has no other access with its device token', async () => {
    const device = clientOf(program.http, (await handheld()).device_token)
    for (const path of ['/api/v1/assets', '/api/v1/orgs/me', '/internal/v1/readers', '/internal/v1/api-keys'])
      expect((await device.get(path)).status).toBe(401)
  })
})
