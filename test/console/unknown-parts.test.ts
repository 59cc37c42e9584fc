import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { enterConsole, openConsole, titled, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { newLocation, newTagged, type Row } from '../support/records'
import { scan, secondsAgo } from '../support/scans'
import { type Hall, newHall, open, placed } from '../support/stocktakes'

/** Pages of which one part can't be loaded: what they say about what they do not know. */

const fail = (page: Page, path: RegExp): Promise<unknown> =>
  page.route(
    ({ pathname }) => path.test(pathname),
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/json',
        body: JSON.stringify({
          error: { type: 'forbidden', title: 'Forbidden', status: 403, detail: 'No.' },
        }),
      }),
  )

describeConsole('a page of which a part can not be loaded', (shared) => {
  let box: Row
  let yard: Row
  let hall: Hall
  let stocktake: { readonly id: number }

  beforeAll(async () => {
    const inside = await newLocation(shared.session, { name: 'Hall' })
    yard = await newLocation(shared.session, { name: 'Yard' })
    box = await newTagged(shared.session, 'BOX-1', { name: 'Box 1' })
    const rule = {
      name: 'Boxes outside',
      kind: 'outside',
      location_id: inside.id,
      scope: { kind: 'all' },
      severity: 'urgent',
    }
    expect((await shared.session.post('/internal/v1/alert-rules', rule)).status).toBe(201)
    await scan(shared.session, yard.id, 'BOX-1', secondsAgo(30))
    hall = await newHall(shared.session)
    await placed(shared.session, hall.aisle, 1)
    stocktake = await open(shared.session, hall.hall)
  })

  test('does not look as if there were no alerts', async () => {
    const { page, context } = await visit(shared.browser)
    await fail(page, /^\/internal\/v1\/alerts$/)
    await enterConsole(page, shared.program, `/assets/${box.id}`, 'Box 1')
    const said = page.getByRole('alert').filter({ hasText: "Alerts couldn't be loaded" })
    await said.waitFor()
    const bell = page.getByRole('button', { name: 'Alerts, number unknown' })
    expect((await bell.innerText()).trim()).toStartWith('?')
    await openConsole(page, shared.program, `/locations/${yard.id}`)
    await titled(page, 'Yard')
    await said.waitFor()
    await openConsole(page, shared.program, '/?view=plan')
    await titled(page, 'Where everything is')
    await said.waitFor()
    await page.unrouteAll()
    await said.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: /^Alerts, \d+ unacknowledged$/ }).waitFor()
    await page.getByRole('list', { name: 'Alerts' }).getByText('Box 1 is outside Hall').waitFor()
    await context.close()
  })

  test('does not look as if nothing needed attention', async () => {
    const { page, context } = await visit(shared.browser)
    await fail(page, /\/attention$/)
    await enterConsole(page, shared.program, '/?view=plan', 'Where everything is')
    await page.getByRole('alert').filter({ hasText: "Problems couldn't be loaded" }).waitFor()
    await context.close()
  })

  test('does not call a location deleted because the names of the locations are missing', async () => {
    const { page, context } = await visit(shared.browser)
    await fail(page, /\/location-tree$/)
    await enterConsole(page, shared.program, `/stocktakes/${stocktake.id}/lines`, 'Assets of this count')
    await page.getByRole('cell', { name: '…' }).first().waitFor()
    expect(await page.getByText('Deleted location').count()).toBe(0)
    await context.close()
  })

  test('does not call a place not learned because it does not know which places are', async () => {
    const { page, context } = await visit(shared.browser)
    await fail(page, /\/place-model$/)
    await enterConsole(page, shared.program, `/locations/${yard.id}/learn`, 'Learn Yard')
    await page.getByRole('alert').filter({ hasText: "This couldn't be loaded" }).waitFor()
    expect(await page.getByText('not learned').count()).toBe(0)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('not learned').first().waitFor()
    await context.close()
  })

  test('does not let a count be closed as if all locations were finished', async () => {
    const { page, context } = await visit(shared.browser)
    await fail(page, /\/stocktakes\/\d+\/places$/)
    await enterConsole(page, shared.program, `/stocktakes/${stocktake.id}/close`, 'Close November')
    const said = page.getByRole('alert').filter({ hasText: "The unfinished locations couldn't be loaded" })
    await said.waitFor()
    await page.unrouteAll()
    await said.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('1 location is not finished').waitFor()
    await context.close()
  })

  test('says in its title that it could not be loaded, and keeps the focus where its user puts it', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets', 'Assets')
    await fail(page, /\/api\/v1\/assets\/\d+$/)
    await page.getByRole('link', { name: 'Box 1', exact: true }).click()
    await titled(page, "This page couldn't be loaded")
    expect(await page.title()).toBe("This page couldn't be loaded · Whereabouts")
    const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent')
    expect(await focused()).toBe("This page couldn't be loaded")
    await page.getByRole('link', { name: 'Assets', exact: true }).first().focus()
    const again = page.waitForResponse(/\/api\/v1\/assets\/\d+$/)
    await page.evaluate(`document.querySelector('main [role=alert] button').click()`)
    await again
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await focused()).toStartWith('Assets')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await titled(page, 'Box 1')
    await context.close()
  })
})
