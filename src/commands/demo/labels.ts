import { setTimeout as sleep } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'
import type { ServiceClient } from '../service-client'
import type { ZplPrinter } from '../simulate/zpl/printer'
import type { DemoAsset } from './asset'

/** The labels of the demo: a printer, a template, a job that is done, and one whose labels a person puts on the encode station. */

interface Labels {
  readonly client: ServiceClient
  readonly printer: ZplPrinter
  readonly assets: readonly DemoAsset[]
  /** The ids of the assets, in the same order. */
  readonly assetIds: readonly number[]
  readonly locationIds: ReadonlyMap<string, number>
  readonly ended: AbortSignal
}

/** Where the encode station is, and whose assets it gives labels. */
const stationPlace = 'PACKING'

const stationReader = {
  external_key: 'reader-encode',
  name: 'Encode station',
  kind: 'fixed',
  format: 'whereabouts_v1',
  topic: 'demo/reader-encode/#',
}

const doneCount = 12
/** The label of the first job whose chip cannot be written. */
const badLabel = 4
const openCount = 40
/** How long a label takes after the first job, in milliseconds. */
const labelMillis = 500
/** How long the start of the demo waits for the first job, in milliseconds. It takes a second or two. */
const firstJobMillis = 20_000

const left = { left_mm: 4, width_mm: 44, fits: true }
const template = {
  name: 'Asset, RFID 76 × 51 mm',
  width_mm: 76.2,
  height_mm: 50.8,
  elements: [
    { kind: 'text', field: 'organization', ...left, top_mm: 4, height_mm: 4 },
    { kind: 'line', left_mm: 4, top_mm: 9.5, width_mm: 68, height_mm: 0.4 },
    { kind: 'text', field: 'name', ...left, top_mm: 12, height_mm: 8 },
    { kind: 'text', field: 'external_key', ...left, top_mm: 22, height_mm: 6 },
    { kind: 'datamatrix', field: 'element_string', left_mm: 50, top_mm: 13, width_mm: 22, height_mm: 22 },
    { kind: 'text', field: 'epc', ...left, width_mm: 68, top_mm: 41, height_mm: 5 },
  ],
}

interface Created {
  readonly id: number
}

interface StationReader extends Created {
  readonly external_key: string
  readonly device_token: string
}

/** Creates the records, and prints the first job. Returns the encode station, which reads nothing yet. */
export async function addLabels(labels: Labels): Promise<StationReader> {
  const { client, printer, assets, assetIds, locationIds } = labels
  const { id: prefix } = await client.post<Created>('/internal/v1/gs1-prefixes', { prefix: '0614141' })
  const { id: templateId } = await client.post<Created>('/internal/v1/label-templates', template)
  const { id: printerId } = await client.post<Created>('/internal/v1/printers', {
    name: 'Packing printer',
    host: '127.0.0.1',
    port: printer.port,
    has_rfid: true,
  })
  const antennas = [{ port: 1, location_id: locationIds.get(stationPlace) }]
  const reader = await client.post<StationReader>('/internal/v1/readers', { ...stationReader, antennas })
  const print = (chosen: readonly number[]) =>
    client.post<Created>('/internal/v1/print-jobs', {
      template_id: templateId,
      printer_id: printerId,
      asset_ids: chosen,
      encode: { scheme: 'grai', prefix_id: prefix, reference: '12345' },
    })
  const idsOf = (isChosen: (asset: DemoAsset) => boolean) =>
    assetIds.filter((_, index) => isChosen(assets[index] as DemoAsset))

  let sent = 0
  printer.mishap = () => (++sent === badLabel ? 'empty' : 'none')
  const first = await print(idsOf(({ kind }) => kind === 'unread').slice(0, doneCount))
  await untilEnded(labels, first.id)
  printer.labelMillis = labelMillis
  const here = idsOf(({ kind, location }) => kind === 'moving' && location === stationPlace)
  const second = await print(here.slice(0, openCount))
  await client.post(`/internal/v1/print-jobs/${second.id}/station`, { reader_id: reader.id })
  return reader
}

