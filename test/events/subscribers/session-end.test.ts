import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { mintKey, signIn } from '../../support/client'
import { newDataDir, startProgram, stopPrograms } from '../../support/program'
import { closeRaw, openRaw } from '../../support/raw-subscriber'
import { newTagged } from '../../support/records'
import { until } from '../../support/until'

/** When a session of a subscriber ends, and the next one is new (docs/mqtt-out.md). */

afterEach(closeRaw)
afterAll(stopPrograms)

describe.each([4, 5] as const)('a session of protocol level %d', (protocolVersion) => {
  const options = {
    protocolVersion,
    clientId: 'late',
    clean: false,
    ...(protocolVersion === 5 && { properties: { sessionExpiryInterval: 3600 } }),
  }

  test('begins anew when the log no longer contains its next event', async () => {
    const dataDir = newDataDir()
    let program = await startProgram({ dataDir })
    let session = await signIn(program)
    const key = await mintKey(session, ['tracking:read'])
    const first = await openRaw(program, key, options)
    expect(await first.subscribe(['north/events/asset.created'])).toEqual([1])
    await newTagged(session, 'AA01')
    await first.next('publish')
    await first.disconnect()
    const organization = (await session.get('/internal/v1/organizations')).body.data[0].id
    await session.patch(`/internal/v1/organizations/${organization}`, { event_log_max: 1000 })
    const rows = Array.from({ length: 400 }, (_, index) => ({ name: `Thing ${index}` }))
    for (let imported = 0; imported < 1200; imported += rows.length)
      await session.post('/internal/v1/assets/import', { rows })
    await program.stop()
    program = await startProgram({ dataDir })
    session = await signIn(program)
    const refused = async () => (await session.get('/api/v1/events?after=0')).status === 400
    await until(refused, 'the deletion of old events')

    const second = await openRaw(program, key, options)
    expect(second.connack.sessionPresent).toBe(false)
    expect(await second.subscribe(['north/events/asset.created'])).toEqual([1])
    const asset = await newTagged(session, 'AA02')
    const message = await second.next('publish')
    expect(JSON.parse(message.payload.toString()).asset_id).toBe(asset.id)
    second.acknowledge(message)
    await second.disconnect()
    expect((await openRaw(program, key, options)).connack.sessionPresent).toBe(true)
  }, 60_000)
})

test('a DISCONNECT may end the session, or prolong it', async () => {
  const program = await startProgram()
  const key = await mintKey(await signIn(program), ['tracking:read'])
  const connect = (seconds: number) =>
    openRaw(program, key, { clientId: 'ends', clean: false, properties: { sessionExpiryInterval: seconds } })
  const first = await connect(3600)
  await first.subscribe(['north/events/+'])
  first.send({ cmd: 'disconnect', reasonCode: 0, properties: { sessionExpiryInterval: 0 } })
  await until(() => first.isClosed(), 'the end of the connection')
  const second = await connect(1)
  expect(second.connack.sessionPresent).toBe(false)
  await second.subscribe(['north/events/+'])
  second.send({ cmd: 'disconnect', reasonCode: 0, properties: { sessionExpiryInterval: 3600 } })
  await until(() => second.isClosed(), 'the end of the connection')
  const expiry = Date.now() + 1_100
  await until(() => Date.now() > expiry, 'the time at which the session would have ended')
  const third = await connect(0)
  expect(third.connack.sessionPresent).toBe(true)
  third.send({ cmd: 'disconnect', reasonCode: 0, properties: { sessionExpiryInterval: 3600 } })
  expect((await third.next('disconnect')).reasonCode).toBe(0x82)
})

test('a session does not expire while its client is connected, even when nothing happens and the service is killed', async () => {
  const dataDir = newDataDir()
  let program = await startProgram({ dataDir })
  const key = await mintKey(await signIn(program), ['tracking:read'])
  const options = { clientId: 'quiet', clean: false, properties: { sessionExpiryInterval: 1 } }
  const first = await openRaw(program, key, options)
  await first.subscribe(['north/events/+'])
  const expiry = Date.now() + 1_100
  await until(() => Date.now() > expiry, 'the end of the lifetime')
  await program.kill()
  program = await startProgram({ dataDir })
  const second = await openRaw(program, key, options)
  expect(second.connack.sessionPresent).toBe(true)
  await second.disconnect()
  const left = Date.now() + 3_000
  await until(() => Date.now() > left, 'the end of the lifetime without a connection')
  expect((await openRaw(program, key, options)).connack.sessionPresent).toBe(false)
})

test('a session that continues with a lifetime of 0 ends with its connection', async () => {
  const program = await startProgram()
  const session = await signIn(program)
  const key = await mintKey(session, ['tracking:read'])
  const connect = (seconds: number) =>
    openRaw(program, key, { clientId: 'last', clean: false, properties: { sessionExpiryInterval: seconds } })
  const first = await connect(3600)
  await first.subscribe(['north/events/asset.created'])
  await first.disconnect()
  const asset = await newTagged(session, 'AB01')
  const second = await connect(0)
  expect(second.connack.sessionPresent).toBe(true)
  const { payload } = await second.next('publish')
  expect(JSON.parse(payload.toString()).asset_id).toBe(asset.id)
  await second.disconnect()
  const third = await connect(3600)
  expect(third.connack.sessionPresent).toBe(false)
})
