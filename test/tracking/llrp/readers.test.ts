import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createServer, type Server } from 'node:net'
import { defaultDevice } from '../../../src/commands/simulate/llrp/device'
import { SimulatedLlrpReader } from '../../../src/commands/simulate/llrp/reader'
import { encodeMessage } from '../../../src/tracking/llrp/codec/encode'
import { find, findAll, numberOf, parameter } from '../../../src/tracking/llrp/codec/values'
import { type Client, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, type Reader } from '../../support/scans'
import { until } from '../../support/until'

/** Readers that speak LLRP, whose behavior the tests control (docs/readers.md, LLRP). */

setDefaultTimeout(30_000)

let program: Program
let session: Client
let place: Row
const simulated: SimulatedLlrpReader[] = []
const servers: Server[] = []

beforeAll(async () => {
  program = await startProgram({ env: { WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.1' } })
  session = await signIn(program)
  place = await newLocation(session)
})
afterAll(async () => {
  await stopPrograms()
  for (const server of servers) server.close()
  await Promise.all(simulated.map((reader) => reader.close()))
})

type Device = typeof defaultDevice

async function serve(device: Partial<Device> = {}, port = 0): Promise<[SimulatedLlrpReader, string]> {
  const reader = new SimulatedLlrpReader({ ...defaultDevice, ...device })
  simulated.push(reader)
  return [reader, `127.0.0.1:${await reader.listen(port, '127.0.0.1')}`]
}

/** A server that greets each client with these bytes, and does nothing else. */
async function greet(...chunks: readonly Uint8Array[]): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    for (const chunk of chunks) socket.write(chunk)
  })
  servers.push(server)
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )
  return `127.0.0.1:${port}`
}

const register = (address: string, body: object = {}): Promise<Reader> =>
  newReader(session, freshKey('llrp'), [place.id], { format: 'llrp', address, ...body })
const viewOf = async ({ id }: Reader) => (await session.get(`/internal/v1/readers/${id}`)).body.data
const change = ({ id }: Reader, body: object) => session.patch(`/internal/v1/readers/${id}`, body)

/** Returns the cause and the sentence about the connection. */
async function stateOf(reader: Reader): Promise<string> {
  const { diagnosis } = await viewOf(reader)
  return [diagnosis.cause, diagnosis.llrp?.sentence].filter(Boolean).join(': ')
}
const becomes = (reader: Reader, state: string | RegExp): Promise<unknown> =>
  until(async () => {
    const found = await stateOf(reader)
    return typeof state === 'string' ? found.includes(state) : state.test(found)
  }, String(state))
const isSending = (reader: Reader): Promise<unknown> =>
  until(async () => (await viewOf(reader)).diagnosis.llrp?.state === 'sending', 'the reader is configured')

const now = () => Date.now() * 1000
const epcOf = (n: number): string => `3414257BF4F5933798${String(n).padStart(6, '0')}`
const read = (n: number, antenna = 1, at = now()) => ({ epc: epcOf(n), antenna, rssi: -55, at })
const notification = (status: number) =>
  encodeMessage({
    ...parameter('READER_EVENT_NOTIFICATION', {}, [
      parameter('ReaderEventNotificationData', {}, [
        parameter('UTCTimestamp', { Microseconds: BigInt(now()) }),
        parameter('ConnectionAttemptEvent', { Status: status }),
      ]),
    ]),
    id: 1,
  })
const greeting = notification(0)
const placeOf = async (asset: Row): Promise<number | undefined> => {
  const { body } = await session.get(`/internal/v1/assets/${asset.id}/events`)
  return body.data[0]?.location_id
}

// Rule: internal-api.md, Readers by LLRP
test('a reader is configured by its antennas, and its reads place assets', async () => {
  const [device, address] = await serve()
  const asset = await newTagged(session, epcOf(1))
  const reader = await register(address, { antennas: [{ port: 2, location_id: place.id, power_dbm: 20.1 }] })
  await isSending(reader)
  expect(device.isReading).toBeTrue()
  expect(device.antennas).toEqual([2])
  const configuration = find(
    device.rospec ?? parameter('none'),
    'AISpec',
    'InventoryParameterSpec',
    'AntennaConfiguration',
  )
  // The greatest power that is not above 20.1 dBm: 20 dBm is the 41st.
  expect(numberOf(findAll(configuration, 'RFTransmitter')[0], 'TransmitPower')).toBe(41)
  device.report([read(1, 2)])
  await until(async () => (await placeOf(asset)) === place.id, 'the asset is placed')
  const { health, diagnosis } = await viewOf(reader)
  expect(health.reads.applied).toBe(1)
  expect(diagnosis).toMatchObject({
    cause: null,
    llrp: { device: { model: 'Speedway R420', antenna_count: 4 } },
  })

  await change(reader, { antennas: [{ port: 3, location_id: place.id, power_dbm: 15 }] })
  await until(() => device.antennas[0] === 3, 'the reader is configured again')
  await change(reader, { is_active: false })
  await until(() => !device.hasClient && !device.isReading, 'the reader is released')
  await change(reader, { is_active: true })
  await isSending(reader)
  await session.delete(`/internal/v1/readers/${reader.id}`)
  await until(() => !device.hasClient && !device.isReading, 'the reader is released')
})

