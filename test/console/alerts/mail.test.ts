import { afterAll, expect, test } from 'bun:test'
import { newRule, readAlert, alertsOf, untilStates } from '../../support/alerts'
import { enterConsole, flaws, openConsole, titled, visit } from '../../support/browser'
import { describeConsole, viewports } from '../../support/console'
import { eventually } from '../../support/eventually'
import { newLocation, newTagged } from '../../support/records'
import { scan, secondsAhead } from '../../support/scans'
import { mailSettings, startSmtp, stopSmtp } from '../../support/smtp'
import { until } from '../../support/until'
import { startReceiver, stopReceivers } from '../../support/receiver'

/** How alerts leave the console: who is told, the page of mail and outputs, and what was sent. */

const narrow = { width: 320, height: 640 }
const smtp = await startSmtp()
const lamp = startReceiver()
const env = { ...mailSettings(smtp), WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.1' }

afterAll(async () => {
  stopSmtp()
  await stopReceivers()
})

describeConsole(
  'mail and outputs',
  (shared) => {
    test.each(viewports)('have a page with their state and a test, on %s', async (_, viewport) => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/mail', 'Mail and outputs')
      await page
        .getByText('Mail has no link to the alert, because WHEREABOUTS_PUBLIC_URL is not set.')
        .waitFor()
      await page.getByLabel('Send a test to').fill('test@example.com')
      await page.getByRole('button', { name: 'Send test' }).click()
      await page.getByText('The mail server has taken the test').waitFor()
      expect(await flaws(page)).toEqual([])
      await page.getByRole('link', { name: 'New output' }).first().click()
      await titled(page, 'New output')
      await page.getByLabel('Name').fill('Siren')
      await page.getByLabel('URL').fill('http://127.0.0.2:1/')
      await page.getByRole('button', { name: 'Create output' }).click()
      await page.getByText('The address 127.0.0.2 is refused').waitFor()
      expect(await flaws(page)).toEqual([])
      await page.getByLabel('URL').fill(lamp.url)
      await page.getByRole('button', { name: 'Create output' }).click()
      await titled(page, 'Siren')
      await page.getByRole('button', { name: 'Test output' }).click()
      await page.getByText('It was switched on and off').waitFor()
      expect(await flaws(page)).toEqual([])
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('fit into 320 pixels in German', async () => {
      const { page, context, browserErrors } = await visit(shared.browser, narrow, { locale: 'de-DE' })
      await enterConsole(page, shared.program, '/mail', 'E-Mail und Ausgänge')
      expect(await flaws(page)).toEqual([])
      await openConsole(page, shared.program, '/outputs/new')
      await titled(page, 'Neuer Ausgang')
      expect(await flaws(page)).toEqual([])
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('are chosen in the sentence of a rule, and the page of an alert says what was sent', async () => {
      const { page, context, browserErrors } = await visit(shared.browser)
      const hall = await newLocation(shared.session, { name: 'Told hall' })
      const rule = await newRule(shared.session, { name: 'Told', kind: 'entered', location_id: hall.id })
      await enterConsole(page, shared.program, `/alert-rules/${rule.id}`, 'Told')
      await page.getByRole('button', { name: 'Who is told:' }).click()
      const addresses = page.getByRole('combobox', { name: 'E-mail addresses' })
      await addresses.fill('dock@example.com')
      await addresses.press('Enter')
      await page.getByRole('button', { name: 'How often it is told:' }).click()
      await page.getByRole('button', { name: 'Repeat the mail' }).click()
      await eventually(() => page.locator('.rule-sentence p').innerText()).toContain(
        'Tell dock@example.com every 1 h until somebody acknowledges it.',
      )
      expect(await flaws(page)).toEqual([])
      await page.getByRole('button', { name: 'Save', exact: false }).first().click()
      await until(
        async () =>
          (await shared.session.get(`/internal/v1/alert-rules/${rule.id}`)).body.data.renotify_minutes === 60,
        'the rule is stored',
      )
      await newTagged(shared.session, 'TOLD-1', { name: 'Told drill' })
      await scan(shared.session, hall.id, 'TOLD-1', secondsAhead(0))
      await untilStates(shared.session, rule.id, ['open'])
      const [{ id }] = await alertsOf(shared.session, rule.id)
      await until(
        async () => (await readAlert(shared.session, id)).messages[0]?.state === 'sent',
        'it is sent',
      )
      await enterConsole(page, shared.program, `/alerts/${id}`, 'Told drill entered Told hall')
      await page.getByText('Mail to dock@example.com: sent').waitFor()
      expect(await flaws(page)).toEqual([])
      expect(browserErrors).toEqual([])
      await context.close()
    })
  },
  { env },
)