/** Waits for the first job. When it has stopped, the demo goes on without its labels: a person can continue it. */
async function untilEnded({ client, ended }: Labels, id: number): Promise<void> {
  let state = ''
  for (const begun = performance.now(); performance.now() - begun < firstJobMillis;) {
    const { body } = await client.get<{ data: Job }>(`/internal/v1/print-jobs/${id}`)
    ;({ state } = body.data)
    if (state === 'done') return
    if (state === 'stopped') break
    await sleep(200, undefined, { signal: ended })
  }
  console.log(`The first print job is not done. Its state is ${state}.`)
}

interface Job extends Created {
  readonly state: string
  readonly printer_id: number | null
  readonly station: { readonly reader_id: number } | null
}

interface Label extends Created {
  readonly epc: string
  readonly tid: string | null
  readonly state: string
}

/** How long a label lies on the pad at most, how long two do, and how long the pad is empty then, in milliseconds. */
const [layMillis, twoMillis, emptyMillis] = [4_000, 2_500, 6_000]
/** Interval of the messages of the pad while something lies on it, and otherwise, in milliseconds. */
const [readMillis, idleMillis] = [250, 3_000]
/** Each time after so many labels, two are on the pad. */
const twoEvery = 6

/**
 * Puts the labels of whatever job has the encode station on it, one after another, until the returned function is called. They were
 * verified by the printer, or wait to be read when a browser prints them.
 */
export function startStation(client: ServiceClient, reader: Created, connection: MqttClient): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const wait = (millis: number) => sleep(millis, undefined, { signal, ref: false })
  let turn = 0

  async function workOnce(): Promise<void> {
    const job = await jobOf(client, reader.id)
    const [label, next] = job ? await printedOf(client, job) : []
    if (!job || !label) {
      // Without these messages, the reader would be silent.
      send(connection, [])
      return wait(idleMillis)
    }
    if (++turn % twoEvery === 0 && next) await lay([label, next], twoMillis, async () => false)
    await lay(
      [label],
      layMillis,
      async () => !(await printedOf(client, job)).some(({ id }) => id === label.id),
    )
    await wait(emptyMillis)
  }

  /** Reads labels until a time is over, or until `isOver` returns true. */
  async function lay(
    labels: readonly Label[],
    millis: number,
    isOver: () => Promise<boolean>,
  ): Promise<void> {
    for (const begun = performance.now(); performance.now() - begun < millis;) {
      send(connection, labels)
      await wait(readMillis)
      if (performance.now() - begun > 1_200 && (await isOver())) return
    }
  }

  const work = async () => {
    while (!signal.aborted)
      try {
        await workOnce()
      } catch (error) {
        if (signal.aborted) return
        console.error((error as Error).message)
        await wait(idleMillis).catch(() => {})
      }
  }
  void work()
  return () => stopping.abort()
}

/** Returns the job whose station the reader is. */
async function jobOf(client: ServiceClient, readerId: number): Promise<Job | undefined> {
  const jobs = await client.list<Job>('/internal/v1/print-jobs?state=printing&state=waiting&limit=50')
  return jobs.find(({ station }) => station?.reader_id === readerId)
}

/** Returns the next two labels of a job that can be put on the pad. */
function printedOf(client: ServiceClient, { id, printer_id: printer }: Job): Promise<Label[]> {
  const states = printer === null ? 'state=sent&state=verified' : 'state=verified'
  return client.list<Label>(`/internal/v1/print-jobs/${id}/labels?${states}&limit=2`)
}

function send(connection: MqttClient, labels: readonly Label[]): void {
  const reads = labels.map(({ epc, tid }) => ({
    value: epc,
    antenna: 1,
    rssi: -38,
    observed_at: new Date().toISOString(),
    ...(tid !== null && { tid }),
  }))
  // Errors are ignored: the client reconnects, and the next message contains what lies there then.
  connection.publish('demo/reader-encode/reads', JSON.stringify({ reads }), { qos: 1 }, () => {})
}
