import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { defaultDevice } from '../../../src/commands/simulate/llrp/device'
import { SimulatedLlrpReader } from '../../../src/commands/simulate/llrp/reader'
import type { LlrpMessage } from '../../../src/tracking/llrp/codec/values'
import { type Client, signIn } from '../../support/client'
import { startProgram, stopPrograms } from '../../support/program'
import { freshKey, newLocation, type Row } from '../../support/records'
import { newReader, type Reader } from '../../support/scans'
import { until } from '../../support/until'

/** Readers that speak LLRP and break off, send nonsense or hang (docs/readers.md, LLRP). */

setDefaultTimeout(60_000)

let session: Client
let place: Row
const simulated: SimulatedLlrpReader[] = []

beforeAll(async () => {
  session = await signIn(await startProgram({ env: { WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.1' } }))
  place = await newLocation(session)
})
afterAll(async () => {
  await stopPrograms()
  await Promise.all(simulated.map((reader) => reader.close()))
})

async function serve<T extends SimulatedLlrpReader>(reader: T): Promise<[T, string]> {
  simulated.push(reader)
  return [reader, `127.0.0.1:${await reader.listen(0, '127.0.0.1')}`]
}

const register = (address: string): Promise<Reader> =>
  newReader(session, freshKey('llrp'), [place.id], { format: 'llrp', address })
const viewOf = async ({ id }: Reader) => (await session.get(`/internal/v1/readers/${id}`)).body.data
const isSending = (reader: Reader): Promise<unknown> =>
  until(async () => (await viewOf(reader)).diagnosis.llrp?.state === 'sending', 'the reader is configured')

/** Does not reply to some requests as it should. */
class FaultyReader extends SimulatedLlrpReader {
  /** Returns true for a request that it has replied to, or will not reply to. */
  fault: (request: LlrpMessage) => boolean = () => false

  override respond(request: LlrpMessage): void {
    if (!this.fault(request)) super.respond(request)
  }
}

// Rule: internal-api.md, Readers by LLRP
test('a response that cannot be read is named, and the reader is connected again', async () => {
  const [device, address] = await serve(new FaultyReader(defaultDevice))
  let isOver = false
  device.fault = ({ name, id }) => {
    if (isOver || name !== 'GET_READER_CAPABILITIES') return false
    // Its LLRPStatus is shorter than its fields.
    const head = Buffer.from('040b0000001000000000', 'hex')
    head.writeUInt32BE(id, 6)
    device.sendBytes(Buffer.concat([head, Buffer.from('011f00060000', 'hex')]))
    return true
  }
  const reader = await register(address)
  await until(async () => (await viewOf(reader)).diagnosis.cause === 'llrp_protocol', 'the fault is named')
  expect((await viewOf(reader)).diagnosis.llrp.sentence).toContain('is shorter than it must be')
  isOver = true
  await isSending(reader)
})

test('reports count that came just before bytes that are not LLRP', async () => {
  const [device, address] = await serve(new FaultyReader(defaultDevice))
  const reader = await register(address)
  await isSending(reader)
  const at = Date.now() * 1000
  const report = device.encode([{ epc: '3414257BF4F5933798000050', antenna: 1, rssi: -55, at }])
  device.sendBytes(Buffer.concat([report, Buffer.from('not LLRP at all')]))
  await until(async () => (await viewOf(reader)).health?.reads.unknown_tag === 1, 'the read is counted')
})

test('a reader that hangs while it is deleted delays no other reader', async () => {
  const [device, address] = await serve(new FaultyReader(defaultDevice))
  const reader = await register(address)
  await isSending(reader)
  device.fault = () => true
  expect((await session.delete(`/internal/v1/readers/${reader.id}`)).status).toBe(204)
  const [, otherAddress] = await serve(new FaultyReader(defaultDevice))
  await isSending(await register(otherAddress))
  // The service still waits for a reply.
  expect(device.hasClient).toBeTrue()
  await until(() => !device.hasClient, 'the reader is given up')
})

test('a reader is released when its address changes', async () => {
  const [before, address] = await serve(new FaultyReader(defaultDevice))
  const [after, nextAddress] = await serve(new FaultyReader(defaultDevice))
  const reader = await register(address)
  await isSending(reader)
  await session.patch(`/internal/v1/readers/${reader.id}`, { address: nextAddress })
  await until(() => after.isReading, 'the next device reads')
  expect(before.isReading).toBeFalse()
})

test('an inactive reader is not said to be connected', async () => {
  const [device, address] = await serve(new FaultyReader(defaultDevice))
  const reader = await register(address)
  await isSending(reader)
  await session.patch(`/internal/v1/readers/${reader.id}`, { is_active: false })
  await until(() => !device.hasClient, 'the reader is released')
  const { links, cause, llrp } = (await viewOf(reader)).diagnosis
  expect([links.connected, links.signed_in, cause]).toEqual(['waiting', 'waiting', 'inactive'])
  expect([llrp.state, llrp.device.model]).toEqual(['connecting', 'Speedway R420'])
})
