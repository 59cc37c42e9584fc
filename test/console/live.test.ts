import { beforeAll, describe, expect, test } from 'bun:test'
import {
  addPlace,
  enterConsole,
  flaws,
  openConsole,
  openTime,
  pastTitle,
  row,
  secondary,
  titled,
  visit,
} from '../support/browser'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { eventually } from '../support/eventually'
import { newLocation, newTagged } from '../support/records'
import { newReader, postReads, type Reader, scan, secondsAgo } from '../support/scans'

/** Live moves, time travel, the overview and the history of an asset. */

const streamPath = '**/internal/v1/stream*'

describeConsole('the live console', (shared) => {
  let gate: Reader
  const locations = new Map<string, number>()
  let pump: number

  const tagged = async (name: string, value: string): Promise<number> =>
    (await newTagged(shared.session, value, { name })).id
  const createLocation = async (name: string, body: Record<string, unknown> = {}): Promise<unknown> =>
    locations.set(
      name,
      (await newLocation(shared.session, { name, external_key: name.toUpperCase(), ...body })).id,
    )
  const location = (name: string): number => locations.get(name) as number

  beforeAll(async () => {
    for (const name of ['Kitchen', 'Cellar', 'Attic']) await createLocation(name)
    await createLocation('Pantry', { parent_id: location('Kitchen') })
    gate = await newReader(shared.session, 'door', [location('Kitchen'), location('Cellar')], {
      name: 'Cellar door',
    })
    pump = await tagged('Pump', 'A1')
    await tagged('Lamp', 'A2')
    await tagged('Jar', 'A3')
    const read = (antenna: number, ago: number, rssi: number) =>
      postReads(shared.program, gate, [{ value: 'A1', antenna, observed_at: secondsAgo(ago), rssi }])
    await read(1, 7200, -61)
    await read(1, 7080, -55)
    await read(2, 3600, -48)
    await scan(shared.session, location('Attic'), 'A1', secondsAgo(600))
    await scan(shared.session, location('Kitchen'), 'A2', secondsAgo(5400))
    await scan(shared.session, location('Pantry'), 'A3', secondsAgo(5400))
  })

  describe.each(viewportsOfFlows)('on %s', (_, viewport) => {
    test('a move appears within seconds, marks its row and is announced', async () => {
      const tag = `C${viewport.width}`
      const cart = `Cart ${tag}`
      await tagged(cart, tag)
      await scan(shared.session, location('Kitchen'), tag, secondsAgo(60))
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/?view=list', 'Where everything is')
      await page.getByText('Live', { exact: true }).waitFor()
      await row(page, cart).getByText('Kitchen').waitFor()
      expect(await row(page, cart).locator('.just-moved').count()).toBe(0)
      const begun = performance.now()
      await scan(shared.session, location('Cellar'), tag, new Date().toISOString())
      await row(page, cart).getByText('Just moved from Kitchen').waitFor()
      await row(page, cart).getByText('Cellar', { exact: false }).first().waitFor()
      // Less than the interval at which a live page polls.
      expect(performance.now() - begun).toBeLessThan(8000)
      await page
        .locator('[data-moved]')
        .filter({ hasText: `${cart} is now at Cellar` })
        .waitFor({ state: 'attached' })
      expect(await flaws(page)).toEqual([])
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('time travel shows where everything was at a chosen date and time', async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/?q=pump&sort=location_external_key', 'Where everything is')
      await row(page, 'Pump').getByText('Attic').waitFor()
      await openTime(page)
      await page.getByRole('button', { name: 'An hour earlier' }).click()
      await titled(page, pastTitle)
      // The search is kept.
      await row(page, 'Pump').getByText('Cellar').waitFor()
      const hourAgo = new URL(page.url()).searchParams.get('at') as string
      expect(Math.abs(Date.now() - 3_600_000 - Date.parse(hourAgo))).toBeLessThan(60_000)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Remove the condition “Contains “pump””' }).click()
      await row(page, 'Lamp').getByText('Kitchen').waitFor()
      await addPlace(page, 'att', 'Attic (ATTIC)')
      await page.getByText('No results found.').waitFor()
      await page.getByRole('button', { name: 'Remove the condition “In Attic”' }).click()
      await openTime(page)
      const typed = localInput(secondsAgo(6000))
      await page.getByLabel('Date and time').fill(typed)
      await row(page, 'Pump').getByText('Kitchen').waitFor()
      const thumb = page.getByRole('slider', { name: 'Time of day' })
      const at = () => new URL(page.url()).searchParams.get('at')
      const before = at()
      await thumb.focus()
      await page.keyboard.press('Home')
      await page.waitForURL((url) => url.searchParams.get('at') !== before)
      expect(localInput(at() as string)).toEndWith('T00:00:00')
      expect(await flaws(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Back to now' }).click()
      await titled(page, 'Where everything is')
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('a location filter includes sub-locations, now and in the past, and the asset list shows locations', async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await page.clock.install()
      await enterConsole(page, shared.program, '/?view=list&location=KITCHEN', 'Where everything is')
      await page.getByRole('button', { name: 'In Kitchen', exact: true }).waitFor()
      await row(page, 'Jar').getByText('Pantry').waitFor()
      await row(page, 'Lamp').getByText('Kitchen').waitFor()
      expect(await row(page, 'Pump').count()).toBe(0)
      await openTime(page)
      await page.getByRole('button', { name: 'An hour earlier' }).click()
      await page.keyboard.press('Escape')
      await titled(page, pastTitle)
      await row(page, 'Jar').getByText('Pantry').waitFor()
      await openConsole(page, shared.program, '/assets?q=jar')
      await row(page, 'Jar').getByText('Pantry').waitFor()
      await secondary(page, 'Print 1 label')
      await titled(page, 'Labels')
      await page.getByRole('img', { name: /^Code of Jar/ }).waitFor()
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('Today counts assets, movements and reads, in charts and in tables', async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/overview', 'Today')
      const figure = (name: string) => page.locator(`[data-figure="${name}"] .figure`)
      await figure('Fixed readers reporting').getByText('1 of 1').waitFor()
      const { data } = (await shared.session.get('/internal/v1/activity')).body
      await eventually(() => figure('Assets located').textContent()).toBe(String(data.asset_count))
      const events = data.hours.reduce((sum: number, hour: { events: number }) => sum + hour.events, 0)
      await eventually(() => figure('Movements in 24 hours').textContent()).toBe(String(events))
      await page.getByRole('img', { name: /^Movements in each of the last 24 hours/ }).waitFor()
      const sent = 300
      await postReads(shared.program, gate, Array(sent).fill({ value: 'unknown' }))
      await page.getByRole('img', { name: /^Reads per minute in the last five minutes/ }).waitFor()
      await figure('Reads per minute')
        .getByText(/^[1-9]/)
        .waitFor()
      expect(await flaws(page)).toEqual([])
      const chart = page.getByRole('region', { name: 'Movements by hour' })
      await chart.getByRole('button', { name: 'Show as table' }).click()
      await eventually(() => chart.getByRole('row').count()).toBe(25)
      await page
        .getByRole('region', { name: 'Needs attention' })
        .getByText('Nothing needs attention.')
        .waitFor()

      const areas = page.getByRole('region', { name: 'Assets by area' })
      const counted = async (name: string): Promise<number> => {
        await areas.getByRole('listitem').filter({ hasText: name }).waitFor()
        return Number(await areas.getByRole('listitem').filter({ hasText: name }).locator('p').textContent())
      }
      const [kitchen, pantry] = (await shared.session.get('/internal/v1/location-tree')).body.data
        .filter(({ name }: { name: string }) => ['Kitchen', 'Pantry'].includes(name))
        .map((node: { asset_count: number }) => node.asset_count)
      await eventually(() => counted('Kitchen')).toBe(kitchen + pantry)
      await areas.getByLabel('Area level').selectOption('Every location')
      await eventually(() => counted('Kitchen › Pantry')).toBe(pantry)
      await eventually(() => counted('Kitchen (directly)')).toBe(kitchen)
      expect(await flaws(page)).toEqual([])
      await areas.getByRole('link', { name: 'Attic' }).click()
      await titled(page, 'Attic')
      await row(page, 'Pump').first().waitFor()
      expect(await row(page, 'Lamp').count()).toBe(0)
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('a history shows how long an asset stayed and the source of each stay, with links to time travel', async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, `/assets/${pump}`, 'Pump')
      const stay = (text: string) =>
        page
          .getByRole('list', { name: 'History' })
          .getByRole('listitem')
          .filter({ has: page.getByText(text, { exact: true }) })
      await stay('Attic').getByText('so far').waitFor()
      await stay('Attic').getByText('Scanned at Attic').waitFor()
      await stay('Attic').getByText('by a user · 1 read', { exact: true }).waitFor()
      await stay('Cellar').getByText('50 min', { exact: true }).waitFor()
      await stay('Cellar').getByText('Read at Cellar; not read at Kitchen for 58 min').waitFor()
      const first = stay('Kitchen')
      await first.getByText('1 h', { exact: true }).waitFor()
      await first.getByText('First read of the asset').waitFor()
      await first.getByText('Cellar door, antenna 1 · 2 reads in 2 min · strongest signal −55 dBm').waitFor()
      expect(await flaws(page)).toEqual([])
      const show = (name: string) =>
        page.getByRole('radiogroup', { name: 'View' }).getByText(name, { exact: true }).click()
      await show('Table')
      await row(page, 'Cellar').getByText('50 min', { exact: true }).waitFor()
      await row(page, 'Attic').getByText('so far').waitFor()
      await row(page, 'Attic').getByText('Still there').waitFor()
      await row(page, 'Attic').getByText('Scanned at Attic').waitFor()
      expect(await flaws(page)).toEqual([])
      await show('Timeline')
      await stay('50 min').getByRole('link', { name: 'Other assets here at the time' }).click()
      await titled(page, pastTitle)
      await row(page, 'Pump').getByText('Cellar').waitFor()
      expect(await row(page, 'Lamp').count()).toBe(0)
      await page.goBack()
      await page.getByRole('link', { name: 'Go back in time' }).click()
      await row(page, 'Pump').getByText('Attic').waitFor()
      expect(await row(page, 'Lamp').count()).toBe(0)
      await page.getByRole('button', { name: /^Remove the condition/ }).click()
      await row(page, 'Lamp').waitFor()
      expect(browserErrors).toEqual([])
      await context.close()
    })
  })

  test.each(viewportsOfFlows)(
    'moves back and forth within minutes are one row that opens, on %s',
    async (_, viewport) => {
      const tag = `F${viewport.width}`
      const fork = await tagged(`Fork ${tag}`, tag)
      await scan(shared.session, location('Attic'), tag, secondsAgo(7200))
      for (const [name, ago] of [
        ['Kitchen', 3600],
        ['Cellar', 3540],
        ['Kitchen', 3500],
        ['Cellar', 3450],
        ['Kitchen', 3420],
        ['Attic', 3390],
      ] as const)
        await scan(shared.session, location(name), tag, secondsAgo(ago))
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, `/assets/${fork}`, `Fork ${tag}`)
      const history = page.getByRole('list', { name: 'History', exact: true })
      const rows = history.locator(':scope > li')
      const group = history.getByRole('button', { name: /^Kitchen and Cellar, 4 moves in 3 min 30 s/ })
      const moves = history.getByRole('list', { name: 'Moves between Kitchen and Cellar' })
      await group.waitFor()
      await eventually(() => rows.count()).toBe(3)
      await eventually(() => group.getAttribute('aria-expanded')).toBe('false')
      expect(await moves.count()).toBe(0)
      await eventually(async () => (await group.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      expect(await flaws(page)).toEqual([])
      await group.focus()
      await page.keyboard.press('Enter')
      await eventually(() => group.getAttribute('aria-expanded')).toBe('true')
      await eventually(() => moves.getAttribute('id')).toBe(await group.getAttribute('aria-controls'))
      await eventually(() => moves.getByRole('listitem').count()).toBe(5)
      await moves.getByText('50 s', { exact: true }).waitFor()
      await eventually(() => moves.getByText(/^Scanned at /).count()).toBe(5)
      expect(await flaws(page)).toEqual([])
      const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
      expect(isWider).toBe(false)
      await page.keyboard.press('Space')
      await eventually(() => group.getAttribute('aria-expanded')).toBe('false')
      expect(await moves.count()).toBe(0)
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )

  test('a link to the former address of time travel still works', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/then?q=pump&location=ATTIC', pastTitle)
    await row(page, 'Pump').getByText('Attic').waitFor()
    const { pathname, searchParams } = new URL(page.url())
    expect(pathname).toBe('/console/')
    expect(Object.fromEntries(searchParams)).toMatchObject({ q: 'pump', location: 'ATTIC', view: 'list' })
    await context.close()
  })

  test('the page polls while the connection is lost, and the connection comes back', async () => {
    const { page, context } = await visit(shared.browser)
    await page.route(streamPath, (route) => route.abort())
    await enterConsole(page, shared.program, '/?view=list', 'Where everything is')
    await page.getByText('Updates every few seconds').waitFor()
    await tagged('Stool', 'B7')
    await scan(shared.session, location('Attic'), 'B7', secondsAgo(2))
    await row(page, 'Stool').waitFor()
    await page.unroute(streamPath)
    await page.getByText('Live', { exact: true }).waitFor({ timeout: 40_000 })
    await scan(shared.session, location('Cellar'), 'B7', new Date().toISOString())
    await row(page, 'Stool').getByText('Just moved from Attic').waitFor()
    await context.close()
  })

  test('a tab has one connection on all pages, because the bell is on each', async () => {
    const { page, context } = await visit(shared.browser)
    const opened: string[] = []
    const isStream = (url: string) => url.includes('/internal/v1/stream')
    page.on('request', (request) => isStream(request.url()) && opened.push(request.url()))

    await enterConsole(page, shared.program, '/?view=list', 'Where everything is')
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Assets', exact: true }).click()
    await titled(page, 'Assets')
    await page.getByRole('link', { name: 'Where', exact: true }).click()
    await page.getByText('Live', { exact: true }).waitFor()
    expect(opened).toHaveLength(1)
    await context.close()
  })

  test('a hidden tab closes its connection, and opens it again when it is visible', async () => {
    const { page, context } = await visit(shared.browser)
    await page.clock.install()
    await enterConsole(page, shared.program, '/?view=list', 'Where everything is')
    await page.getByText('Live', { exact: true }).waitFor()
    const setHidden = (isHidden: boolean) =>
      page.evaluate(
        `Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} })
          document.dispatchEvent(new Event('visibilitychange'))`,
      )
    await setHidden(true)
    await page.clock.runFor(20_000)
    await page.getByText('Live', { exact: true }).waitFor()
    await page.clock.runFor(11_000)
    await page.getByText('Updates every few seconds').waitFor()
    await setHidden(false)
    await page.getByText('Live', { exact: true }).waitFor()
    await context.close()
  })
})

const two = (value: number): string => String(value).padStart(2, '0')

/** Returns the value of an input of type datetime-local, in the time zone of this machine and its browser. */
function localInput(instant: string): string {
  const at = new Date(instant)
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}
