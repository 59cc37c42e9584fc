import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { enterConsole, flaws, openConsole, titled, visit } from '../support/browser'
import { describeConsole, viewports } from '../support/console'
import { eventually } from '../support/eventually'
import { newAsset } from '../support/records'
import { until } from '../support/until'

/** The frame around the pages: its top bar, its dialogs and its messages. */

/** The interval at which the frame loads the locations, in milliseconds. */
const pollMs = 60_000

/** Fails the scripts for which `fails` returns true, until `restore` is called. */
async function withoutScripts(page: Page, fails: (script: () => Promise<string>) => Promise<boolean>) {
  let isDown = true
  let failures = 0
  await page.route('**/*.js', async (route) => {
    if (!isDown || !(await fails(async () => (await route.fetch()).text()))) return route.continue()
    failures++
    return route.abort()
  })
  return {
    failed: () => until(() => failures > 0, 'a script has failed'),
    restore: () => {
      isDown = false
    },
  }
}

const painted = (page: Page) =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')

const readersOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Readers' })

const questionOf = (page: Page) => page.getByRole('dialog', { name: 'Discard your changes?' })

describeConsole('the frame', (shared) => {
  test('leaves the buttons in the top bar in place while it loads data, so that they keep the focus', async () => {
    // While the list has no assets, the link to the new asset is below it.
    await newAsset(shared.session, { name: 'Pump 1' })
    const { page, context } = await visit(shared.browser)
    await page.clock.install()
    await enterConsole(page, shared.program, '/assets', 'Assets')
    await page.getByRole('row', { name: 'Pump 1' }).waitFor()
    const button = page.getByRole('link', { name: 'New asset' })
    await button.focus()
    // Some browsers keep the focus of an element that is removed and added again.
    await page.evaluate(`
      window.removed = 0
      new MutationObserver((changes) => {
        for (const { removedNodes } of changes) removed += removedNodes.length
      }).observe(document.querySelector('.frame-place:has(.frame-actions)'), { childList: true })
    `)
    for (const _ of [1, 2]) {
      const loaded = page.waitForResponse(/location-tree/)
      await page.clock.fastForward(pollMs)
      await loaded
      await painted(page)
    }
    await eventually(() => page.evaluate('removed')).toBe(0)
    await eventually(() => page.locator(':focus').textContent()).toBe('New asset')
    await context.close()
  })

  test('asks about unsaved text and shows messages when their scripts could not be loaded in advance', async () => {
    const { page, context } = await visit(shared.browser)
    const scripts = await withoutScripts(page, () =>
      page.evaluate(`performance.getEntriesByName('preload').length > 0`),
    )
    await enterConsole(page, shared.program, '/assets/new', 'New asset')
    await page.getByLabel('Name').fill('Half a name')
    await scripts.failed()
    scripts.restore()
    await readersOf(page).click()
    await questionOf(page).getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Half a name created').waitFor()
    await titled(page, 'Half a name')
    await readersOf(page).click()
    await titled(page, 'Readers')
    await context.close()
  })

  test('keeps the page with unsaved text when the question about it cannot be loaded', async () => {
    const { page, context } = await visit(shared.browser)
    const scripts = await withoutScripts(page, async (script) => (await script()).includes('Keep editing'))
    await enterConsole(page, shared.program, '/assets/new', 'New asset')
    await page.getByLabel('Name').fill('Half a name')
    await readersOf(page).click()
    await page.getByText("The service can't be reached").waitFor()
    await eventually(() => page.getByLabel('Name').inputValue()).toBe('Half a name')
    scripts.restore()
    await readersOf(page).click()
    await questionOf(page).getByRole('button', { name: 'Discard changes' }).click()
    await titled(page, 'Readers')
    await context.close()
  })

  test.each(viewports)('shows messages whose script cannot be loaded, on %s', async (_, viewport) => {
    const { id } = await newAsset(shared.session, { name: 'Crane' })
    const { page, context, browserErrors } = await visit(shared.browser, viewport)
    const scripts = await withoutScripts(page, async (script) =>
      (await script()).includes('Notifications-root'),
    )
    await enterConsole(page, shared.program, `/assets/${id}`, 'Crane')
    const messages = page.getByRole('alert')
    const addTag = async (value: string) => {
      await page.getByLabel('New tag').fill(value)
      await page.getByRole('button', { name: 'Add tag' }).click()
    }
    await addTag(`${id}-1`)
    await messages.getByText('Tag added').waitFor()
    await messages.getByRole('button', { name: 'Close' }).click()
    await messages.waitFor({ state: 'detached' })
    await addTag(`${id}-2`)
    await messages.getByText('Tag added').waitFor()
    // The message closes itself some seconds later, which may be before or after the end of this.
    expect(await flaws(page)).toEqual([])
    scripts.restore()
    await addTag(`${id}-3`)
    await page.locator('.mantine-Notifications-root').getByText('Tag added').waitFor()
    await page.locator('.sole-toast').waitFor({ state: 'detached' })
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('gives the focus back when a dialog closes', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/new', 'New asset')
    await page.getByRole('button', { name: 'Search everything' }).press('Enter')
    await page.getByRole('dialog', { name: 'Search' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('button:focus', { hasText: 'Search everything' }).waitFor()
    await page.getByLabel('Name').fill('Half a name')
    await readersOf(page).press('Enter')
    await questionOf(page).getByRole('button', { name: 'Keep editing' }).click()
    await page.locator('a:focus', { hasText: 'Readers' }).waitFor()
    await context.close()
  })

  test('copies a value also when the browser refuses access to the clipboard', async () => {
    const { page, context } = await visit(shared.browser)
    await page.addInitScript(`navigator.clipboard.writeText = () => Promise.reject(new Error('Denied'))`)
    await enterConsole(page, shared.program, '/settings', 'Settings')
    const label = 'Short name in MQTT topics'
    await page.getByRole('button', { name: `Copy ${label}` }).click()
    await page.getByText(`${label} copied`).waitFor()
    await context.close()
  })

  test('says which part of a page could not be loaded', async () => {
    const { page, context } = await visit(shared.browser)
    const paths = [
      'simulated-data',
      'session/providers',
      'attention',
      'shared-tags?*',
      'refused-connections?*',
    ]
    for (const path of paths)
      await page.route(`**/internal/v1/${path}`, (route) => route.fulfill({ status: 403, json: {} }))
    await enterConsole(page, shared.program, '/settings', 'Settings')
    const failed = (section: string) =>
      page.getByRole('region', { name: section }).getByText("This couldn't be loaded").waitFor()
    await failed('Simulated data')
    await openConsole(page, shared.program, '/account')
    await failed('Sign-in with providers')
    await openConsole(page, shared.program, '/overview')
    await failed('Needs attention')
    await failed('Shared tags')
    await openConsole(page, shared.program, '/readers')
    await failed('Refused connections')
    await context.close()
  })
})
