import { connectAsync, type MqttClient } from 'mqtt'
import type { SimulatedLlrpReader, SimulatedRead } from '../simulate/llrp/reader'
import type { ZplPrinter } from '../simulate/zpl/printer'
import { boxDay, boxGateway, boxMessage, boxPlace } from './boxes'
import type { DemoAsset } from './asset'
import { byHour, demoDay } from './day'
import { addAlertRules, addPhotos, addWebhook, createFields, valuesOf } from './details'
import { addLabels, startStation } from './labels'
import { drawDemoPlan } from './plan'
import {
  areas,
  type DemoRead,
  type DemoReader,
  hall,
  llrpArea,
  locations,
  messageOf,
  presenceTimeoutSeconds,
  silentArea,
  visited,
  wrongFormatArea,
} from './places'
import { type ServiceClient, ServiceError } from '../service-client'
import { addStocktakes } from './stocktakes'

/** The demo warehouse: assets that move, a day of history, and simulated readers that publish their reads over MQTT. */

const moveSeconds = 4
/** An asset that arrives passes close to the antenna. */
const arrivalMillis = 6000
/** Each asset is read once in this time, and every second when it has just arrived. */
const roundSeconds = 20
const boxSeconds = 20
/** Rows of an import. */
const rowsMax = 500
/** Tags that readers see and that belong to no asset. */
const strangers = Array.from({ length: 5 }, (_, index) => `E2801160600002050000${index + 1}0F2`)

interface DemoWarehouse {
  stop(): Promise<void>
}

/** The reader that speaks LLRP, and where it listens. */
export interface DemoLlrp {
  readonly reader: SimulatedLlrpReader
  readonly address: string
}

/** What the service connects to, and where it listens. */
interface DemoDevices {
  readonly httpUrl: string
  readonly mqttUrl: string
  readonly llrp: DemoLlrp
  readonly printer: ZplPrinter
}

/** What the demo reports while it creates its records. */
type Progress = (step: string) => void

/**
 * Creates the records of the demo in the organization of the client, and starts the simulated readers.
 * @param ended ends the work when it is aborted
 */
