import { beforeAll, describe, expect, test } from 'bun:test'
import { enterConsole, flaws, openConsole, row, titled, visit } from '../support/browser'
import { describeConsole, viewportsOfWidths } from '../support/console'
import { eventually } from '../support/eventually'
import { newLocation, newTagged, type Row } from '../support/records'
import { scan, secondsAgo, secondsAhead } from '../support/scans'

/** The age of what the plan and the lists show: a location is as good as its last read, and the past is not live. */

const day = 86_400

describeConsole('the age of what the console shows', (shared) => {
  let rack: Row
  let shelf: Row

  const put = async (name: string, place: Row | null, ago: number): Promise<void> => {
    await newTagged(shared.session, name, { name })
    if (place) await scan(shared.session, place.id, name, secondsAgo(ago))
  }

  beforeAll(async () => {
    const { session } = shared
    const hall = await newLocation(session, { name: 'Hall', external_key: 'HALL' })
    rack = await newLocation(session, { name: 'Rack', external_key: 'RACK', parent_id: hall.id })
    shelf = await newLocation(session, { name: 'Shelf', external_key: 'SHELF', parent_id: rack.id })
    await newLocation(session, { name: 'Yard', parent_id: hall.id })
    await put('Fresh-1', rack, 3)
    await put('Fresh-2', shelf, 400)
    await put('Quiet-1', shelf, 2 * day)
    await put('Quiet-2', shelf, 3 * day)
    await put('Lost-1', null, 0)
  })

  test('the number of located assets is split by age, and each part leads to its list', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/', 'Where everything is')
    const parts = page.getByRole('list', { name: 'Assets by the time of their last read' })
    await eventually(() => parts.getByRole('link').allTextContents()).toEqual([
      '2 seen in 24 h',
      '2 seen 1 to 7 days ago',
      '1 never',
    ])
    await page
      .getByRole('link', { name: /^Rack, 4 assets, last read .+, 1 directly here, 2 not seen for 24 hours$/ })
      .waitFor()
    expect(await flaws(page)).toEqual([])
    await parts.getByRole('link', { name: '2 seen 1 to 7 days ago' }).click()
    await row(page, 'Quiet-1').getByText('Shelf').waitFor()
    await row(page, 'Quiet-2').waitFor()
    expect(await row(page, 'Fresh-1').count()).toBe(0)
    await page.getByRole('button', { name: 'Not seen for 1 day', exact: true }).click()
    await page.getByLabel('Comparison').selectOption('never')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'Remove the condition “Seen in the last 7 days”' }).click()
    await row(page, 'Lost-1').getByText('Not seen yet').waitFor()
    expect(await row(page, 'Quiet-1').count()).toBe(0)
    expect(await flaws(page)).toEqual([])
    await openConsole(page, shared.program, '/overview')
    await page.getByText('2 seen in 24 h · 0 not for a week · 1 never').waitFor()
    await openConsole(page, shared.program, `/locations/${rack.id}`)
    await eventually(() => page.locator('[data-ages] a').allTextContents()).toEqual([
      '2 seen in 24 h',
      '2 seen 1 to 7 days ago',
    ])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('a cell shows the share of its assets that were not seen for 24 hours', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/', 'Where everything is')
    // Of three assets at the shelf, two are stale.
    await page.locator('.cell[data-stale="0.67"]').first().waitFor({ state: 'attached' })
    await context.close()
  })

  describe.each(viewportsOfWidths)('on %s', (_, viewport) => {
    test('the list of assets shows the age of each location', async () => {
      const { page, context } = await visit(shared.browser, viewport)
      // The clock of the device is wrong. The ages are those of the service.
      await page.clock.setFixedTime(Date.now() + 3 * 3_600_000)
      await enterConsole(page, shared.program, '/assets', 'Assets')
      await row(page, 'Fresh-1').locator('[data-freshness=Fresh]').waitFor()
      await row(page, 'Quiet-1').locator('[data-freshness=Stale]').waitFor()
      await row(page, 'Quiet-1').getByText('2 days ago').waitFor()
      await row(page, 'Lost-1').getByText('Not seen yet').waitFor()
      expect(await flaws(page)).toEqual([])
      await context.close()
    })
  })

  test('the assets directly at a location are shown when its sub-locations are drawn', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/?view=plan&location=RACK', 'Where everything is')
    await page.getByRole('link', { name: /^1 directly here · last read / }).waitFor()
    expect(await flaws(page)).toEqual([])
    await context.close()
  })

  test('a move of the last minute has just happened, and an older one is recent', async () => {
    const { page, context } = await visit(shared.browser)
    await newTagged(shared.session, 'Cart', { name: 'Cart' })
    await scan(shared.session, rack.id, 'Cart', secondsAhead(-1))
    await newTagged(shared.session, 'Van', { name: 'Van' })
    await scan(shared.session, rack.id, 'Van', secondsAhead(-300))
    await enterConsole(page, shared.program, '/', 'Where everything is')
    const moves = (name: string) => page.getByRole('list', { name, exact: true })
    await moves('Just moved').getByText('Cart').waitFor()
    await moves('Recent moves').getByText('Van').waitFor()
    expect(await moves('Just moved').getByText('Van').count()).toBe(0)
    expect(await moves('Recent moves').locator('[data-state=moved]').count()).toBe(0)
    await context.close()
  })

  test('a move is applied to the assets that were read last before their list is loaded again', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/', 'Where everything is')
    const last = page.locator('.plan-side li').filter({ hasText: 'Fresh-1' }).last()
    await last.getByText('Rack').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await page.route('**/api/v1/reports/asset-locations?*', () => undefined)
    await scan(shared.session, shelf.id, 'Fresh-1', secondsAhead(0))
    await last.getByText('Shelf').waitFor()
    await context.close()
  })

  test('a stay whose asset was not read for a day has a hollow dot, and no length so far', async () => {
    const { page, context } = await visit(shared.browser)
    const { data } = (await shared.session.get('/api/v1/assets?external_key=Quiet-1')).body
    await enterConsole(page, shared.program, `/assets/${data[0].id}`, 'Quiet-1')
    const history = page.getByRole('list', { name: 'History', exact: true })
    await history.getByText(/^Last read \w{3}, \w{3} \d+, .*, not heard since$/).waitFor()
    await history.locator('li[data-unconfirmed]').waitFor()
    expect(await history.locator('li[data-current]').count()).toBe(0)
    expect(await history.getByText('so far').count()).toBe(0)
    await context.close()
  })

  test('the past has its date in the title, and nothing in it is live', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/', 'Where everything is')
    const slider = page.getByRole('slider', { name: 'Time' })
    await slider.focus()
    for (let step = 0; step < 3; step++) await page.keyboard.press('PageDown')
    await page
      .getByRole('heading', { level: 1, name: /^Where everything was · \w{3}, \w{3} \d+, / })
      .waitFor()
    expect(await page.getByText('Live', { exact: true }).count()).toBe(0)
    const side = page.getByRole('complementary', { name: 'Assets at that time' })
    await side.getByText(/^\d+ assets were here on \w{3}, /).waitFor()
    await side.getByText('Quiet-1').waitFor()
    expect(await side.getByText('Cart').count()).toBe(0)
    expect(await page.locator('[data-state=moved]:visible').count()).toBe(0)
    await page
      .locator('.plan-clock')
      .getByText(/^\w{3}, \w{3} \d+/)
      .waitFor()
    expect(await flaws(page)).toEqual([])
    await page.getByRole('button', { name: 'Back to live' }).click()
    await titled(page, 'Where everything is')
    await page.getByText('Live', { exact: true }).waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
