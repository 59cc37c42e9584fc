import { beforeAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { enterConsole, flaws, openConsole, pastTitle, phone, titled, visit } from '../../support/browser'
import { describeConsole } from '../../support/console'
import { eventually } from '../../support/eventually'
import { newLocation, newTagged, type Row } from '../../support/records'
import { scan } from '../../support/scans'

/** The list of open alerts: keys, the filter of places, swipes, and more alerts than one part. */

const alertLink = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true })
const taken = (page: Page) => page.getByRole('region', { name: 'Acknowledged' })

/** Moves a finger over an element to the right. */
async function swipe(page: Page, target: Locator, distance: number): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('The element is not visible')
  const session = await page.context().newCDPSession(page)
  const [x, y] = [box.x + 20, box.y + box.height / 2]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', right: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + right, y }],
    })
  await touch('touchStart', 0)
  for (let right = 10; right <= distance; right += 10) await touch('touchMove', right)
  await touch('touchEnd', distance)
}

describeConsole('the list of alerts', (shared) => {
  let yard: Row
  let shelf: Row

  const newRule = async (name: string, q: string, location: Row): Promise<void> => {
    const scope = { kind: 'search', q }
    const { status } = await shared.session.post('/internal/v1/alert-rules', {
      name,
      kind: 'entered',
      location_id: location.id,
      scope,
    })
    expect(status).toBe(201)
  }

  async function boxAt(place: Row, name: string): Promise<void> {
    const tag = name.replace(' ', '-').toUpperCase()
    await newTagged(shared.session, tag, { name })
    await scan(shared.session, place.id, tag, new Date().toISOString())
  }

  const openCount = async (): Promise<number> =>
    (await shared.session.get('/internal/v1/alerts?state=open')).body.open_count

  beforeAll(async () => {
    yard = await newLocation(shared.session, { name: 'Yard' })
    const hall = await newLocation(shared.session, { name: 'Hall' })
    shelf = await newLocation(shared.session, { name: 'Shelf', parent_id: hall.id })
    await newRule('Boxes in the yard', 'Box', yard)
    await newRule('Kits in the hall', 'Kit', hall)
    for (const name of ['Box 1', 'Box 2']) await boxAt(yard, name)
    for (const name of ['Kit 1']) await boxAt(shelf, name)
    await eventually(openCount).toBe(3)
  })

  test('is worked with keys, which a group understands, too', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/alerts', 'Alerts')
    const group = page.getByRole('button', { name: '2 alerts: Boxes in the yard' })
    await group.focus()
    await page.keyboard.press('s')
    await page.getByText('2 selected').waitFor()
    await page.getByText('ada will have them.').waitFor()
    await page.getByRole('menuitem', { name: '1 hour' }).press('Enter')
    await page.getByText('2 alerts are quiet').waitFor()
    await page.getByText('2 selected').waitFor({ state: 'detached' })
    await page.getByText('Snoozed 2').waitFor()
    await group.focus()
    await page.keyboard.press('x')
    await page.getByText('2 selected').waitFor()
    expect(await flaws(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByText('2 selected').waitFor({ state: 'detached' })
    await page.keyboard.press('a')
    await taken(page).getByRole('button', { name: '2 alerts: Boxes in the yard' }).waitFor()
    await alertLink(page, 'Kit 1 entered Shelf').focus()
    await page.keyboard.press('e')
    await page
      .getByRole('dialog', { name: 'Close this alert?' })
      .getByText(/opens again only after/)
      .waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // In a text field, letters are text.
    await page.getByRole('combobox', { name: 'Any place' }).fill('')
    await page.keyboard.type('xsea')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('shows the alerts of one place with what is below it, and keeps it in the address', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/alerts', 'Alerts')
    await page.getByRole('button', { name: /Boxes in the yard/ }).waitFor()
    await page.getByRole('combobox', { name: 'Any place' }).fill('Hall')
    await page.getByRole('option', { name: /^Hall \(/ }).click()
    await page.getByRole('button', { name: /Boxes in the yard/ }).waitFor({ state: 'detached' })
    await alertLink(page, 'Kit 1 entered Shelf').waitFor()
    await page.reload()
    await alertLink(page, 'Kit 1 entered Shelf').waitFor()
    expect(await page.getByRole('button', { name: /Boxes in the yard/ }).count()).toBe(0)
    await page.getByText('Mine 0').click()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('button', { name: /Boxes in the yard/ }).waitFor()
    await context.close()
  })

  test('is worked with a swipe on a phone, and with a menu that does the same', async () => {
    for (const name of ['Kit 2', 'Kit 3']) await boxAt(yard, name)
    await newRule('Kits in the yard', 'Kit', yard)
    for (const name of ['Kit 4', 'Kit 5']) await boxAt(yard, name)
    await eventually(openCount).toBe(5)
    const { page, context, browserErrors } = await visit(shared.browser, phone, { hasTouch: true })
    await enterConsole(page, shared.program, '/alerts', 'Alerts')
    const normal = page.getByRole('region', { name: 'Normal' })
    const group = page.getByRole('button', { name: '2 alerts: Kits in the yard' })
    const row = normal.locator('.alert-row').filter({ has: group })
    await swipe(page, row, 60)
    await group.waitFor()
    await swipe(page, row, 200)
    await taken(page).getByRole('button', { name: '2 alerts: Kits in the yard' }).waitFor()
    const menu = page.getByRole('button', { name: 'Actions for Kit 1 entered Shelf' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Acknowledge' }).click()
    await taken(page).getByText('Kit 1 entered Shelf').waitFor()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Close' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close alert' }).click()
    await taken(page).getByText('Kit 1 entered Shelf').waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Closed today' }).getByText('Kit 1 entered Shelf').waitFor()
    expect(await flaws(page)).toEqual([])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('has the same keys on the page of an alert, and a way to the plan of that time', async () => {
    const { body } = await shared.session.get('/internal/v1/alerts?state=open&limit=1')
    const [alert] = body.data
    const title = `${alert.subject.name} entered Yard`
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/alerts/${alert.id}`, title)
    await page.keyboard.press('s')
    await page.getByRole('menuitem', { name: '1 hour' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem', { name: '1 hour' }).waitFor({ state: 'detached' })
    await page.keyboard.press('e')
    await page.getByRole('dialog', { name: 'Close this alert?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /^Replay from/ }).click()
    await titled(page, pastTitle)
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('at')).toBe(alert.evidence.occurred_at)
    expect(searchParams.get('view')).toBe('plan')
    await context.close()
  })

  test('shows more alerts than one part, and says how many there are', async () => {
    const { page, context } = await visit(shared.browser)
    const { body } = await shared.session.get('/internal/v1/alerts?state=open')
    const [alert] = body.data
    await page.route('**/internal/v1/alerts?*state=open*', async (route) => {
      const offset = Number(new URL(route.request().url()).searchParams.get('offset'))
      const ids = Array.from({ length: 312 }, (_, index) => 1000 + index).slice(offset, offset + 200)
      const data = ids.map((id) => ({
        ...alert,
        id,
        rule_id: id,
        acknowledged_at: null,
        acknowledged_by: null,
      }))
      await route.fulfill({ json: { ...body, data, total_count: 312, open_count: 312 } })
    })
    await openConsole(page, shared.program, '/alerts')
    await enterConsole(page, shared.program, '/alerts', 'Alerts')
    await page.getByText('The latest 200 of 312 open alerts are shown.').waitFor()
    expect(await page.getByText(/^Not acknowledged$/).count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Show 112 more' }).click()
    await page.getByText('Not acknowledged 312').waitFor()
    expect(await page.locator('[data-state=open] [data-alerts]').count()).toBe(312)
    expect(await page.getByRole('button', { name: /^Show .* more$/ }).count()).toBe(0)
    await context.close()
  })

  test('says on Today that only the latest of many alerts are loaded', async () => {
    const { page, context } = await visit(shared.browser)
    const { body } = await shared.session.get('/internal/v1/alerts?state=open')
    const [alert] = body.data
    await page.route('**/internal/v1/alerts?*state=open*', async (route) => {
      const data = Array.from({ length: 200 }, (_, index) => ({
        ...alert,
        id: 1000 + index,
        acknowledged_at: null,
        acknowledged_by: null,
      }))
      const counts = { total_count: 312, open_count: 312, unacknowledged_count: 312 }
      await route.fulfill({ json: { ...body, data, ...counts } })
    })
    await enterConsole(page, shared.program, '/overview', 'Today')
    await page.getByText(`At least 200 alerts: ${alert.rule_name}`).waitFor()
    await page.getByRole('link', { name: '112 more alerts' }).click()
    await titled(page, 'Alerts')
    await context.close()
  })
})
