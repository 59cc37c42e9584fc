import { afterAll, beforeAll, expect, test } from 'bun:test'
import { apiClient, type Client, otherOrganization, signIn } from '../../support/client'
import { eventually } from '../../support/eventually'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { newAsset, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, secondsAgo } from '../../support/scans'

/** Codes of all forms name one object (docs/history.md, Tag match). */

const gs = '\u001d'
const epc = '303403332C121B2F276CB8E8'
const spellings = [
  `3000${epc}`,
  'urn:epc:id:sgtin:0052427.018540.202524899560',
  'urn:epc:tag:sgtin-96:1.0052427.018540.202524899560',
  'https://example.com/shop/01/00052427185402/21/202524899560?17=270101',
  '(01)00052427185402(21)202524899560',
  '(01)00052427185402(10)B7(21)202524899560',
]

let program: Program
let session: Client
let api: Client
let hall: Row
let drill: Row

const lookUp = async (client: Client, ...values: (string | { tag_type: string; value: string })[]) => {
  const tags = values.map((value) => (typeof value === 'string' ? { value } : value))
  const { body } = await client.post('/api/v1/tags/lookup', { tags })
  return body.data as Record<string, unknown>[]
}

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
  hall = await newLocation(session)
  drill = await newTagged(session, epc, { name: 'Drill' })
})
afterAll(stopPrograms)

// Rule: api.md, Tag lookup
test('a lookup finds the owner of a tag by each spelling of its code, and says how', async () => {
  const found = await lookUp(
    api,
    epc,
    '3034-0333-2c12-1b2f-276c-b8e8',
    ...spellings,
    'E2009A9040060AF000000999',
  )
  expect(found.map(({ asset_id: id, matched_by: by }) => [id, by])).toEqual([
    [drill.id, 'value'],
    [drill.id, 'normal_form'],
    ...spellings.map(() => [drill.id, 'identity']),
    [null, null],
  ])
  expect(found[0]?.['identity']).toEqual({
    scheme: 'sgtin',
    gs1_key: '00052427185402',
    serial: '202524899560',
    element_string: '(01)00052427185402(21)202524899560',
    uri: 'urn:epc:id:sgtin:0052427.018540.202524899560',
    tag_uri: 'urn:epc:tag:sgtin-96:1.0052427.018540.202524899560',
    digital_link: 'https://id.gs1.org/01/00052427185402/21/202524899560',
  })
  expect(found.at(-1)?.['identity']).toBeNull()
})

// Rule: internal-api.md, Scans
test('a submission with all spellings of a code is of one asset, also with separators', async () => {
  const values = [
    ...spellings,
    `]d20100052427185402${gs}21202524899560`,
    `${gs}010005242718540210B7${gs}21202524899560`,
  ]
  const reads = values.map((value, index) => ({ value, observed_at: secondsAgo(600 - index) }))
  const { body } = await session.post('/internal/v1/scans', { location_id: hall.id, reads })
  expect(body.data).toEqual({ accepted: values.length, duplicates: 0, unknown: [], rejected: [] })
})

// Rule: internal-api.md, Unknown tags
test('an unknown code with separators is in the inbox with brackets and its identity', async () => {
  const value = `${gs}0105000456013482172012001000001${gs}210000000003`
  const reads = [{ value, tag_type: 'barcode' }, { value: epc }]
  const { body } = await session.post('/internal/v1/scans', { location_id: hall.id, reads })
  const element = '(01)05000456013482(17)201200(10)00001(21)0000000003'
  expect(body.data).toMatchObject({ unknown: [{ tag_type: 'barcode', value: element }], rejected: [] })
  const inbox = (await session.get('/internal/v1/unknown-tags')).body.data as Record<string, unknown>[]
  expect(inbox.find((tag) => tag['value'] === element)).toMatchObject({
    identity: { element_string: '(01)05000456013482(21)0000000003' },
  })
})

// Rule: history.md, Tag match
test('a value that an earlier version compared without separators keeps its owner', async () => {
  const old = await newAsset(session, { tags: [{ tag_type: 'barcode', value: '010400638133393121A1' }] })
  const reads = [{ value: `0104006381333931${gs}21A1`, tag_type: 'barcode' }]
  const { body } = await session.post('/internal/v1/scans', { location_id: hall.id, reads })
  expect(body.data).toMatchObject({ accepted: 1, unknown: [] })
  const place = await api.get(`/api/v1/reports/asset-locations?asset_id=${old.id}`)
  expect(place.body.data).toMatchObject([{ location_id: hall.id }])
})

