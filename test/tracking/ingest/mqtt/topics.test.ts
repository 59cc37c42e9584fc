import { afterAll, describe, expect, test } from 'bun:test'
import { otherOrganization } from '../../../support/client'
import { stopPrograms } from '../../../support/program'
import { startPlant } from './plant'

/** Topics of readers, and changes of a reader while it is connected. */

const {
  program,
  session,
  api,
  locationId,
  newReader,
  newAsset,
  connect,
  payloadOf,
  letTimePass,
  gained,
  placesOf,
} = await startPlant()
afterAll(stopPrograms)

describe('a message outside of the rights of a device', () => {
  // Rule: internal-api.md, MQTT
  test('on a topic of another reader is dropped and counted', async () => {
    const [reader, other] = [await newReader(), await newReader()]
    await newAsset('AA05')
    const client = await connect(reader)
    const topic = `plant/${other.external_key}/reads`
    const gain = await gained(() => client.publishAsync(topic, payloadOf('AA05'), { qos: 1 }))
    expect(gain).toEqual({ 'messages.unauthorized': 1 })
    await client.endAsync()
  })

  test('cannot use tags, locations and topics of another organization', async () => {
    const south = await otherOrganization(program)
    const southApi = south
    const southDock = (await southApi.post('/api/v1/locations', { name: 'South dock' })).body.data.id
    const southReader = await newReader(south, southDock)
    const northAsset = await newAsset('AA06')
    const southAsset = await newAsset('AA06', southApi)
    const northReader = await newReader()

    const client = await connect(southReader)
    const payload = payloadOf('AA06')
    await client.publishAsync(`plant/${southReader.external_key}/reads`, payload, { qos: 1 })
    const foreign = await gained(() =>
      client.publishAsync(`plant/${northReader.external_key}/reads`, payload, { qos: 1 }),
    )
    expect(foreign).toEqual({ 'messages.unauthorized': 1 })
    expect((await placesOf(southApi)).map((row) => row.asset_id)).toEqual([southAsset])
    expect((await placesOf(api)).map((row) => row.asset_id)).not.toContain(northAsset)
    await client.endAsync()
  })
})

describe('a change of the reader', () => {
  // Rule: internal-api.md, Device token
  test('to another token closes its connection and loses no message', async () => {
    const reader = await newReader()
    await newAsset('AA07')
    const old = await connect(reader)
    const renewed = (await session.post(`/internal/v1/readers/${reader.id}/token`)).body.data.device_token
    const topic = `plant/${reader.external_key}/reads`
    const payload = payloadOf('AA07')
    const closed = new Promise<void>((resolve) => old.once('close', () => resolve()))
    const gain = await gained(async () => {
      // It is never acknowledged, so the reader still has it.
      old.publish(topic, payload, { qos: 1 }, () => {})
      await closed
    })
    expect(gain).toEqual({ 'messages.unauthorized': 1 })
    await old.endAsync(true)
    const again = await connect({ ...reader, device_token: renewed })
    expect(await gained(() => again.publishAsync(topic, payload, { qos: 1 }))).toEqual({
      'messages.accepted': 1,
      'reads.applied': 1,
    })
    await again.endAsync()
  })

  // Rule: history.md, Messages
  test('to inactive counts its reads as ignored', async () => {
    const reader = await newReader()
    await newAsset('AA08')
    await session.patch(`/internal/v1/readers/${reader.id}`, { is_active: false })
    const client = await connect(reader)
    const gain = await gained(() =>
      client.publishAsync(`plant/${reader.external_key}/reads`, payloadOf('AA08'), { qos: 1 }),
    )
    expect(gain).toEqual({ 'messages.accepted': 1, 'reads.ignored': 1 })
    await client.endAsync()
  })

  // Rule: internal-api.md, Antennas
  test('to another mapping applies to later reads', async () => {
    const reader = await newReader()
    const assetId = await newAsset('AA09')
    const client = await connect(reader)
    const topic = `plant/${reader.external_key}/reads`
    await client.publishAsync(topic, payloadOf('AA09'), { qos: 1 })
    const elsewhere = (await api.post('/api/v1/locations', { name: 'Elsewhere' })).body.data.id
    await session.patch(`/internal/v1/readers/${reader.id}`, {
      antennas: [{ port: 1, location_id: elsewhere }],
    })
    letTimePass(60)
    await client.publishAsync(topic, payloadOf('AA09'), { qos: 1 })
    const { body } = await api.get(`/api/v1/assets/${assetId}/history`)
    expect(body.data.map((event: { location_id: number }) => event.location_id)).toEqual([
      elsewhere,
      locationId,
    ])
    await client.endAsync()
  })

  // Rule: history.md, Messages
  test('to a deleted location counts its reads as unresolved', async () => {
    const doomed = (await api.post('/api/v1/locations', { name: 'Doomed' })).body.data.id
    const reader = await newReader(session, doomed)
    await newAsset('AA10')
    expect((await api.delete(`/api/v1/locations/${doomed}`)).status).toBe(204)
    const client = await connect(reader)
    const gain = await gained(() =>
      client.publishAsync(`plant/${reader.external_key}/reads`, payloadOf('AA10'), { qos: 1 }),
    )
    expect(gain).toEqual({ 'messages.accepted': 1, 'reads.unresolved_location': 1 })
    await client.endAsync()
  })
})
