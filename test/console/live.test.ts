import { beforeAll, describe, expect, test } from 'bun:test'
import { enterConsole, flaws, openConsole, row, titled, visit } from '../support/browser'
import { describeConsole, viewports } from '../support/console'
import { newLocation, newTagged } from '../support/records'
import { newReader, postReads, type Reader, scan, secondsAgo } from '../support/scans'

/** What is alive in the console: moves as they happen, the way back in time, the overview and a history. */

const streamPath = '**/internal/v1/stream*'

describeConsole('the live console', (shared) => {
  let gate: Reader
  const places = new Map<string, number>()
  let pump: number

  const tagged = async (name: string, value: string): Promise<number> =>
    (await newTagged(shared.session, value, { name })).id
  const settle = async (name: string, body: Record<string, unknown> = {}): Promise<unknown> =>
    places.set(
      name,
      (await newLocation(shared.session, { name, external_key: name.toUpperCase(), ...body })).id,
    )
  const place = (name: string): number => places.get(name) as number

  beforeAll(async () => {
    for (const name of ['Kitchen', 'Cellar', 'Attic']) await settle(name)
    await settle('Pantry', { parent_id: place('Kitchen') })
    gate = await newReader(shared.session, 'door', [place('Kitchen'), place('Cellar')], {
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
    await scan(shared.session, place('Attic'), 'A1', secondsAgo(600))
    await scan(shared.session, place('Kitchen'), 'A2', secondsAgo(5400))
    await scan(shared.session, place('Pantry'), 'A3', secondsAgo(5400))
  })

  describe.each(viewports)('on %s', (_, viewport) => {
    test('a move shows within a second or so, marks its row, and is announced', async () => {
      const tag = `C${viewport.width}`
      const cart = `Cart ${tag}`
      await tagged(cart, tag)
      await scan(shared.session, place('Kitchen'), tag, secondsAgo(60))
      const { page, context, complaints } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/', 'Where is everything')
      await page.getByText('Live: moves show as they happen.').waitFor()
      await row(page, cart).getByText('Kitchen').waitFor()
      expect(await row(page, cart).locator('.just-moved').count()).toBe(0)
      await page.waitForTimeout(2500)
      const begun = performance.now()
      await scan(shared.session, place('Cellar'), tag, new Date().toISOString())
      await row(page, cart).getByText('Just moved from Kitchen').waitFor()
      // Sooner than the page would have asked by itself.
      expect(performance.now() - begun).toBeLessThan(2500)
      await row(page, cart).getByText('Cellar', { exact: false }).first().waitFor()
      await page
        .locator('[data-moved]')
        .filter({ hasText: `${cart} is now at Cellar` })
        .waitFor({ state: 'attached' })
      expect(await flaws(page)).toEqual([])
      expect(complaints).toEqual([])
      await context.close()
    })

    test('the past is chosen by the day and by the clock, and says where everything was', async () => {
      const { page, context, complaints } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/?q=pump&sort=location_external_key', 'Where is everything')
      await row(page, 'Pump').getByText('Attic').waitFor()
      await page.getByRole('link', { name: 'At another time' }).click()
      await titled(page, 'Where everything was')
      // The search comes along.
      await row(page, 'Pump').getByText('Attic').waitFor()
      await page.getByRole('button', { name: 'An hour earlier' }).click()
      await row(page, 'Pump').getByText('Cellar').waitFor()
      const hourAgo = new URL(page.url()).searchParams.get('at') as string
      expect(Math.abs(Date.now() - 3_600_000 - Date.parse(hourAgo))).toBeLessThan(60_000)
      await page.getByRole('button', { name: 'Clear the search' }).click()
      await row(page, 'Lamp').getByText('Kitchen').waitFor()
      await page.getByRole('combobox', { name: 'Any location' }).fill('att')
      await page.getByRole('option', { name: 'Attic (ATTIC)' }).click()
      await page.getByText('Nothing matches.').waitFor()
      await page.locator('button[aria-label="Any location"]').click()

      const typed = localInput(secondsAgo(6000))
      await page.getByLabel('Date and time').fill(typed)
      await row(page, 'Pump').getByText('Kitchen').waitFor()
      const thumb = page.getByRole('slider', { name: 'Time of the day' })
      const at = () => new URL(page.url()).searchParams.get('at')
      const before = at()
      await thumb.focus()
      await page.keyboard.press('Home')
      await page.waitForURL((url) => url.searchParams.get('at') !== before)
      expect(localInput(at() as string)).toEndWith('T00:00:00')
      expect(await flaws(page)).toEqual([])
      await page.getByRole('link', { name: 'Back to now' }).click()
      await titled(page, 'Where is everything')
      expect(complaints).toEqual([])
      await context.close()
    })

    test('a place stands for what is in it, now and in the past, and the list of assets says where they are', async () => {
      const { page, context, complaints } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/?location=KITCHEN', 'Where is everything')
      await page.getByText('Kitchen, with the place in it.').waitFor()
      await row(page, 'Jar').getByText('Pantry').waitFor()
      await row(page, 'Lamp').getByText('Kitchen').waitFor()
      expect(await row(page, 'Pump').count()).toBe(0)
      // Named, however the page was come by, and so it stays.
      const chosen = page.getByRole('combobox', { name: 'Any location' })
      await page.locator('input[value="Kitchen (KITCHEN)"]').waitFor()
      for (let looked = 0; looked < 8; looked++) {
        expect(await chosen.inputValue()).toBe('Kitchen (KITCHEN)')
        await page.waitForTimeout(150)
      }
      await page.getByRole('link', { name: 'At another time' }).click()
      await row(page, 'Jar').getByText('Pantry').waitFor()
      await openConsole(page, shared.program, '/assets?q=jar')
      await row(page, 'Jar').getByText('Pantry').waitFor()
      await page.getByRole('link', { name: 'Print 1 label' }).click()
      await titled(page, 'Labels')
      await page.getByRole('img', { name: /^Code of Jar/ }).waitFor()
      expect(complaints).toEqual([])
      await context.close()
    })

    test('the overview counts assets, scan events and reads, as pictures and as tables', async () => {
      const { page, context, complaints } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/overview', 'Overview')
      const figure = (name: string) => page.locator(`[data-figure="${name}"] .figure`)
      await figure('Fixed readers heard').getByText('1 of 1').waitFor()
      const { data } = (await shared.session.get('/internal/v1/activity')).body
      expect(await figure('Assets in place').textContent()).toBe(String(data.asset_count))
      const events = data.hours.reduce((sum: number, hour: { events: number }) => sum + hour.events, 0)
      expect(await figure('Scan events in 24 hours').textContent()).toBe(String(events))
      await page.getByRole('img', { name: /^Scan events in each of the last 24 hours/ }).waitFor()
      const sent = 300
      await postReads(shared.program, gate, Array(sent).fill({ value: 'nobody' }))
      await page.getByRole('img', { name: /^Reads per minute of the last minutes/ }).waitFor()
      await page.waitForFunction(
        `Number(document.querySelector('[data-figure="Reads per minute"] .figure').textContent.replace(',', '')) > 0`,
      )
      expect(await flaws(page)).toEqual([])
      const chart = page.getByRole('region', { name: 'Scan events by hour' })
      await chart.getByRole('button', { name: 'As a table' }).click()
      expect(await chart.getByRole('row').count()).toBe(25)
      await page.getByRole('region', { name: 'Silent readers' }).getByText('None.', { exact: true }).waitFor()

      const areas = page.getByRole('region', { name: 'Assets by area' })
      const counted = async (name: string): Promise<number> => {
        await areas.getByRole('listitem').filter({ hasText: name }).waitFor()
        return Number(await areas.getByRole('listitem').filter({ hasText: name }).locator('p').textContent())
      }
      const [kitchen, pantry] = (await shared.session.get('/internal/v1/location-tree')).body.data
        .filter(({ name }: { name: string }) => ['Kitchen', 'Pantry'].includes(name))
        .map((node: { asset_count: number }) => node.asset_count)
      expect(await counted('Kitchen')).toBe(kitchen + pantry)
      await areas.getByLabel('Level of the areas').selectOption('Each location by itself')
      expect(await counted('Kitchen › Pantry')).toBe(pantry)
      expect(await counted('Kitchen, right there')).toBe(kitchen)
      expect(await flaws(page)).toEqual([])
      await areas.getByRole('link', { name: 'Attic' }).click()
      await titled(page, 'Attic')
      await row(page, 'Pump').first().waitFor()
      expect(await row(page, 'Lamp').count()).toBe(0)
      expect(complaints).toEqual([])
      await context.close()
    })

    test('a history tells how long the asset stayed and how that is known, and leads back to then', async () => {
      const { page, context, complaints } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, `/assets/${pump}`, 'Pump')
      const stay = (text: string) =>
        page.getByRole('list', { name: 'History' }).getByRole('listitem').filter({ hasText: text })
      await stay('Attic').getByText('so far').waitFor()
      await stay('Attic').getByText('Scanned manually · 1 read').waitFor()
      await stay('Cellar').getByText('50 min', { exact: true }).waitFor()
      const first = stay('Kitchen')
      await first.getByText('1 h', { exact: true }).waitFor()
      await first
        .getByText('First seen · Cellar door, antenna 1 · 2 reads in 2 min · strongest signal -55 dBm')
        .waitFor()
      expect(await flaws(page)).toEqual([])
      const show = (name: string) =>
        page.getByRole('radiogroup', { name: 'View' }).getByText(name, { exact: true }).click()
      await show('Table')
      await row(page, 'Cellar').getByText('50 min', { exact: true }).waitFor()
      await row(page, 'Attic').getByText('so far').waitFor()
      await row(page, 'Attic').getByText('Still there').waitFor()
      expect(await flaws(page)).toEqual([])
      await show('Timeline')
      await stay('50 min').getByRole('link', { name: 'Other assets here at the time' }).click()
      await titled(page, 'Where everything was')
      await row(page, 'Pump').getByText('Cellar').waitFor()
      expect(await row(page, 'Lamp').count()).toBe(0)
      await page.goBack()
      await page.getByRole('link', { name: 'Go back in time' }).click()
      await row(page, 'Pump').getByText('Attic').waitFor()
      expect(await row(page, 'Lamp').count()).toBe(0)
      await page.getByRole('button', { name: 'Show all assets' }).click()
      await row(page, 'Lamp').waitFor()
      expect(complaints).toEqual([])
      await context.close()
    })
  })

  test('a connection that is lost comes back, and meanwhile the page asks by itself', async () => {
    const { page, context } = await visit(shared.browser)
    await page.route(streamPath, (route) => route.abort())
    await enterConsole(page, shared.program, '/', 'Where is everything')
    await page.getByText('Brought up to date every few seconds.').waitFor()
    await tagged('Stool', 'B7')
    await scan(shared.session, place('Attic'), 'B7', secondsAgo(2))
    await row(page, 'Stool').waitFor()
    await page.unroute(streamPath)
    await page.getByText('Live: moves show as they happen.').waitFor({ timeout: 40_000 })
    await scan(shared.session, place('Cellar'), 'B7', new Date().toISOString())
    await row(page, 'Stool').getByText('Just moved from Attic').waitFor()
    await context.close()
  })

  test('one connection serves a tab, and none is left where nothing listens', async () => {
    const { page, context } = await visit(shared.browser)
    const opened: string[] = []
    const ended: string[] = []
    const isStream = (url: string) => url.includes('/internal/v1/stream')
    page.on('request', (request) => isStream(request.url()) && opened.push(request.url()))
    page.on('requestfailed', (request) => isStream(request.url()) && ended.push(request.url()))
    await enterConsole(page, shared.program, '/', 'Where is everything')
    await page.getByText('Live: moves show as they happen.').waitFor()
    await page.getByRole('link', { name: 'Assets', exact: true }).click()
    await titled(page, 'Assets')
    while (ended.length < opened.length) await page.waitForTimeout(50)
    expect(opened).toHaveLength(1)
    await context.close()
  })

  test('a tab that nobody looks at gives its connection up, and takes it up again', async () => {
    const { page, context } = await visit(shared.browser)
    await page.clock.install()
    await enterConsole(page, shared.program, '/', 'Where is everything')
    await page.getByText('Live: moves show as they happen.').waitFor()
    const lookAway = (isAway: boolean) =>
      page.evaluate(
        `Object.defineProperty(document, 'hidden', { configurable: true, value: ${isAway} })
          document.dispatchEvent(new Event('visibilitychange'))`,
      )
    await lookAway(true)
    await page.clock.runFor(29_000)
    await page.getByText('Live: moves show as they happen.').waitFor()
    await page.clock.runFor(2000)
    await page.getByText('Brought up to date every few seconds.').waitFor()
    await lookAway(false)
    await page.getByText('Live: moves show as they happen.').waitFor()
    await context.close()
  })
})

const two = (value: number): string => String(value).padStart(2, '0')

/** As an input of type datetime-local has it, in the zone of this machine, which is also the browser's. */
function localInput(instant: string): string {
  const at = new Date(instant)
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}
