import { afterAll, beforeAll, expect, test } from 'bun:test'
import { clientOf } from '../../../support/client'
import { mosquittoSuffix, startMosquitto, stopMosquittos, withMosquitto } from '../../../support/mosquitto'
import { newDataDir, startProgram, stopPrograms } from '../../../support/program'
import { type Capture, captureFor, openWarehouse, stateOf } from '../../../support/warehouse'
import {
  later,
  optionsFor,
  openWorld,
  connected,
  newReader,
  publish,
  countOf,
} from '../../../support/external-broker'
import { logged, until } from '../../../support/until'

/** Installations that share an external broker. */

afterAll(async () => {
  await stopPrograms()
  await stopMosquittos()
})

withMosquitto(`two installations on one broker${mosquittoSuffix}`, () => {
  let capture: Capture
  const env = { WHEREABOUTS_READ_MAX_AGE_DAYS: '36500' }
  beforeAll(() => {
    capture = captureFor(newDataDir())
  })

  test(
    'both get every message, and an installation that is repeatedly killed has the same history',
    async () => {
      const broker = await startMosquitto()
      const dataDir = newDataDir()
      // Each set up by itself: a copy of an installation has its id, by which the broker knows it.
      const calm = await openWorld(broker.port, { env, isFirst: true })
      const killed = await openWorld(broker.port, { env, dataDir, isFirst: true })
      const [{ assets }, ours] = [
        await openWarehouse(calm.session, calm.api, capture),
        await openWarehouse(killed.session, killed.api, capture),
      ]
      const filters = [...new Set(capture.reads.map(({ topic }) => topic.replace(/[^/]+$/, '#')))]
      for (const filter of filters)
        await until(
          () => broker.log().split(`\t${filter} (QoS 1)`).length === 3,
          `both subscriptions to ${filter}`,
        )

      const publisher = await broker.connect()
      const lines = (await Bun.file(capture.path).text()).split('\n').filter(Boolean)
      let { program } = killed
      const burst = Math.ceil(lines.length / 6)
      for (let start = 0; start < lines.length; start += burst) {
        const publishing = Promise.all(
          lines.slice(start, start + burst).map((line) => {
            const [topic = '', payload = ''] = line.split('\t')
            return publisher.publishAsync(topic, payload, { qos: 1 })
          }),
        )
        await Bun.sleep(5 + Math.random() * 20)
        await program.kill()
        await publishing
        program = await startProgram(optionsFor(broker.port, { env, dataDir }))
        await connected(program)
      }
      await logged(broker, /Sending PUBLISH to whereabouts-\w+ \(d1,/)
      const api = clientOf(program.http, killed.api.token)
      const expected = async () =>
        Bun.deepEquals(await stateOf(api, ours.assets), await stateOf(calm.api, assets))
      await until(
        async () => (await countOf(calm.program, 'messages.accepted')) === capture.messages,
        'the calm one',
      )
      await until(expected, 'the same history')
      expect(await stateOf(api, ours.assets)).toEqual(await stateOf(calm.api, assets))
    },
    { timeout: 120_000 },
  )
})

withMosquitto(`a group of installations${mosquittoSuffix}`, () => {
  test(
    'shares the messages of one broker',
    async () => {
      const broker = await startMosquitto()
      const options = { env: { WHEREABOUTS_MQTT_GROUP: 'north' }, isFirst: true }
      const worlds = [await openWorld(broker.port, options), await openWorld(broker.port, options)]
      for (const { session, api } of worlds) await newReader(session, api, 'both/#')
      await until(
        () => broker.log().split('\t$share/north/both/# (QoS 1)').length === 3,
        'both subscriptions of the group',
      )
      const publisher = await broker.connect()
      for (let message = 0; message < 20; message++) await publish(publisher, 'both/1', 'AA')
      const accepted = () => Promise.all(worlds.map(({ program }) => countOf(program, 'messages.accepted')))
      await until(async () => (await accepted()).reduce((a, b) => a + b) >= 20, 'all messages')
      expect(await accepted()).toEqual([10, 10])
    },
    later,
  )
})
