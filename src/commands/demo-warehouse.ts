import { connectAsync, type MqttClient } from 'mqtt'
import type { ServiceClient } from './service-client'

/** A made-up warehouse whose pallets are carried about, heard by simulated readers that speak over real MQTT. */

const places = [
  { key: 'DOCK-1', name: 'Dock 1', area: 'INBOUND' },
  { key: 'DOCK-2', name: 'Dock 2', area: 'INBOUND' },
  { key: 'AISLE-A', name: 'Aisle A', area: 'STORAGE' },
  { key: 'AISLE-B', name: 'Aisle B', area: 'STORAGE' },
  { key: 'PACKING', name: 'Packing', area: 'OUTBOUND' },
  { key: 'GATE', name: 'Gate', area: 'OUTBOUND' },
] as const

const areas = [
  { key: 'INBOUND', name: 'Inbound' },
  { key: 'STORAGE', name: 'Storage' },
  { key: 'OUTBOUND', name: 'Outbound' },
] as const

const goods = ['Blue pallet', 'Drill press', 'Tool chest', 'Roll cage', 'Forklift battery', 'Steel coil']
const palletCount = 12
const moveSeconds = 4

export interface DemoWarehouse {
  stop(): Promise<void>
}

interface Reader {
  readonly key: string
  readonly token: string
  readonly placeKeys: readonly string[]
}

/** Fills the organization of the signed-in client, and begins to simulate. */
export async function openDemoWarehouse(client: ServiceClient, mqttUrl: string): Promise<DemoWarehouse> {
  const locationIds = await createLocations(client)
  const pallets = await createPallets(client)
  const readers = await createReaders(client, locationIds)
  const connections = await Promise.all(readers.map((reader) => connectReader(mqttUrl, reader)))

  const placeOf = new Map(pallets.map((epc, index) => [epc, places[index % places.length]?.key as string]))
  const timers = [
    setInterval(() => carryOne(placeOf), moveSeconds * 1000),
    setInterval(() => {
      for (const [index, reader] of readers.entries())
        report(connections[index] as MqttClient, reader, placeOf)
    }, 1000),
  ]
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(connections.map((connection) => connection.endAsync(true)))
    },
  }
}

async function createLocations(client: ServiceClient): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const { key, name } of areas) await client.post('/api/v1/locations', { external_key: key, name })
  for (const { key, name, area } of places) {
    const body = { external_key: key, name, parent_external_key: area }
    ids.set(key, (await client.post<{ id: number }>('/api/v1/locations', body)).id)
  }
  return ids
}

/** Answers the EPCs on the pallets. */
async function createPallets(client: ServiceClient): Promise<string[]> {
  const epcs: string[] = []
  for (let number = 1; number <= palletCount; number++) {
    const epc = `3414257BF4000000${String(number).padStart(8, '0')}`
    await client.post('/api/v1/assets', {
      name: `${goods[number % goods.length]} ${number}`,
      tags: [{ tag_type: 'rfid', value: epc }],
    })
    epcs.push(epc)
  }
  return epcs
}

/** One reader an area, an antenna a place. */
async function createReaders(
  client: ServiceClient,
  locationIds: ReadonlyMap<string, number>,
): Promise<Reader[]> {
  const readers: Reader[] = []
  for (const area of areas) {
    const placeKeys = places.filter((place) => place.area === area.key).map(({ key }) => key)
    const key = `reader-${area.key.toLowerCase()}`
    const { device_token: token } = await client.post<{ device_token: string }>('/internal/v1/readers', {
      external_key: key,
      name: `${area.name} reader`,
      kind: 'fixed',
      format: 'csl_cs463',
      topic: `demo/${key}/#`,
      presence_timeout_seconds: 30,
      antennas: placeKeys.map((place, index) => ({ port: index + 1, location_id: locationIds.get(place) })),
    })
    readers.push({ key, token, placeKeys })
  }
  return readers
}

function connectReader(url: string, { key, token }: Reader): Promise<MqttClient> {
  const { hostname: host, port } = new URL(url)
  return connectAsync({ host, port: Number(port), username: key, password: token, clientId: key })
}

function carryOne(placeOf: Map<string, string>): void {
  const epcs = [...placeOf.keys()]
  const epc = epcs[Math.floor(Math.random() * epcs.length)] as string
  const elsewhere = places.filter(({ key }) => key !== placeOf.get(epc))
  placeOf.set(epc, elsewhere[Math.floor(Math.random() * elsewhere.length)]?.key as string)
}

/** What a CS463 sends of the last second: every tag at its antennas, and now and then one of the antenna beside. */
function report(client: MqttClient, { key, placeKeys }: Reader, placeOf: ReadonlyMap<string, string>): void {
  const now = Date.now() * 1000
  const tags = [...placeOf].flatMap(([epc, place], index) => {
    const isBeside = Math.random() < 0.1 && placeKeys.some((other) => other !== place)
    const antenna = placeKeys.indexOf(place)
    if (antenna < 0) return []
    const port = isBeside ? 1 + ((antenna + 1) % placeKeys.length) : 1 + antenna
    return [
      {
        epc,
        timeStampOfRead: now - index * 1000,
        timeZone: '+0:00',
        antennaPort: port,
        capturePointName: `${key}-${port}`,
        rssi: String((isBeside ? -72 : -52) - Math.floor(Math.random() * 6)),
      },
    ]
  })
  if (tags.length === 0) return
  const payload = {
    sequenceNumber: 0,
    rfidReaderName: key,
    pcEthernetMACAddress: '',
    numberOfTags: tags.length,
    tags,
  }
  // A reader that is cut off for a moment goes on by itself; the demo is about what arrives.
  client.publish(`demo/${key}/reads`, JSON.stringify(payload), { qos: 1 }, () => {})
}
