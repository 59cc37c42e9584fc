import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { enterConsole, flaws, row, titled, visit } from '../support/browser'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { newLocation, newTagged, type Row } from '../support/records'
import { scan } from '../support/scans'

/** Arrivals and departures on the page of a location. */

describeConsole('the arrivals and departures of a location', (shared) => {
  let depot: Row
  let aisle: Row
  let yard: Row

  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  /** Returns an instant of today in the browser's time zone, even shortly after midnight. */
  const today = (order: number): string =>
    new Date(midnight.getTime() + ((Date.now() - midnight.getTime()) * order) / 10).toISOString()
  const yesterday = (): string => new Date(midnight.getTime() - 3_600_000).toISOString()

  beforeAll(async () => {
    depot = await newLocation(shared.session, { name: 'Depot' })
    aisle = await newLocation(shared.session, { name: 'Aisle', parent_id: depot.id })
    yard = await newLocation(shared.session, { name: 'Yard' })
    for (const name of ['Barrow', 'Winch']) await newTagged(shared.session, name, { name })
    await scan(shared.session, aisle.id, 'Winch', yesterday())
    await scan(shared.session, aisle.id, 'Barrow', today(2))
    await scan(shared.session, depot.id, 'Barrow', today(4))
    await scan(shared.session, yard.id, 'Winch', today(6))
  })

  const counts = (page: Page, text: string) => page.locator('[data-moves]').getByText(text).waitFor()

  test.each(viewportsOfFlows)(
    'are listed for one day and can include sub-locations, on %s',
    async (_, viewport) => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, `/locations/${depot.id}`, 'Depot')
      const section = page.getByRole('region', { name: 'Arrivals and departures' })
      await counts(page, '1 arrival, 1 departure')
      await row(section, 'Winch').getByText('Departure').waitFor()
      await row(section, 'Winch').getByRole('link', { name: 'Yard' }).waitFor()
      await row(section, 'Barrow').getByText('First seen').waitFor()
      expect(await flaws(page)).toEqual([])

      await section.getByRole('switch').press('Space')
      await counts(page, '1 arrival, 0 departures')
      await row(section, 'Barrow').getByRole('link', { name: 'Aisle' }).waitFor()
      await section.getByRole('switch').press('Space')
      await section.getByRole('radiogroup', { name: 'Direction' }).getByText('Departures').click()
      await row(section, 'Barrow').waitFor({ state: 'detached' })
      await row(section, 'Winch').waitFor()
      await counts(page, '1 arrival, 1 departure')
      await section.getByRole('radiogroup', { name: 'Direction' }).getByText('All').click()

      await section.getByLabel('Period').selectOption('Yesterday')
      await counts(page, '1 arrival, 0 departures')
      await row(section, 'Winch').getByText('First seen').waitFor()
      // The other list of the page keeps its own filters.
      expect(new URL(page.url()).searchParams.get('moves-period')).toBe('yesterday')
      await page.getByText('1 asset directly here, 1 asset including sub-locations.').waitFor()
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )

  test('answer what left in some hours of another day, on one page and as a file', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    const start = new Date(midnight)
    start.setDate(start.getDate() - 20)
    const at = (hour: number) => new Date(start.getTime() + hour * 3_600_000).toISOString()
    const dock = await newLocation(shared.session, { name: 'Dock' })
    for (const [name, hour] of [
      ['Early', 9],
      ['Late', 15],
    ] as const) {
      await newTagged(shared.session, name, { name })
      await scan(shared.session, dock.id, name, at(hour - 1))
      await scan(shared.session, yard.id, name, at(hour))
    }
    const two = (value: number) => String(value).padStart(2, '0')
    const day = `${start.getFullYear()}-${two(start.getMonth() + 1)}-${two(start.getDate())}`
    const period = `moves-period=${day}T14:30..${day}T16:00`
    await enterConsole(page, shared.program, `/locations/${dock.id}?${period}&moves-kind=departures`, 'Dock')
    const name = start.toLocaleDateString('en-US', { month: 'long', day: 'numeric' })
    await page
      .getByRole('heading', {
        name: new RegExp(`^Arrivals and departures on ${name}.*, 2:30.PM to 4:00.PM$`),
      })
      .waitFor()
    const section = page.getByRole('region', { name: 'Arrivals and departures' })
    await row(section, 'Late')
      .getByText(/3:00:00.PM/)
      .waitFor()
    expect(await row(section, 'Early').count()).toBe(0)
    expect(await section.getByRole('columnheader').allTextContents()).toEqual([
      'Asset',
      'To location',
      'Time',
    ])
    expect(await flaws(page)).toEqual([])
    await section.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
    ])
    const lines = (await Bun.file(await file.path()).text()).trimEnd().split('\r\n')
    expect(lines.slice(1)).toEqual([`${at(15)},departure,Late,Late,Dock,Yard`])
    await section.getByLabel('From').fill(`${day}T08:30`)
    await row(section, 'Early').waitFor()
    expect(new URL(page.url()).searchParams.get('moves-period')).toBe(`${day}T08:30..${day}T16:00`)
    await section.getByLabel('To', { exact: true }).fill(`${day}T08:00`)
    await section.getByText('The end is before the beginning').waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('appear as they happen, with links to the assets', async () => {
    await newTagged(shared.session, 'Crane', { name: 'Crane' })
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/locations/${yard.id}`, 'Yard')
    const section = page.getByRole('region', { name: 'Arrivals and departures' })
    await row(section, 'Winch').waitFor()
    await scan(shared.session, yard.id, 'Crane', new Date().toISOString())
    await section.getByRole('link', { name: 'Crane' }).click()
    await titled(page, 'Crane')
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
