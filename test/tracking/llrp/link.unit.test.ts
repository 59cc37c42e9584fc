import { expect, test } from 'bun:test'
import { defaultDevice } from '../../../src/commands/simulate/llrp/device'
import { SimulatedLlrpReader } from '../../../src/commands/simulate/llrp/reader'
import { LlrpLink, type LinkNote } from '../../../src/tracking/llrp/client/link'
import { powerIndexOf } from '../../../src/tracking/llrp/client/rospec'
import { until } from '../../support/until'

/** The connection of the service to a reader (docs/readers.md, LLRP). */

// Rule: internal-api.md, Readers by LLRP
test('a thousand reconnects leave one connection, and lose no report that was received', async () => {
  const reader = new SimulatedLlrpReader(defaultDevice)
  const port = await reader.listen(0, '127.0.0.1')
  let sendings = 0
  let bytes = 0
  const link = new LlrpLink({
    address: { host: '127.0.0.1', port },
    shown: '127.0.0.1',
    wanted: { antennas: [], takesOver: false },
    knownSerial: null,
    messageMax: 65_536,
    resolve: async () => ['127.0.0.1'],
    accept: async (messages) => void (bytes += messages.length),
    note: ({ state }: LinkNote) => {
      if (state !== 'sending') return
      sendings++
      reader.report([{ epc: '3414257bf400000000001630', antenna: 1, rssi: -50, at: Date.now() * 1000 }])
      if (sendings < 1000) setImmediate(() => reader.dropClient())
    },
    failed: (error) => {
      throw error
    },
    pause: () => new Promise((resolve) => void setImmediate(resolve)),
  })
  link.start()
  await until(() => sendings === 1000, 'the reader was configured a thousand times', 60_000)
  expect(reader.connections).toBe(1000)
  await until(() => bytes > 0, 'reports were received')
  await link.stop('release')
  await until(() => !reader.hasClient, 'the connection is closed')
  expect(reader.isReading).toBeFalse()
  await reader.close()
}, 90_000)

// Rule: internal-api.md, Readers by LLRP
test('a reader that sends no keepalives any more is named, and connected again', async () => {
  const reader = new SimulatedLlrpReader(defaultDevice)
  const port = await reader.listen(0, '127.0.0.1')
  const causes: unknown[] = []
  let sendings = 0
  const link = new LlrpLink({
    address: { host: '127.0.0.1', port },
    shown: '127.0.0.1',
    wanted: { antennas: [], takesOver: false },
    knownSerial: null,
    messageMax: 65_536,
    resolve: async () => ['127.0.0.1'],
    accept: async () => {},
    note: ({ state, cause }: LinkNote) => {
      if (state === 'sending') sendings++
      if (cause !== null) causes.push(cause)
    },
    failed: (error) => {
      throw error
    },
    pause: () => new Promise((resolve) => void setImmediate(resolve)),
    // Shorter than the interval of keepalives, so the reader is silent in time.
    silentMillis: 300,
  })
  link.start()
  await until(() => sendings >= 2, 'the reader was configured again', 30_000)
  expect(causes).toContain('llrp_silent')
  expect(reader.connections).toBeGreaterThanOrEqual(2)
  await link.stop('release')
  await until(() => !reader.hasClient, 'the connection is closed')
  await reader.close()
}, 40_000)

test.each([
  [20, [10, 15, 20, 25], 3],
  [19.9, [10, 15, 20, 25], 2],
  [5, [10, 15, 20, 25], 1],
  [60, [10, 15, 20, 25], 4],
  [16, [25, 20, 15, 10], 3],
  [16, [], 1],
])('%d dBm is the entry of %j with the index %d', (wanted, powers, index) => {
  expect(powerIndexOf(powers, wanted)).toBe(index)
})
