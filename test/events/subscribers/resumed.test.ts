import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { IPublishPacket } from 'mqtt-packet'
import { apiClient, type Client, type Credential, mintKey, signIn } from '../../support/client'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { closeRaw, openRaw } from '../../support/raw-subscriber'
import { newLocation, newTagged } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'
import { until } from '../../support/until'

/** What a session that continues sends again (MQTT 3.1.1 and 5, 4.4; docs/mqtt-out.md). */

const dataDir = newDataDir()
let program: Program
let session: Client
let api: Client
let key: Credential

async function start(): Promise<void> {
  program = await startProgram({ dataDir })
  session = await signIn(program)
  api = await apiClient(program, session)
}

beforeAll(async () => {
  await start()
  key = await mintKey(session, ['tracking:read'])
})
afterEach(closeRaw)
afterAll(stopPrograms)

const shape = ({ messageId, dup, topic, payload }: IPublishPacket) => ({
  messageId,
  dup,
  topic,
  payload: payload.toString(),
})
const assetOf = ({ payload }: IPublishPacket): number => JSON.parse(payload.toString()).asset_id

describe.each([4, 5] as const)('a session of protocol level %d that continues', (protocolVersion) => {
  const optionsOf = (name: string) => ({
    protocolVersion,
    clientId: `${name}-${protocolVersion}`,
    clean: false,
    ...(protocolVersion === 5 && { properties: { sessionExpiryInterval: 3600 } }),
  })

  test('sends unacknowledged messages again, with their packet identifiers and DUP, and then the next ones', async () => {
    const options = optionsOf('again')
    const first = await openRaw(program, key, options)
    expect(await first.subscribe(['north/events/asset.created'])).toEqual([1])
    for (let i = 0; i < 4; i++) await newTagged(api, `A${protocolVersion}0${i}`)
    await until(() => first.messages().length === 4, 'four messages')
    const sent = first.messages()
    expect(sent.map(({ dup }) => dup)).toEqual([false, false, false, false])
    // The first and the third are acknowledged.
    for (const message of [sent[0], sent[2]]) first.acknowledge(message as IPublishPacket)
    await first.disconnect()
    const missed = await newTagged(api, `A${protocolVersion}10`)

    const second = await openRaw(program, key, options)
    expect(second.connack.sessionPresent).toBe(true)
    await until(() => second.messages().length === 3, 'the messages again')
    const again = second.messages()
    const unacknowledged = [sent[1], sent[3]] as IPublishPacket[]
    expect(again.slice(0, 2).map(shape)).toEqual(
      unacknowledged.map((message) => ({ ...shape(message), dup: true })),
    )
    const next = again[2] as IPublishPacket
    expect([next.dup, assetOf(next)]).toEqual([false, missed.id])
    expect(new Set(again.map(({ messageId }) => messageId)).size).toBe(3)
    for (const message of again) second.acknowledge(message)
    await second.disconnect()

    const third = await openRaw(program, key, options)
    const last = await newTagged(api, `A${protocolVersion}20`)
    await until(() => third.messages().length > 0, 'the next event')
    expect(third.messages().map(assetOf)).toEqual([last.id])
  })

  test('sends them again after a restart of the service, too, within Receive Maximum', async () => {
    const options = optionsOf('restart')
    const first = await openRaw(program, key, options)
    await first.subscribe(['north/events/asset.created'])
    for (let i = 0; i < 3; i++) await newTagged(api, `B${protocolVersion}0${i}`)
    await until(() => first.messages().length === 3, 'three messages')
    const sent = first.messages()
    expect(await program.stop()).toBe(0)
    await start()
    const second = await openRaw(program, key, {
      ...options,
      ...(protocolVersion === 5 && { properties: { sessionExpiryInterval: 3600, receiveMaximum: 1 } }),
    })
    for (const [index, message] of sent.entries()) {
      await until(() => second.messages().length > index, `message ${index + 1}`)
      const again = second.messages()[index] as IPublishPacket
      expect(shape(again)).toEqual({ ...shape(message), dup: true })
      if (protocolVersion === 5) expect(second.messages()).toHaveLength(index + 1)
      second.acknowledge(again)
    }
  })

  test('sends a present place again that was not acknowledged', async () => {
    const options = optionsOf('place')
    const hall = await newLocation(api, { external_key: `HALL${protocolVersion}` })
    await newTagged(api, `C${protocolVersion}00`, { external_key: `PLACED${protocolVersion}` })
    await scan(session, hall.id, `C${protocolVersion}00`, secondsAgo(30))
    const first = await openRaw(program, key, options)
    await first.subscribe([`north/assets/PLACED${protocolVersion}/whereabouts`])
    const place = await first.next('publish')
    await first.disconnect()
    const second = await openRaw(program, key, options)
    const again = await second.next('publish')
    expect(again).toMatchObject({ ...shape(place), payload: place.payload, dup: true, retain: true })
  })

  test('sends only the messages of an event again that were not acknowledged', async () => {
    const options = optionsOf('parts')
    const name = `PART${protocolVersion}`
    const hall = await newLocation(api, { external_key: `YARD${protocolVersion}` })
    await newTagged(api, `D${protocolVersion}00`, { external_key: name })
    const first = await openRaw(program, key, options)
    await first.subscribe(['north/events/asset.moved', `north/assets/${name}/whereabouts`])
    await scan(session, hall.id, `D${protocolVersion}00`, secondsAgo(30))
    await until(() => first.messages().length === 2, 'the event and the place')
    const [event, place] = first.messages() as [IPublishPacket, IPublishPacket]
    first.acknowledge(event)
    await first.disconnect()
    const second = await openRaw(program, key, options)
    const again = await second.next('publish')
    expect(shape(again)).toEqual({ ...shape(place), dup: true })
    second.acknowledge(again)
    await newTagged(api, `D${protocolVersion}01`)
    await scan(session, hall.id, `D${protocolVersion}01`, secondsAgo(20))
    await until(() => second.messages().length === 2, 'the next move')
    expect(second.messages()[1]?.dup).toBe(false)
  })

  test('sends the place at a renamed location again that was not acknowledged, and not as retained', async () => {
    const options = optionsOf('renamed')
    const name = `MARKED${protocolVersion}`
    const hall = await newLocation(api, { external_key: `OLD${protocolVersion}` })
    await newTagged(api, `E${protocolVersion}00`, { external_key: name })
    await scan(session, hall.id, `E${protocolVersion}00`, secondsAgo(30))
    const first = await openRaw(program, key, options)
    await first.subscribe([`north/assets/${name}/whereabouts`])
    first.acknowledge(await first.next('publish'))
    await api.post(`/api/v1/locations/${hall.id}/rename`, { external_key: `NEW${protocolVersion}` })
    const place = await first.next('publish')
    expect(JSON.parse(place.payload.toString()).location_external_key).toBe(`NEW${protocolVersion}`)
    await first.disconnect()
    const second = await openRaw(program, key, options)
    const again = await second.next('publish')
    expect(again).toMatchObject({ ...shape(place), payload: place.payload, dup: true, retain: false })
  })
})