test('reports that a reader held while the service was away are fetched, and are applied once', async () => {
  const [device, address] = await serve()
  const asset = await newTagged(session, epcOf(2))
  const reader = await register(address)
  await isSending(reader)
  const stored = read(2)
  device.report([stored])
  await until(async () => (await viewOf(reader)).health?.reads.applied === 1, 'the read is applied')
  device.dropClient()
  await until(() => !device.hasClient, 'the connection is lost')
  device.report([stored, read(2, 1, now() + 1)])
  await until(async () => (await viewOf(reader)).health.reads.duplicate === 1, 'the report is fetched')
  expect((await viewOf(reader)).health.reads).toMatchObject({ applied: 2, duplicate: 1 })
  expect(await placeOf(asset)).toBe(place.id)
})

test('reads of a reader without a clock get the time of receipt, and it holds none', async () => {
  const [device, address] = await serve({ hasClock: false })
  const asset = await newTagged(session, epcOf(3))
  const reader = await register(address)
  await isSending(reader)
  const before = Date.now()
  device.report([read(3)])
  await until(async () => (await placeOf(asset)) === place.id, 'the asset is placed')
  const { body } = await session.get(`/api/v1/assets/${asset.id}/history`)
  expect(Date.parse(body.data[0].event_observed_at)).toBeWithin(before - 1000, Date.now() + 1000)
})

test('a report of an antenna that the reader does not have costs no other read, and names the antenna', async () => {
  const [device, address] = await serve()
  const reader = await register(address, {
    antennas: [1, 7].map((port) => ({ port, location_id: place.id })),
  })
  await isSending(reader)
  expect(await stateOf(reader)).toContain('The reader has 4 antennas, and these ports are mapped: 7')
  expect(device.antennas).toEqual([1])
  await newTagged(session, epcOf(4))
  device.report([read(4, 9), read(4, 1)])
  await until(async () => (await viewOf(reader)).health?.reads.applied === 1, 'the read is applied')
  const { health } = await viewOf(reader)
  expect(health.problem.message).toBe('Antenna 9 is not mapped to a location')
})

test('unknown parameters and messages are kept and change nothing', async () => {
  const [device, address] = await serve()
  const reader = await register(address)
  await isSending(reader)
  device.sendBytes(Uint8Array.fromHex('077b0000000e00000001deadbeef'))
  device.sendBytes(Uint8Array.fromHex('043d0000001600000001' + '00f0000c03200008deadbeef'))
  device.report([read(5)])
  await until(async () => (await viewOf(reader)).health?.reads.unknown_tag === 1, 'the read is counted')
  expect((await viewOf(reader)).diagnosis.llrp.state).toBe('sending')
})

test('another device at the address is named until the address is confirmed, and its reads are kept', async () => {
  const [first, address] = await serve({ serial: '0016250000000001' })
  const reader = await register(address)
  await isSending(reader)
  await first.close()
  const port = Number(address.split(':')[1])
  const [second] = await serve({ serial: '0016250000000002' }, port)
  await becomes(reader, 'has the identification 0016250000000002; before, it was 0016250000000001')
  second.report([read(6)])
  await until(async () => (await viewOf(reader)).health?.reads.unknown_tag === 1, 'the read is counted')
  await change(reader, { address })
  await until(
    async () => (await viewOf(reader)).diagnosis.llrp?.state === 'sending',
    'it is configured again',
  )
  await until(async () => (await viewOf(reader)).diagnosis.llrp?.sentence === null, 'the device is confirmed')
})

test('of two clients at once, the second one waits', async () => {
  const [device, address] = await serve()
  const reader = await register(address)
  await isSending(reader)
  const second = await register(address)
  await becomes(second, 'llrp_held: Another client is connected to the reader')
  expect((await viewOf(second)).diagnosis.links).toMatchObject({ connected: 'broken', signed_in: 'waiting' })
  device.report([read(7)])
  await until(async () => (await viewOf(reader)).health?.reads.unknown_tag === 1, 'the first one reads')
})

