import { beforeAll, describe, expect, test } from 'bun:test'
import {
  addPlace,
  addText,
  confirm,
  desktop,
  enterConsole,
  more,
  openConsole,
  paint,
  pastTitle,
  phone,
  row,
  secondary,
  titled,
  violations,
  visit,
} from '../support/browser'
import { describeConsole, loadedBytes, maxFirstBytes, viewports } from '../support/console'
import { eventually } from '../support/eventually'
import { newAsset, newLocation, newTagged } from '../support/records'
import { scan, secondsAgo } from '../support/scans'

/** The pages of the console, on a desktop and on a phone. */

/** The most that the list of all locations loads, of scripts and style sheets. */
const maxWhereBytes = 290_000

describeConsole('the console', (shared) => {
  const locations = new Map<string, number>()
  let drill: number
  let gone: number

  beforeAll(async () => {
    for (const name of ['Dock', 'Ramp'])
      locations.set(name, (await newLocation(shared.session, { name, external_key: name.toUpperCase() })).id)
    drill = (await newTagged(shared.session, 'D1', { name: 'Drill', external_key: 'DRILL-1' })).id
    await scan(shared.session, location('Dock'), 'D1', secondsAgo(7200))
    await scan(shared.session, location('Ramp'), 'D1', secondsAgo(3600))
    await scan(shared.session, location('Dock'), 'D1', secondsAgo(30))
    gone = (await newTagged(shared.session, 'GONE', { name: 'Gone' })).id
    await shared.session.delete(`/api/v1/assets/${gone}`)
    for (let number = 1; number <= 60; number++) await newAsset(shared.session, { name: `Box ${number}` })
  })

  const location = (name: string): number => locations.get(name) as number

  describe.each(viewports)('on %s', (_, viewport) => {
    test('shows where everything is, when it was last seen, and moves', async () => {
      const tag = `L${viewport.width}`
      const ladder = `Ladder ${tag}`
      await newTagged(shared.session, tag, { name: ladder })
      await scan(shared.session, location('Ramp'), tag, secondsAgo(3 * 86_400))
      const { page, context, browserErrors, hosts } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/?view=list', 'Where everything is')
      await row(page, 'Drill').getByText('Dock', { exact: true }).waitFor()
      await eventually(() => row(page, 'Drill').locator('[data-freshness]').textContent()).toBe('Fresh')
      await eventually(() => row(page, ladder).locator('[data-freshness]').textContent()).toBe('Stale')
      await row(page, ladder).getByText('3 days ago').hover()
      await page
        .getByRole('tooltip')
        .getByText(secondsAgo(3 * 86_400))
        .waitFor()

      const bytes = await page.evaluate(loadedBytes)
      expect(bytes).toBeGreaterThan(50_000)
      expect(bytes).toBeLessThan(maxWhereBytes)

      await addText(page, tag.toLowerCase())
      await row(page, 'Drill').waitFor({ state: 'detached' })
      await row(page, ladder).waitFor()
      await page.getByRole('button', { name: /^Remove the condition/ }).click()
      await row(page, 'Drill').waitFor()
      await addPlace(page, 'do', 'Dock (DOCK)')
      await row(page, ladder).waitFor({ state: 'detached' })
      expect(new URL(page.url()).search).toBe('?view=list&location=DOCK')

      await scan(shared.session, location('Dock'), tag, new Date().toISOString())
      await row(page, ladder).getByText('just now').waitFor()
      await scan(shared.session, location('Ramp'), tag, new Date().toISOString())
      await row(page, ladder).waitFor({ state: 'detached' })
      expect(browserErrors).toEqual([])
      expect([...hosts]).toEqual(['127.0.0.1'])
      await context.close()
    }, 120_000)

    test('has no page with a serious accessibility problem, in light or dark colors', async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await openConsole(page, shared.program, '/')
      await titled(page, 'Sign in')
      expect(await page.evaluate(loadedBytes)).toBeLessThan(maxFirstBytes)
      expect(await violations(page)).toEqual([])
      await enterConsole(page, shared.program, '/', 'Where everything is')
      expect(await page.evaluate(loadedBytes)).toBeLessThan(maxFirstBytes)
      const pages: Record<string, string | RegExp> = {
        '/': 'Where everything is',
        '/?view=list': 'Where everything is',
        [`/locations/${location('Dock')}?view=plan`]: 'Dock',
        '/time-travel?view=plan': pastTitle,
        '/assets': 'Assets',
        // The address with the key leads to that of the asset.
        '/assets/DRILL-1': 'Drill',
        [`/assets/${drill}/edit`]: 'Edit Drill',
        '/assets/new': 'New asset',
        '/assets?active=deleted': 'Assets',
        [`/deleted-assets/${gone}`]: 'Gone',
        '/asset-fields': 'Asset fields',
        '/assets/import': 'Import assets',
        '/locations': 'Locations',
        '/locations/new': 'New location',
        '/locations/import': 'Import locations',
        [`/locations/${location('Dock')}`]: 'Dock',
        '/labels?assets=DRILL-1': 'Labels',
        '/labels/templates': 'Label templates',
        '/labels/jobs': 'Print jobs',
        '/printers': 'Printers',
        '/api-keys': 'API keys',
        '/api-keys/new': 'New API key',
        '/audit': 'Change log',
        '/overview': 'Today',
        '/alerts': 'Alerts',
        '/alerts/closed': 'Closed alerts',
        '/alert-rules': 'Alert rules',
        [`/alert-rules/new?asset=${drill}`]: 'New alert rule',
        '/nowhere': 'Page not found',
      }
      const check = async (what: string) => {
        // The colors on a phone are the same as on a desktop.
        const schemes = viewport === desktop ? (['light', 'dark'] as const) : (['light'] as const)
        for (const colorScheme of schemes) {
          await paint(page, colorScheme)
          // Only the colors differ.
          const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined
          expect([what, colorScheme, ...(await violations(page, rules))]).toEqual([what, colorScheme])
        }
      }
      for (const [path, title] of Object.entries(pages)) {
        await openConsole(page, shared.program, path)
        await titled(page, title)
        await page.getByLabel('Loading').first().waitFor({ state: 'detached' })
        await check(path)
      }
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
      await check('the menu')
      expect(browserErrors).toEqual([])
      await context.close()
    }, 120_000)

    test('has the title and the buttons of a page in the frame on a desktop, and in the page on a phone', async () => {
      const isDesktop = viewport === desktop
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/assets', 'Assets')
      const frame = page.getByRole(isDesktop ? 'banner' : 'main')
      await titled(frame, 'Assets')
      await frame.getByRole('link', { name: 'New asset' }).waitFor()
      const account = page.getByRole('button', { name: 'Account' })
      const place = isDesktop ? page.getByRole('navigation', { name: 'Main' }) : page.getByRole('banner')
      await place.and(page.locator(':has(button)')).filter({ has: account }).waitFor()

      // On a phone, all buttons are in one row, because the secondary ones are in a menu.
      const tops = await page.evaluate(
        `[...document.querySelectorAll('.page-actions > *, .frame-actions > *')].map((button) => button.getBoundingClientRect()).map(({ top, height }) => Math.round(top + height / 2))`,
      )
      expect(new Set(tops as number[]).size).toBe(1)
      expect(tops).toHaveLength(isDesktop ? 4 : 2)
      await secondary(page, 'Print labels')
      await titled(page, 'Labels')

      await openConsole(page, shared.program, `/assets/${drill}/edit`)
      await titled(page.getByRole('main'), 'Edit Drill')
      const path = isDesktop
        ? page.getByRole('banner').getByRole('navigation', { name: 'Path' })
        : page.getByRole('main')
      await path.getByRole('link', { name: 'Drill' }).click()
      await titled(page, 'Drill')
      await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor()

      // A phone that is turned may have the window of a desktop.
      await openConsole(page, shared.program, '/assets')
      await page.setViewportSize(isDesktop ? phone : desktop)
      await titled(page.getByRole(isDesktop ? 'main' : 'banner'), 'Assets')
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('lists assets page by page, sorted and searched by the service', async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/assets', 'Assets')
      await page.getByText(/^1–50 of \d+$/).waitFor()
      await page.getByRole('button', { name: 'Next page' }).click()
      await page.getByText(/^51–\d+ of \d+$/).waitFor()
      await page.goBack()
      await page.getByText(/^1–50 of \d+$/).waitFor()
      const sorted = viewport === desktop ? page.getByRole('button', { name: 'Name' }) : null
      if (sorted) await sorted.click()
      else await page.getByLabel('Sort by').selectOption('Name ↑')
      await page.waitForURL(/sort=name$/)
      await row(page, 'Box 10').waitFor()
      await page.getByLabel('Search name, key, description and tags').fill('DRILL')
      await page.getByText('1–1 of 1').waitFor()
      await row(page, 'Drill').getByRole('link', { name: 'Drill' }).click()
      await titled(page, 'Drill')
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('creates, shows, edits and deletes an asset, changes its key, and shows errors at the fields', async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/assets', 'Assets')
      await page.getByRole('link', { name: 'New asset' }).click()
      await page.getByLabel('Key').fill('not a key')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByText('May contain letters, digits and hyphens only').waitFor()
      await eventually(() => page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
      await page.getByText('Enter a name').waitFor()
      await page.getByLabel('Name').fill('Saw')
      await page.getByLabel('Key').fill('SAW-1')
      await page.getByRole('button', { name: 'Create' }).click()
      await titled(page, 'Saw')
      await page.getByText('This asset has not been seen yet.').first().waitFor()

      await page.getByLabel('New tag').fill('D1')
      await page.getByRole('button', { name: 'Add tag' }).click()
      await page.getByRole('alert').filter({ hasText: 'Already on Drill' }).waitFor()
      await page.getByLabel('New tag').fill('S1')
      await page.getByRole('button', { name: 'Add tag' }).click()
      await page.getByRole('button', { name: 'Remove tag S1' }).click()
      await confirm(page, 'Remove tag S1', 'Remove tag')
      await page.getByText('No tags yet.').waitFor()

      await page.getByRole('link', { name: 'Edit' }).click()
      await titled(page, 'Edit Saw')
      await page.getByText('Extra data (JSON)').first().click()
      await page.getByLabel('Metadata').fill('{"color": ')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Is not valid JSON').waitFor()
      await page.getByLabel('Metadata').fill('[1,2]')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Enter a JSON object, such as {"color": "red"}.').waitFor()
      expect(await page.getByText('not valid JSON').count()).toBe(0)
      await page.getByLabel('Metadata').fill('{"color": "green"}')
      await page.getByLabel('Description').fill('Sharp')
      await page.getByRole('button', { name: 'Save' }).click()
      await titled(page, 'Saw')
      await page.getByText('green').waitFor()
      await page.getByText('Sharp').waitFor()

      await more(page, 'Change key')
      await page.getByRole('dialog').getByLabel('Key').fill('DRILL-1')
      await page.getByRole('dialog').getByRole('button', { name: 'Change key' }).click()
      await page.getByRole('dialog').getByText('Another asset has the key DRILL-1').waitFor()
      await page.getByRole('dialog').getByLabel('Key').fill('SAW-2')
      await page.getByRole('dialog').getByRole('button', { name: 'Change key' }).click()
      await page.getByText('SAW-2', { exact: true }).first().waitFor()

      // Other parts of the page poll, and may do so once more before it closes.
      const missing: string[] = []
      page.on('response', (response) => {
        const url = response.url()
        if (response.status() === 404 && /\/api\/v1\/assets\/\d+$/.test(url)) missing.push(url)
      })
      await more(page, 'Delete')
      await confirm(page, 'Delete asset “Saw”', 'Delete asset')
      await titled(page, 'Assets')
      const left = async (): Promise<{ id: number }[]> =>
        (await shared.session.get('/api/v1/assets?external_key=SAW-2')).body.data
      expect(await left()).toEqual([])
      expect(missing).toEqual([])
      await page.getByRole('button', { name: 'Undo' }).click()
      await eventually(async () => (await left()).length).toBe(1)
      for (const { id } of await left()) await shared.session.delete(`/api/v1/assets/${id}`)
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('shows the location and the history of an asset, with the length of each stay', async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, `/assets/${drill}`, 'Drill')
      await eventually(() => page.locator('[data-location]').textContent()).toBe('Dock')
      const stay = (text: string) => page.getByRole('listitem').filter({ hasText: text })
      await stay('Ramp').getByText('59 min 30 s').waitFor()
      await stay('Dock').last().getByText('1 h', { exact: true }).waitFor()
      await stay('so far').getByText('Dock', { exact: true }).waitFor()
      expect(browserErrors).toEqual([])
      await context.close()
    })
  })

  test('remembers the columns that a user chose', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets', 'Assets')
    await page.getByRole('columnheader', { name: 'Tags' }).waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Tags' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Created' }).click()
    await page.reload()
    await page.getByRole('columnheader', { name: 'Created' }).waitFor()
    expect(await page.getByRole('columnheader', { name: 'Tags' }).count()).toBe(0)
    await context.close()
  })

  test('returns the focus to the menu after a dialog that an item of it opened was closed', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/assets/${drill}`, 'Drill')
    const menu = page.getByRole('button', { name: 'More actions' })
    const dialog = page.getByRole('dialog')
    for (const item of ['Change key', 'Delete'])
      for (const press of ['click', 'Enter'] as const) {
        await menu.click()
        const action = page.getByRole('menuitem', { name: item })
        await (press === 'click' ? action.click() : action.press('Enter'))
        await eventually(() => dialog.locator(':focus').count()).toBe(1)
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
        await eventually(() => page.evaluate('document.activeElement.ariaLabel')).toBe('More actions')
      }
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('can be used with the keyboard only', async () => {
    const { page, context } = await visit(shared.browser)
    await openConsole(page, shared.program, '/assets?q=DRILL')
    await page.getByLabel('E-mail').focus()
    await page.keyboard.type('ada@example.org')
    await page.keyboard.press('Tab')
    await page.keyboard.type('correct horse battery')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Drill' }).waitFor()
    const focused = () => page.evaluate('document.activeElement.textContent')
    for (let steps = 0; (await focused()) !== 'Drill'; steps++) {
      if (steps > 30) throw new Error('The keyboard does not get to the row')
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await titled(page, 'Drill')
    await eventually(() => focused()).toBe('Drill')
    await context.close()
  })
})
