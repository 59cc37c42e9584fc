import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation } from '../../support/records'
import { newReader } from '../../support/scans'

/** The antennas and the MQTT topic of a reader (docs/internal-api.md, Antennas; docs/internal-api.md, MQTT). */

let program: Program
let session: Client
let other: Client
let here: number
let there: number

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  other = await otherOrganization(program)
  here = (await newLocation(session)).id
  there = (await newLocation(session)).id
})
afterAll(stopPrograms)

const readers = '/internal/v1/readers'
const create = (body: object, client = session) =>
  client.post(readers, {
    external_key: freshKey('R'),
    name: 'Gate',
    kind: 'fixed',
    format: 'csl_cs463',
    ...body,
  })
const patch = (id: number, body: object) => session.patch(`${readers}/${id}`, body)

// Rule: internal-api.md, Antennas
describe('the antennas of a reader', () => {
  const at = (port: number, location_id: unknown) => ({ port, location_id })
  const plain = { rssi_offset_db: 0, min_rssi_dbm: null, power_dbm: null }
  const shown = (port: number, location_id: unknown) => ({ ...at(port, location_id), ...plain })

  test('are replaced as a whole, or left as they are', async () => {
    const { id } = (await create({ antennas: [at(1, here), at(2, there)] })).body.data
    const antennas = async (body: object) => (await patch(id, body)).body.data.antennas
    expect(await antennas({ name: 'Same' })).toEqual([shown(1, here), shown(2, there)])
    expect(await antennas({ antennas: [at(2, here), at(3, here)] })).toEqual([shown(2, here), shown(3, here)])
    expect(await antennas({ antennas: [] })).toEqual([])
    expect((await session.get(`${readers}/${id}`)).body.data.antennas).toEqual([])
  })

  test('must be at live locations of the organization', async () => {
    const foreign = (await newLocation(other)).id
    const gone = (await newLocation(session)).id
    await session.delete(`/api/v1/locations/${gone}`)
    const { id } = (await create({ antennas: [at(1, here)] })).body.data
    for (const wrong of [foreign, gone, 999_999_999]) {
      const antennas = [at(1, here), at(2, wrong)]
      const fault = [400, 'antennas[1].location_id fk_not_found']
      expect(faultsOf(await create({ antennas }))).toEqual(fault)
      expect(faultsOf(await patch(id, { antennas }))).toEqual(fault)
    }
    expect((await session.get(`${readers}/${id}`)).body.data.antennas).toEqual([shown(1, here)])
  })

  test('are all checked at once', async () => {
    const antennas = [at(1, 999_999_998), at(2, here), at(3, 999_999_999)]
    expect(faultsOf(await create({ antennas }))).toEqual([
      400,
      'antennas[0].location_id fk_not_found',
      'antennas[2].location_id fk_not_found',
    ])
  })

  test('each have a port and a location, and each port occurs once', async () => {
    const faults = async (...antennas: unknown[]) => faultsOf(await create({ antennas }))
    expect(await faults(at(1, here), at(1, there))).toEqual([400, 'antennas[1].port invalid_value'])
    expect(await faults({ port: 1 })).toEqual([400, 'antennas[0].location_id required'])
    expect(await faults({ location_id: here })).toEqual([400, 'antennas[0].port required'])
    expect(await faults(at(1, here), at(-1, here))).toEqual([400, 'antennas[1].port too_small'])
    expect(await faults(at(1, 0))).toEqual([400, 'antennas[0].location_id too_small'])
    expect(await faults(at(1, null))).toEqual([400, 'antennas[0].location_id invalid_value'])
    expect(await faults({ ...at(1, here), gain: 3 })).toEqual([400, 'antennas[0].gain unknown_field'])
    expect(await faults(1)).toEqual([400, 'antennas[0] invalid_value'])
  })
})

