import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { desktop, enterConsole, flaws, openConsole, titled, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { newLocation, newTagged } from '../support/records'
import { scan } from '../support/scans'
import { until } from '../support/until'

/** The reports: where the time of the assets goes, and their ways, also as a page for a meeting. */

setDefaultTimeout(60_000)

const narrow = { width: 320, height: 640 }

/** An hour of last week, in the time zone of this machine and its browser. */
function lastWeek(day: number, hour: number): Date {
  const now = new Date()
  const monday = now.getDate() - ((now.getDay() + 6) % 7) - 7
  return new Date(now.getFullYear(), now.getMonth(), monday + day, hour)
}

describeConsole('the reports', (shared) => {
  beforeAll(async () => {
    const { session } = shared
    const hall = (await newLocation(session, { name: 'Hall' })).id
    const place = async (name: string) => (await newLocation(session, { name, parent_id: hall })).id
    const [dock, aisle, yard] = [await place('Dock'), await place('Aisle'), await place('Yard')]
    for (let number = 1; number <= 12; number++) {
      const tag = `CAGE${number}`
      await newTagged(session, tag, { name: `Cage ${number}`, external_key: tag })
      await scan(session, dock, tag, lastWeek(0, 6).toISOString())
      await scan(session, aisle, tag, lastWeek(1, 6).toISOString())
      if (number <= 3) await scan(session, yard, tag, lastWeek(2, 6).toISOString())
    }
    // One move in the week before.
    await newTagged(session, 'CART', { name: 'Cart' })
    await scan(session, dock, 'CART', lastWeek(-7, 6).toISOString())
    await scan(session, aisle, 'CART', lastWeek(-6, 6).toISOString())
    const query = `from=${lastWeek(0, 0).toISOString()}&to=${lastWeek(7, 0).toISOString()}`
    await until(async () => {
      const { body } = await session.get(`/api/v1/reports/flows?${query}`)
      return body.is_current && body.data.length === 2
    }, 'the moves are counted')
  })

  for (const viewport of [desktop, narrow])
    test(`"where do assets go, and how long do they stay" is one step, at ${viewport.width} pixels`, async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/reports', 'Flow and use')
      await page.getByText('15 moves', { exact: false }).first().waitFor()
      await page.getByRole('link', { name: 'Hall › Dock to Hall › Aisle, 12 moves' }).waitFor()
      await page.getByRole('link', { name: 'Hall › Aisle to Hall › Yard, 3 moves' }).waitFor()
      const stays = page.getByRole('complementary', { name: 'Stays' })
      await stays.getByRole('listitem').filter({ hasText: 'Dock' }).getByText('1 d').first().waitFor()
      expect(await flaws(page)).toEqual([])
      // The list is the twin of the plan.
      await page.getByRole('button', { name: 'Show as a list' }).click()
      const list = page.getByRole('table', { name: 'Flows' })
      await list.getByRole('row').filter({ hasText: 'Yard' }).getByText('3', { exact: true }).waitFor()
      expect(await flaws(page)).toEqual([])
      expect(browserErrors).toEqual([])
      await context.close()
    })

  test('the ways of any span of time are on the plan of the Where page', async () => {
    const { page, context } = await visit(shared.browser)
    const [from, to] = [lastWeek(1, 0).toISOString(), lastWeek(2, 0).toISOString()]
    await enterConsole(page, shared.program, `/?view=plan&from=${from}&to=${to}`, /^What moved · /)
    await page.getByRole('link', { name: 'Hall › Dock to Hall › Aisle, 12 moves' }).waitFor()
    expect(await page.getByRole('link', { name: /Yard, 3 moves/ }).count()).toBe(0)
    await page.getByRole('radiogroup', { name: 'View' }).getByText('List').click()
    await page.getByText('12 moves', { exact: true }).waitFor()
    await context.close()
  })

  test('a report is a file for a spreadsheet', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/reports', 'Flow and use')
    await page.getByRole('link', { name: /to Hall › Yard/ }).waitFor()
    const saved = async (format: string): Promise<Buffer> => {
      await page.getByRole('button', { name: 'Export' }).first().click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format }).click(),
      ])
      return readFile(await file.path())
    }
    const lines = (await saved('CSV for programs')).toString().trim().split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toStartWith('from_location_id,')
    expect((await saved('Excel')).subarray(0, 2).toString()).toBe('PK')
    await context.close()
  })

  test('"what has not moved" is a list with a condition, which can be changed', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/reports/idle', 'Idle')
    await page.getByText('No asset is idle').or(page.getByText('No results found.')).waitFor()
    await page.getByRole('button', { name: 'At its location for more than 30 d', exact: true }).click()
    await page.getByLabel('Hours').fill('48')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('1–13 of 13', { exact: true }).waitFor()
    expect(await flaws(page)).toEqual([])

    // How much the assets of a view were in use is beside it.
    const body = {
      name: 'Cages',
      is_shared: true,
      conditions: [{ field: 'text', operator: 'contains', value: 'cage' }],
    }
    const view = (await shared.session.post('/internal/v1/views', body)).body.data.id
    await page.getByRole('link', { name: 'Utilization' }).click()
    await page.getByRole('row', { name: /^Cart 0 of 7 0 –/ }).waitFor()
    await page.getByRole('combobox', { name: 'Assets' }).selectOption('Cages')
    await page.getByText('1–12 of 12', { exact: true }).waitFor()
    await page.getByText('12 of 12 assets').waitFor()
    await page.getByText('17.9 %').waitFor()
    await page.getByRole('row', { name: /^Cage 1 2 of 7 2 / }).waitFor()
    expect(page.url()).toContain(`view_id=${view}`)
    // All tabs are in sight.
    expect(await page.locator('.section-tabs').evaluate((tabs) => tabs.scrollWidth - tabs.clientWidth)).toBe(
      0,
    )
    expect(await flaws(page)).toEqual([])
    // A view that was deleted is not taken for all assets, which can be chosen instead.
    expect((await shared.session.delete(`/internal/v1/views/${view}`)).status).toBe(204)
    await openConsole(page, shared.program, `/reports/utilization?view_id=${view}`)
    await page.getByText('View not found').waitFor()
    await page.getByRole('combobox', { name: 'Assets' }).selectOption('All assets')
    await page.getByText('1–13 of 13', { exact: true }).waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  for (const viewport of [desktop, narrow])
    test(`the week is one page, at ${viewport.width} pixels`, async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/reports/week', 'Week')
      const sheet = page.getByRole('article')
      await sheet.getByRole('heading', { name: /^Week \d+$/ }).waitFor()
      await sheet.getByRole('img', { name: /^Moves of each day: .*12.*3/ }).waitFor()
      await sheet.getByRole('link', { name: /to Hall › Aisle, 12 moves/ }).waitFor()
      await sheet.getByText('More arrivals at Hall › Aisle: 12').waitFor()
      await sheet.getByText('1 in the week before').waitFor()
      expect(await flaws(page)).toEqual([])
      await page.getByRole('button', { name: 'The week before' }).click()
      await sheet.getByRole('link', { name: /to Hall › Aisle, 1 move/ }).waitFor()
      await sheet.getByText('Nothing stands out.').waitFor()
      await page.getByRole('button', { name: 'The week after' }).click()
      await page.getByRole('button', { name: 'The week after' }).click()
      await sheet.getByText('This week is not over.', { exact: false }).waitFor()
      await sheet.getByText('No moves were recorded in this time.').waitFor()
      if (viewport === desktop) {
        await page.goBack().catch(() => undefined)
        await openConsole(page, shared.program, '/reports/week')
        await sheet.getByRole('link', { name: /to Hall › Aisle, 12 moves/ }).waitFor()
        const pdf = await page.pdf({ preferCSSPageSize: true })
        // One page: its tree of pages has one leaf.
        expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
      }
      await titled(page, 'Week')
      if (viewport === narrow) {
        await page.getByRole('button', { name: 'Send every Monday' }).click()
        const dialog = page.getByRole('dialog', { name: 'Send by mail' })
        await dialog.getByRole('button', { name: 'Save' }).click()
        await dialog.getByText('Must', { exact: false }).first().waitFor()
        const addresses = dialog.getByRole('combobox', { name: 'E-mail addresses' })
        await addresses.fill('boss@example.com')
        await addresses.press('Enter')
        expect(await flaws(page)).toEqual([])
        await dialog.getByRole('button', { name: 'Save' }).click()
        await dialog.waitFor({ state: 'detached' })
        await page.getByRole('link', { name: 'By mail' }).click()
        await page.getByText('Every Monday at 07:00', { exact: false }).waitFor()
        await page.getByText('Paused: Mail is not set up', { exact: false }).waitFor()
        expect(await flaws(page)).toEqual([])
      }
      expect(browserErrors).toEqual([])
      await context.close()
    })

  test('days and hours are those of the time zone of the organization', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/settings', 'Settings')
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.fill('Mars/Olympus')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Must be an IANA name of a time zone, such as America/Chicago').waitFor()
    await zone.fill('Pacific/Kiritimati')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Settings saved').first().waitFor()
    // In Kiritimati, 14 hours ahead of UTC, the hour of the scan is another one.
    const scanned = lastWeek(2, 6)
    const hour = (timeZone: string | undefined) =>
      new Intl.DateTimeFormat('en-US', {
        timeZone,
        hour: 'numeric',
        minute: '2-digit',
        second: '2-digit',
      }).format(scanned)
    const query = `from=${lastWeek(2, 0).toISOString()}&to=${lastWeek(3, 0).toISOString()}`
    await openConsole(page, shared.program, `/?view=list&${query}`)
    await page.getByText(hour('Pacific/Kiritimati'), { exact: false }).first().waitFor()
    expect(await page.getByText(hour(undefined), { exact: false }).count()).toBe(0)
    await page.getByRole('button', { name: 'Change the time' }).click()
    await page.getByText('Times are those of Pacific/Kiritimati.', { exact: false }).waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