const broken: readonly (readonly [title: string, chunks: readonly Uint8Array[], state: string])[] = [
  [
    'a length of 4 GB',
    [greeting, Uint8Array.fromHex('043dffffffff00000001')],
    'llrp_protocol: The reader sent bytes that are not LLRP: A message has a length of 4294967295',
  ],
  [
    'text',
    [Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    'llrp_protocol: The reader sent bytes that are not',
  ],
  ['half a greeting', [greeting.subarray(0, 15)], 'llrp_protocol: What listens at'],
  ['a refusal', [notification(2)], 'llrp_held: Another client is connected'],
  ['no response', [greeting], 'llrp_silent: The reader did not reply to GET_READER_CAPABILITIES'],
]

test.each(broken)('%s is named on the page of the reader', async (_, chunks, state) => {
  const reader = await register(await greet(...chunks))
  await becomes(reader, state)
})

test('a connection that ends within a message is named', async () => {
  const [device, address] = await serve()
  const reader = await register(address)
  await isSending(reader)
  device.sendBytes(Uint8Array.fromHex('043d0000004a00000007'))
  await until(async () => {
    device.dropClient()
    return /within a message|closed the connection/.test(await stateOf(reader))
  }, 'the loss is named')
})

// Rule: internal-api.md, Readers by LLRP
test('what is at an address is told before it is registered', async () => {
  const [, address] = await serve({ antennas: 2 })
  const { status, body } = await session.post('/internal/v1/llrp/discovery', { address })
  expect([status, body.data.model, body.data.antenna_count, body.data.is_held]).toEqual([
    200,
    'Speedway R420',
    2,
    false,
  ])
  const held = await session.post('/internal/v1/llrp/discovery', { address: await greet(notification(2)) })
  expect(held.body.data).toMatchObject({ model: null, is_held: true })
  const absent = await session.post('/internal/v1/llrp/discovery', { address: '127.0.0.1:1' })
  expect([absent.status, absent.body.error.text.key]).toEqual([409, 'llrp.unreachable'])
})

// Rule: internal-api.md, Readers by LLRP
test('a trial counts the reads of each antenna with its power, and leaves the reader as it was', async () => {
  const [device, address] = await serve()
  const tryOut = (body: object) => session.post('/internal/v1/llrp/trial', { address, ...body })
  const attenuations = new Set<number>()
  const reporting = setInterval(() => {
    if (device.isReading) attenuations.add(device.attenuationOf(2))
    device.report([read(8, 1), read(9, 2), read(10, 2), read(11, 9)])
  }, 20)
  const trial = await tryOut({ antennas: [{ port: 2, power_dbm: 20 }, { port: 1 }, { port: 7 }] })
  clearInterval(reporting)
  expect([trial.status, trial.body.data.seconds]).toEqual([200, 1])
  expect(trial.body.data.antennas).toEqual([
    { port: 1, tags: 1, reads: expect.any(Number), rssi_p50_dbm: -55 },
    { port: 2, tags: 2, reads: 2 * trial.body.data.antennas[0].reads, rssi_p50_dbm: -55 },
  ])
  expect(trial.body.data.antennas[0].reads).toBeGreaterThan(10)
  expect([...attenuations]).toEqual([10.5])
  await until(() => !device.hasClient && !device.isReading, 'the reader is left')
  expect((await tryOut({ antennas: [{ port: 9 }] })).body.error.text.key).toBe('llrp.no_antennas')
  expect(faultsOf(await tryOut({ antennas: [{ port: 1, power_dbm: 99 }] }))).toEqual([
    400,
    'antennas[0].power_dbm too_large',
  ])

  const reader = await register(address)
  await isSending(reader)
  expect((await tryOut({})).body.error.text.key).toBe('llrp.own_reader')
  const held = await session.post('/internal/v1/llrp/trial', { address: await greet(notification(2)) })
  expect([held.status, held.body.error.text.key]).toEqual([409, 'llrp.held'])
})

const refused: readonly (readonly [body: object, fault: string])[] = [
  [{ format: 'llrp' }, 'address required'],
  [{ format: 'llrp', address: null }, 'address invalid_value'],
  [{ format: 'llrp', address: 'http://x' }, 'address invalid_value'],
  [{ format: 'llrp', address: 'x:99999' }, 'address invalid_value'],
  [{ format: 'llrp', address: '169.254.169.254' }, 'address invalid_value'],
  [{ format: 'llrp', address: '[::1]:5084' }, 'address invalid_value'],
  [{ format: 'llrp', address: '192.0.2.1', topic: 'north/readers/x/#' }, 'topic invalid_context'],
  [{ format: 'llrp', address: '192.0.2.1', llrp: { takes_over: 1 } }, 'llrp.takes_over invalid_value'],
  [{ format: 'gl_s10', address: '192.0.2.1' }, 'address invalid_context'],
  [{ format: 'gl_s10', llrp: { takes_over: true } }, 'llrp invalid_context'],
  [
    { format: 'gl_s10', antennas: [{ port: 1, location_id: 1, power_dbm: 20 }] },
    'antennas[0].power_dbm invalid_context',
  ],
]
test.each(refused)('%j is refused: %s', async (body, fault) => {
  const response = await session.post('/internal/v1/readers', { name: 'R', kind: 'fixed', ...body })
  expect(faultsOf(response)).toEqual([400, fault])
})

test('a reader changes between the transports', async () => {
  const [device, address] = await serve()
  const reader = await newReader(session, freshKey('both'), [place.id])
  const changed = await change(reader, { format: 'llrp', address, llrp: { takes_over: true } })
  expect(changed.body.data).toMatchObject({ topic: null, address, llrp: { takes_over: true } })
  await isSending(reader)
  const back = await change(reader, { format: 'whereabouts_v1' })
  expect(back.body.data).toMatchObject({ topic: reader.topic, address: null, llrp: null })
  await until(() => !device.hasClient, 'the reader is released')
})
