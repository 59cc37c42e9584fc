import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { apiClient, type Client, clientOf, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newAsset, newLocation, type Row } from '../../support/records'
import { newReader, type Reader, secondsAgo } from '../../support/scans'
import { gainsOf } from '../../support/warehouse'

/** What tags say about themselves, from the message of a gateway to the API (docs/api.md, Telemetry). */

let program: Program
let session: Client
let api: Client
let gateway: Reader
let hour: number

setDefaultTimeout(20_000)
beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
  gateway = await newGateway(session)
  // A whole hour of the past, so that a test never begins in one hour and ends in the next one.
  hour = Math.floor(Date.parse(secondsAgo(3 * 3600)) / 3_600_000) * 3_600_000
})
afterAll(stopPrograms)

const newGateway = async (client: Client, key = 'gateway'): Promise<Reader> =>
  newReader(client, key, [(await newLocation(client)).id], { format: 'minew_g1' })

let made = 0
/** An asset with the address of its tag. */
async function newTagged(client = session): Promise<Row & { readonly mac: string }> {
  const mac = `C81F2A${(++made).toString(16).padStart(6, '0').toUpperCase()}`
  return { ...(await newAsset(client, { tags: [{ tag_type: 'ble', value: mac }] })), mac }
}

const at = (minute: number, of = hour): string => new Date(of + minute * 60_000).toISOString()
const bthome = (frame: string): string =>
  `${(frame.length / 2 + 3).toString(16).padStart(2, '0')}16d2fc${frame}`
const celsius = (value: number): string => {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16LE(Math.round(value * 100))
  return bthome(`4002${bytes.toString('hex')}`)
}

interface Sent {
  readonly mac: string
  readonly rawData: string
  readonly timestamp: string
}

async function send(reads: readonly Sent[], by = gateway): Promise<void> {
  const device = clientOf(program.http, by.device_token)
  const entries = reads.map((read) => ({ type: 'Unknown', rssi: -60, ...read }))
  const response = await device.post(`/internal/v1/readers/${by.external_key}/events`, entries)
  expect(response.status).toBe(202)
}

const pathOf = ({ id }: Row) => `/api/v1/assets/${id}/telemetry`
const rowsOf = async (asset: Row, query = '') => (await api.get(`${pathOf(asset)}${query}`)).body.data
const lastOf = async ({ id }: Row) =>
  (await session.get(`/internal/v1/assets/${id}/telemetry`)).body.data.values
const tagOf = ({ tags }: Row): number => tags[0]?.id as number
const keyPath = (asset: Row, tag = tagOf(asset)) => `/internal/v1/assets/${asset.id}/tags/${tag}/key`

const gained = (work: () => Promise<unknown>): Promise<Record<string, number>> => gainsOf(counts, work)

