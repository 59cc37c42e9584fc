import { connectAsync } from 'mqtt'
import { type Client, clientOf } from './client'
import type { Program } from './program'
import { newAsset } from './records'
import type { Reader } from './scans'

/** The writes of clients and their acknowledgements, with times in milliseconds since 1970. */

interface Sent<T> {
  readonly value: T
  readonly sent: number
  /** Infinity until there is a response. */
  acknowledged: number
}

export interface Known {
  /** The names that each asset was given, by its external key, in their order. */
  readonly names: Map<string, Sent<string>[]>
  /** The location of an asset by a message of a reader. */
  readonly locations: Map<string, Sent<string>>
  /** The names of files of the data directory, with their content; null when it is not compared. */
  readonly files: Map<string, Sent<string | null>>
}

export const newKnown = (): Known => ({ names: new Map(), locations: new Map(), files: new Map() })

/** Sends a request and records the time of the acknowledgement. */
export async function noted<T, R>(
  value: T,
  keep: (sent: Sent<T>) => void,
  send: () => Promise<R>,
): Promise<R> {
  const entry = { value, sent: Date.now(), acknowledged: Infinity }
  keep(entry)
  const result = await send()
  // The clock of strace is finer.
  entry.acknowledged = Date.now() + 1
  return result
}

/** Only the writes that were sent and acknowledged by this time. */
export function knownUntil({ names, locations, files }: Known, time: number): Known {
  const until = <T>({ value, sent, acknowledged }: Sent<T>): Sent<T>[] =>
    sent < time ? [{ value, sent, acknowledged: acknowledged < time ? acknowledged : Infinity }] : []
  const all = <T>(map: ReadonlyMap<string, Sent<T>>) =>
    new Map([...map].flatMap(([key, entry]) => until(entry).map((kept) => [key, kept] as const)))
  return {
    names: new Map([...names].map(([key, given]) => [key, given.flatMap(until)])),
    locations: all(locations),
    files: all(files),
  }
}

export const countAcknowledged = ({ names, locations, files }: Known): number =>
  [...[...names.values()].flat(), ...locations.values(), ...files.values()].filter(
    ({ acknowledged }) => acknowledged < Infinity,
  ).length

/** Creates assets, gives half of them another name, and has a reader read each of them at DOCK. */
export async function writeAssets(
  program: Program,
  api: Client,
  reader: Reader,
  known: Known,
  prefix: string,
  count: number,
): Promise<void> {
  const { hostname, port } = new URL(program.mqtt as string)
  const { external_key: username, device_token: password } = reader
  const connection = { host: hostname, port: Number(port), username, password, reconnectPeriod: 0 }
  const mqtt = await connectAsync(connection)
  for (let index = 0; index < count; index++) {
    const key = `${prefix}-${index}`
    const value = Buffer.from(key).toString('hex')
    const given: Sent<string>[] = []
    known.names.set(key, given)
    const keepName = (sent: Sent<string>) => given.push(sent)
    const body = { name: '1', external_key: key, tags: [{ tag_type: 'rfid', value }] }
    const { id } = await noted('1', keepName, () => newAsset(api, body))
    const keepLocation = (sent: Sent<string>) => known.locations.set(key, sent)
    const payload = JSON.stringify({ reads: [{ value, antenna: 1 }] })
    const topic = reader.topic.replace('#', 'reads')
    await noted('DOCK', keepLocation, () => mqtt.publishAsync(topic, payload, { qos: 1 }))
    if (index % 2 === 1) await noted('2', keepName, () => rename(api, id))
  }
  await mqtt.endAsync()
}

async function rename(api: Client, id: number): Promise<void> {
  const { status, text } = await api.patch(`/api/v1/assets/${id}`, { name: '2' })
  if (status !== 200) throw new Error(`The PATCH returned ${status}: ${text}`)
}

interface Found {
  readonly names: ReadonlyMap<string, string>
  readonly locations: ReadonlyMap<string, string>
  /** The content of a file of the data directory; undefined when it is missing. */
  readonly file: (name: string) => string | undefined
}

/** @param query limits the assets to at most one page */
export async function findAssets(program: Program, token: string, query = ''): Promise<Omit<Found, 'file'>> {
  const api = clientOf(program.http, token, program.ca)
  const assets = await api.get(`/api/v1/assets?limit=200&${query}`)
  const report = await api.get(`/api/v1/reports/asset-locations?limit=200&${query}`)
  if (assets.status !== 200 || report.status !== 200) throw new Error(`${assets.text} ${report.text}`)
  type Row = Record<string, string>
  return {
    names: new Map(assets.body.data.map((row: Row) => [row['external_key'], row['name']])),
    locations: new Map(
      report.body.data.map((row: Row) => [row['asset_external_key'], row['location_external_key']]),
    ),
  }
}

/** Returns records that are missing, records that differ from what was acknowledged, and records that were never sent. */
export function differences(known: Known, found: Found): string[] {
  const faults: string[] = []
  for (const [key, given] of known.names) {
    const last = given.findLastIndex(({ acknowledged }) => acknowledged < Infinity)
    const allowed = given.slice(Math.max(last, 0)).map(({ value }) => value)
    const name = found.names.get(key)
    if (name === undefined ? last >= 0 : !allowed.includes(name))
      faults.push(`${key} has the name ${name}, expected one of ${allowed.join()}`)
  }
  for (const [key, { value, acknowledged }] of known.locations) {
    if (acknowledged < Infinity && found.locations.get(key) !== value)
      faults.push(`${key} is at ${found.locations.get(key)}, expected ${value}`)
  }
  for (const [name, { value, acknowledged }] of known.files) {
    const content = found.file(name)
    if (acknowledged < Infinity && (content === undefined || (value !== null && content !== value)))
      faults.push(`${name} is ${content === undefined ? 'missing' : 'another'}`)
  }
  for (const key of found.names.keys()) if (!known.names.has(key)) faults.push(`${key} was never sent`)
  return faults
}
