import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from './client'

/** A warehouse with two CSL CS463 readers of two antennas each, and their reads. */

interface CapturedRead {
  readonly topic: string
  readonly epc: string
  readonly antenna: number
  readonly at: number
  readonly rssi: number
}

export interface Capture {
  readonly path: string
  readonly messages: number
  readonly reads: readonly CapturedRead[]
}

/** The capture that the environment names, a real one, or a simulated one of the same form. */
export function captureFor(directory: string): Capture {
  const given = Bun.env['TEST_CAPTURE']
  const path = given ?? join(directory, 'capture.tsv')
  if (given === undefined) writeFileSync(path, simulatedLines().join('\n'))
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return { path, messages: lines.length, reads: lines.flatMap(readsOf) }
}

function readsOf(line: string): CapturedRead[] {
  const [topic = '', payload = ''] = line.split('\t')
  const { tags } = JSON.parse(payload) as {
    tags: { epc: string; antennaPort: number; timeStampOfRead: number; rssi: string }[]
  }
  return tags.map((tag) => ({
    topic,
    epc: tag.epc,
    antenna: tag.antennaPort,
    at: tag.timeStampOfRead,
    rssi: Number(tag.rssi),
  }))
}

/** Forty pallets, of which some are carried from one antenna to the next, read for a minute; always the same. */
function simulatedLines(): string[] {
  let state = 42
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
  const lines: string[] = []
  for (let step = 0; step < 600; step++) {
    const at = 1_779_715_091_000_000 + step * 100_000
    const reader = random(2) === 0 ? 'cs463-1' : 'cs463-2'
    const tags = Array.from({ length: 1 + random(4) }, (_, index) => {
      const pallet = random(40)
      const isElsewhere = pallet % 5 === 0 && step > 300
      const antenna = (pallet + (isElsewhere ? 1 : 0) + (random(8) === 0 ? 1 : 0)) % 2
      return {
        epc: `3414257BF4000000000${(0x1000 + pallet).toString(16).toUpperCase()}0`,
        timeStampOfRead: at + index * 7_000 + random(1000),
        timeZone: '-6:00',
        antennaPort: antenna + 1,
        capturePointName: `${reader}-${antenna + 1}`,
        rssi: String(-70 + random(20)),
      }
    })
    const payload = { sequenceNumber: step, rfidReaderName: reader, numberOfTags: tags.length, tags }
    lines.push(`plant/${reader}/reads\t${JSON.stringify(payload)}`)
  }
  return lines
}

export interface Warehouse {
  /** Flags of `replay` that give each recorded topic the token of its reader. */
  readonly tokens: readonly string[]
  /** Asset ids by EPC. */
  readonly assets: ReadonlyMap<string, number>
  /** EPCs that no asset carries, and a topic's antenna that is not mapped. */
  readonly unknownTags: ReadonlySet<string>
  readonly unmapped: { readonly topic: string; readonly antenna: number }
}

/**
 * Sets up readers, locations and an asset for each EPC of the capture but two; the second reader's second antenna stays
 * unmapped.
 */
export async function openWarehouse(session: Client, api: Client, capture: Capture): Promise<Warehouse> {
  const topics = [...new Set(capture.reads.map((read) => read.topic))].toSorted()
  const unmapped = { topic: topics.at(-1) as string, antenna: 2 }
  const tokens: string[] = []
  for (const topic of topics) {
    const key = topic.split('/').at(-2) as string
    const ports = topic === unmapped.topic ? [1] : [1, 2]
    const antennas: { port: number; location_id: number }[] = []
    for (const port of ports) {
      const location = await expectCreated(api.post('/api/v1/locations', { name: `${key} ${port}` }))
      antennas.push({ port, location_id: location.id })
    }
    const reader = await expectCreated(
      session.post('/internal/v1/readers', {
        external_key: key,
        name: key,
        kind: 'fixed',
        format: 'csl_cs463',
        topic: `${topic.split('/').slice(0, -1).join('/')}/#`,
        antennas,
      }),
    )
    tokens.push('--token', `${topic}=${key}:${reader.device_token}`)
  }
  const epcs = [...new Set(capture.reads.map((read) => read.epc))].toSorted()
  const unknownTags = new Set(epcs.slice(0, 2))
  const assets = new Map<string, number>()
  await Promise.all(
    epcs
      .filter((epc) => !unknownTags.has(epc))
      .map(async (value) => {
        const body = { name: value, external_key: value, tags: [{ tag_type: 'rfid', value }] }
        assets.set(value, (await expectCreated(api.post('/api/v1/assets', body))).id)
      }),
  )
  return { tokens, assets, unknownTags, unmapped }
}

async function expectCreated(response: ReturnType<Client['post']>) {
  const { status, body, text } = await response
  if (status !== 201) throw new Error(`Creating returned ${status}: ${text}`)
  return body.data
}

/** Returns the current location and the history of every asset, without values that differ between installations. */
export async function stateOf(api: Client, assets: ReadonlyMap<string, number>): Promise<object> {
  const report = await api.get('/api/v1/reports/asset-locations?limit=200&sort=asset_external_key')
  const rows = report.body.data as { asset_external_key: string }[]
  const histories: Record<string, unknown> = {}
  for (const [epc, id] of [...assets].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    histories[epc] = (await api.get(`/api/v1/assets/${id}/history?limit=200`)).body
  return {
    rows: rows.map((row) => ({ ...row, asset_id: undefined, location_id: undefined })),
    histories: withoutIds(histories),
  }
}

const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, item: unknown) => (key === 'location_id' ? undefined : item)))

type Counters = Readonly<Record<string, number>>

/** The counters of /metrics, as `name{result}` → value. */
export async function countersOf(http: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${http}/metrics`)).text()
  const lines = text.matchAll(/^whereabouts_ingest_(messages|reads)_total\{result="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, kind, result, value]) => [`${kind}.${result}`, Number(value)]))
}

/** Returns by how much counters increase during `work`; only those that change. Nothing else may run meanwhile. */
export async function gainsOf(
  counters: () => Promise<Counters>,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const before = await counters()
  await work()
  const gains = Object.entries(await counters()).map(
    ([name, value]) => [name, value - (before[name] ?? 0)] as const,
  )
  return Object.fromEntries(gains.filter(([, gain]) => gain !== 0))
}
