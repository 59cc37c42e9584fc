import { afterAll, expect, test } from 'bun:test'
import { Webhook } from 'standardwebhooks'
import {
  confirm,
  enterConsole,
  flaws,
  more,
  offered,
  openConsole,
  row,
  secondary,
  titled,
  visit,
} from '../support/browser'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { startReceiver, stopReceivers } from '../support/receiver'
import { newLocation } from '../support/records'
import { until } from '../support/until'
import { changeWebhook, newWebhook, readWebhook, removeWebhook, testWebhook } from '../support/webhooks'

/** Webhooks in the console. */

afterAll(stopReceivers)

const narrow = { width: 320, height: 640 }

describeConsole(
  'the pages of webhooks',
  (shared) => {
    test.each(viewportsOfFlows)(
      'create, test, edit, replay and delete a webhook, on %s',
      async (name, viewport) => {
        const receiver = startReceiver({ respond: () => new Response('thank you') })
        const { page, context, browserErrors } = await visit(shared.browser, viewport)
        await enterConsole(page, shared.program, '/webhooks', 'Webhooks')
        await page.getByText('No webhooks yet.').waitFor()
        await page.getByRole('link', { name: 'New webhook' }).click()
        await titled(page, 'New webhook')
        await page.getByLabel('Name').fill(`ERP ${name}`)
        await page.getByLabel('URL').fill('ftp://example.com')
        await page.getByRole('button', { name: 'Create webhook' }).click()
        await page.getByText('Must be an http or https URL').waitFor()
        await page.getByLabel('URL').fill(receiver.url)
        await page.getByPlaceholder('All events').fill('location.created')
        await page.getByRole('option', { name: 'A location was created' }).click()
        await page.keyboard.press('Escape')
        expect(await flaws(page)).toEqual([])
        await page.getByRole('button', { name: 'Create webhook' }).click()
        await page.getByText('This secret is shown only once').waitFor()
        const secret = await offered(page, 'Signing secret')
        expect(await flaws(page)).toEqual([])
        await page.getByRole('link', { name: 'Done' }).click()
        await titled(page, `ERP ${name}`)
        await page.getByText('No events are waiting.').waitFor()

        await secondary(page, 'Send test')
        await row(page, 'webhook.test').getByText('200').waitFor()
        expect(
          new Webhook(secret).verify(receiver.received[0]?.body ?? '', receiver.received[0]?.headers ?? {}),
        ).toMatchObject({ type: 'webhook.test' })
        await newLocation(shared.session)
        const created = row(page, 'location.created')
        await created.getByText('Show response').click()
        await created.getByText('thank you').waitFor()
        expect(await flaws(page)).toEqual([])
        await created.getByRole('button', { name: /^Send again: event \d+$/ }).click()
        await until(() => receiver.received.length === 3, 'the event arrives again')
        await page.getByLabel('First sequence').fill(String(receiver.sequences()[1]))
        await page.getByRole('button', { name: 'Replay events' }).click()
        await until(() => receiver.received.length === 4, 'the events arrive again')

        await page.getByRole('button', { name: 'Replace secret' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click()
        await page.getByText('This secret is shown only once').waitFor()
        expect(await offered(page, 'Signing secret')).not.toBe(secret)
        await page.getByText('End of the previous secret').waitFor()
        await page.getByRole('link', { name: 'Edit' }).click()
        await page.getByLabel('Name').fill('Renamed')
        expect(await flaws(page)).toEqual([])
        await page.getByRole('button', { name: 'Save' }).click()
        await titled(page, 'Renamed')
        await more(page, 'Delete')
        await confirm(page, 'Delete webhook “Renamed”', 'Delete webhook')
        await titled(page, 'Webhooks')
        await page.getByText('No webhooks yet.').waitFor()
        expect(browserErrors).toEqual([])
        await context.close()
      },
    )

    test('show why events wait, and the overview names a disabled webhook until it is enabled', async () => {
      let status = 500
      const receiver = startReceiver({ respond: () => new Response('broken', { status }) })
      const { id } = await newWebhook(shared.session, receiver.url, { name: 'Dock display' })
      await newLocation(shared.session)
      const { page, context } = await visit(shared.browser)
      await enterConsole(page, shared.program, `/webhooks/${id}`, 'Dock display')
      await page.getByText('One event is waiting.').waitFor()
      await page.getByText('The endpoint returned 500').first().waitFor()
      await page.getByText(/The last (attempt|\d+ attempts) failed/).waitFor()
      expect(await flaws(page)).toEqual([])
      status = 410
      await page.getByRole('button', { name: 'Try again now' }).click()
      await page.getByText('The endpoint returned 410, which disabled this webhook.').waitFor()
      await openConsole(page, shared.program, '/overview')
      const problem = page.getByRole('link', { name: /^Webhook “Dock display”/ })
      await problem.getByText('The service has disabled it. One event is waiting.').waitFor()
      expect(await flaws(page)).toEqual([])
      status = 200
      await problem.click()
      await titled(page, 'Dock display')
      await page.getByRole('button', { name: 'Enable' }).click()
      await page.getByText('No events are waiting.').waitFor()
      await more(page, 'Disable')
      await page.getByText('Enable the webhook to continue.').waitFor()
      await openConsole(page, shared.program, '/overview')
      await titled(page, 'Today')
      await page.getByText('Nothing needs attention.').waitFor()
      await removeWebhook(shared.session, id)
      await context.close()
    })

    test('name a location that was deleted, which is not the same as all locations', async () => {
      const { id: place } = await newLocation(shared.session)
      const { id } = await newWebhook(shared.session, 'http://127.0.0.1:9/', { location_id: place })
      await shared.session.delete(`/api/v1/locations/${place}`)
      const { page, context } = await visit(shared.browser)
      await enterConsole(page, shared.program, `/webhooks/${id}`, 'Hook')
      await page.getByRole('region', { name: 'Details' }).getByText('Deleted location').waitFor()
      await page.getByRole('link', { name: 'Edit' }).click()
      await titled(page, 'Edit Hook')
      const field = page.getByRole('combobox', { name: 'Location' })
      await until(async () => (await field.inputValue()) === 'Deleted location', 'the field names it')
      await removeWebhook(shared.session, id)
      await context.close()
    })

    test('show a delivery that was sent again first', async () => {
      const receiver = startReceiver({ respond: () => new Response('') })
      const { id } = await newWebhook(shared.session, receiver.url)
      await newLocation(shared.session)
      await until(() => receiver.received.length === 1, 'the event arrives')
      await testWebhook(shared.session, id)
      await until(() => receiver.received.length === 2, 'the test arrives')
      const { page, context } = await visit(shared.browser)
      await enterConsole(page, shared.program, `/webhooks/${id}`, 'Hook')
      await page.getByRole('button', { name: /^Send again: event/ }).click()
      await until(() => receiver.received.length === 3, 'the event arrives again')
      await page.mouse.move(0, 0)
      const events = page.locator('table[aria-label=Deliveries] tbody td:first-child')
      const types = async () =>
        (await events.allTextContents()).map((text) => /[a-z]+\.[a-z]+/.exec(text)?.[0])
      await until(
        async () => (await types()).join() === 'location.created,webhook.test,location.created',
        'the new delivery is the first',
      )
      await removeWebhook(shared.session, id)
      await context.close()
    })

    test('fit into 320 pixels in German', async () => {
      const receiver = startReceiver({ respond: () => new Response('broken'.repeat(50), { status: 500 }) })
      const url = `${receiver.url}/${'long'.repeat(40)}`
      const { id } = await newWebhook(shared.session, url, { name: 'Warenwirtschaftssystem' })
      await newLocation(shared.session)
      await until(async () => (await readWebhook(shared.session, id)).failures > 0, 'an attempt fails')
      await changeWebhook(shared.session, id, { is_enabled: false })
      const { page, context, browserErrors } = await visit(shared.browser, narrow, { locale: 'de-DE' })
      await enterConsole(page, shared.program, '/webhooks', 'Webhooks')
      const titles: Record<string, string> = {
        '/webhooks': 'Webhooks',
        '/webhooks/new': 'Neuer Webhook',
        [`/webhooks/${id}`]: 'Warenwirtschaftssystem',
        [`/webhooks/${id}/edit`]: 'Warenwirtschaftssystem bearbeiten',
      }
      for (const [path, title] of Object.entries(titles)) {
        await openConsole(page, shared.program, path)
        await titled(page, title)
        expect([path, ...(await flaws(page))]).toEqual([path])
      }
      expect(browserErrors).toEqual([])
      await removeWebhook(shared.session, id)
      await context.close()
    })
  },
  { env: { WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.0/8' } },
)
