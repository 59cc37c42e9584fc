import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import {
  desktop,
  enterConsole,
  flaws,
  hasBrowser,
  launch,
  phone,
  row,
  titled,
  unless,
  visit,
} from '../support/browser'
import { type Client, signIn } from '../support/client'
import { type Program, startProgram, stopPrograms } from '../support/program'
import { newLocation, newTagged, type Row } from '../support/records'
import { scan } from '../support/scans'

/** What came to a location today and what went, on its page. */

setDefaultTimeout(60_000)

describe.skipIf(!hasBrowser)(`the moves of a location in the console${unless}`, () => {
  let browser: Browser
  let program: Program
  let session: Client
  let depot: Row
  let aisle: Row
  let yard: Row

  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  /** Within the day of the viewer, however early it is. */
  const today = (order: number): string =>
    new Date(midnight.getTime() + ((Date.now() - midnight.getTime()) * order) / 10).toISOString()
  const yesterday = (): string => new Date(midnight.getTime() - 3_600_000).toISOString()

  beforeAll(async () => {
    browser = await launch()
    program = await startProgram()
    session = await signIn(program)
    depot = await newLocation(session, { name: 'Depot' })
    aisle = await newLocation(session, { name: 'Aisle', parent_id: depot.id })
    yard = await newLocation(session, { name: 'Yard' })
    for (const name of ['Barrow', 'Winch']) await newTagged(session, name, { name })
    await scan(session, aisle.id, 'Winch', yesterday())
    await scan(session, aisle.id, 'Barrow', today(2))
    await scan(session, depot.id, 'Barrow', today(4))
    await scan(session, yard.id, 'Winch', today(6))
  })
  afterAll(async () => {
    await browser.close()
    await stopPrograms()
  })

  const counts = (page: Page, text: string) => page.locator('[data-moves]').getByText(text).waitFor()

  test.each([
    ['a desktop', desktop],
    ['a phone', phone],
  ] as const)('are those of the day, with the places below as one, on %s', async (_, viewport) => {
    const { page, context, complaints } = await visit(browser, viewport)
    await enterConsole(page, program, `/locations/${depot.id}`, 'Depot')
    const section = page.getByRole('region', { name: 'What came and went' })
    await counts(page, '1 came, 1 went.')
    await row(section, 'Winch').getByText('Went').waitFor()
    await row(section, 'Winch').getByRole('link', { name: 'Yard' }).waitFor()
    await row(section, 'Barrow').getByText('Seen for the first time').waitFor()
    expect(await flaws(page)).toEqual([])

    await section.getByRole('switch').press('Space')
    await counts(page, '1 came, 0 went.')
    await row(section, 'Barrow').getByRole('link', { name: 'Aisle' }).waitFor()
    await section.getByRole('switch').press('Space')
    await section.getByRole('radiogroup', { name: 'Which' }).getByText('Went').click()
    await row(section, 'Barrow').waitFor({ state: 'detached' })
    await row(section, 'Winch').waitFor()
    await counts(page, '1 came, 1 went.')
    await section.getByRole('radiogroup', { name: 'Which' }).getByText('All').click()

    const day = new Date(midnight.getTime() - 3_600_000)
    const two = (value: number) => String(value).padStart(2, '0')
    const before = `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
    await section.getByLabel('Day').fill(before)
    await counts(page, '1 came, 0 went.')
    await row(section, 'Winch').getByText('Seen for the first time').waitFor()
    // The other list of the page has kept its own place.
    expect(new URL(page.url()).searchParams.get('moves-day')).toBe(before)
    await page.getByText('1 asset right here, 1 asset with the places in it.').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('show as they happen, and lead on', async () => {
    await newTagged(session, 'Crane', { name: 'Crane' })
    const { page, context, complaints } = await visit(browser)
    await enterConsole(page, program, `/locations/${yard.id}`, 'Yard')
    const section = page.getByRole('region', { name: 'What came and went' })
    await row(section, 'Winch').waitFor()
    await scan(session, yard.id, 'Crane', new Date().toISOString())
    await section.getByRole('link', { name: 'Crane' }).click()
    await titled(page, 'Crane')
    expect(complaints).toEqual([])
    await context.close()
  })
})