export async function openDemoWarehouse(
  client: ServiceClient,
  { httpUrl, mqttUrl, llrp, printer }: DemoDevices,
  progress: Progress,
  ended: AbortSignal,
): Promise<DemoWarehouse> {
  const ids = await createLocations(client)
  await createPlan(client, ids)
  const readers = await createReaders(client, ids, llrp.address)
  const began = Date.now()
  const { assets, reads } = demoDay(began)
  const boxes = assets.filter(({ kind }) => kind === 'box')
  const gateway = await createGateway(client, ids)
  progress(`Creating ${assets.length} assets`)
  await createFields(client)
  const assetIds = await createAssets(client, assets, ended)
  progress('Adding photos')
  await addPhotos(client, assets, assetIds, ended)
  await addWebhook(client)
  await addAlertRules(client, ids.get(hall.key) as number)
  progress('Adding the reads of the last day')
  const encode = (reader: DemoReader, own: readonly DemoRead[]) =>
    reader.area === llrpArea ? llrp.reader.encode(llrpReadsOf(reader, own)) : messageOf(reader, own)
  for (const [reader, own] of dayOf(readers, reads)) {
    ended.throwIfAborted()
    await send(httpUrl, reader, encode(reader, own))
  }
  for (const message of boxDay(boxes, began)) {
    ended.throwIfAborted()
    await send(httpUrl, gateway, message)
  }
  await addStocktakes({ client, locationIds: ids, assets, assetIds })
  for (const id of assetIds.values().take(3)) await client.post('/internal/v1/searches', { asset_id: id })
  progress('Printing labels')
  const station = await addLabels({ client, printer, assets, assetIds, locationIds: ids, ended })
  const published = readers.filter(({ area }) => area !== silentArea && area !== llrpArea)
  const connections = await Promise.all(published.map((reader) => connectReader(mqttUrl, reader)))
  const ofGateway = await connectReader(mqttUrl, gateway)
  const ofStation = await connectReader(mqttUrl, { key: station.external_key, token: station.device_token })
  const byLlrp = readers.find(({ area }) => area === llrpArea)
  const stops = [
    startLive(assets, (reads) => {
      for (const [index, reader] of published.entries())
        publish(connections[index] as MqttClient, reader, reads)
      if (byLlrp) llrp.reader.report(llrpReadsOf(byLlrp, ownOf(byLlrp, reads)))
    }),
    startBoxes(ofGateway, () => boxMessage(boxes, began)),
    startStation(client, station, ofStation),
  ]
  return {
    async stop() {
      for (const stop of stops) stop()
      await Promise.all([...connections, ofGateway, ofStation].map((connection) => connection.endAsync(true)))
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

/** Returns the ids of the assets. */
async function createAssets(
  client: ServiceClient,
  assets: readonly DemoAsset[],
  ended: AbortSignal,
): Promise<number[]> {
  const created: number[] = []
  const all = assets.map(({ name, tag }, index) => ({
    name,
    tags: [tag],
    metadata: valuesOf(index),
  }))
  for (let from = 0; from < all.length; from += rowsMax) {
    ended.throwIfAborted()
    const body = { rows: all.slice(from, from + rowsMax) }
    const { rows } = await client.post<ImportReport>('/internal/v1/assets/import', body)
    created.push(...rows.map(({ id }) => id))
  }
  return created
}

interface ImportReport {
  readonly rows: readonly { readonly id: number }[]
}

/** Creates a reader for each area, with an antenna for each location of the area. */
async function createReaders(
  client: ServiceClient,
  locationIds: ReadonlyMap<string, number>,
  llrpAddress: string,
): Promise<DemoReader[]> {
  const readers: DemoReader[] = []
  for (const area of areas) {
    const locationKeys = locations.filter((location) => location.area === area.key).map(({ key }) => key)
    const key = `reader-${area.key.toLowerCase()}`
    const { device_token: token } = await client.post<{ device_token: string }>('/internal/v1/readers', {
      external_key: key,
      name: `${area.name} reader`,
      kind: 'fixed',
      ...(area.key === llrpArea
        ? { format: 'llrp', address: llrpAddress }
        : {
            format: area.key === wrongFormatArea ? 'zebra_iotc' : 'csl_cs463',
            topic: `demo/${key}/#`,
          }),
      presence_timeout_seconds: presenceTimeoutSeconds,
      antennas: locationKeys.map((location, index) => ({
        port: index + 1,
        location_id: locationIds.get(location),
      })),
    })
    readers.push({ key, area: area.key, token, locationKeys })
  }
  return readers
}

/** Creates the gateway that hears the boxes. */
async function createGateway(
  client: ServiceClient,
  locationIds: ReadonlyMap<string, number>,
): Promise<Sender> {
  const antennas = [{ port: 1, location_id: locationIds.get(boxPlace) }]
  const body = { ...boxGateway, antennas }
  const { device_token: token } = await client.post<{ device_token: string }>('/internal/v1/readers', body)
  return { key: boxGateway.external_key, token }
}

/** A reader that sends messages. */
type Sender = Pick<DemoReader, 'key' | 'token'>

/** The reads of the day hour by hour, as readers send them that were without a connection. */
function* dayOf(
  readers: readonly DemoReader[],
  reads: readonly DemoRead[],
): Generator<readonly [DemoReader, readonly DemoRead[]]> {
  for (const hour of byHour(reads))
    for (const reader of readers) {
      const own = ownOf(reader, hour)
      if (own.length > 0) yield [reader, own]
    }
}

/** The reads as a reader reports them that speaks LLRP. */
const llrpReadsOf = ({ locationKeys }: DemoReader, reads: readonly DemoRead[]): SimulatedRead[] =>
  reads.map(({ epc, location, at, rssi }, index) => ({
    epc,
    antenna: 1 + locationKeys.indexOf(location),
    rssi,
    at: Math.round(at) * 1000 + (index % 1000),
  }))

async function send(
  httpUrl: string,
  { key, token }: Sender,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<void> {
  const response = await fetch(`${httpUrl}/internal/v1/readers/${key}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  })
  if (!response.ok)
    throw new ServiceError(
      `The reads of the demo were refused with ${response.status}: ${await response.text()}`,
    )
}

function connectReader(url: string, { key, token }: Sender): Promise<MqttClient> {
  const { hostname: host, port } = new URL(url)
  return connectAsync({ host, port: Number(port), username: key, password: token, clientId: key })
}

/** The location of an asset, and the time of its arrival in milliseconds. */
interface Stay {
  readonly key: string
  readonly since: number
}

/** Moves the assets, and passes on their reads each second. */
function startLive(assets: readonly DemoAsset[], deliver: (reads: readonly DemoRead[]) => void): () => void {
  const stays = new Map<string, Stay>()
  for (const { kind, tag, location } of assets)
    if (kind === 'moving' && location !== undefined) stays.set(tag.value, { key: location, since: 0 })
  let round = 0
  const timers = [
    setInterval(() => moveOne(stays), moveSeconds * 1000),
    setInterval(() => {
      round = (round + 1) % roundSeconds
      deliver(readsOf(stays, round))
    }, 1000),
  ]
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

function startBoxes(connection: MqttClient, message: () => string): () => void {
  // Errors are ignored, as below.
  const publishOne = () =>
    connection.publish(`demo/${boxGateway.external_key}/reads`, message(), { qos: 1 }, () => {})
  publishOne()
  const timer = setInterval(publishOne, boxSeconds * 1000)
  return () => clearInterval(timer)
}

const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

function moveOne(stays: Map<string, Stay>): void {
  const epc = oneOf([...stays.keys()])
  const key = oneOf(visited.filter((location) => location.key !== stays.get(epc)?.key)).key
  stays.set(epc, { key, since: Date.now() })
}

/** Returns the reads of the last second. The RSSI varies, and some tags belong to no asset. */
function readsOf(stays: ReadonlyMap<string, Stay>, round: number): DemoRead[] {
  const now = Date.now()
  const reads: DemoRead[] = []
  let index = 0
  for (const [epc, { key, since }] of stays) {
    const isArriving = now - since < arrivalMillis
    if (index++ % roundSeconds !== round && !isArriving) continue
    const rssi = (isArriving ? -40 : -52) - Math.floor(Math.random() * 6)
    reads.push({ epc, location: key, at: now - (index % 1000), rssi })
  }
  if (round === 0) for (const epc of strangers) reads.push({ epc, location: 'DOCK-1', at: now, rssi: -60 })
  // The reader of the wrong format sends something, too.
  if (round % 5 === 0)
    reads.push({ epc: strangers[0] as string, location: 'RETURNS-DESK', at: now, rssi: -60 })
  return reads
}

const ownOf = ({ locationKeys }: DemoReader, reads: readonly DemoRead[]): readonly DemoRead[] =>
  reads.filter(({ location }) => locationKeys.includes(location))

function publish(client: MqttClient, reader: DemoReader, reads: readonly DemoRead[]): void {
  const own = ownOf(reader, reads)
  if (own.length === 0) return
  // Errors are ignored: the client reconnects, and the next message contains current reads.
  client.publish(`demo/${reader.key}/reads`, messageOf(reader, own), { qos: 1 }, () => {})
}
