import { expect, test } from 'bun:test'
import { enterConsole, openConsole, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { newTagged } from '../support/records'

/** The sidebar shows which of its items the current page belongs to. */

describeConsole('the sidebar', (shared) => {
  test('marks one item on each page that belongs to it, and none on the page of the account', async () => {
    const { id } = await newTagged(shared.session, 'NAV1')
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/?view=list', 'Where everything is')
    const marked: Record<string, string> = {}
    for (const path of [
      '/',
      '/time-travel',
      `/assets/${id}`,
      '/assets/new',
      '/settings',
      '/members',
      '/members/invite',
      '/api-keys/new',
      '/webhooks',
      '/backups',
      '/status',
      '/account',
    ]) {
      await openConsole(page, shared.program, path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      // The count beside the name of an item is not part of it.
      const items = await page.locator('nav a[aria-current="page"]:visible').allInnerTexts()
      marked[path] = items.map((text) => text.split('\n', 1)[0]).join(', ')
    }
    expect(marked).toEqual({
      '/': 'Where',
      '/time-travel': 'Where',
      [`/assets/${id}`]: 'Assets',
      '/assets/new': 'Assets',
      '/settings': 'Settings',
      '/members': 'Settings',
      '/members/invite': 'Settings',
      '/api-keys/new': 'Settings',
      '/webhooks': 'Settings',
      '/backups': 'Settings',
      '/status': 'Settings',
      '/account': '',
    })
    await context.close()
  })
})