describe('the RSSI of an antenna', () => {
  const mapped = (correction: object, port = 1) => ({ port, location_id: here, ...correction })
  const none = { rssi_offset_db: 0, min_rssi_dbm: null, power_dbm: null }

  // Rule: internal-api.md, Antennas
  test.each<[sent: object, stored: object]>([
    [{}, none],
    [{ rssi_offset_db: 2.5 }, { ...none, rssi_offset_db: 2.5 }],
    [{ min_rssi_dbm: -65.5 }, { ...none, min_rssi_dbm: -65.5 }],
    [
      { rssi_offset_db: -30, min_rssi_dbm: -120 },
      { rssi_offset_db: -30, min_rssi_dbm: -120, power_dbm: null },
    ],
    [
      { rssi_offset_db: 30, min_rssi_dbm: 0 },
      { rssi_offset_db: 30, min_rssi_dbm: 0, power_dbm: null },
    ],
    [{ min_rssi_dbm: null }, none],
  ])('%j is stored as %j', async (sent, stored) => {
    const created = (await create({ antennas: [mapped(sent)] })).body.data
    expect(created.antennas).toEqual([mapped(stored)])
    expect((await session.get(`${readers}/${created.id}`)).body.data.antennas).toEqual([mapped(stored)])
    const { id } = (await create({ antennas: [mapped({ rssi_offset_db: 7, min_rssi_dbm: -7 })] })).body.data
    expect((await patch(id, { antennas: [mapped(sent)] })).body.data.antennas).toEqual([mapped(stored)])
  })

  test('reads 5.0 as 5, in any notation', async () => {
    const { id } = (await create({})).body.data
    const body = `{"antennas":[{"port":1,"location_id":${here},"rssi_offset_db":5.0,"min_rssi_dbm":-6.50e1}]}`
    const response = await session.patch(`${readers}/${id}`, body)
    expect(response.text).toContain('"rssi_offset_db":5,"min_rssi_dbm":-65,"power_dbm":null}')
    expect((await session.get(`${readers}/${id}`)).text).toContain(
      '"rssi_offset_db":5,"min_rssi_dbm":-65,"power_dbm":null}',
    )
  })

  test('is kept by changes without antennas, and accepted as it is shown', async () => {
    const antennas = [mapped({ rssi_offset_db: -1.5, min_rssi_dbm: -70, power_dbm: null }), mapped(none, 2)]
    const { id } = (await create({ antennas })).body.data
    expect((await patch(id, { name: 'Same' })).body.data.antennas).toEqual(antennas)
    const view = (await session.get(`${readers}/${id}`)).body.data
    expect((await patch(id, view)).body.data.antennas).toEqual(antennas)
  })

  // Rule: internal-api.md, Antennas
  test.each<[wrong: string, fault: string, message: string]>([
    ['"rssi_offset_db":30.1', 'rssi_offset_db too_large', 'must be at most 30'],
    ['"rssi_offset_db":-31', 'rssi_offset_db too_small', 'must be at least -30'],
    ['"rssi_offset_db":1e999', 'rssi_offset_db too_large', 'must be at most 30'],
    ['"rssi_offset_db":null', 'rssi_offset_db invalid_value', 'must not be null'],
    ['"rssi_offset_db":"3"', 'rssi_offset_db invalid_value', 'must be a number'],
    ['"rssi_offset_db":"NaN"', 'rssi_offset_db invalid_value', 'must be a number'],
    ['"rssi_offset_db":true', 'rssi_offset_db invalid_value', 'must be a number'],
    ['"rssi_offset_db":[3]', 'rssi_offset_db invalid_value', 'must be a number'],
    ['"min_rssi_dbm":0.5', 'min_rssi_dbm too_large', 'must be at most 0'],
    ['"min_rssi_dbm":-120.01', 'min_rssi_dbm too_small', 'must be at least -120'],
    ['"min_rssi_dbm":-1e999', 'min_rssi_dbm too_small', 'must be at least -120'],
    ['"min_rssi_dbm":"-60"', 'min_rssi_dbm invalid_value', 'must be a number'],
    ['"min_rssi_dbm":{}', 'min_rssi_dbm invalid_value', 'must be a number'],
    ['"min_rssi_dbm":false', 'min_rssi_dbm invalid_value', 'must be a number'],
  ])('is not %s', async (wrong, fault, message) => {
    const antennas = [mapped({ rssi_offset_db: 1, min_rssi_dbm: -60, power_dbm: null })]
    const { id } = (await create({ antennas })).body.data
    const body = `{"antennas":[{"port":1,"location_id":${here},${wrong}}]}`
    const response = await session.patch(`${readers}/${id}`, body)
    expect(faultsOf(response)).toEqual([400, `antennas[0].${fault}`])
    expect(response.body.error.fields[0].message).toBe(`antennas[0].${fault.split(' ')[0]} ${message}`)
    expect((await session.get(`${readers}/${id}`)).body.data.antennas).toEqual(antennas)
  })

  test('is a JSON number, so NaN is rejected', async () => {
    const { id } = (await create({})).body.data
    const body = `{"antennas":[{"port":1,"location_id":${here},"rssi_offset_db":NaN}]}`
    expect(faultsOf(await session.patch(`${readers}/${id}`, body))).toEqual([400, 'bad_request'])
  })

  test('can be changed only by its organization', async () => {
    const antennas = [mapped({ rssi_offset_db: 1, min_rssi_dbm: -60, power_dbm: null })]
    const { id } = (await create({ antennas })).body.data
    const foreign = { antennas: [mapped({ rssi_offset_db: 9 })] }
    expect(faultsOf(await other.patch(`${readers}/${id}`, foreign))).toEqual([404, 'not_found'])
    expect((await session.get(`${readers}/${id}`)).body.data.antennas).toEqual(antennas)
  })
})

