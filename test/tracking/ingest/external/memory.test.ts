import { afterAll, expect, test } from 'bun:test'
import { heapStats } from 'bun:jsc'
import { ExternalConnection } from '../../../../src/tracking/ingest/mqtt/external-connection'
import { openPublishing } from '../../../../src/tracking/ingest/mqtt/publishing'
import { createLog } from '../../../../src/base/log'
import { later } from '../../../support/external-broker'
import { mosquittoSuffix, startMosquitto, stopMosquittos, withMosquitto } from '../../../support/mosquitto'
import { until } from '../../../support/until'

/** The memory that the connections to an external broker keep. */

afterAll(stopMosquittos)

const count = 20_000
const subscriptionCount = 500
const atOnce = 500
/** Fewer than the unacknowledged messages that mosquitto accepts. */
const publishedAtOnce = 16

withMosquitto(`a connection to an external broker${mosquittoSuffix}`, () => {
  test(
    'keeps nothing of the messages that it has acknowledged',
    async () => {
      const broker = await startMosquitto()
      let accepted = 0
      const connection = new ExternalConnection(
        { host: '127.0.0.1', port: broker.port, clientId: 'service', maximumPacketSize: 100_000 },
        async () => void accepted++,
      )
      await connection.opened
      await connection.subscribe(['gate'])
      const publisher = await broker.connect()
      const exchange = async (messages: number) => {
        const wanted = accepted + messages
        for (let sent = 0; sent < messages; sent += atOnce)
          await Promise.all(Array.from({ length: atOnce }, () => publisher.publishAsync('gate', 'x')))
        await until(() => accepted === wanted, 'the messages')
        await connection.settled()
        Bun.gc(true)
        const { Array: arrays = 0, Promise: promises = 0 } = heapStats().objectTypeCounts
        return arrays + promises
      }
      const before = await exchange(1_000)
      expect((await exchange(count)) - before).toBeLessThan(count / 4)
      await connection.finish(1_000)
    },
    later,
  )

  test(
    'keeps nothing of the subscriptions that the broker has granted',
    async () => {
      const broker = await startMosquitto()
      const connection = new ExternalConnection(
        { host: '127.0.0.1', port: broker.port, clientId: 'service', maximumPacketSize: 100_000 },
        async () => {},
      )
      await connection.opened
      const subscribe = async (times: number) => {
        for (let time = 0; time < times; time++) await connection.subscribe(['gate'])
        Bun.gc(true)
        return heapStats().objectTypeCounts['Promise'] ?? 0
      }
      const before = await subscribe(100)
      expect((await subscribe(subscriptionCount)) - before).toBeLessThan(subscriptionCount / 4)
      await connection.finish(1_000)
    },
    later,
  )

  test(
    'keeps nothing of the messages that it has published',
    async () => {
      const broker = await startMosquitto()
      const options = { host: '127.0.0.1', port: broker.port, clientId: 'service-events' }
      const publishing = openPublishing(options, createLog({ level: 'silent', format: 'json' }))
      const publish = async (messages: number) => {
        for (let sent = 0; sent < messages; sent += publishedAtOnce)
          await Promise.all(
            Array.from({ length: publishedAtOnce }, () =>
              publishing.publish({ topic: 'gate', payload: 'x' }, false),
            ),
          )
        Bun.gc(true)
        const { Object: objects = 0, Promise: promises = 0 } = heapStats().objectTypeCounts
        return objects + promises
      }
      const before = await publish(1_000)
      expect((await publish(count)) - before).toBeLessThan(count / 4)
      await publishing.close()
    },
    later,
  )
})
