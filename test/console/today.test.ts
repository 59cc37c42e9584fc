import { beforeAll, expect, test } from 'bun:test'
import { desktop, enterConsole, flaws, phone, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { newLocation, newTagged } from '../support/records'
import { scan, secondsAgo } from '../support/scans'

/** Today: the moves beside those of a week before, the plan, and the keys of what needs someone. */

const hour = 3600

describeConsole('Today', (shared) => {
  beforeAll(async () => {
    const { session } = shared
    const hall = await newLocation(session, { name: 'North hall' })
    const dock = await newLocation(session, { name: 'Dock', parent_id: hall.id })
    for (const name of ['Cart 1', 'Cart 2']) await newTagged(session, name.replace(' ', '-'), { name })
    await scan(session, dock.id, 'CART-1', secondsAgo((168 + 3) * hour))
    await scan(session, hall.id, 'CART-1', secondsAgo(3 * hour))
    await scan(session, hall.id, 'CART-2', secondsAgo(2 * hour))
    await session.post('/internal/v1/alert-rules', { name: 'Out', kind: 'outside', location_id: dock.id })
    await eventually(async () => (await session.get('/internal/v1/alerts')).body.open_count).toBe(2)
  })

  test('compares the moves with those of a week before, as a chart and as a table', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/overview', 'Today')
    const moves = page.getByRole('region', { name: 'Movements by hour' })
    await moves.getByText(/The outline is a week before\.$/).waitFor()
    await page.getByText('1 in the same hours a week before').waitFor()
    expect(await moves.locator('.column-before').count()).toBe(24)
    await moves.getByRole('button', { name: 'Show as table' }).click()
    await moves.getByRole('columnheader', { name: 'A week before' }).waitFor()
    expect(await flaws(page)).toEqual([])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('shows the plan on a desktop, whose areas lead to their locations, and none on a phone', async () => {
    const wide = await visit(shared.browser, desktop)
    await enterConsole(wide.page, shared.program, '/overview', 'Today')
    const plan = wide.page.getByRole('region', { name: 'North hall' })
    await plan.getByRole('link', { name: /^Dock/ }).waitFor()
    await plan.getByRole('link', { name: 'Where', exact: true }).waitFor()
    await wide.context.close()
    const narrow = await visit(shared.browser, phone)
    await enterConsole(narrow.page, shared.program, '/overview', 'Today')
    await narrow.page.getByRole('region', { name: 'Movements by hour' }).waitFor()
    expect(await narrow.page.getByRole('region', { name: 'North hall' }).count()).toBe(0)
    await narrow.context.close()
  })

  test('acknowledges the alerts of a row with A', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/overview', 'Today')
    const needs = page.getByRole('region', { name: 'Needs someone' })
    await needs.getByRole('link', { name: '2 alerts: Out' }).focus()
    await page.keyboard.press('a')
    await needs.getByText('Nothing needs anybody').waitFor()
    await context.close()
  })
})
