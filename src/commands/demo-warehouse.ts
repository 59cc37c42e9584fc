import { connectAsync, type MqttClient } from 'mqtt'
import { drawDemoPlan } from './demo-plan'
import type { ServiceClient } from './service-client'

/** The demo warehouse: pallets that move, and simulated readers that publish their reads over MQTT. */

/** `drawn` are the left, upper, right and lower edge of the location on the plan, in pixels of the plan. */
const locations = [
  { key: 'DOCK-1', name: 'Dock 1', area: 'INBOUND', drawn: [110, 600, 360, 732] },
  { key: 'DOCK-2', name: 'Dock 2', area: 'INBOUND', drawn: [430, 600, 680, 732] },
  { key: 'AISLE-A', name: 'Aisle A', area: 'STORAGE', drawn: [90, 90, 400, 440] },
  { key: 'AISLE-B', name: 'Aisle B', area: 'STORAGE', drawn: [430, 90, 740, 440] },
  { key: 'PACKING', name: 'Packing', area: 'OUTBOUND', drawn: [850, 90, 1310, 380] },
  { key: 'GATE', name: 'Gate', area: 'OUTBOUND', drawn: [850, 420, 1310, 620] },
] as const

const hall = { key: 'HALL', name: 'North hall' } as const

const areas = [
  { key: 'INBOUND', name: 'Inbound' },
  { key: 'STORAGE', name: 'Storage' },
  { key: 'OUTBOUND', name: 'Outbound' },
] as const

const goods = ['Blue pallet', 'Drill press', 'Tool chest', 'Roll cage', 'Forklift battery', 'Steel coil']
const palletCount = 12
const moveSeconds = 4
/** A pallet that arrives passes close to the antenna. */
const arrivalMillis = 6000

export interface DemoWarehouse {
  stop(): Promise<void>
}

interface Reader {
  readonly key: string
  readonly token: string
  readonly locationKeys: readonly string[]
}

/** Creates the records of the demo in the organization of the client, and starts the simulated readers. */
export async function openDemoWarehouse(client: ServiceClient, mqttUrl: string): Promise<DemoWarehouse> {
  const locationIds = await createLocations(client)
  await createPlan(client, locationIds)
  const pallets = await createPallets(client)
  const readers = await createReaders(client, locationIds)
  const connections = await Promise.all(readers.map((reader) => connectReader(mqttUrl, reader)))

  const locationOf = new Map(
    pallets.map((epc, index): [string, Stay] => [
      epc,
      { key: locations[index % locations.length]?.key as string, since: 0 },
    ]),
  )
  const timers = [
    setInterval(() => moveOne(locationOf), moveSeconds * 1000),
    setInterval(() => {
      for (const [index, reader] of readers.entries())
        report(connections[index] as MqttClient, reader, locationOf)
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
  const create = async (key: string, name: string, parent?: string) => {
    const body = { external_key: key, name, ...(parent !== undefined && { parent_external_key: parent }) }
    ids.set(key, (await client.post<{ id: number }>('/api/v1/locations', body)).id)
  }
  await create(hall.key, hall.name)
  for (const { key, name } of areas) await create(key, name, hall.key)
  for (const { key, name, area } of locations) await create(key, name, area)
  return ids
}

/** Uploads the plan of the hall and draws the locations on it. */
async function createPlan(client: ServiceClient, ids: ReadonlyMap<string, number>): Promise<void> {
  const { png, width, height } = drawDemoPlan()
  const path = `/internal/v1/plans/${ids.get(hall.key)}`
  await client.upload(`${path}/image`, png)
  await client.patch(path, {
    areas: locations.map(({ key, drawn: [left, top, right, bottom] }) => ({
      location_id: ids.get(key),
      shape: 'rectangle',
      points: [
        { x: left / width, y: top / height },
        { x: right / width, y: bottom / height },
      ],
    })),
  })
}

/** Creates the pallets and returns their EPCs. */
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

/** Creates a reader for each area, with an antenna for each location of the area. */
async function createReaders(
  client: ServiceClient,
  locationIds: ReadonlyMap<string, number>,
): Promise<Reader[]> {
  const readers: Reader[] = []
  for (const area of areas) {
    const locationKeys = locations.filter((location) => location.area === area.key).map(({ key }) => key)
    const key = `reader-${area.key.toLowerCase()}`
    const { device_token: token } = await client.post<{ device_token: string }>('/internal/v1/readers', {
      external_key: key,
      name: `${area.name} reader`,
      kind: 'fixed',
      format: 'csl_cs463',
      topic: `demo/${key}/#`,
      presence_timeout_seconds: 30,
      antennas: locationKeys.map((location, index) => ({
        port: index + 1,
        location_id: locationIds.get(location),
      })),
    })
    readers.push({ key, token, locationKeys })
  }
  return readers
}

function connectReader(url: string, { key, token }: Reader): Promise<MqttClient> {
  const { hostname: host, port } = new URL(url)
  return connectAsync({ host, port: Number(port), username: key, password: token, clientId: key })
}

/** The location of a pallet, and the time of its arrival in milliseconds. */
interface Stay {
  readonly key: string
  readonly since: number
}

function moveOne(locationOf: Map<string, Stay>): void {
  const epcs = [...locationOf.keys()]
  const epc = epcs[Math.floor(Math.random() * epcs.length)] as string
  const others = locations.filter(({ key }) => key !== locationOf.get(epc)?.key)
  const key = others[Math.floor(Math.random() * others.length)]?.key as string
  locationOf.set(epc, { key, since: Date.now() })
}

/** Publishes the reads of the last second as a CS463 does. 10 % of them are stray reads of the next antenna. */
function report(
  client: MqttClient,
  { key, locationKeys }: Reader,
  locationOf: ReadonlyMap<string, Stay>,
): void {
  const now = Date.now() * 1000
  const tags = [...locationOf].flatMap(([epc, { key: location, since }], index) => {
    const isStray = Math.random() < 0.1 && locationKeys.some((other) => other !== location)
    const antenna = locationKeys.indexOf(location)
    const strongest = isStray ? -72 : Date.now() - since < arrivalMillis ? -40 : -52
    if (antenna < 0) return []
    const port = isStray ? 1 + ((antenna + 1) % locationKeys.length) : 1 + antenna
    return [
      {
        epc,
        timeStampOfRead: now - index * 1000,
        timeZone: '+0:00',
        antennaPort: port,
        capturePointName: `${key}-${port}`,
        rssi: String(strongest - Math.floor(Math.random() * 6)),
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
  // Errors are ignored: the client reconnects, and the next message contains current reads.
  client.publish(`demo/${key}/reads`, JSON.stringify(payload), { qos: 1 }, () => {})
}