describe('the topic of a reader', () => {
  // Rule: internal-api.md, Reader fields
  test('consists by default of the slug and the key, even after it is set to null', async () => {
    const key = freshKey('Def')
    const { id, topic } = (await create({ external_key: key })).body.data
    expect(topic).toBe(`north/readers/${key}/#`)
    expect((await patch(id, { topic: `own/${key}` })).body.data.topic).toBe(`own/${key}`)
    expect((await patch(id, { topic: null })).body.data.topic).toBe(`north/readers/${key}/#`)
    const same = (await create({ external_key: key }, other)).body.data
    expect(same.topic).toBe(`south/readers/${key}/#`)
  })

  test.each(['', 'a/#/b', 'a#', '#a', 'a+/b', 'a/+b', 'a\u0000b', 5])(
    'has to be an MQTT topic filter, not %j',
    async (topic) => {
      const [status, fault] = faultsOf(await create({ topic }))
      expect(status).toBe(400)
      expect(fault).toStartWith('topic ')
    },
  )

  test.each([
    ['same/a', 'same/a'],
    ['plus/+/reads', 'plus/7/reads'],
    ['plus2/7/+', 'plus2/+/reads'],
    ['tree/#', 'tree/a/b/c'],
    ['parent/#', 'parent'],
    ['deep/a/b', 'deep/#'],
    ['Umlaut/Tür', 'Umlaut/+'],
  ])('%s prevents others in the whole installation from using %s', async (first, second) => {
    const taken = await create({ topic: first })
    expect(taken.status).toBe(201)
    for (const client of [session, other])
      expect(faultsOf(await create({ topic: second }, client))).toEqual([409, 'conflict'])
    const { id } = (await create({})).body.data
    expect(faultsOf(await patch(id, { topic: second }))).toEqual([409, 'conflict'])
    await session.delete(`${readers}/${taken.body.data.id}`)
    expect((await patch(id, { topic: second })).status).toBe(200)
  })

  test.each([
    ['near/a', 'near/b'],
    ['near/c/+', 'near/c'],
    ['near/d/+', 'near/d/e/f'],
    ['near/e/#', 'near/ee'],
    ['near/Case', 'near/case'],
  ])('%s allows others %s', async (first, second) => {
    expect([(await create({ topic: first })).status, (await create({ topic: second })).status]).toEqual([
      201, 201,
    ])
  })

  // Rule: internal-api.md, Reader fields
  test('does not overlap itself', async () => {
    const { id } = await newReader(session, freshKey('Self'), [], { topic: 'self/#' })
    expect((await patch(id, { topic: 'self/#' })).status).toBe(200)
    expect((await patch(id, { topic: 'self/a/#' })).status).toBe(200)
  })

  test('is assigned to one of several simultaneous requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, index) => create({ topic: 'race/#' }, index % 2 ? session : other)),
    )
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
  })
})
