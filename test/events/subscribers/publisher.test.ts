import { afterAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiClient, type Client, clientOf, otherOrganization, signIn } from '../../support/client'
import { later } from '../../support/external-broker'
import {
  mosquittoSuffix,
  newMosquitto,
  openNetwork,
  startMosquitto,
  stopMosquittos,
  withMosquitto,
} from '../../support/mosquitto'
import { newDataDir, startProgram, stopPrograms } from '../../support/program'
import { newLocation, newTagged } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'
import { logged, until } from '../../support/until'

/** Events that are published to an external broker (docs/mqtt-out.md). */

afterAll(async () => {
  await stopPrograms()
  await stopMosquittos()
})

interface Published {
  readonly topic: string
  readonly payload: string
  readonly retain: boolean
}

withMosquitto(`an external broker${mosquittoSuffix}`, () => {
  test(
    'gets each event and the retained places, although it restarts and the service is killed',
    async () => {
      const broker = await startMosquitto()
      const dataDir = newDataDir()
      const env = {
        WHEREABOUTS_MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
        WHEREABOUTS_MQTT_EVENTS: 'on',
        WHEREABOUTS_MQTT_HOME_ASSISTANT: 'on',
      }
      let program = await startProgram({ dataDir, env })
      let session = await signIn(program)
      let api = await apiClient(program, session)
      const received: Published[] = []
      const listen = async () => {
        const client = await broker.connect({
          clientId: 'listens',
          clean: false,
          properties: { sessionExpiryInterval: 3600 },
        })
        client.on('message', (topic, payload, { retain }) =>
          received.push({ topic, payload: payload.toString(), retain: retain ?? false }),
        )
        await client.subscribeAsync(['north/#', 'homeassistant/#'], { qos: 1 })
        return client
      }
      await listen()
      const seen = () =>
        new Set(
          received
            .filter(({ topic }) => topic.startsWith('north/events/'))
            .map(({ payload }) => JSON.parse(payload).sequence),
        )

      const hall = await newLocation(api, { external_key: 'HALL' })
      const asset = await newTagged(api, 'FF01', { external_key: 'CRATE' })
      await scan(session, hall.id, 'FF01', secondsAgo(60))
      await until(() => seen().size === 3, 'the first events')

      await broker.kill()
      const dock = await newLocation(api, { external_key: 'DOCK' })
      await scan(session, dock.id, 'FF01', secondsAgo(50))
      await program.kill()
      await broker.start()
      await listen()
      program = await startProgram({ dataDir, env })
      session = await signIn(program)
      api = await apiClient(program, session)
      const logged = async (): Promise<number[]> =>
        (await api.get('/api/v1/events')).body.data.map((event: { sequence: number }) => event.sequence)
      const expected = await logged()
      await until(() => seen().size === expected.length, 'the events of the time without a broker')
      expect([...seen()].toSorted((a, b) => a - b)).toEqual(expected)

      const late: Published[] = []
      const newcomer = await broker.connect()
      newcomer.on('message', (topic, payload, { retain }) =>
        late.push({ topic, payload: payload.toString(), retain: retain ?? false }),
      )
      await newcomer.subscribeAsync(['north/assets/+/whereabouts', 'homeassistant/#'])
      await until(() => late.length === 2, 'the retained messages')
      const place = late.find(({ topic }) => topic === 'north/assets/CRATE/whereabouts')
      expect(JSON.parse(place?.payload ?? '{}')).toMatchObject({
        asset_id: asset.id,
        location_external_key: 'DOCK',
      })
      const sensor = late.find(({ topic }) => topic.startsWith('homeassistant/sensor/'))
      expect(JSON.parse(sensor?.payload ?? '{}')).toMatchObject({
        name: 'CRATE',
        state_topic: 'north/assets/CRATE/whereabouts',
      })
      expect(late.every(({ retain }) => retain)).toBe(true)

      await api.delete(`/api/v1/assets/${asset.id}`)
      await until(() => late.filter(({ payload }) => payload === '').length === 2, 'the removal of both')
      expect(await program.stop()).toBe(0)
    },
    later,
  )

  test(
    'that refuses the topics of one organization gets each other message once',
    async () => {
      const broker = await newMosquitto(['allow_anonymous true', 'acl_file DIRECTORY/acl'])
      writeFileSync(join(broker.directory, 'acl'), 'topic readwrite #\ntopic deny south/assets/#\n')
      await broker.start()
      const dataDir = newDataDir()
      const env = {
        WHEREABOUTS_MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
        WHEREABOUTS_MQTT_EVENTS: 'on',
        WHEREABOUTS_MQTT_HOME_ASSISTANT: 'on',
      }
      let program = await startProgram({ dataDir, env })
      const received: string[] = []
      const client = await broker.connect()
      client.on('message', (topic, payload) => received.push(`${topic} ${payload.toString()}`))
      await client.subscribeAsync(['north/events/#', 'south/events/#'], { qos: 1 })
      const receivedOf = (topic: string) => received.filter((message) => message.startsWith(`${topic}/`))
      const expectEach = async (topic: string, api: Client) => {
        const events = (await api.get('/api/v1/events?limit=200')).body.data as { type: string }[]
        const expected = events.map((event) => `${topic}/events/${event.type} ${JSON.stringify(event)}`)
        await until(() => expected.every((message) => received.includes(message)), `the events of ${topic}`)
        expect(receivedOf(topic)).toEqual(expected)
      }

      let south = await otherOrganization(program)
      const place = await newLocation(south)
      await newTagged(south, 'FE01')
      await scan(south, place.id, 'FE01', secondsAgo(60))
      await until(() => program.log().includes('the broker refused a message'), 'the warning')
      await logged(program, '"topic":"south/assets/FE01/whereabouts","reason":')
      let north = await signIn(program)
      await newTagged(north, 'FE02')
      await expectEach('north', north)
      await expectEach('south', south)

      // A start publishes all places for Home Assistant before the events.
      await program.stop()
      program = await startProgram({ dataDir, env })
      north = await signIn(program)
      const [, { id }] = (await north.get('/internal/v1/organizations')).body.data
      const moved = await north.post('/internal/v1/session/organization', { organization_id: id })
      south = clientOf(program.http, moved.body.data.access_token)
      north = await signIn(program)
      await newTagged(south, 'FE03')
      await newTagged(north, 'FE04')
      await expectEach('north', north)
      await expectEach('south', south)
    },
    later,
  )

  test(
    'gets the present places and the events since the setting, and all events of a later organization',
    async () => {
      const broker = await newMosquitto()
      const dataDir = newDataDir()
      let program = await startProgram({ dataDir })
      let north = await signIn(program)
      const hall = await newLocation(north)
      await newTagged(north, 'FA01', { external_key: 'EARLIER' })
      await scan(north, hall.id, 'FA01', secondsAgo(60))
      const { next_after: before } = (await north.get('/api/v1/events')).body
      await program.stop()

      // The broker is not reachable until the service is killed.
      const env = {
        WHEREABOUTS_MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
        WHEREABOUTS_MQTT_EVENTS: 'on',
      }
      program = await startProgram({ dataDir, env })
      await until(() => program.log().includes('not connected to publish events'), 'the first attempt')
      north = await signIn(program)
      await newTagged(north, 'FA02')
      const south = await otherOrganization(program)
      await newTagged(south, 'FA03')
      await newTagged(south, 'FA04')
      const eventsOf = async (api: Client, after: number): Promise<number[]> =>
        (await api.get(`/api/v1/events?after=${after}`)).body.data.map(
          (event: { sequence: number }) => event.sequence,
        )
      const expected = { north: await eventsOf(north, before), south: await eventsOf(south, 0) }
      await program.kill()

      await broker.start()
      const received = { north: [] as number[], south: [] as number[] }
      const places: string[] = []
      const client = await broker.connect()
      client.on('message', (topic, payload) => {
        const [slug, kind, key = ''] = topic.split('/')
        if (kind === 'assets') places.push(key)
        else received[slug as 'north' | 'south'].push(JSON.parse(payload.toString()).sequence)
      })
      await client.subscribeAsync(['north/#', 'south/#'], { qos: 1 })
      program = await startProgram({ dataDir, env })
      await until(
        () => received.north.length + received.south.length >= expected.north.length + expected.south.length,
        'the events',
      )
      expect(received).toEqual(expected)
      expect(expected.south[0]).toBe(1)
      expect(places).toEqual(['EARLIER'])
      await program.stop()
    },
    later,
  )

  test(
    'gets the places of all assets at a location again when the location is renamed',
    async () => {
      const broker = await startMosquitto()
      const program = await startProgram({
        env: { WHEREABOUTS_MQTT_URL: `mqtt://127.0.0.1:${broker.port}`, WHEREABOUTS_MQTT_EVENTS: 'on' },
      })
      const session = await signIn(program)
      const places = new Map<string, string>()
      const client = await broker.connect()
      client.on('message', (topic, payload) => {
        places.set(topic, JSON.parse(payload.toString()).location_external_key)
      })
      await client.subscribeAsync('north/assets/+/whereabouts', { qos: 1 })
      const { id } = await newLocation(session, { external_key: 'OLD' })
      // More than a page.
      const values = Array.from({ length: 250 }, (_, index) => `AC${1000 + index}`)
      const rows = values.map((value) => ({
        name: value,
        external_key: value,
        tags: [{ tag_type: 'rfid', value }],
      }))
      await session.post('/internal/v1/assets/import', { rows })
      await session.post('/internal/v1/scans', { location_id: id, reads: values.map((value) => ({ value })) })
      await until(() => places.size === values.length, 'the places')
      await session.post(`/api/v1/locations/${id}/rename`, { external_key: 'NEW' })
      await until(() => [...places.values()].every((key) => key === 'NEW'), 'the places with the new key')
      await program.stop()
    },
    later,
  )

  test(
    'gets the events of other organizations between the places that follow the rename of a location',
    async () => {
      const broker = await startMosquitto()
      const network = await openNetwork(broker.port)
      const program = await startProgram({
        env: { WHEREABOUTS_MQTT_URL: `mqtt://127.0.0.1:${network.port}`, WHEREABOUTS_MQTT_EVENTS: 'on' },
      })
      const south = await otherOrganization(program)
      const north = await signIn(program)
      const received: string[] = []
      const client = await broker.connect()
      client.on('message', (topic, payload) => received.push(`${topic} ${payload.toString()}`))
      await client.subscribeAsync(['north/assets/#', 'south/events/#'], { qos: 1 })
      const { id } = await newLocation(north, { external_key: 'OLD' })
      const values = Array.from({ length: 250 }, (_, index) => `AD${1000 + index}`)
      const rows = values.map((value) => ({ name: value, tags: [{ tag_type: 'rfid', value }] }))
      await north.post('/internal/v1/assets/import', { rows })
      await north.post('/internal/v1/scans', { location_id: id, reads: values.map((value) => ({ value })) })
      await until(() => received.length === values.length, 'the places')

      network.cut()
      await north.post(`/api/v1/locations/${id}/rename`, { external_key: 'NEW' })
      await newTagged(south, 'AE01')
      network.heal()
      const renamed = () => received.filter((message) => message.includes('"NEW"'))
      await until(() => renamed().length === values.length, 'the places with the new key')
      const ofSouth = received.findIndex((message) => message.startsWith('south/events/asset.created'))
      expect(ofSouth).toBeGreaterThanOrEqual(values.length)
      expect(ofSouth).toBeLessThan(received.length - 1)
      network.close()
      await program.stop()
    },
    later,
  )
})
