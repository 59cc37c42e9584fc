import { afterAll, afterEach, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { type Client, mintKey, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { closeRaw, openRaw, type RawSubscriber } from '../../support/raw-subscriber'
import { until } from '../../support/until'

/** Subscribers that do not read (docs/decisions/0029-mqtt-out.md): each waits in its own connection, with a page of the log. */

afterEach(closeRaw)
afterAll(stopPrograms)

const keys = 3
const ofKey = 8
const perImport = 500
const imports = 24
/** An event has about 700 bytes with this name. */
const name = 'x'.repeat(200)

const megabytesOf = ({ process }: Program): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${process.pid}/status`, 'utf8'))?.[1]) / 1024

async function importAssets(session: Client): Promise<void> {
  const rows = Array.from({ length: perImport }, () => ({ name }))
  expect((await session.post('/internal/v1/assets/import', { rows })).body.data.created).toBe(perImport)
}

const sequencesOf = (subscriber: RawSubscriber): number[] =>
  subscriber.messages().map(({ payload }) => JSON.parse(payload.toString()).sequence)

test('subscribers that read nothing delay no other subscriber, take little memory, and get everything later', async () => {
  const program = await startProgram()
  const session = await signIn(program)
  const filters = ['north/events/asset.created']
  const silent: RawSubscriber[] = []
  for (let i = 0; i < keys; i++) {
    const key = await mintKey(session, ['tracking:read'])
    for (let j = 0; j < ofKey; j++) {
      const subscriber = await openRaw(program, key)
      expect(await subscriber.subscribe(filters, 0)).toEqual([0])
      subscriber.socket.pause()
      silent.push(subscriber)
    }
  }
  const reader = await openRaw(program, await mintKey(session, ['tracking:read']))
  await reader.subscribe(filters, 0)
  await importAssets(session)
  await until(() => reader.messages().length === perImport, 'the first events')
  const before = megabytesOf(program)
  for (let i = 1; i < imports; i++) await importAssets(session)
  const total = perImport * imports
  await until(() => reader.messages().length === total, 'all events')
  // The imports alone take about 100 MB until they are collected; what the others have not read would take 200 MB more.
  await until(() => megabytesOf(program) - before < 200, 'little memory')
  const first = silent[0] as RawSubscriber
  expect(first.messages().length).toBeLessThan(total)
  for (const subscriber of silent) subscriber.socket.resume()
  await until(() => silent.every((one) => one.messages().length === total), 'all events at the others', 60)
  const expected = sequencesOf(reader)
  expect(expected).toEqual(expected.toSorted((a, b) => a - b))
  for (const subscriber of silent) expect(sequencesOf(subscriber)).toEqual(expected)
}, 120_000)
