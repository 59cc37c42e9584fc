import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { desktop, enterConsole, flaws, openConsole, titled, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { newAsset } from '../support/records'

/** The pages of a new organization, where every list is empty. */

/** The titles of pages with a primary action, and the action. */
const created = {
  '/assets': ['Assets', 'New asset'],
  '/locations': ['Locations', 'New location'],
  '/readers': ['Readers', 'New reader'],
  '/webhooks': ['Webhooks', 'New webhook'],
  '/api-keys': ['API keys', 'New API key'],
  '/asset-fields': ['Asset fields', 'New field'],
  '/backups': ['Backups', 'Create backup'],
} as const

/** The titles of other pages, and what users can do next. */
const others = {
  '/unknown-tags': ['Unknown tags', 'See what the readers read'],
  '/unknown-tags/dismissed': ['Dismissed tags', 'Show unknown tags'],
  '/scan': ['Scan', 'Print labels'],
  '/assets?active=deleted': ['Assets', 'Show all assets'],
} as const

const action = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).or(page.getByRole('button', { name, exact: true }))

describeConsole('an empty list', (shared) => {
  test.each([
    ['a desktop', desktop],
    ['a narrow phone', { width: 320, height: 640 }],
  ])('shows an outline and the next action, which the page offers once, on %s', async (_, viewport) => {
    const { page, context, browserErrors } = await visit(shared.browser, viewport)
    await enterConsole(page, shared.program, '/account', 'Account')
    for (const [path, [title, name]] of Object.entries({ ...created, ...others })) {
      await openConsole(page, shared.program, path)
      await titled(page, title)
      const empty = page.locator('.empty-list').first()
      await empty.locator('.empty-rows').waitFor()
      await action(page, name).waitFor()
      await eventually(async () => [path, await action(page, name).count()]).toEqual([path, 1])
      await eventually(async () => [path, await empty.filter({ has: action(page, name) }).count()]).toEqual([
        path,
        1,
      ])
      expect([path, ...(await flaws(page))]).toEqual([path])
    }
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('has its primary action in the header as soon as it is not empty', async () => {
    await newAsset(shared.session, { name: 'Ladder' })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets', 'Assets')
    await page.getByRole('row').filter({ hasText: 'Ladder' }).waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'New asset' }).waitFor()
    await eventually(() => action(page, 'New asset').count()).toBe(1)
    await context.close()
  })
})
