import { afterAll, expect, test } from 'bun:test'
import { connect, type MqttClient } from 'mqtt'
import { freePort } from '../../../scripts/free-port'
import {
  type Client,
  clientOf,
  type Credential,
  mintKey,
  otherOrganization,
  signIn,
} from '../../support/client'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { newAsset } from '../../support/records'
import { until } from '../../support/until'

/** Many sessions that outlive their connections, while connections break and the service is killed. */

const clients: MqttClient[] = []
afterAll(async () => {
  for (const client of clients) client.end(true)
  await stopPrograms()
})

const perOrganization = 50
const ofKeyMax = 8
const kills = 3
const between = 20
let connections = 0

interface Follower {
  readonly mqtt: MqttClient
  /** The sequences of the events in the order in which they arrived first. */
  readonly seen: Set<number>
  /** The highest sequence so far, when a new event arrived after a later one. */
  readonly outOfOrder: number[]
}

async function follow(port: number, key: Credential, filter: string): Promise<Follower> {
  const seen = new Set<number>()
  const outOfOrder: number[] = []
  let highest = 0
  const mqtt = connect(`mqtt://127.0.0.1:${port}`, {
    username: key.client_id,
    password: key.client_secret,
    protocolVersion: 5,
    clean: false,
    clientId: crypto.randomUUID(),
    properties: { sessionExpiryInterval: 3600 },
    reconnectPeriod: 100,
    // The session keeps the subscriptions.
    resubscribe: false,
  })
  clients.push(mqtt)
  mqtt.on('error', () => {})
  mqtt.on('connect', () => connections++)
  mqtt.on('message', (_topic, payload) => {
    const { sequence } = JSON.parse(payload.toString()) as { sequence: number }
    if (!seen.has(sequence) && sequence < highest) outOfOrder.push(sequence)
    seen.add(sequence)
    highest = Math.max(highest, sequence)
  })
  await mqtt.subscribeAsync(filter, { qos: 1 })
  return { mqtt, seen, outOfOrder }
}

async function loggedBy(session: Client): Promise<number[]> {
  const { data } = (await session.get('/api/v1/events?type=asset.created&limit=200')).body
  return data.map(({ sequence }: { sequence: number }) => sequence)
}

test('100 sessions receive every event in order, although connections break and the service is killed', async () => {
  const dataDir = newDataDir()
  const port = await freePort()
  const options = { dataDir, env: { WHEREABOUTS_MQTT_PORT: String(port) } }
  let program: Program = await startProgram(options)
  const openSessions = async (isFirst: boolean): Promise<readonly [Client, Client]> => {
    const north = await signIn(program)
    if (isFirst) return [north, await otherOrganization(program, 'South')]
    const south = await signIn(program)
    const organizations = (await south.get('/internal/v1/organizations')).body.data
    const { id } = organizations.find(({ slug }: { slug: string }) => slug === 'south')
    const moved = await south.post('/internal/v1/session/organization', { organization_id: id })
    return [north, clientOf(program.http, moved.body.data.access_token)]
  }
  let sessions = await openSessions(true)
  const followers: Follower[][] = []
  for (const [index, slug] of ['north', 'south'].entries()) {
    const own: Follower[] = []
    let key: Credential | undefined
    for (let i = 0; i < perOrganization; i++) {
      if (i % ofKeyMax === 0) key = await mintKey(sessions[index] as Client, ['tracking:read'])
      own.push(await follow(port, key as Credential, `${slug}/events/asset.created`))
    }
    followers.push(own)
  }
  const all = followers.flat()
  for (let round = 0; round <= kills; round++) {
    for (let i = 0; i < between; i++) {
      for (const session of sessions) await newAsset(session)
      // A connection breaks, even in the middle of messages.
      all[(round * 31 + i * 7) % all.length]?.mqtt.stream.destroy()
    }
    if (round === kills) break
    await program.kill()
    program = await startProgram(options)
    sessions = await openSessions(false)
  }
  expect(connections).toBeGreaterThan(all.length * kills)
  for (const [index, own] of followers.entries()) {
    const logged = await loggedBy(sessions[index] as Client)
    expect(logged).toHaveLength(between * (kills + 1))
    const missing = () => own.filter(({ seen }) => seen.size < logged.length).length
    await until(
      () => missing() === 0,
      () => `all events at the last ${missing()} subscribers`,
    )
    for (const { seen, outOfOrder } of own) {
      expect([...seen].toSorted((a, b) => a - b)).toEqual(logged)
      expect(outOfOrder).toEqual([])
    }
  }
}, 60_000)
