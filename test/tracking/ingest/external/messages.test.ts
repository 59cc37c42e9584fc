import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { MqttClient } from 'mqtt'
import {
  type Mosquitto,
  mosquittoSuffix,
  startMosquitto,
  stopMosquittos,
  withMosquitto,
} from '../../../support/mosquitto'
import { stopPrograms } from '../../../support/program'
import { newTagged } from '../../../support/records'
import { countersOf } from '../../../support/warehouse'
import {
  later,
  type World,
  openWorld,
  readinessOf,
  listening,
  newReader,
  payloadOf,
  publish,
  countOf,
  hasAsset,
  newTags,
} from '../../../support/external-broker'
import { until } from '../../../support/until'

/** Messages of an external broker. */

afterAll(async () => {
  await stopPrograms()
  await stopMosquittos()
})

withMosquitto(`messages of an external broker${mosquittoSuffix}`, () => {
  let broker: Mosquitto
  let world: World
  let publisher: MqttClient
  beforeAll(async () => {
    broker = await startMosquitto()
    world = await openWorld(broker.port)
    publisher = await broker.connect()
  })

  test(
    'are stored and acknowledged with each QoS',
    async () => {
      const { session, api, program } = world
      await newReader(session, api, 'gate/+/reads')
      await listening(broker, 'gate/+/reads')
      for (const qos of [0, 1, 2] as const) {
        await newTagged(api, `A0${qos}`)
        await publisher.publishAsync('gate/7/reads', payloadOf(`A0${qos}`), { qos })
        await until(() => hasAsset(api, `A0${qos}`), `the asset of QoS ${qos}`)
      }
      expect(await countersOf(program.http)).toMatchObject({ 'messages.accepted': 3, 'reads.applied': 3 })
      expect((await readinessOf(program)).status).toBe('ready')
    },
    later,
  )

  test(
    'are counted and dropped when they are malformed or too large, and the next message arrives',
    async () => {
      const { session, api, program } = world
      const { id } = await newReader(session, api, 'bad/#')
      await listening(broker, 'bad/#')
      await publisher.publishAsync('bad/1', 'no JSON', { qos: 1 })
      await until(async () => (await countOf(program, 'messages.malformed')) === 1, 'the first rejection')
      await publisher.publishAsync('bad/2', Buffer.alloc(1_048_577), { qos: 1 })
      // The broker doesn't even send what is larger than the packets that we take.
      await publisher.publishAsync('bad/3', Buffer.alloc(2_000_000), { qos: 1 })
      await newTagged(api, 'A1')
      await publish(publisher, 'bad/4', 'A1')
      await until(() => hasAsset(api, 'A1'), 'the good message')
      expect(await countOf(program, 'messages.malformed')).toBe(2)
      const { health } = (await session.get(`/internal/v1/readers/${id}`)).body.data
      expect(health).toMatchObject({
        messages: { malformed: 2, accepted: 1 },
        problem: { message: expect.stringMatching(/larger than the limit/) },
      })
    },
    later,
  )

  test(
    'are accepted according to created, changed and deleted readers',
    async () => {
      const { session, api } = world
      const { id } = await newReader(session, api, 'dock/1')
      await listening(broker, 'dock/1')
      await newTags(api, 'D', 3)
      await publish(publisher, 'dock/1', 'D1000')
      await until(() => hasAsset(api, 'D1000'), 'the message of a new reader')

      await session.patch(`/internal/v1/readers/${id}`, { topic: 'dock/2' })
      await listening(broker, 'dock/2')
      await publish(publisher, 'dock/1', 'D1001')
      await publish(publisher, 'dock/2', 'D1002')
      await until(() => hasAsset(api, 'D1002'), 'the message on the new topic')
      expect(await hasAsset(api, 'D1001')).toBe(false)

      await session.delete(`/internal/v1/readers/${id}`)
      await until(
        () => /Received UNSUBSCRIBE[\s\S]*dock\/2/.test(broker.log()),
        'the end of the subscription',
      )
    },
    later,
  )

  test(
    'of an inactive reader are counted as ignored',
    async () => {
      const { session, api, program } = world
      const { id } = await newReader(session, api, 'idle/1')
      await session.patch(`/internal/v1/readers/${id}`, { is_active: false })
      await listening(broker, 'idle/1')
      await publish(publisher, 'idle/1', 'D1000')
      await until(async () => (await countOf(program, 'reads.ignored')) === 1, 'the ignored read')
    },
    later,
  )
})
