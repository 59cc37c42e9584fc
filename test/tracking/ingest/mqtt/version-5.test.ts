import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connectAsync, type IClientOptions, type IDisconnectPacket, type MqttClient } from 'mqtt'
import { apiClient, type Client, signIn } from '../../../support/client'
import { type Program, startProgram, stopPrograms } from '../../../support/program'
import { countersOf } from '../../../support/warehouse'

/** Readers that publish with MQTT 5 to the executable. */

let program: Program
let session: Client
let api: Client
let reader: { id: number; device_token: string }

const topic = 'plant/dock/reads'

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  api = await apiClient(program, session)
  const location = (await api.post('/api/v1/locations', { name: 'Dock' })).body.data.id
  const response = await session.post('/internal/v1/readers', {
    external_key: 'dock',
    name: 'Dock',
    kind: 'fixed',
    format: 'csl_cs463',
    topic: 'plant/dock/#',
    antennas: [{ port: 1, location_id: location }],
  })
  reader = response.body.data
})
afterAll(stopPrograms)

const connect = (options: IClientOptions = {}): Promise<MqttClient> =>
  connectAsync({
    host: '127.0.0.1',
    port: Number(new URL(program.mqtt as string).port),
    protocolVersion: 5,
    username: 'dock',
    password: reader.device_token,
    reconnectPeriod: 0,
    ...options,
  })

const payloadOf = (epc: string): string =>
  JSON.stringify({ tags: [{ epc, timeStampOfRead: Date.now() * 1000, antennaPort: 1, rssi: '-50' }] })

test.each([0, 1, 2] as const)('a read of QoS %d that is acknowledged is in the report', async (qos) => {
  const epc = `AB${qos}`
  const body = { name: epc, tags: [{ tag_type: 'rfid', value: epc }] }
  const { id } = (await api.post('/api/v1/assets', body)).body.data
  const client = await connect()
  await client.publishAsync(topic, payloadOf(epc), { qos, properties: { contentType: 'application/json' } })
  // A message of QoS 0 has no acknowledgement, and this one is written after it.
  if (qos === 0) await client.publishAsync(topic, payloadOf('AC'), { qos: 1 })
  const report = await api.get('/api/v1/reports/asset-locations')
  expect(report.body.data).toContainEqual(expect.objectContaining({ asset_id: id }))
  await client.endAsync()
})

// Rule: internal-api.md, MQTT
test('a message that is dropped has the reason in its acknowledgement, and the next one is stored', async () => {
  const client = await connect()
  const before = await countersOf(program.http)
  await expect(client.publishAsync('plant/other/reads', payloadOf('AD'), { qos: 1 })).rejects.toMatchObject({
    code: 0x87,
  })
  await expect(client.publishAsync(topic, 'not JSON', { qos: 1 })).rejects.toMatchObject({ code: 0x83 })
  await client.publishAsync(topic, payloadOf('AE'), { qos: 1 })
  const after = await countersOf(program.http)
  for (const result of ['unauthorized', 'malformed', 'accepted'])
    expect((after[`messages.${result}`] ?? 0) - (before[`messages.${result}`] ?? 0)).toBe(1)
  await client.endAsync()
})

test('wrong credentials are refused with reason code 0x86', async () => {
  await expect(connect({ password: 'wad_wrong' })).rejects.toMatchObject({ code: 0x86 })
})

test('a connection whose token was renewed is ended with reason code 0x87', async () => {
  const client = await connect()
  const ended = new Promise<IDisconnectPacket>((resolve) => client.on('disconnect', resolve))
  expect((await session.post(`/internal/v1/readers/${reader.id}/token`, {})).status).toBe(200)
  client.publish(topic, payloadOf('AF'), { qos: 1 })
  expect((await ended).reasonCode).toBe(0x87)
  await client.endAsync(true)
})
