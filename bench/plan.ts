import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { fillDatabase } from './large-data'
import { email, password, startService } from './service'

/**
 * Measures the plan of a large hall in a browser: the time until all areas are painted, the time from a scan until its move
 * is shown, and the heap of the page.
 *
 *   bun bench/plan.ts [--assets 100000] [--areas 200] [--moves 20] [--seconds 60]
 */

const { values: flags } = parseArgs({
  options: {
    assets: { type: 'string', default: '100000' },
    areas: { type: 'string', default: '200' },
    moves: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '60' },
  },
})
const [assets, areas, moves, seconds] = [flags.assets, flags.areas, flags.moves, flags.seconds].map(
  Number,
) as [number, number, number, number]
const rounds = 5

const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) =>
  existsSync(path),
)

const inOrder = (numbers: readonly number[]): string =>
  numbers
    .toSorted((a, b) => a - b)
    .map((ms) => (ms / 1000).toFixed(2))
    .join(' ')

async function signIn(http: string): Promise<(path: string, body: unknown) => Promise<Response>> {
  const headers = { 'content-type': 'application/json' }
  const post = (path: string, body: unknown, more = {}) =>
    fetch(http + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
  const session = (await (await post('/internal/v1/session', { email, password })).json()) as {
    data: { access_token: string }
  }
  return (path, body) => post(path, body, { authorization: `Bearer ${session.data.access_token}` })
}

/** Resolves with the time since the navigation began at which all areas are painted, in milliseconds. */
async function paintedAfter(page: Page): Promise<number> {
  for (;;) {
    const at = await page.evaluate(
      `document.querySelectorAll('.area').length >= ${areas} &&
        new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))`,
    )
    if (at !== false) return at as number
    await Bun.sleep(5)
  }
}

async function main(): Promise<void> {
  const first = await startService()
  await first.stop()
  // One hall with the areas, which are the leaves of the tree.
  fillDatabase(first.dataDir, { assets, locations: areas + 1, events: 1 })
  const db = new Database(`${first.dataDir}/whereabouts.db`)
  db.run('update locations set parent_id = 1 where id > 1')
  db.run('update placements set location_id = 2 + asset_id % ?', [areas])
  db.close()
  await using service = await startService({ dataDir: first.dataDir })
  let post = await signIn(service.http)
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--enable-precise-memory-info', '--js-flags=--expose-gc'],
  })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${service.http}/console/`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').first().fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await paintedAfter(page)

  const painted: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto(`${service.http}/console/`)
    painted.push(await paintedAfter(page))
  }
  console.log(`all ${areas} areas after the navigation: ${inOrder(painted)} s`)

  /** Scans an asset at another area than before. */
  async function scan(asset: number, turn = 0): Promise<void> {
    const tag = `E2801160${asset.toString(16).toUpperCase().padStart(16, '0')}`
    const body = { location_id: 2 + ((asset + 7 + turn) % areas), reads: [{ value: tag }] }
    const response = await post('/internal/v1/scans', body)
    if (!response.ok) throw new Error(await response.text())
  }

  const shown: number[] = []
  for (let move = 0; move < moves; move++) {
    const asset = 1000 + move
    await Bun.sleep(1500)
    const scannedAt = performance.now()
    await scan(asset)
    while (!(await page.evaluate(`!!document.querySelector('[data-moved="${asset}"]')`))) await Bun.sleep(5)
    shown.push(performance.now() - scannedAt)
  }
  console.log(`a move after its scan: ${inOrder(shown)} s`)

  const client = await context.newCDPSession(page)
  const heap = async (): Promise<number> => {
    await client.send('HeapProfiler.collectGarbage')
    return ((await client.send('Runtime.getHeapUsage')).usedSize as number) / 1e6
  }
  // Two assets move each second. A session token is valid for 15 minutes.
  const parts = Math.max(4, Math.ceil(seconds / 600))
  const sizes = [(await heap()).toFixed(1)]
  let scans = 0
  for (let part = 1; part <= parts; part++) {
    post = await signIn(service.http)
    const end = performance.now() + (seconds * 1000) / parts
    for (; performance.now() < end; await Bun.sleep(500)) await scan(2000 + (scans % 5000), scans++)
    sizes.push((await heap()).toFixed(1))
  }
  console.log(`heap of the page in ${seconds} s with ${scans} moves: ${sizes.join(' ')} MB`)
  await browser.close()
}

await main()
