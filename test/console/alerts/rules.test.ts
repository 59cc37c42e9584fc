import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { enterConsole, flaws, more, openConsole, titled, visit } from '../../support/browser'
import { describeConsole, viewports } from '../../support/console'
import { eventually } from '../../support/eventually'
import { newLocation, newTagged, type Row } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'
import { newMember } from '../../support/users'

/** Rules that read as one sentence, whose words can be changed. */

const word = (page: Page, name: string) => page.getByRole('button', { name: `${name}:` })
const sentence = (page: Page) => page.locator('.rule-sentence p')

describeConsole('alert rules', (shared) => {
  let drill: Row

  beforeAll(async () => {
    const hall = await newLocation(shared.session, { name: 'Hall' })
    await newLocation(shared.session, { name: 'Crib', parent_id: hall.id })
    drill = await newTagged(shared.session, 'DRILL', { name: 'Drill 7' })
    await scan(shared.session, hall.id, 'DRILL', secondsAgo(60))
  })

  test.each(viewports)('begin on the page of an asset, in a few clicks, on %s', async (_, viewport) => {
    const { page, context, browserErrors } = await visit(shared.browser, viewport)
    await enterConsole(page, shared.program, `/assets/${drill.id}`, 'Drill 7')
    await more(page, 'Tell me when…')
    await titled(page, 'New alert rule')
    await eventually(() => sentence(page).innerText()).toBe(
      'When Drill 7 is not read anywhere for 1 d, at any time, open a normal alert at once. Tell nobody outside of the console. Close it as soon as that is over.',
    )
    expect(await flaws(page)).toEqual([])
    await page.getByRole('button', { name: 'Save and switch on' }).click()
    await titled(page, 'Alert rules')
    await page.getByRole('link', { name: 'Drill 7 is missing' }).first().waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('begin with the place of the asset when the kind needs one, or with a value', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/assets/${drill.id}`, 'Drill 7')
    await more(page, 'Tell me when…')
    await titled(page, 'New alert rule')
    await eventually(() => sentence(page).innerText()).toContain('When Drill 7 is not read')
    await word(page, 'What happens').click()
    await page.getByLabel('An asset leaves a place').check()
    await eventually(() => sentence(page).innerText()).toContain('When Drill 7 leaves Hall,')
    await page
      .getByText('In the last 14 days this rule would have raised')
      .or(page.getByText(/^None in/))
      .waitFor()
    // A kind about measured values has a threshold instead.
    await page.getByLabel('An asset is too warm').check()
    await word(page, 'Which value').click()
    await page.getByLabel('Which value, °C').fill('-18.5')
    await eventually(() => sentence(page).innerText()).toContain('When Drill 7 is warmer than −18.5 °C, at')
    await page.getByRole('button', { name: 'Save and switch on' }).click()
    await titled(page, 'Alert rules')
    const { body } = await shared.session.get('/internal/v1/alert-rules?limit=200')
    expect(body.data.at(-1)).toMatchObject({ kind: 'too_warm', threshold: -18.5, location_id: null })
    await context.close()
  })

  test('are changed word by word, with the keyboard', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/alert-rules/new', 'New alert rule')
    await word(page, 'What happens').press('Enter')
    await page.getByLabel('An asset stays too long at a place').check()
    await page.keyboard.press('Escape')
    await page.locator('[data-word=kind]:focus').waitFor()
    await word(page, 'Where').click()
    await page.getByRole('combobox', { name: 'Where' }).fill('Crib')
    await page.getByRole('option', { name: /Crib/ }).click()
    await word(page, 'For longer than').click()
    await page.getByLabel('For longer than').last().fill('2')
    await page.getByLabel('Unit').selectOption('hours')
    await word(page, 'How urgent').click()
    await page.getByText('Urgent', { exact: true }).click()
    await word(page, 'At what times').click()
    await page.getByLabel('On some days').check()
    await word(page, 'How long it waits').click()
    await page.getByLabel('How long it waits').last().fill('10')
    await eventually(() => sentence(page).innerText()).toBe(
      'When any asset stays at Crib for longer than 2 h, Mon–Fri 06:00–22:00, open an urgent alert after 10 min. Tell nobody outside of the console. Close it as soon as that is over.',
    )
    expect(await flaws(page)).toEqual([])
    await page.getByLabel('Name').fill('Too long in the crib')
    await page.getByRole('button', { name: 'Save, switched off' }).click()
    await titled(page, 'Alert rules')
    const { body } = await shared.session.get('/internal/v1/alert-rules?limit=200')
    const rule = body.data.find(({ name }: { name: string }) => name === 'Too long in the crib')
    expect(rule).toMatchObject({ kind: 'dwell', minutes: 120, hold_seconds: 600, is_enabled: false })
    await page.getByRole('switch', { name: 'Too long in the crib is on' }).click({ force: true })
    await eventually(
      async () => (await shared.session.get(`/internal/v1/alert-rules/${rule.id}`)).body.data.is_enabled,
    ).toBe(true)
    await page.getByRole('link', { name: 'Too long in the crib' }).click()
    await titled(page, 'Too long in the crib')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click()
    await titled(page, 'Alert rules')
    await page.getByRole('link', { name: 'Too long in the crib' }).waitFor({ state: 'detached' })
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('name the word that the service refuses', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/alert-rules/new', 'New alert rule')
    await page.getByRole('button', { name: 'Save and switch on' }).click()
    await page
      .getByRole('alert')
      .getByText(/^Where: /)
      .waitFor()
    expect(await word(page, 'Where').getAttribute('aria-invalid')).toBe('true')
    expect(await flaws(page)).toEqual([])
    await context.close()
  })

  test('are read by those who may not change them', async () => {
    const { credentials } = await newMember(shared.program, shared.session, 'operator', 'Omar')
    const { body } = await shared.session.get('/internal/v1/alert-rules')
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/alert-rules', 'Alert rules', credentials)
    await page
      .getByText(/^When Drill 7 is not read/)
      .first()
      .waitFor()
    expect(await page.getByRole('switch').count()).toBe(0)
    await openConsole(page, shared.program, `/alert-rules/${body.data[0].id}`)
    await titled(page, body.data[0].name)
    await page.getByText('Managers change rules.').waitFor()
    await context.close()
  })

  test.each(viewports)(
    'begin with a template, and are a plain form on request, on %s',
    async (_, viewport) => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/alert-rules/new?template', 'New alert rule')
      await page.getByRole('menuitem', { name: /^When fewer than 1 of all assets/ }).click()
      await eventually(() => sentence(page).innerText()).toContain('When fewer than 1 of all assets are at')
      await page.getByRole('button', { name: 'Show as a form' }).click()
      await page.getByRole('group', { name: 'How many' }).waitFor()
      expect(await page.getByRole('group', { name: 'For longer than' }).count()).toBe(0)
      expect(await flaws(page)).toEqual([])
      await page.getByRole('textbox', { name: 'Fewer than' }).fill('3')
      await page.getByRole('group', { name: 'How urgent' }).getByText('Urgent').last().click()
      await page.getByRole('button', { name: 'Show as a sentence' }).click()
      await eventually(() => sentence(page).innerText()).toContain('fewer than 3 of all assets')
      await eventually(() => sentence(page).innerText()).toContain('open an urgent alert')
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )

  test('read as a sentence in German', async () => {
    const { page, context } = await visit(shared.browser, { width: 320, height: 640 }, { locale: 'de-DE' })
    await enterConsole(page, shared.program, `/alert-rules/new?asset=${drill.id}`, 'Neue Alarmregel')
    await eventually(() => sentence(page).innerText()).toBe(
      'Wenn Drill 7 egal wo 1 d lang nicht gelesen wird, zu jeder Zeit: sofort einen normalen Alarm auslösen. Zu benachrichtigen: niemand außerhalb der Konsole. Sobald das vorbei ist, schließen.',
    )
    expect(await flaws(page)).toEqual([])
    await context.close()
  })
})
