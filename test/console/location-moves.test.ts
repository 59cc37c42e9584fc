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
  /** Returns an instant of today in the browser's time zone, also shortly after midnight. */
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

      const day = new Date(midnight.getTime() - 3_600_000)
      const two = (value: number) => String(value).padStart(2, '0')
      const before = `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
      await section.getByLabel('Day').fill(before)
      await counts(page, '1 arrival, 0 departures')
      await row(section, 'Winch').getByText('First seen').waitFor()
      // The other list of the page keeps its own filters.
      expect(new URL(page.url()).searchParams.get('moves-day')).toBe(before)
      await page.getByText('1 asset directly here, 1 asset including sub-locations.').waitFor()
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )

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