// Rule: history.md, Tag match
test('a reader that sends the protocol-control word reads the tag without it, and the other way round', async () => {
  const reader = await newReader(session, 'DOCK', [hall.id])
  const [plain, worded] = [
    await newTagged(session, 'E2009A9040060AF000000372'),
    await newTagged(session, '3400E2009A9040060AF000000373'),
  ]
  const values = ['3000E2009A9040060AF000000372', 'E2009A9040060AF000000373', '2000E2009A9040060AF000000374']
  await postReads(
    program,
    reader,
    values.map((value) => ({ value })),
  )
  const placed = async () =>
    (await api.get('/api/v1/reports/asset-locations?limit=200')).body.data.map(
      (row: { asset_id: number }) => row.asset_id,
    )
  await eventually(placed).toEqual(expect.arrayContaining([plain.id, worded.id]) as unknown as number[])
  const inbox = (await session.get('/internal/v1/unknown-tags?q=0374')).body.data
  expect(inbox).toMatchObject([{ value: '2000E2009A9040060AF000000374' }])
})

// Rule: history.md, Tag match
test('a code that several records have finds none of them, except by a spelling that one of them has', async () => {
  const key = '(8004)9521321ABC'
  const [one, two] = [
    await newAsset(session, { tags: [{ tag_type: 'barcode', value: key }] }),
    await newAsset(session, { tags: [{ tag_type: 'barcode', value: 'urn:epc:id:giai:9521321.ABC' }] }),
  ]
  const found = await lookUp(
    api,
    { tag_type: 'barcode', value: key },
    'urn:epc:id:giai:9521321.ABC',
    'https://id.gs1.org/8004/9521321ABC',
  )
  expect(found.map(({ asset_id: id }) => id)).toEqual([one.id, two.id, null])
})

// Rule: api.md, Identity
test('another organization, a beacon, and a code with a wrong check digit are not matched', async () => {
  const other = await otherOrganization(program)
  expect((await lookUp(await apiClient(program, other), spellings[1] as string))[0]).toMatchObject({
    asset_id: null,
  })
  const values = [{ tag_type: 'ble', value: epc }, '(01)00052427185403(21)202524899560']
  expect((await lookUp(api, ...values)).map(({ asset_id: id }) => id)).toEqual([null, null])
})

// Rule: internal-api.md, Codes
test('codes are read before they are submitted, and values that were glued together are split', async () => {
  const pump = 'E2009A9040060AF000000500'
  await newTagged(session, pump)
  const values = [
    epc,
    pump + epc,
    `${epc}\n${pump}`,
    `${pump}E2009A9040060AF000000501`,
    '(01)00052427185403(21)1',
  ]
  const { status, body } = await session.post('/internal/v1/codes/parse', { values: [...values, `\0${gs}`] })
  expect(status).toBe(200)
  expect(body.data.map(({ parts, problem }: Record<string, unknown>) => [parts, problem])).toEqual([
    [[], null],
    [[pump, epc], null],
    [[epc, pump], null],
    [[], null],
    [[], 'check_digit'],
    [[], null],
  ])
  const separated = { values: [`]d2010005242718540210B7${gs}21X`] }
  expect((await session.post('/internal/v1/codes/parse', separated)).body.data).toMatchObject([
    { tag_value: '(01)00052427185402(10)B7(21)X' },
  ])
  expect(body.data[0].identity.element_string).toBe('(01)00052427185402(21)202524899560')
  const other = await otherOrganization(program, 'West')
  const theirs = await other.post('/internal/v1/codes/parse', { values: [pump + epc] })
  expect(theirs.body.data[0].parts).toEqual([])
  for (const wrong of [{ values: [] }, { values: [''] }, { values: ['x'.repeat(1025)] }, {}])
    expect((await session.post('/internal/v1/codes/parse', wrong)).status).toBe(400)
})

// Rule: internal-api.md, Search
test('the search finds the owner by each spelling', async () => {
  for (const text of spellings) {
    const { body } = await session.get(`/internal/v1/search?q=${encodeURIComponent(text)}`)
    expect(body.data.assets.map(({ id }: Row) => id)).toEqual([drill.id])
  }
})
