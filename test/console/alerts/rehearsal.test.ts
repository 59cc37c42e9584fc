import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { enterConsole, flaws, titled, visit } from '../../support/browser'
import { describeConsole, viewports } from '../../support/console'
import { eventually } from '../../support/eventually'
import { newLocation, newTagged, type Row } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'

/** What a rule would have raised, beside its sentence. */

const day = 86_400
const rehearsals = '**/internal/v1/alert-rules/rehearse'

const tagOf = (name: string): string => name.replace(' ', '-').toUpperCase()

const card = (page: Page) => page.getByRole('region', { name: /^Rehearsal/ })
const sum = (page: Page, text: string) => card(page).getByText(text, { exact: true })
const wait = (page: Page, name: string) => page.getByRole('radio', { name })

describeConsole('a rehearsal', (shared) => {
  let cold: Row
  let yard: Row

  beforeAll(async () => {
    cold = await newLocation(shared.session, { name: 'Cold store' })
    yard = await newLocation(shared.session, { name: 'Yard' })
    for (const name of ['Box 1', 'Box 2']) await newTagged(shared.session, tagOf(name), { name })
    // Each was outside for a time: Box 1 for 10 s, 10 min and 1 h, Box 2 for 10 min.
    const outside = [
      ['Box 1', 9, 10],
      ['Box 1', 5, 600],
      ['Box 2', 5, 600],
      ['Box 1', 2, 3600],
    ] as const
    for (const [name, days, seconds] of outside) {
      const [tag, left] = [tagOf(name), days * day]
      await scan(shared.session, cold.id, tag, secondsAgo(left + 60))
      await scan(shared.session, yard.id, tag, secondsAgo(left))
      await scan(shared.session, cold.id, tag, secondsAgo(left - seconds))
    }
  })

  const newRule = (page: Page, place = true) =>
    enterConsole(
      page,
      shared.program,
      `/alert-rules/new${place ? `?location=${cold.id}` : ''}`,
      'New alert rule',
    )

  test.each(viewports)(
    'stands beside the rule, and its bars choose how long it waits, on %s',
    async (_, viewport) => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await newRule(page)
      await sum(page, 'In the last 14 days this rule would have raised 4 alerts.').waitFor()
      await card(page)
        .getByRole('img', { name: /^Alerts on each day: .*: 2/ })
        .waitFor()
      await card(page).getByText('If it waits 30 s, 3 remain.').waitFor()
      await card(page).getByRole('link', { name: 'Box 1' }).waitFor()
      await card(page)
        .getByText(/events, .* s. Nothing was sent.$/)
        .waitFor()
      await page.getByText('Fits 2 assets').waitFor()
      await page.getByRole('button', { name: 'How long it waits:' }).click()
      await wait(page, '30 s: 3 alerts').check({ force: true })
      await sum(page, 'In the last 14 days this rule would have raised 3 alerts.').waitFor()
      await wait(page, '30 s: 3 alerts').press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await sum(page, 'In the last 14 days this rule would have raised 1 alert.').waitFor()
      await page.getByRole('button', { name: 'How long it waits: after 30 min, change' }).waitFor()
      expect(await flaws(page)).toEqual([])
      expect(browserErrors).toEqual([])
      expect((await shared.session.get('/internal/v1/alerts')).body.total_count).toBe(0)
      await context.close()
    },
  )

  test('names what is missing in the sentence, and begins when it is complete', async () => {
    const { page, context } = await visit(shared.browser)
    await newRule(page, false)
    await card(page).getByText('It begins when the sentence is complete.').waitFor()
    await card(page).getByText('Where: Choose a location').waitFor()
    expect(await page.locator('.rule-problem').count()).toBe(0)
    await page.getByRole('button', { name: 'Where:' }).click()
    await page.getByRole('combobox', { name: 'Where' }).fill('Cold')
    await page.getByRole('option', { name: /Cold store/ }).click()
    await sum(page, 'In the last 14 days this rule would have raised 4 alerts.').waitFor()
    await context.close()
  })

  test('waits while another one is running, and can be stopped', async () => {
    const { page, context } = await visit(shared.browser)
    let isRunning = true
    const error = { type: 'conflict', title: 'Conflict', detail: 'A rehearsal is running already' }
    await page.route(rehearsals, (route) =>
      isRunning ? route.fulfill({ status: 409, json: { error } }) : route.continue(),
    )
    await newRule(page)
    await card(page).getByText('Another rehearsal is running. This one begins when it has ended.').waitFor()
    await card(page).getByRole('button', { name: 'Stop' }).click()
    await card(page).getByText('Stopped.').waitFor()
    await card(page).getByRole('button', { name: 'Try again' }).click()
    await card(page)
      .getByText(/^Another rehearsal is running/)
      .waitFor()
    isRunning = false
    await sum(page, 'In the last 14 days this rule would have raised 4 alerts.').waitFor()
    await context.close()
  })

  test('keeps the former result without a connection, and says that it is one', async () => {
    const { page, context } = await visit(shared.browser)
    await newRule(page)
    await sum(page, 'In the last 14 days this rule would have raised 4 alerts.').waitFor()
    await page.route(rehearsals, (route) => route.abort())
    await page.getByRole('button', { name: 'What happens:' }).click()
    await page.getByLabel('An asset enters a place').check()
    await card(page).getByText("The service can't be reached").waitFor()
    await sum(page, 'Before the change: 4 alerts').waitFor()
    await page.unroute(rehearsals)
    await card(page).getByRole('button', { name: 'Try again' }).click()
    await sum(page, 'In the last 14 days this rule would have raised 6 alerts.').waitFor()
    await context.close()
  })

  test('of many alerts asks before the rule is switched on, by the button and by Ctrl Enter', async () => {
    const { page, context } = await visit(shared.browser)
    await page.route(rehearsals, async (route) => {
      const response = await route.fetch()
      const { data } = await response.json()
      await route.fulfill({ response, json: { data: { ...data, alert_count: 352 } } })
    })
    await newRule(page)
    await sum(page, 'In the last 14 days this rule would have raised 352 alerts.').waitFor()
    const question = page.getByRole('dialog', { name: 'Switch on a rule with many alerts?' })
    await page.getByLabel('Name').press('Control+Enter')
    await question.getByText(/352 alerts, about 25 a day/).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect((await shared.session.get('/internal/v1/alert-rules')).body.total_count).toBe(0)
    await page.getByRole('button', { name: 'Save and switch on' }).click()
    await question.getByRole('button', { name: 'Switch on' }).click()
    await titled(page, 'Alert rules')
    await eventually(
      async () => (await shared.session.get('/internal/v1/alert-rules')).body.data[0]?.is_enabled,
    ).toBe(true)
    await context.close()
  })

  test('reads in German, on a narrow phone', async () => {
    const { page, context } = await visit(shared.browser, { width: 320, height: 640 }, { locale: 'de-DE' })
    await enterConsole(page, shared.program, `/alert-rules/new?location=${cold.id}`, 'Neue Alarmregel')
    await page.getByText('In den letzten 14 Tagen hätte diese Regel 4 Alarme ausgelöst.').waitFor()
    expect(await flaws(page)).toEqual([])
    await context.close()
  })
})
