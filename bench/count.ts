import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { enterConsole, launch, openConsole, phone, visit } from '../test/support/browser'
import { call, sessionOf } from './client'
import { createData, temporaryFolder, waitForSearchIndex } from './data'
import { milliseconds, quantile } from './rows'
import { email, executable, password, startService } from './service'

/**
 * Counts in a browser without a network: measures the time from each scan to its answer on the page, kills the tab, opens the page again
 * with a network, and looks whether the service has all scans.
 *
 *   bun run bench count [--scans 20000] [--program dist/whereabouts]
 */

const { values } = parseArgs({
  options: { scans: { type: 'string', default: '20000' }, program: { type: 'string', default: executable } },
})
const count = Number(values.scans)

using folder = temporaryFolder('bench-count')
await createData(folder.path, values.program, count)
await using service = await startService({ program: values.program, dataDir: folder.path, keepsData: true })
await waitForSearchIndex(folder.path)

/** The values of tags, and a location where some of their assets are. */
const { codes, place } = (() => {
  using db = new Database(join(folder.path, 'whereabouts.db'), { readonly: true })
  const rows = db
    .query<{ value: string }, []>(
      "select value from tags where tag_type = 'rfid' and deleted_at is null order by id",
    )
    .all()
  const [first] = db
    .query<{ id: number; external_key: string }, []>(
      "select id, external_key from locations where external_key = 'RACK-00001'",
    )
    .all()
  return { codes: rows.map(({ value }) => value).slice(0, count), place: first }
})()
if (!place) throw new Error('The data has no location RACK-00001.')

const token = await sessionOf(service.http)
const stocktakes = `${service.http}/internal/v1/stocktakes`
const { data } = await call(stocktakes, token, { name: 'Bench', location_id: place.id })
const id = String(data['id'])
const path = `/stocktakes/${id}/count`

/**
 * Scans a value as a scanner inserts it, and resolves to the milliseconds until the next frame after its answer is on the page. It waits
 * for a frame even when the page answers at once: otherwise all values would be one task, in which the browser stores nothing.
 */
const scanAll = (page: Page, some: readonly string[]): Promise<number[]> =>
  page.evaluate(`(async (codes) => {
    const field = document.querySelector('textarea')
    const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set
    const waiting = () => Number(document.querySelector('[data-waiting]')?.dataset.waiting ?? 0)
    const took = []
    for (const code of codes) {
      const before = waiting()
      const begun = performance.now()
      set.call(field, code + '\\n')
      field.dispatchEvent(new Event('input', { bubbles: true }))
      do await new Promise((resolve) => requestAnimationFrame(resolve))
      while (waiting() === before)
      took.push(performance.now() - begun)
    }
    return took
  })(${JSON.stringify(some)})`)

await using browser = await launch()
const { page, context } = await visit(browser, phone)
await enterConsole(page, service, path, 'Bench', { email, password })
await page.getByLabel('Scan a').fill(`${place.external_key}\n`)
await page.getByText('Counting at').waitFor()
await context.setOffline(true)
const took: number[] = []
for (let from = 0; from < codes.length; from += 1000) {
  const part = await scanAll(page, codes.slice(from, from + 1000))
  took.push(...part)
  if (from % 5000 === 0)
    console.log(
      `${from + part.length} scans, the last ${part.length}: 95 % ${milliseconds(quantile(part, 0.95))}`,
    )
}
console.log(
  `scan to answer: median ${milliseconds(quantile(took, 0.5))}, 99 % ${milliseconds(quantile(took, 0.99))}, longest ${milliseconds(Math.max(...took))} (goal 100 ms)`,
)
await page.close()

const again = await context.newPage()
await context.setOffline(false)
const begun = performance.now()
await openConsole(again, service, path)
for (;;) {
  const { data: now } = await call(`${stocktakes}/${id}`, token)
  const counts = now['counts'] as Record<string, number>
  const sent = (counts['found'] ?? 0) + (counts['elsewhere'] ?? 0) + (counts['extra'] ?? 0)
  if (sent === codes.length) break
  if (performance.now() - begun > 120_000)
    throw new Error(`Only ${sent} of ${codes.length} scans arrived: ${JSON.stringify(counts)}`)
  await Bun.sleep(200)
}
console.log(
  `all ${codes.length} scans sent ${milliseconds(performance.now() - begun)} after the page was opened again`,
)
