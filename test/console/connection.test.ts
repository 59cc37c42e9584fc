import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { enterConsole, flaws, loadConsole, openConsole, titled, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { newAsset, newLocation, newTagged } from '../support/records'
import { scan, secondsAgo } from '../support/scans'

/** A service that is frozen or not reachable: what pages say about their data, and about changes. */

describeConsole('a console without a connection', (shared) => {
  const freeze = () => shared.program.process.kill('SIGSTOP')
  const thaw = () => shared.program.process.kill('SIGCONT')

  /** Lets this many seconds of the page pass. */
  async function pass(page: Page, seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) await page.clock.runFor(1000)
  }

  describe.each([
    ['/', 'Where everything is', 'Live'],
    ['/?view=list', 'Where everything is', 'Live'],
    ['/overview', 'Today', 'Movements in 24 hours'],
    ['/readers', 'Readers', 'Readers'],
    ['/assets', 'Assets', 'Assets'],
  ])('on %s', (path, title, sign) => {
    test('says since when there is no data while the service is frozen, and recovers by itself', async () => {
      const { id } = await newLocation(shared.session, { name: `Hall of ${path}` })
      const value = `F${title.replaceAll(' ', '-')}${path.length}`
      await newTagged(shared.session, value, { name: `Crate of ${path}` })
      await scan(shared.session, id, value, secondsAgo(5))
      const { page, context } = await visit(shared.browser)
      await page.clock.install()
      await enterConsole(page, shared.program, path, title)
      await page.getByText(sign, { exact: true }).first().waitFor()
      freeze()
      try {
        const lost = page.getByText(/Connection lost\. No data since \d+:\d\d:\d\d [AP]M\. Retrying…/)
        // Every page polls at least once a minute.
        for (let second = 0; second < 75 && (await lost.count()) === 0; second++) await pass(page, 1)
        await lost.waitFor()
        expect(await page.getByText('Live', { exact: true }).count()).toBe(0)
        expect(await flaws(page)).toEqual([])
      } finally {
        thaw()
      }
      const isLost = async () => {
        await pass(page, 1)
        return page.getByText('Connection lost.').count()
      }
      await eventually(isLost).toBe(0)
      await context.close()
    })
  })

  test('a page of live data says so within 20 seconds, and its stream ends', async () => {
    const { page, context } = await visit(shared.browser)
    await page.clock.install()
    await enterConsole(page, shared.program, '/?view=list', 'Where everything is')
    await page.getByText('Live', { exact: true }).waitFor()
    const ended: string[] = []
    page.on('requestfailed', (request) => ended.push(new URL(request.url()).pathname))
    freeze()
    try {
      await pass(page, 21)
      await page.getByText('Connection lost.').waitFor()
      await pass(page, 12)
      await eventually(() => ended.includes('/internal/v1/stream')).toBe(true)
    } finally {
      thaw()
    }
    const isLive = async () => {
      await pass(page, 1)
      return page.getByText('Live', { exact: true }).count()
    }
    await eventually(isLive).toBe(1)
    await context.close()
  })

  test('a page says since when a part of it is old while only the request for that part fails', async () => {
    const { page, context } = await visit(shared.browser)
    await page.clock.install()
    await enterConsole(page, shared.program, '/overview', 'Today')
    const section = page.getByRole('region', { name: 'Needs attention' })
    await section.waitFor()
    const path = '**/internal/v1/attention'
    await page.route(path, (route) => route.fulfill({ status: 500, json: {} }))
    const old = page.getByText(
      /^A part of this page could not be loaded again\. It is from \d+:\d\d:\d\d [AP]M\./,
    )
    for (let second = 0; second < 60 && (await old.count()) === 0; second++) await pass(page, 1)
    await old.waitFor()
    expect(await page.getByText('Connection lost.').count()).toBe(0)
    expect(await flaws(page)).toEqual([])
    await page.unroute(path)
    const isOld = async () => {
      await pass(page, 1)
      return old.count()
    }
    await eventually(isOld).toBe(0)
    await context.close()
  })

  test('a change that is still being stored is not ended, and its form stays busy', async () => {
    const { page, context } = await visit(shared.browser)
    await page.clock.install()
    await enterConsole(page, shared.program, '/assets/new', 'New asset')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Slow saw')
    freeze()
    try {
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await pass(page, 25)
      await page.getByText('Connection lost.').waitFor()
      expect(await page.getByText('It is not known').count()).toBe(0)
    } finally {
      thaw()
    }
    await titled(page, 'Slow saw')
    await context.close()
  })

  /** The service receives the change, but the page receives no response. */
  const loseResponse = (page: Page, path: string) =>
    page.route(path, async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      await route.fetch()
      await page.route('**/{api,internal}/**', (other) => other.abort())
      await route.abort()
    })
  const reconnect = (page: Page) => page.unroute('**/{api,internal}/**')

  test.each([
    ['was stored', true],
    ['was not stored', false],
  ])('an edit whose response is lost is looked up: it %s', async (_, isStored) => {
    const { id } = await newAsset(shared.session, { name: 'Lathe' })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/assets/${id}/edit`, 'Edit Lathe')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Big lathe')
    const path = `**/internal/v1/assets/${id}`
    if (isStored) await loseResponse(page, path)
    else
      await page.route('**/{api,internal}/**', (route) =>
        route.request().method() === 'PATCH' || page.url().endsWith('edit')
          ? route.abort()
          : route.fallback(),
      )
    await page.getByRole('button', { name: 'Save' }).click()

    await page.getByText('It is not known whether the change was stored. The page checks it').waitFor()
    expect(await flaws(page)).toEqual([])
    await page.unroute(path)
    await reconnect(page)
    if (isStored) await titled(page, 'Big lathe')
    else {
      await page.getByText('The connection was lost, and the change was not stored. Save it again.').waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await titled(page, 'Big lathe')
    }
    await context.close()
  })

  test.each([
    ['asset', '/assets/new', 'New asset', '/api/v1/assets', 'Create'],
    ['location', '/locations/new', 'New location', '/api/v1/locations', 'Create'],
  ])(
    'a new %s whose response is lost is created once, and the form says what it is waiting for',
    async (kind, form, title, path, label) => {
      for (const isStored of [true, false]) {
        const name = `${kind} that ${isStored ? 'was' : 'was not'} stored`
        const { page, context } = await visit(shared.browser)
        await enterConsole(page, shared.program, form, title)
        await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
        if (isStored) await loseResponse(page, `**${path}`)
        else
          await page.route('**/{api,internal}/**', (route) =>
            route.request().method() === 'POST' || page.url().endsWith('/new')
              ? route.abort()
              : route.fallback(),
          )
        await page.getByRole('button', { name: label, exact: true }).click()
        await page.getByText('It is not known whether the change was stored. The page checks it').waitFor()
        expect(await flaws(page)).toEqual([])
        await page.unroute(`**${path}`)
        await reconnect(page)
        await titled(page, name)
        const { body } = await shared.session.get(`${path}?q=${encodeURIComponent(name)}`)
        expect(body.total_count).toBe(1)
        await context.close()
      }
    },
  )

  test('a new reader whose response is lost is found by its key, without its token', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/readers/new', 'New reader')
    await page.getByText('Handheld', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lost gate')
    await page.locator('summary').filter({ hasText: 'Advanced' }).click()
    await page.getByRole('textbox', { name: 'Key', exact: true }).fill('lost-gate')
    await loseResponse(page, '**/internal/v1/readers')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('It is not known whether the change was stored. The page checks it').waitFor()
    await page.unroute('**/internal/v1/readers')
    await reconnect(page)
    await titled(page, 'Lost gate is registered')
    await page.getByText('before its token arrived').waitFor()
    expect(await flaws(page)).toEqual([])
    await context.close()
  })

  test('a new reader without a key whose response is lost is named, and not registered again', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/readers/new', 'New reader')
    await page.getByText('Handheld', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nameless gate')
    await loseResponse(page, '**/internal/v1/readers')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('It is not known whether the change was stored. The page checks it').waitFor()
    await page.unroute('**/internal/v1/readers')
    await reconnect(page)
    await page.getByText('There is a reader Nameless gate').waitFor()
    await context.close()
  })

  test('a new reader that did not arrive is reported as not stored, and can be sent again', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/readers/new', 'New reader')
    await page.getByText('Handheld', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Late gate')
    await page.route('**/{api,internal}/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('It is not known whether the change was stored. The page checks it').waitFor()
    await reconnect(page)
    await page.getByText('The connection was lost, and nothing was stored. Send it again.').waitFor()
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await titled(page, 'Late gate is registered')
    await context.close()
  })

  test('a deletion whose response is lost is not reported as failed, and the list shows what is stored', async () => {
    const { id } = await newAsset(shared.session, { name: 'Doomed drill' })
    await newAsset(shared.session, { name: 'Other drill' })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets?q=drill', 'Assets')
    await page.getByText('Doomed drill').waitFor()
    await openConsole(page, shared.program, `/assets/${id}`)
    await titled(page, 'Doomed drill')
    await loseResponse(page, `**/api/v1/assets/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    if ((await dialog.count()) > 0) await dialog.getByRole('button', { name: /^Delete/ }).click()
    await page.getByText('Not known whether it was stored').waitFor()
    await reconnect(page)
    await page.getByText('Connection lost.').waitFor({ state: 'detached' })
    await loadConsole(page, shared.program, '/assets?q=drill')
    await page.getByText('Other drill').waitFor()
    expect(await page.getByText('Doomed drill').count()).toBe(0)
    await context.close()
  })
})
