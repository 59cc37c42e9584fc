import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { enterConsole, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { newLocation, newTagged, type Row } from '../support/records'
import { scan, secondsAgo } from '../support/scans'

/** Parts of a page whose scripts are loaded when they are needed, and can't be loaded then. */

const loseScripts = (page: Page) => page.route('**/console/files/*', (route) => route.abort())

describeConsole('the console without the script of a part', (shared) => {
  let yard: Row

  beforeAll(async () => {
    const hall = await newLocation(shared.session, { name: 'Hall' })
    yard = await newLocation(shared.session, { name: 'Yard' })
    await newTagged(shared.session, 'BOX-1', { name: 'Box 1' })
    await scan(shared.session, hall.id, 'BOX-1', secondsAgo(36_000))
    const rule = {
      name: 'Boxes outside',
      kind: 'outside',
      location_id: hall.id,
      scope: { kind: 'all' },
      severity: 'urgent',
    }
    expect((await shared.session.post('/internal/v1/alert-rules', rule)).status).toBe(201)
  })

  test('keeps the plan when the list beside it can not be loaded for a time in the past', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/', 'Where everything is')
    const slider = page.getByRole('slider', { name: 'Time' })
    await slider.waitFor()
    await loseScripts(page)
    await slider.press('PageDown')
    const side = page.getByRole('alert').filter({ hasText: "This couldn't be loaded" })
    await side.waitFor()
    await page.waitForURL(/[?&]at=/)
    await slider.press('PageDown')
    expect(await page.getByText("This page couldn't be loaded").count()).toBe(0)
    await page.unrouteAll()
    await side.getByRole('button', { name: 'Try again' }).click()
    await side.waitFor({ state: 'detached' })
    await page.getByText('1 asset was here').waitFor()
    await context.close()
  })

  test('keeps the page when an urgent alert opens, counts it, and says it as soon as its script is loaded', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/settings', 'Settings')
    await page.getByRole('button', { name: 'Alerts', exact: true }).waitFor()
    await loseScripts(page)
    await scan(shared.session, yard.id, 'BOX-1', secondsAgo(30))
    const bell = page.getByRole('button', { name: 'Alerts, 1 unacknowledged' })
    await bell.waitFor()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await bell.click()
    const panel = page.getByRole('dialog', { name: /unacknowledged/ })
    await panel.getByText("This couldn't be loaded").waitFor()
    await page.unrouteAll()
    await page.getByRole('alert').getByText('Box 1 is outside Hall').waitFor({ state: 'attached' })
    await panel.getByRole('button', { name: 'Try again' }).click()
    await panel.getByRole('link', { name: 'Box 1 is outside Hall' }).waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('says that the keys can not be shown, and shows them later', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/settings', 'Settings')
    await loseScripts(page)
    await page.keyboard.press('?')
    await page.getByRole('alert').getByText("The service can't be reached").waitFor()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await page.unrouteAll()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await context.close()
  })
})
