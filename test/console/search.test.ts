import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { desktop, enterConsole, flaws, phone, secondary, settled, titled, visit } from '../support/browser'
import { describeConsole, viewports } from '../support/console'
import { eventually } from '../support/eventually'
import { newAsset, newLocation, newTagged } from '../support/records'
import { newMember } from '../support/users'
import { newReader, scan, secondsAgo } from '../support/scans'

/** The search for everything, from every page. */

const narrow = { width: 320, height: 640 }

describeConsole('the search', (shared) => {
  beforeAll(async () => {
    const hall = await newLocation(shared.session, { name: 'North hall' })
    const shelf = await newLocation(shared.session, { name: 'Shelf 2', parent_id: hall.id })
    await newTagged(shared.session, 'E2801A', { name: 'Roll cage' })
    await scan(shared.session, shelf.id, 'E2801A', secondsAgo(30))
    await newAsset(shared.session, { name: 'Cage, spare' })
    await newReader(shared.session, 'Gate', [shelf.id])
  })

  const input = (page: Page) => page.getByRole('combobox', { name: /^Search records/ })
  /** Waits until the dialog has the focus, which it takes after it is visible. */
  const focused = (page: Page) => input(page).and(page.locator(':focus')).waitFor()
  const option = (page: Page, text: string) =>
    page.getByRole('dialog').getByRole('option').filter({ hasText: text })

  test('opens with Ctrl K and /, works with the keyboard alone, and offers recent records first', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets', 'Assets')
    await page.keyboard.press('/')
    await focused(page)
    await page.keyboard.type('cage roll')
    await option(page, 'Roll cage')
      .getByText(/^North hall › Shelf 2, /)
      .waitFor()
    await option(page, 'Cage, spare').waitFor({ state: 'detached' })
    await eventually(() => page.getByRole('dialog').getByRole('option').count()).toBe(1)
    await page.keyboard.press('Enter')
    await titled(page, 'Roll cage')
    await page.keyboard.press('Control+k')
    await page.getByRole('group', { name: 'Recent' }).waitFor()
    await focused(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    // "north" alone finds the hall first, and Enter must not open what an earlier text found.
    await page.keyboard.type('north')
    await option(page, 'North hall').first().waitFor()
    await page.keyboard.type(' shelf')
    await page.keyboard.press('Enter')
    await titled(page, 'Shelf 2')
    await page.keyboard.press('Control+k')
    await eventually(() => page.getByRole('dialog').getByRole('option').first().textContent()).toContain(
      'Shelf 2',
    )
    await page.keyboard.press('Escape')
    await input(page).waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor()
    // In a text field, / is a character.
    await page.getByLabel('New tag').fill('a')
    await page.keyboard.press('/')
    await eventually(() => page.getByLabel('New tag').inputValue()).toBe('a/')
    expect(browserErrors).toEqual([])
    await context.close()
  })

  for (const viewport of [desktop, phone, narrow])
    test(`says what matched, at ${viewport.width} pixels`, async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/', 'Where everything is')
      await page.getByRole('button', { name: 'Search everything' }).click()
      expect(await flaws(page)).toEqual([])
      await input(page).fill('e2801')
      await option(page, 'Roll cage').getByText('tag E2801A').waitFor()
      await input(page).fill('spare')
      await option(page, 'Cage, spare').getByText('Not seen yet').waitFor()
      expect(await flaws(page)).toEqual([])
      await input(page).fill('gate')
      await option(page, 'Gate').waitFor()
      await input(page).fill('nothing like it')
      await page.getByText('Nothing found. Try fewer words.').waitFor()
      await input(page).fill('change log')
      await option(page, 'Change log').click()
      await titled(page, 'Change log')
      expect(browserErrors).toEqual([])
      await context.close()
    })

  test('opens the asset of a code that a scanner types, with Enter right after it', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/', 'Where everything is')
    await page.keyboard.press('Control+k')
    await focused(page)
    await page.keyboard.type('E2801A')
    await page.keyboard.press('Enter')
    await titled(page, 'Roll cage')
    await page.keyboard.press('Control+k')
    await page.getByRole('group', { name: 'Recent' }).waitFor()
    await focused(page)
    await page.keyboard.type('E2801F')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing found. Try fewer words.').waitFor()
    await titled(page, 'Roll cage')
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('leaves the focus on the title of the page that it has opened', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets', 'Assets')
    // The second time, the page of the assets is loaded already, and has the focus at once.
    for (const title of ['Members', 'Assets']) {
      await page.getByRole('button', { name: 'Search everything' }).click()
      await input(page).fill(title)
      await option(page, title).first().click()
      await titled(page, title)
      await settled(page)
      await page.locator('h1:focus').waitFor()
    }
    // Without a new page, it returns to the button.
    await page.getByRole('button', { name: 'Search everything' }).click()
    await input(page).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.search-button:focus').waitFor()
    await context.close()
  })

  // Rule: internal-api.md, Scheduled backups
  test('does not offer a backup of a database of which the service makes none', async () => {
    const { page, context } = await visit(shared.browser)
    const answered = Promise.withResolvers<undefined>()
    await page.route('**/internal/v1/scheduled-backups', async (route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: object }
      await route.fulfill({ response, json: { data: { ...data, is_supported: false } } })
      answered.resolve(undefined)
    })
    await enterConsole(page, shared.program, '/', 'Where everything is')
    await page.keyboard.press('Control+k')
    await answered.promise
    await option(page, 'Sign out').waitFor()
    expect(await option(page, 'Create backup').count()).toBe(0)
    await page.unroute('**/internal/v1/scheduled-backups')
    await context.close()
  })

  test('offers only pages that the user may open', async () => {
    const viewer = await newMember(shared.program, shared.session, 'viewer', 'Vera')
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, { http: shared.program.http }, '/', 'Where everything is', viewer.credentials)
    await page.keyboard.press('Control+k')
    await option(page, 'Members').waitFor()
    await option(page, 'Sign out').waitFor()
    for (const page_ of ['Change log', 'Backups', 'New asset', 'New API key', 'Create backup', 'Scan'])
      expect(await option(page, page_).count()).toBe(0)
    await context.close()
  })

  test.each(viewports)(
    'on %s: a scanned code leads to its asset, and the asset back to the scan',
    async (_, viewport) => {
      const { page, context } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/scan', 'Scan')
      await page.getByRole('textbox', { name: /^Scan a location/ }).fill('e2:80:1a')
      await page.keyboard.press('Enter')
      await page.getByRole('list', { name: 'Scanned' }).getByRole('link', { name: 'Roll cage' }).click()
      await titled(page, 'Roll cage')
      await page.locator('[data-location]').getByText('Shelf 2').waitFor()
      await secondary(page, 'Scan here')
      await titled(page, 'Scan')
      await page.getByRole('heading', { name: 'Scanned: 2' }).waitFor()
      expect(new URL(page.url()).search).toBe('')
      await context.close()
    },
  )

  test('finds members, API keys, webhooks and deleted assets, and leads to them', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await newMember(shared.program, shared.session, 'viewer', 'Grace Hopper')
    await shared.session.post('/internal/v1/api-keys', { name: 'Nightly export', scopes: ['assets:read'] })
    const gone = await newAsset(shared.session, { name: 'Scrapped press' })
    await shared.session.delete(`/api/v1/assets/${gone.id}`)
    await enterConsole(page, shared.program, '/assets', 'Assets')
    const find = async (text: string, found: string) => {
      await page.keyboard.press('Control+k')
      await focused(page)
      await page.keyboard.type(text)
      await option(page, found).first().waitFor()
      await page.keyboard.press('Enter')
    }
    await find('nightly', 'Nightly export')
    await titled(page, 'Recent requests')
    await page.getByText('Nightly export').first().waitFor()
    await find('grace', 'Grace Hopper')
    await titled(page, 'Members')
    await page.getByRole('cell', { name: 'Grace Hopper', exact: true }).waitFor()
    await eventually(() => page.getByRole('table', { name: 'Members' }).locator('tbody tr').count()).toBe(1)
    await find('scrapped', 'Scrapped press')
    await titled(page, 'Scrapped press')
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('offers actions, those whose words are typed first, and runs them', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets', 'Assets')
    const first = () => page.getByRole('dialog').getByRole('option').first().textContent()
    await page.keyboard.press('Control+k')
    await focused(page)
    await page.keyboard.type('new reader')
    await eventually(first).toBe('New reader')
    await page.keyboard.press('Enter')
    await titled(page, 'New reader')
    await page.keyboard.press('Control+k')
    await focused(page)
    await page.keyboard.type('create backup')
    await eventually(first).toBe('Create backup')
    await page.keyboard.press('Enter')
    await titled(page, 'Backups')
    await page.getByText(/ was created \(/).waitFor()
    await page.keyboard.press('Control+k')
    await focused(page)
    await page.keyboard.type('sign out')
    await eventually(first).toBe('Sign out')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('does not say that nothing was found when it failed', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets', 'Assets')
    await page.route('**/internal/v1/search?*', (route) => route.fulfill({ status: 500, json: {} }))
    await page.keyboard.press('/')
    await input(page).fill('no such record')
    await page.getByRole('dialog').getByText("This couldn't be loaded").waitFor()
    expect(await page.getByText('Nothing found').count()).toBe(0)
    await page.unrouteAll()
    await input(page).fill('no such records')
    await page.getByText('Nothing found').waitFor()
    await context.close()
  })
})