test('a session that continues sends the places at a renamed location after those that it has sent', async () => {
  const options = { clientId: 'many', clean: false, properties: { sessionExpiryInterval: 3600 } }
  const hall = await newLocation(api, { external_key: 'MANY' })
  const values = Array.from({ length: 250 }, (_, index) => `F${1000 + index}`)
  const rows = values.map((value) => ({ name: value, tags: [{ tag_type: 'rfid', value }] }))
  await session.post('/internal/v1/assets/import', { rows })
  await session.post('/internal/v1/scans', {
    location_id: hall.id,
    reads: values.map((value) => ({ value })),
  })
  const first = await openRaw(program, key, options)
  // Without the present places.
  const subscription = { topic: 'north/assets/+/whereabouts', qos: 1, rh: 2 } as const
  first.send({ cmd: 'subscribe', messageId: 1, subscriptions: [subscription] })
  await first.next('suback')
  await api.post(`/api/v1/locations/${hall.id}/rename`, { external_key: 'MORE' })
  // As many as may be unacknowledged.
  await until(() => first.messages().length === 100, 'the first places')
  for (const message of first.messages()) first.acknowledge(message)
  await until(() => first.messages().length === 200, 'the next places')
  await first.disconnect()

  const second = await openRaw(program, key, options)
  await until(() => second.messages().length === 100, 'the unacknowledged places')
  expect(second.messages().every(({ dup }) => dup)).toBe(true)
  for (const message of second.messages()) second.acknowledge(message)
  await newTagged(api, 'FF00')
  await scan(session, hall.id, 'FF00', secondsAgo(10))
  const isLast = (message?: IPublishPacket) => message?.topic.includes('/FF00/') === true
  await until(() => isLast(second.messages().at(-1)), 'the place after them')
  const places = [...first.messages(), ...second.messages().slice(100, -1)]
  expect(places.length).toBe(values.length)
  expect(new Set(places.map(assetOf)).size).toBe(values.length)
})
