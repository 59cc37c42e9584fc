import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { desktop, enterConsole, flaws, openConsole, phone, titled, visit } from '../../support/browser'
import { describeConsole, viewports } from '../../support/console'
import { eventually } from '../../support/eventually'
import { newLocation, newTagged, type Row } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'
import { newMember } from '../../support/users'

/** The bell, the list of alerts and the page of one. */

const tagOf = (name: string): string => name.replace(' ', '-').toUpperCase()

const bell = (page: Page) => page.getByRole('button', { name: /^Alerts/ })
const alertLink = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true })

describeConsole('alerts', (shared) => {
  let cold: Row
  let yard: Row

  const newRule = async (body: Record<string, unknown>): Promise<{ id: number }> => {
    const response = await shared.session.post('/internal/v1/alert-rules', body)
    expect(response.status).toBe(201)
    return response.body.data
  }

  /** Creates an asset that is at the cold store, or in the yard. */
  async function boxAt(place: Row, name: string): Promise<Row> {
    const box = await newTagged(shared.session, tagOf(name), { name })
    await scan(shared.session, place.id, tagOf(name), secondsAgo(600))
    return box
  }

  const openAlerts = async (): Promise<number> =>
    (await shared.session.get('/internal/v1/alerts?state=open')).body.open_count

  beforeAll(async () => {
    cold = await newLocation(shared.session, { name: 'Cold store' })
    yard = await newLocation(shared.session, { name: 'Yard' })
    for (const name of ['Box 1', 'Box 2', 'Box 3']) await boxAt(cold, name)
    await boxAt(yard, 'Kit 7')
    await newRule({
      name: 'Boxes outside',
      kind: 'outside',
      location_id: cold.id,
      scope: { kind: 'search', q: 'Box' },
      severity: 'urgent',
    })
    await newRule({
      name: 'Kits outside',
      kind: 'outside',
      location_id: cold.id,
      scope: { kind: 'search', q: 'Kit' },
    })
    await eventually(openAlerts).toBe(1)
  })

  test('reach the bell of an open page within seconds, and are acknowledged there', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/settings', 'Settings')
    await page.getByRole('button', { name: 'Alerts, 1 unacknowledged' }).waitFor()
    await scan(shared.session, yard.id, 'BOX-1', secondsAgo(30))
    await page.getByRole('alert').getByText('Box 1 is outside Cold store').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Alerts, 2 unacknowledged' }).click()
    const panel = page.getByRole('dialog', { name: /unacknowledged/ })
    await alertLink(page, 'Box 1 is outside Cold store').waitFor()
    expect(await flaws(page)).toEqual([])
    await panel.getByRole('switch', { name: 'Tone for new urgent alerts' }).check()
    expect(await page.evaluate(() => localStorage.getItem('whereabouts.alert-tone'))).toBe('on')
    await panel.getByRole('button', { name: 'Acknowledge: Box 1 is outside Cold store' }).click()
    await panel.getByText('Box 1 is outside Cold store').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    // The click outside has closed the panel.
    await page.getByRole('button', { name: 'Alerts, 2 unacknowledged' }).click()
    await panel.getByText('Box 1 is outside Cold store').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.bell:focus').waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('are one row for each rule, which opens, and are taken together', async () => {
    for (const name of ['Box 1', 'Box 2', 'Box 3'])
      await scan(shared.session, yard.id, tagOf(name), secondsAgo(20))
    await eventually(openAlerts).toBe(4)
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/alerts', 'Alerts')
    const group = page.getByRole('button', { name: '3 alerts: Boxes outside' })
    expect(await alertLink(page, 'Box 2 is outside Cold store').count()).toBe(0)
    await group.press('ArrowRight')
    await alertLink(page, 'Box 2 is outside Cold store').waitFor()
    expect(await flaws(page)).toEqual([])
    await alertLink(page, 'Kit 7 is outside Cold store').focus()
    await page.keyboard.press('k')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('a')
    const taken = page.getByRole('region', { name: 'Acknowledged' })
    await taken.getByRole('listitem').waitFor()
    await page.getByRole('button', { name: 'Acknowledge 2' }).click()
    await taken.getByRole('button', { name: '3 alerts: Boxes outside' }).waitFor()
    await page.getByText('Not acknowledged 1').click()
    await taken.waitFor({ state: 'detached' })
    await page.getByText('Mine 3').click()
    await taken.waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test.each(viewports)(
    'have a page with the evidence, where a person takes one, on %s',
    async (_, viewport) => {
      const name = `Kit ${viewport.width}`
      await boxAt(yard, name)
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/alerts', 'Alerts')
      const group = page.getByRole('button', { name: /alerts: Kits outside/ })
      await group.click()
      await alertLink(page, `${name} is outside Cold store`).click()
      await titled(page, `${name} is outside Cold store`)
      await page.getByText('Alert opened').waitFor()
      await page.getByText('Not acknowledged yet').waitFor()
      expect(await flaws(page)).toEqual([])
      await page.getByLabel('Note for the others').fill('On my way')
      await page.getByRole('button', { name: 'Acknowledge', exact: true }).click()
      await page.getByText(/^ada, since/).waitFor()
      await page.getByText('“On my way”').first().waitFor()
      await page.getByRole('button', { name: 'Give back' }).click()
      await page.getByText('Not acknowledged yet').waitFor()
      await page.getByRole('button', { name: 'Snooze' }).click()
      await page.getByRole('menuitem', { name: '1 hour' }).click()
      await page.getByText(/^Snoozed until/).waitFor()
      await scan(shared.session, cold.id, tagOf(name), new Date().toISOString())
      await page.getByText('Closed by itself').waitFor()
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )

  test('stand over the asset and the location that they are about', async () => {
    const { page, context } = await visit(shared.browser)
    const { body } = await shared.session.get('/api/v1/assets?q=Kit 7')
    await enterConsole(page, shared.program, `/assets/${body.data[0].id}`, 'Kit 7')
    const strip = page.getByRole('list', { name: 'Open alerts' })
    await strip.getByRole('link', { name: 'Kit 7 is outside Cold store' }).waitFor()
    await strip.getByRole('button', { name: 'Acknowledge: Kit 7 is outside Cold store' }).waitFor()
    await openConsole(page, shared.program, `/locations/${cold.id}`)
    await titled(page, 'Cold store')
    await strip
      .getByText(/is outside Cold store/)
      .first()
      .waitFor()
    await context.close()
  })

  test('are read by viewers, who can not take them', async () => {
    const { credentials } = await newMember(shared.program, shared.session, 'viewer', 'Vera')
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/alerts', 'Alerts', credentials)
    await alertLink(page, 'Kit 7 is outside Cold store').click()
    await titled(page, 'Kit 7 is outside Cold store')
    await page.getByText('Operators acknowledge alerts.').waitFor()
    expect(await page.getByRole('button', { name: /Acknowledge|Snooze|Close/ }).count()).toBe(0)
    await context.close()
  })

  test('are listed after they are closed, with the reason', async () => {
    const { page, context } = await visit(shared.browser, { width: 320, height: 640 }, { locale: 'de-DE' })
    await enterConsole(page, shared.program, '/alerts/closed', 'Geschlossene Alarme')
    await page.getByText('Von selbst geschlossen').first().waitFor()
    expect(await flaws(page)).toEqual([])
    await openConsole(page, shared.program, '/alerts')
    await page
      .getByRole('region', { name: 'Heute geschlossen' })
      .getByText('Von selbst geschlossen')
      .first()
      .waitFor()
    expect(await flaws(page)).toEqual([])
    await context.close()
  })

  test('say when they could not be loaded, and the rest of the page stays', async () => {
    const { page, context } = await visit(shared.browser, phone)
    await page.route('**/internal/v1/alerts?*', (route) => route.fulfill({ status: 403, json: {} }))
    await enterConsole(page, shared.program, '/alerts', 'Alerts')
    await page.getByText("This couldn't be loaded").waitFor()
    await openConsole(page, shared.program, '/overview')
    await titled(page, 'Today')
    await page.getByRole('region', { name: 'Needs someone' }).getByText("This couldn't be loaded").waitFor()
    await page.getByText('Movements by hour').waitFor()
    await context.close()
  })
})

describeConsole('without rules', (shared) => {
  test.each([
    ['a desktop', desktop],
    ['a narrow phone', { width: 320, height: 640 }],
  ])('the pages of alerts say how to hear of something, on %s', async (_, viewport) => {
    const { page, context } = await visit(shared.browser, viewport)
    await enterConsole(page, shared.program, '/alerts', 'Alerts')
    await page.getByText('Hear about it before somebody asks').waitFor()
    expect(await flaws(page)).toEqual([])
    await openConsole(page, shared.program, '/alert-rules')
    await titled(page, 'Alert rules')
    await page.getByText('Hear about it before somebody asks').waitFor()
    expect(await page.getByRole('link', { name: 'New rule' }).count()).toBe(1)
    expect(await bell(page).count()).toBe(viewport === desktop ? 1 : 0)
    await context.close()
  })
})
