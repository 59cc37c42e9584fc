import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { connectAsync } from 'mqtt'
import { needs } from '../../../src/tracking/history/place/evidence'
import { eventsOf, inOrder } from '../../../src/tracking/history/presence'
import type { Read } from '../../../src/storage/core/store'
import { wireOf } from '../../../src/base/time'
import { apiClient, type Client, clientOf, signIn } from '../../support/client'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { freshKey, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, type Reader } from '../../support/scans'

/**
 * Reads of nine antennas, by MQTT and HTTP, cause the events of the pure rule after each message (docs/history.md, Dense
 * air), even after the service was killed and messages were sent again.
 */

const dataDir = newDataDir()
let program: Program
let session: Client
let locations: Row[]
let reader: Reader

setDefaultTimeout(60_000)
beforeAll(async () => {
  await start()
  locations = await Promise.all(['Ward', 'Hall', 'Store'].map((name) => newLocation(session, { name })))
  reader = await newReader(
    session,
    freshKey('gateway'),
    locations.flatMap(({ id }) => [id, id, id]),
  )
})
afterAll(stopPrograms)

async function start(): Promise<void> {
  program = await startProgram({ dataDir })
  session = await signIn(program)
}

interface Sent {
  readonly value: string
  readonly antenna: number
  readonly observed_at: string
  readonly rssi: number
}

/** A message for each transmission: first near the antennas 1 to 3, from `movesAt` on near 7 to 9, after a wrong first one. */
function messagesOf(value: string, count: number, movesAt: number): Sent[][] {
  const begun = Date.now() - 60_000
  return Array.from({ length: count }, (_, step) =>
    Array.from({ length: 9 }, (_one, index): Sent => {
      const near = step === 0 ? 1 : step < movesAt ? 0 : 2
      const noise = ((step * 7 + index * 5) % 5) - 2
      return {
        value,
        antenna: index + 1,
        observed_at: new Date(begun + step * 400 + index).toISOString(),
        rssi: (Math.floor(index / 3) === near ? -62 : -76) + noise,
      }
    }).slice(step === 0 ? 3 : 0),
  )
}

const readOf = ({ antenna, observed_at, rssi }: Sent): Read => ({
  at: Date.parse(observed_at) * 1000,
  locationId: (locations[Math.floor((antenna - 1) / 3)] as Row).id,
  rssi,
  readerId: reader.id,
  antenna,
  tagId: 0,
  presenceTimeoutSeconds: 300,
  isScan: false,
})

const expected = (messages: readonly Sent[][]) =>
  eventsOf(null, messages.flat().map(readOf).toSorted(inOrder), needs.normal).events.map(
    ({ locationId, firstAt, lastAt, readCount, cause }) => ({
      location_id: locationId,
      first_seen_at: wireOf(firstAt),
      last_seen_at: wireOf(lastAt),
      read_count: readCount,
      cause,
    }),
  )

async function shownOf({ id }: Row) {
  const { body } = await session.get(`/internal/v1/assets/${id}/events`)
  return body.data
    .map(({ location_id, first_seen_at, last_seen_at, read_count, cause }: any) => ({
      location_id,
      first_seen_at,
      last_seen_at,
      read_count,
      cause,
    }))
    .toReversed()
}

// Rule: history.md, Dense air
test('the events are those of the rule after each message by MQTT', async () => {
  const asset = await newTagged(session, freshKey('bed'))
  const messages = messagesOf(asset.external_key, 100, 60)
  const mqtt = await connectAsync(program.mqtt as string, {
    username: reader.external_key,
    password: reader.device_token,
    reconnectPeriod: 0,
  })
  for (const [index, reads] of messages.entries()) {
    await mqtt.publishAsync(reader.topic.replace('#', 'reads'), JSON.stringify({ reads }), { qos: 1 })
    expect(await shownOf(asset)).toEqual(expected(messages.slice(0, index + 1)))
  }
  await mqtt.endAsync()
  const events = await shownOf(asset)
  expect(events.map(({ location_id }: any) => location_id)).toEqual([locations[0]?.id, locations[2]?.id])
  expect(Date.parse(events[0].first_seen_at)).toBe(Date.parse(messages[0]?.[0]?.observed_at ?? ''))
})

// Rule: history.md, Durability
test('they are the same after the service was killed, and messages were sent again', async () => {
  const asset = await newTagged(session, freshKey('bed'))
  const messages = messagesOf(asset.external_key, 90, 50)
  for (const [index, reads] of messages.entries()) {
    await postReads(program, reader, reads)
    if (index % 30 !== 29) continue
    await program.kill()
    await start()
    for (const again of messages.slice(index - 3, index + 1)) await postReads(program, reader, again)
    expect(await shownOf(asset)).toEqual(expected(messages.slice(0, index + 1)))
  }
})

test('the report, the history, the report at an instant and the event log name one location', async () => {
  const api = clientOf(program.http, (await apiClient(program, session)).token)
  const asset = await newTagged(session, freshKey('bed'))
  const messages = messagesOf(asset.external_key, 80, 40)
  for (const reads of messages) {
    await postReads(program, reader, reads)
    const [report, history, past, log] = await Promise.all([
      api.get(`/api/v1/reports/asset-locations?asset_id=${asset.id}`),
      api.get(`/api/v1/assets/${asset.id}/history?limit=1`),
      session.get(`/internal/v1/whereabouts?asset_id=${asset.id}&at=${new Date().toISOString()}`),
      api.get(`/api/v1/events?asset_id=${asset.id}&limit=200`),
    ])
    const place = report.body.data[0].location_id
    const lastMove = log.body.data.findLast(({ move }: any) => move !== null).move
    expect([
      history.body.data[0].location_id,
      past.body.data[0].location_id,
      lastMove.current_location_id,
    ]).toEqual([place, place, place])
  }
})
