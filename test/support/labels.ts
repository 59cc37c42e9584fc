import type { Client } from './client'
import { newAsset } from './records'
import { until } from './until'
import type { ZplPrinter } from '../../src/commands/simulate/zpl/printer'

/** Printers, templates and jobs for tests of labels. */

export interface Label {
  readonly id: number
  readonly asset_id: number
  readonly asset_external_key: string
  readonly epc: string | null
  readonly tid: string | null
  readonly state: 'queued' | 'sent' | 'verified' | 'live' | 'void'
  readonly reason: string | null
}

export interface Job {
  readonly id: number
  readonly state: string
  readonly reason: string | null
  readonly since: string
  readonly counts: Readonly<Record<Label['state'], number>>
  readonly station: { readonly reader_id: number; readonly reader_name: string } | null
}

async function made(client: Client, path: string, body: object): Promise<{ id: number }> {
  const response = await client.post(path, body)
  if (response.status !== 201) throw new Error(`${path} returned ${response.status}: ${response.text}`)
  return response.body.data
}

const box = { left_mm: 2, width_mm: 70, height_mm: 6, fits: true }

/** A template that shows the key and the EPC. */
export const newTemplate = async (client: Client): Promise<number> =>
  (
    await made(client, '/internal/v1/label-templates', {
      name: 'Pallet',
      width_mm: 76.2,
      height_mm: 50.8,
      elements: [
        { kind: 'text', field: 'external_key', top_mm: 2, ...box },
        { kind: 'text', field: 'epc', top_mm: 10, ...box },
        { kind: 'datamatrix', field: 'element_string', ...box, top_mm: 20, height_mm: 20 },
      ],
    })
  ).id

export const newPrinter = async (client: Client, printer: ZplPrinter, body: object = {}): Promise<number> =>
  (
    await made(client, '/internal/v1/printers', {
      name: 'Dock',
      host: '127.0.0.1',
      port: printer.port,
      has_rfid: true,
      ...body,
    })
  ).id

export const newPrefix = async (client: Client, prefix: string): Promise<number> =>
  (await made(client, '/internal/v1/gs1-prefixes', { prefix })).id

export async function newAssets(client: Client, count: number): Promise<number[]> {
  const rows = []
  for (let made = 0; made < count; made++) rows.push(await newAsset(client))
  return rows.map(({ id }) => id)
}

export const newJob = (client: Client, body: object): Promise<Job> =>
  made(client, '/internal/v1/print-jobs', body) as Promise<Job>

export const jobOf = async (client: Client, id: number): Promise<Job> =>
  (await client.get(`/internal/v1/print-jobs/${id}`)).body.data

export async function labelsOf(client: Client, id: number): Promise<Label[]> {
  const labels: Label[] = []
  for (;;) {
    const { body } = await client.get(
      `/internal/v1/print-jobs/${id}/labels?limit=200&offset=${labels.length}`,
    )
    labels.push(...body.data)
    if (body.data.length < 200) return labels
  }
}

/** Waits until a job is in a state, and returns it. */
export async function jobIn(client: Client, id: number, state: string): Promise<Job> {
  let job = await jobOf(client, id)
  await until(
    async () => {
      job = await jobOf(client, id)
      return job.state === state
    },
    () => `the job is ${state}, not only ${JSON.stringify(job)}`,
  )
  return job
}
