import { expect, test } from 'bun:test'
import { enterConsole, openConsole, phone, signInAs, titled, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { newTagged } from '../support/records'
import { newMember } from '../support/users'

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
      '/audit',
      '/overview',
      '/alerts',
      '/alert-rules/new',
      '/unknown-tags',
      '/account',
    ]) {
      await openConsole(page, shared.program, path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      // The count beside the name of an item is not part of it.
      const items = await page.locator('.frame-navbar a[aria-current="page"]:visible').allInnerTexts()
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
      '/audit': 'Settings',
      '/overview': 'Today',
      '/alerts': 'Alerts',
      '/alert-rules/new': 'Alerts',
      '/unknown-tags': 'Assets',
      '/account': '',
    })
    await context.close()
  })

  test.each([
    ['viewer', 'Where everything is', 'Today, Where, Alerts, Assets, Locations, Readers, Reports, Settings'],
    ['operator', 'Scan', 'Work, Where, Alerts, Assets, Locations, Settings, More'],
    ['manager', 'Today', 'Today, Where, Alerts, Work, Assets, Locations, Readers, Reports, Settings'],
    ['admin', 'Today', 'Today, Where, Alerts, Work, Assets, Locations, Readers, Reports, Settings'],
  ] as const)(
    'has the items of the role %s, whose home after a sign-in is "%s"',
    async (role, home, items) => {
      const { credentials } = await newMember(shared.program, shared.session, role, 'Nova')
      const { page, context } = await visit(shared.browser)
      await openConsole(page, shared.program, '/')
      await signInAs(page, credentials)
      await titled(page, home)
      const names = await page.locator('.frame-navbar .mantine-NavLink-label').allInnerTexts()
      expect(names.join(', ')).toBe(items)
      await context.close()
    },
  )

  test.each([
    ['viewer', 'Where, Assets, Today, Alerts, More'],
    ['operator', 'Where, Assets, Scan, Alerts, More'],
    ['admin', 'Today, Where, Scan, Alerts, More'],
  ] as const)('of a phone has five items for the role %s', async (role, items) => {
    const { credentials } = await newMember(shared.program, shared.session, role, 'Nova')
    const { page, context } = await visit(shared.browser, phone)
    await enterConsole(page, shared.program, '/account', 'Account', credentials)
    expect((await page.locator('.bottom-link').allInnerTexts()).join(', ')).toBe(items)
    await context.close()
  })

  test('leads an operator to the other pages by its menu', async () => {
    const { credentials } = await newMember(shared.program, shared.session, 'operator', 'Omar')
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/scan', 'Scan', credentials)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Today' }).click()
    await titled(page, 'Today')
    await context.close()
  })
})
