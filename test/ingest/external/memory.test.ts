import { afterAll, expect, test } from 'bun:test'
import { heapStats } from 'bun:jsc'
import { ExternalConnection } from '../../../src/ingest/mqtt/external-connection'
import { later } from '../../support/external-broker'
import { mosquittoSuffix, startMosquitto, stopMosquittos, withMosquitto } from '../../support/mosquitto'
import { until } from '../../support/until'

/** The memory that a connection to an external broker keeps. */

afterAll(stopMosquittos)

const count = 20_000
const atOnce = 500

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
})
