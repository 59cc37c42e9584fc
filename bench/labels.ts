import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { call, sessionOf } from './client'
import { createData, temporaryFolder, waitForSearchIndex } from './data'
import { milliseconds, quantile, report } from './rows'
import { executable, startService } from './service'

/**
 * Measures GETs by id while a job prints labels on a simulated printer, encodes them and reads them back, and as long without the job.
 *
 *   bun run bench labels [--labels 500] [--rate 100] [--data <directory>] [--assets 50000] [--program dist/whereabouts]
 */

const { values } = parseArgs({
  options: {
    labels: { type: 'string', default: '500' },
    rate: { type: 'string', default: '100' },
    data: { type: 'string' },
    assets: { type: 'string', default: '50000' },
    program: { type: 'string', default: executable },
  },
})
const [labels, interval] = [Number(values.labels), 1_000 / Number(values.rate)] as const

const size = { width_mm: 101.6, height_mm: 50.8 }
const template = {
  name: 'Bench',
  ...size,
  elements: [
    { kind: 'text', field: 'name', left_mm: 3, top_mm: 3, width_mm: 60, height_mm: 8, fits: true },
    { kind: 'text', field: 'epc', left_mm: 3, top_mm: 12, width_mm: 60, height_mm: 5, fits: true },
    { kind: 'code128', field: 'external_key', left_mm: 3, top_mm: 20, width_mm: 60, height_mm: 12 },
    { kind: 'datamatrix', field: 'element_string', left_mm: 68, top_mm: 3, width_mm: 22, height_mm: 22 },
    { kind: 'qr', field: 'digital_link', left_mm: 68, top_mm: 27, width_mm: 22, height_mm: 22 },
  ],
}

interface Printer {
  readonly port: number
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a printer that prints at once, in a process of its own. */
async function startPrinter(): Promise<Printer> {
  const args = ['simulate', '--printer', '--port', '0', '--label-ms', '0']
  const printer = Bun.spawn([executable, ...args], { stdout: 'pipe', stderr: 'inherit' })
  const [own, others] = printer.stdout.tee()
  const first = await own.getReader().read()
  const port = Number(/:(\d+)\n/.exec(new TextDecoder().decode(first.value))?.[1])
  // Otherwise it would wait until its output is read.
  void others.pipeTo(new WritableStream())
  return {
    port,
    async [Symbol.asyncDispose]() {
      printer.kill('SIGKILL')
      await printer.exited
    },
  }
}

using folder = temporaryFolder('bench-labels')
const dataDir = values.data ?? join(folder.path, 'data')
if (!existsSync(join(dataDir, 'whereabouts.db')))
  await createData(dataDir, values.program, Number(values.assets))
await using printer = await startPrinter()
await using service = await startService({
  program: values.program,
  dataDir,
  keepsData: true,
  environment: { WHEREABOUTS_WEBHOOK_ALLOW: `127.0.0.1:${printer.port}` },
})
await waitForSearchIndex(dataDir)
const token = await sessionOf(service.http)
const headers = { authorization: `Bearer ${token}` }

/** Returns the times of GETs by id, which are sent at a steady rate while something happens. */
async function measure(work: () => Promise<unknown>): Promise<{ gets: number[]; seconds: number }> {
  const gets: number[] = []
  const inProgress: Promise<unknown>[] = []
  let isOver = false
  const beside = (async () => {
    for (let next = performance.now(); !isOver; next += interval) {
      await Bun.sleep(Math.max(0, next - performance.now()))
      const at = next
      inProgress.push(
        fetch(`${service.http}/api/v1/assets/500`, { headers })
          .then((response) => response.text())
          .then(() => gets.push(performance.now() - at)),
      )
    }
  })()
  await Bun.sleep(500)
  gets.length = 0
  const begun = performance.now()
  await work()
  const seconds = (performance.now() - begun) / 1_000
  isOver = true
  await beside
  await Promise.all(inProgress)
  return { gets, seconds }
}

const internal = `${service.http}/internal/v1`
const created = async (path: string, body: object): Promise<number> =>
  Number((await call(`${internal}/${path}`, token, body)).data['id'])

const prefix = await created('gs1-prefixes', { prefix: '0614141' })
const encode = { scheme: 'grai', prefix_id: prefix, reference: '12345' }
// The data directory is a copy, so an admin must confirm the next serial.
const confirmed = await fetch(`${internal}/gs1-prefixes/${prefix}/counters`, {
  method: 'PATCH',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify({ scheme: encode.scheme, reference: encode.reference, next_serial: 1 }),
})
if (!confirmed.ok) throw new Error(`The serial was not confirmed: ${await confirmed.text()}`)
const templateId = await created('label-templates', template)
const device = { name: 'Bench', host: '127.0.0.1', port: printer.port, has_rfid: true }
const printerId = await created('printers', device)
const assetIds: number[] = []
while (assetIds.length < labels) {
  const page = `${service.http}/api/v1/assets?limit=200&offset=${assetIds.length}`
  const rows = (await call(page, token)).data as unknown as { id: number }[]
  if (rows.length === 0) throw new Error('There are fewer assets than labels.')
  assetIds.push(...rows.map(({ id }) => id))
}

async function print(): Promise<void> {
  const asset_ids = assetIds.slice(0, labels)
  const job = await created('print-jobs', {
    template_id: templateId,
    printer_id: printerId,
    asset_ids,
    encode,
  })
  for (;;) {
    const { data } = await call(`${internal}/print-jobs/${job}`, token)
    if (data['state'] === 'done') return
    if (data['state'] !== 'printing' && data['state'] !== 'waiting')
      throw new Error(`The job is ${String(data['state'])}: ${String(data['reason'])}`)
    await Bun.sleep(100)
  }
}

const job = await measure(print)
const idle = await measure(() => Bun.sleep(job.seconds * 1_000))
for (const [name, { gets }] of [
  ['with the job', job],
  ['without it', idle],
] as const)
  console.log(
    `${name.padEnd(14)} ${gets.length} GETs, median ${milliseconds(quantile(gets, 0.5))}, ` +
      `p99 ${milliseconds(quantile(gets, 0.99))}, longest ${milliseconds(Math.max(...gets))}`,
  )
console.log(`${labels} labels in ${job.seconds.toFixed(1)} s`)
report({
  work: `${labels} labels printed and read back, ${values.assets} assets, ${values.rate} GETs by id a second beside`,
  measure: 'longest GET with the job; without',
  result: `${milliseconds(Math.max(...job.gets))}; ${milliseconds(Math.max(...idle.gets))}`,
  goal: '50 ms',
})
