import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { connectAsync, type MqttClient } from 'mqtt'
import { type Client, clientOf, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newAsset, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, type Reader, secondsAgo } from '../../support/scans'
import { openStream, type OpenStream } from '../../support/stream'
import { newMember } from '../../support/users'

/** The signal of an asset that a console looks for (docs/internal-api.md, Stream). */

setDefaultTimeout(30_000)

const path = '/internal/v1/stream'
let program: Program
let session: Client
let handheld: Reader
let gate: Reader
let radio: MqttClient

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  const hall = await newLocation(session)
  // The antenna of a handheld has no location.
  handheld = await newReader(session, freshKey('RFD'), [], { format: 'zebra_rfd' })
  gate = await newReader(session, freshKey('GATE'), [hall.id], {
    antennas: [{ port: 1, location_id: hall.id, rssi_offset_db: 10 }],
  })
  radio = await connectAsync(program.mqtt as string, {
    username: handheld.external_key,
    password: handheld.device_token,
    reconnectPeriod: 0,
  })
})
afterAll(async () => {
  await radio.endAsync()
  await stopPrograms()
})

/** Publishes a message of a Zebra RFD40, and waits until it is acknowledged. */
const hear = (...tags: [idHex: string, peakRssi?: number][]) =>
  radio.publishAsync(
    handheld.topic.replace('/#', '/data'),
    JSON.stringify({
      type: 'INVENTORY',
      timestamp: new Date().toISOString(),
      data: { tagData: tags.map(([idHex, peakRssi]) => ({ idHex, ...(peakRssi && { peakRssi }) })) },
    }),
    { qos: 1 },
  )

async function finding<T>(asset: Row, use: (stream: OpenStream) => Promise<T>): Promise<T> {
  const stream = await openStream(program, session, `?find_asset_id=${asset.id}`)
  try {
    return await use(stream)
  } finally {
    stream.socket.destroy()
  }
}

const signals = async (stream: OpenStream, count: number) =>
  (await stream.wait('signal', count)).map(({ data }) => data)

// Rule: internal-api.md, Stream
describe('the signal of an asset', () => {
  test('follows the reads of a handheld over MQTT, and of no other tag', async () => {
    const epc = 'E2C06F9200000000000051A7'
    const asset = await newTagged(session, epc)
    // Shortened forms of the EPC, and a longer one.
    for (const other of [epc.slice(0, 20), epc.slice(-8), `${epc}00`]) await newTagged(session, other)
    await finding(asset, async (stream) => {
      for (const rssi of [-75, -65, -55, -45, -35])
        await hear(
          [epc.slice(0, 20), -30],
          [epc.slice(-8), -30],
          [`${epc}00`, -30],
          [epc.toLowerCase(), rssi],
        )
      const found = await signals(stream, 5)
      expect(found.map(({ nearness, word }) => [nearness, word])).toEqual([
        [0, 'far'],
        [25, 'far'],
        [50, 'near'],
        [75, 'very_near'],
        [100, 'here'],
      ])
      const [first] = found
      expect(first).toEqual({
        asset_id: asset.id,
        reader_id: handheld.id,
        antenna: 1,
        rssi: -75,
        nearness: 0,
        word: 'far',
        observed_at: first.observed_at,
      })
    })
  })

  test('follows fixed readers with the offset of the antenna, and says nothing without an RSSI or late', async () => {
    const key = freshKey('F')
    const asset = await newTagged(session, key)
    await finding(asset, async (stream) => {
      await postReads(program, gate, [{ value: key, rssi: -65, observed_at: secondsAgo(60) }])
      const fresh = new Date().toISOString()
      await postReads(program, gate, [{ value: key, rssi: -65, observed_at: fresh }])
      // A repeated read is not another one.
      await postReads(program, gate, [{ value: key, rssi: -65, observed_at: fresh }])
      await hear([key])
      const found = await signals(stream, 3)
      expect(found.map(({ reader_id, rssi, nearness, word }) => [reader_id, rssi, nearness, word])).toEqual([
        [gate.id, -55, null, null],
        [gate.id, -55, 50, 'near'],
        [handheld.id, null, null, null],
      ])
      expect(stream.events.filter(({ event }) => event === 'signal').length).toBe(3)
    })
  })

  test('is not sent to other streams, and not after the stream has ended', async () => {
    const [key, other] = [freshKey('O'), freshKey('O')]
    const [asset, another] = [await newTagged(session, key), await newTagged(session, other)]
    const plain = await openStream(program, session)
    await finding(another, async (stream) => {
      await finding(asset, async (own) => {
        await hear([key, -50])
        await signals(own, 1)
      })
      await hear([key, -50], [other, -50])
      expect((await signals(stream, 1)).map(({ asset_id: id }) => id)).toEqual([another.id])
    })
    expect(plain.events.filter(({ event }) => event === 'signal')).toEqual([])
    plain.socket.destroy()
  })

  test('needs an operator, an asset of the organization, and a tag that a reader can hear', async () => {
    const [tagged, plain] = [await newTagged(session, freshKey('R')), await newAsset(session)]
    const paper = await newAsset(session, { tags: [{ tag_type: 'barcode', value: freshKey('B') }] })
    const viewer = await newMember(program, session, 'viewer')
    const south = await otherOrganization(program)
    const cases: [Client, number | string, (string | number)[]][] = [
      [viewer.session, tagged.id, [403, 'forbidden']],
      [south, tagged.id, [404, 'not_found']],
      [session, 999_999, [404, 'not_found']],
      [session, plain.id, [409, 'conflict']],
      [session, paper.id, [409, 'conflict']],
      [session, 'x', [400, 'find_asset_id invalid_value']],
      [clientOf(program.http), tagged.id, [401, 'unauthorized']],
    ]
    for (const [client, id, expected] of cases)
      expect(faultsOf(await client.get(`${path}?find_asset_id=${id}`))).toEqual(expected)
    const refused = await session.get(`${path}?find_asset_id=${plain.id}`)
    expect(refused.text).toContain('no RFID or BLE tag')
  })
})