async function counts(): Promise<Record<string, number>> {
  const text = await (await fetch(`${program.http}/metrics`)).text()
  const lines = text.matchAll(/^whereabouts_telemetry_values_total\{result="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, result, value]) => [result, Number(value)]))
}

// Rule: api.md, Telemetry
describe('the telemetry of an asset', () => {
  test('has the least, mean, greatest and last value of each hour, the newest hour first', async () => {
    const asset = await newTagged()
    const { mac } = asset
    const next = hour + 3_600_000
    await send([
      { mac, rawData: celsius(4), timestamp: at(5) },
      { mac, rawData: celsius(-1.5), timestamp: at(10) },
      { mac, rawData: bthome('40015d02f401'), timestamp: at(15) },
      { mac, rawData: celsius(7.25), timestamp: at(1, next) },
    ])
    // A late read is part of its hour, and is not the last value.
    await send([{ mac, rawData: celsius(20), timestamp: at(7) }])
    const temperature = { metric: 'temperature_c' }
    expect(await rowsOf(asset)).toEqual([
      {
        ...temperature,
        hour: at(0, next),
        min: 7.25,
        mean: 7.25,
        max: 7.25,
        last: 7.25,
        last_at: at(1, next),
      },
      { metric: 'battery_percent', hour: at(0), min: 93, mean: 93, max: 93, last: 93, last_at: at(15) },
      { ...temperature, hour: at(0), min: -1.5, mean: 6.875, max: 20, last: 5, last_at: at(15) },
    ])
    const tag_id = tagOf(asset)
    expect(await lastOf(asset)).toEqual([
      { metric: 'battery_percent', value: 93, observed_at: at(15), tag_id },
      { metric: 'temperature_c', value: 7.25, observed_at: at(1, next), tag_id },
    ])
    const hoursOf = async (query: string) => (await rowsOf(asset, query)).map((row: any) => row.hour)
    expect(await hoursOf('?metric=temperature_c&limit=1&offset=1')).toEqual([at(0)])
    expect(await hoursOf(`?from=${at(1)}`)).toEqual([at(0, next)])
    expect(await hoursOf(`?from=${at(0)}&to=${at(59)}&metric=battery_percent`)).toEqual([at(0)])
    expect(await hoursOf('?metric=motion')).toEqual([])
  })

  test('contains a repeated read once, and nothing of an inactive reader', async () => {
    const asset = await newTagged()
    const read = { mac: asset.mac, rawData: celsius(4), timestamp: at(5) }
    await send([read, read])
    await send([read, { ...read, rawData: celsius(6), timestamp: at(6) }])
    const off = await newGateway(session, 'off')
    await session.patch(`/internal/v1/readers/${off.id}`, { is_active: false })
    await send([{ ...read, rawData: celsius(50), timestamp: at(7) }], off)
    expect(await rowsOf(asset)).toMatchObject([{ min: 4, mean: 5, max: 6 }])
  })

  test('has values of a gateway that decodes them, beside those of the advertisement', async () => {
    const asset = await newTagged()
    const read = { mac: asset.mac, rawData: celsius(4), timestamp: at(5), battery: 70, humidity: 'wet' }
    await send([read])
    expect((await lastOf(asset)).map(({ metric, value }: any) => [metric, value])).toEqual([
      ['battery_percent', 70],
      ['temperature_c', 4],
    ])
  })

  test('has at most five metrics, the first ones', async () => {
    const asset = await newTagged()
    const { mac } = asset
    await send([
      { mac, rawData: bthome('40015d02f40103a00f0c020c2101'), timestamp: at(5) },
      { mac, rawData: bthome('403a01'), timestamp: at(6) },
      { mac, rawData: bthome('40015c3a02'), timestamp: at(7) },
    ])
    const metrics = (await lastOf(asset)).map(({ metric }: any) => metric)
    expect(metrics).toEqual([
      'battery_percent',
      'battery_volts',
      'temperature_c',
      'humidity_percent',
      'motion',
    ])
    expect(await rowsOf(asset, '?metric=button')).toEqual([])
    expect(await rowsOf(asset, '?metric=battery_percent')).toMatchObject([{ min: 92, max: 93 }])
  })

  test('leaves out values that no tag can measure, counts them, and keeps those beside them', async () => {
    const asset = await newTagged()
    const { mac } = asset
    const gains = await gained(() =>
      send([
        // 255 % and 327.67 °C beside 40 % of humidity.
        { mac, rawData: bthome('4001ff02ff7f03a00f'), timestamp: at(5) },
        { mac, rawData: '0316d2', timestamp: at(6) },
        { mac, rawData: 'ff16d2fc4002', timestamp: at(7) },
        { mac, rawData: celsius(3), timestamp: at(8) },
      ]),
    )
    expect(gains).toEqual({ stored: 2, impossible: 2 })
    expect((await lastOf(asset)).map(({ metric, value }: any) => [metric, value])).toEqual([
      ['temperature_c', 3],
      ['humidity_percent', 40],
    ])
  })

  test.each([
    ['?metric=pressure', [400, 'metric invalid_value']],
    ['?from=yesterday', [400, 'from invalid_value']],
    ['?sort=hour', [400, 'sort unknown_field']],
    ['?limit=0', [400, 'limit too_small']],
  ])('is not listed with %s', async (query, faults) => {
    expect(faultsOf(await api.get(`${pathOf(await newTagged())}${query}`))).toEqual(faults)
  })
})

// Rule: internal-api.md, Telemetry
describe('the key of a tag', () => {
  const key = '231d39c1d7cc1ab1aee224cd096db932'
  // The address is in the frame: 54:48:E6:8F:80:A5.
  const frame = bthome('43a5808fe64854f196c06ffb4900112233f08ecbde')
  const faultyKeys: [unknown, string][] = [
    ['231d', 'invalid_value'],
    [`${key}00`, 'invalid_value'],
    [key.replace('2', 'g'), 'invalid_value'],
    [7, 'invalid_value'],
  ]

  test('opens encrypted frames, which are counted until it is right', async () => {
    const asset = await newTagged()
    const sendAt = (minute: number) => send([{ mac: asset.mac, rawData: frame, timestamp: at(minute) }])
    expect(await gained(() => sendAt(1))).toEqual({ encrypted: 1 })
    expect((await session.patch(keyPath(asset), { key: 'ff'.repeat(16) })).status).toBe(204)
    expect(await gained(() => sendAt(2))).toEqual({ encrypted: 1 })
    expect((await session.patch(keyPath(asset), { key: key.toUpperCase() })).status).toBe(204)
    expect(await gained(() => sendAt(3))).toEqual({ stored: 2 })
    expect(await rowsOf(asset)).toMatchObject([
      { metric: 'temperature_c', last: 25.06, last_at: at(3) },
      { metric: 'humidity_percent', last: 50.55, last_at: at(3) },
    ])
    const keyEntries = async () =>
      (await session.get('/internal/v1/audit?action=tag_key_changed&limit=1')).body.total_count
    const entries = await keyEntries()
    expect((await session.patch(keyPath(asset), { key })).status).toBe(204)
    expect(await keyEntries()).toBe(entries)
    expect((await session.patch(keyPath(asset), { key: null })).status).toBe(204)
    expect(await keyEntries()).toBe(entries + 1)
    expect(await gained(() => sendAt(4))).toEqual({ encrypted: 1 })
  })

  test('is in no response, audit entry, file or log, which say only that there is one', async () => {
    const asset = await newTagged()
    await session.patch(keyPath(asset), { key })
    await session.patch(keyPath(asset), { key: `${key}!` })
    await send([{ mac: asset.mac, rawData: frame, timestamp: at(1) }])
    const responses = await Promise.all([
      ...[`/internal/v1/assets/${asset.id}/telemetry`, `/api/v1/assets/${asset.id}`].map((path) =>
        session.get(path),
      ),
      api.get(pathOf(asset)),
      session.get('/internal/v1/audit?limit=200'),
      session.get('/internal/v1/audit/export'),
      session.get('/internal/v1/asset-list/export'),
      session.get('/internal/v1/tags'),
      session.get(`/internal/v1/readers/${gateway.id}/messages`),
    ])
    const texts = [...responses.map(({ text }) => text), program.log()]
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    expect(texts.filter((text) => text.toLowerCase().includes(key))).toEqual([])
    expect(responses[0]?.body.data.tag_ids_with_key).toEqual([tagOf(asset)])
    const [entry] = (await session.get('/internal/v1/audit?action=tag_key_changed&limit=1')).body.data
    expect(entry).toMatchObject({
      subject: { kind: 'asset', id: String(asset.id), name: asset.external_key },
      before: null,
      after: { id: tagOf(asset), tag_type: 'ble', value: asset.mac },
    })
    expect(Object.keys(entry.after).toSorted()).toEqual(['id', 'tag_type', 'value'])
  })

  test('ends with the tag, even if the value is attached again', async () => {
    const asset = await newTagged()
    await session.patch(keyPath(asset), { key })
    await api.delete(`/api/v1/assets/${asset.id}/tags/${tagOf(asset)}`)
    const withKey = async () =>
      (await session.get(`/internal/v1/assets/${asset.id}/telemetry`)).body.data.tag_ids_with_key
    expect(await withKey()).toEqual([])
    const tag = { tag_type: 'ble', value: asset.mac }
    const again = (await api.post(`/api/v1/assets/${asset.id}/tags`, tag)).body.data
    await session.patch(keyPath(asset, again.id), { key })
    await api.delete(`/api/v1/assets/${asset.id}`)
    await session.post(`/internal/v1/deleted-assets/${asset.id}/restore`, {})
    expect(await withKey()).toEqual([])
  })

  test.each(faultyKeys)('is not %p', async (wrong, code) => {
    expect(faultsOf(await session.patch(keyPath(await newTagged()), { key: wrong }))).toEqual([
      400,
      `key ${code}`,
    ])
  })

  test('is refused for a tag of another asset, and without a key', async () => {
    const [one, other] = [await newTagged(), await newTagged()]
    expect((await session.patch(keyPath(one, tagOf(other)), { key })).status).toBe(404)
    expect(faultsOf(await session.patch(keyPath(one), {}))).toEqual([400, 'key required'])
  })
})

// Rule: api.md, Telemetry
test('of another organization is not found, and its tag with the same address stays apart', async () => {
  const south = await otherOrganization(program, 'South')
  const own = await newTagged()
  const foreign = await newAsset(south, { tags: [{ tag_type: 'ble', value: own.mac }] })
  await send([{ mac: own.mac, rawData: celsius(4), timestamp: at(5) }])
  await send(
    [{ mac: own.mac, rawData: celsius(30), timestamp: at(5) }],
    await newGateway(south, 'south-gateway'),
  )
  expect(await rowsOf(own)).toMatchObject([{ min: 4, max: 4 }])
  expect((await south.get(pathOf(foreign))).body.data).toMatchObject([{ min: 30, max: 30 }])
  const key = { key: '00'.repeat(16) }
  const calls = [
    () => api.get(pathOf(foreign)),
    () => session.get(`/internal/v1/assets/${foreign.id}/telemetry`),
    () => session.patch(keyPath(foreign), key),
    () => session.patch(keyPath(own, tagOf(foreign)), key),
  ]
  for (const call of calls) expect((await call()).status).toBe(404)
})
