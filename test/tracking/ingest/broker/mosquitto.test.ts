import { afterEach, describe, expect, test } from 'bun:test'
import { type BuiltInBroker } from '../../../../src/tracking/ingest/mqtt/broker'
import { closeResources, dock, openBroker, textOf, waitFor } from '../../../support/broker'

/** Clients of mosquitto at the built-in broker. */

const hasMosquitto = Bun.which('mosquitto_pub') !== null && Bun.which('mosquitto_sub') !== null

describe.skipIf(!hasMosquitto)('mosquitto clients (skipped where mosquitto_pub is not installed)', () => {
  afterEach(closeResources)

  async function mosquitto(
    program: 'pub' | 'sub',
    broker: BuiltInBroker,
    args: string[],
    input = '',
  ): Promise<number> {
    const access = ['-h', '127.0.0.1', '-p', `${broker.port}`, '-u', dock.externalKey]
    const command = [`mosquitto_${program}`, ...access, ...args]
    const process = Bun.spawn(command, { stdin: Buffer.from(input), stdout: 'ignore', stderr: 'ignore' })
    return process.exited
  }

  test.each(['mqttv31', 'mqttv311', 'mqttv5'])(
    'messages of every QoS arrive with %s, two thousand at a time',
    async (version) => {
      const lines = Array.from({ length: 2000 }, (_, i) => `line ${i}`)
      for (const qos of ['0', '1', '2']) {
        const broker = await openBroker()
        const code = await mosquitto(
          'pub',
          broker,
          ['-V', version, '-P', dock.tokenHash, '-q', qos, '-t', 'a', '-l'],
          lines.join('\n'),
        )
        expect(code).toBe(0)
        await waitFor(() => broker.accepted.length === lines.length)
        expect(broker.accepted.map(textOf)).toEqual(lines)
      }
    },
  )

  test('a retained message of a persistent session with a will is processed as a message', async () => {
    const broker = await openBroker()
    const args = [
      '-c',
      '-i',
      'dock',
      '-r',
      '--will-topic',
      'w',
      '--will-payload',
      'x',
      '-q',
      '1',
      '-t',
      'a',
      '-m',
      'hi',
    ]
    expect(await mosquitto('pub', broker, ['-P', dock.tokenHash, ...args])).toBe(0)
    expect(broker.accepted.map(textOf)).toEqual(['hi'])
  })

  test('a wrong password and a subscription are refused', async () => {
    const broker = await openBroker()
    expect(await mosquitto('pub', broker, ['-P', 'wrong', '-t', 'a', '-m', 'x'])).toBe(4)
    expect(await mosquitto('sub', broker, ['-P', dock.tokenHash, '-t', '#', '-W', '2', '-E'])).not.toBe(27)
    expect(broker.refusals).toHaveLength(1)
    expect(broker.accepted).toEqual([])
    const version = ['-V', 'mqttv5', '-P', 'wrong', '-t', 'a', '-m', 'x']
    expect(await mosquitto('pub', broker, version)).toBe(0x86)
  })
})
