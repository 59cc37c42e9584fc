import { expect, test } from 'bun:test'
import { enterConsole, openConsole, titled, violations, visit } from '../support/browser'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { eventually } from '../support/eventually'
import { newAsset, newLocation } from '../support/records'
import { newReader } from '../support/scans'
import { changeWebhook, newWebhook, readWebhook } from '../support/webhooks'

/** Two users edit the same record at the same time. */

/** Time after which cached data is reloaded when a tab becomes visible, in milliseconds. */
const staleMs = 5100

describeConsole('two users who edit the same record', (shared) => {
  test.each(viewportsOfFlows)(
    "see each other's changes to an asset before they overwrite them, on %s",
    async (_, viewport) => {
      const { id } = await newAsset(shared.session, {
        name: 'Grinder',
        description: 'Old',
        metadata: { owner: 'a' },
      })
      const path = `/api/v1/assets/${id}`
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, `/assets/${id}/edit`, 'Edit Grinder')
      await page.getByLabel('Name').fill('Angle grinder')
      await page.getByLabel('Metadata').fill('{"owner":"mine"}')
      await shared.session.patch(path, { name: 'Bench grinder', description: 'New' })
      await page.getByRole('button', { name: 'Save' }).click()
      const alert = page.getByRole('alert').filter({ hasText: 'Someone else edited this' })
      await alert
        .getByText('Name: “Bench grinder”. Your value is still in the form and will overwrite it.')
        .waitFor()
      await alert.getByText("Description: “New”. We've filled in their value.").waitFor()
      expect((await shared.session.get(path)).body.data).toMatchObject({
        name: 'Bench grinder',
        metadata: { owner: 'a' },
      })
      await eventually(() => page.getByLabel('Description').inputValue()).toBe('New')
      await eventually(() => page.getByLabel('Name').inputValue()).toBe('Angle grinder')
      expect(await violations(page)).toEqual([])

      // Another change arrives before the second attempt.
      await shared.session.patch(path, { is_active: false })
      await page.getByRole('button', { name: 'Save' }).click()
      await alert.getByText("Active: no. We've filled in their value.").waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await titled(page, 'Angle grinder')
      expect((await shared.session.get(path)).body.data).toMatchObject({
        name: 'Angle grinder',
        description: 'New',
        is_active: false,
        metadata: { owner: 'mine' },
      })
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )

  test("see each other's changes to a location and a reader before they overwrite them", async () => {
    const location = await newLocation(shared.session, { name: 'Bay' })
    const reader = await newReader(shared.session, 'bay-gate', [location.id])
    const { page, context, browserErrors } = await visit(shared.browser)
    await page.clock.install()
    const alert = page.getByRole('alert').filter({ hasText: 'Someone else edited this' })
    await enterConsole(page, shared.program, `/locations/${location.id}/edit`, 'Edit Bay')
    await page.getByLabel('Name').fill('Bay 1')
    await shared.session.patch(`/api/v1/locations/${location.id}`, { description: 'By the ramp' })
    // The change is loaded in the background, which does not show in the form.
    await page.clock.fastForward(staleMs)
    const read = page.waitForResponse((response) =>
      response.url().endsWith(`/api/v1/locations/${location.id}`),
    )
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    await read
    await page.getByRole('button', { name: 'Save' }).click()
    await alert.getByText('Description: “By the ramp”').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await titled(page, 'Bay 1')
    const { data } = (await shared.session.get(`/api/v1/locations/${location.id}`)).body
    expect(data).toMatchObject({ name: 'Bay 1', description: 'By the ramp' })

    const path = `/internal/v1/readers/${reader.id}`
    await openConsole(page, shared.program, `/readers/${reader.id}/edit`)
    await titled(page, 'Edit bay-gate')
    await page.getByLabel('Name').fill('Bay gate')
    await shared.session.patch(path, {
      antennas: [{ port: 4, location_id: location.id }],
      presence_timeout_seconds: 60,
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await alert.getByText("Antennas: changed. We've filled in their value.").waitFor()
    await alert.getByText('Presence timeout: “60”').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await titled(page, 'Bay gate')
    expect((await shared.session.get(path)).body.data).toMatchObject({
      name: 'Bay gate',
      antennas: [{ port: 4, location_id: location.id }],
      presence_timeout_seconds: 60,
    })
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('see settings that the other one has changed in an open form, except those that they have edited', async () => {
    const { id } = (await shared.session.get('/internal/v1/organizations')).body.data[0]
    const organization = `/internal/v1/organizations/${id}`
    await shared.session.patch(organization, {
      event_log_days: 30,
      event_log_max: 5_000,
      sensitivity: 'normal',
    })
    const { page, context, browserErrors } = await visit(shared.browser)
    await page.clock.install()
    await enterConsole(page, shared.program, '/settings', 'Settings')
    const days = page.getByLabel('Event log retention')
    const most = page.getByLabel('Maximum number of events')
    await days.fill('31')
    await shared.session.patch(organization, {
      event_log_days: 32,
      event_log_max: 6_000,
      sensitivity: 'calm',
    })
    await page.clock.fastForward(staleMs)
    const read = page.waitForResponse((response) => response.url().endsWith(organization))
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    await read
    await page.getByRole('radio', { name: 'Calm', checked: true }).waitFor({ state: 'attached' })
    await eventually(async () => [await days.inputValue(), await most.inputValue()]).toEqual(['31', '6000'])
    // The edited field replaces the other one's value, and the others are not sent.
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Settings saved').waitFor()
    expect((await shared.session.get(organization)).body.data).toMatchObject({
      event_log_days: 31,
      event_log_max: 6_000,
      sensitivity: 'calm',
    })
    // Nothing is unsaved any more.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Where' }).click()
    await titled(page, 'Where everything is')
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('keep the settings and the fields of a webhook that only the other one has changed', async () => {
    const { id } = (await shared.session.get('/internal/v1/organizations')).body.data[0]
    const organization = `/internal/v1/organizations/${id}`
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/settings', 'Settings')
    await page.getByLabel('GS1 company prefix').fill('4012345')
    await shared.session.patch(organization, { history_retention_days: 400, sensitivity: 'calm' })
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Settings saved').waitFor()
    expect((await shared.session.get(organization)).body.data).toMatchObject({
      gs1_company_prefix: '4012345',
      history_retention_days: 400,
      sensitivity: 'calm',
    })

    const hook = await newWebhook(shared.session, 'http://127.0.0.1:9/')
    await openConsole(page, shared.program, `/webhooks/${hook.id}/edit`)
    await titled(page, 'Edit Hook')
    await page.getByLabel('Name').fill('ERP')
    await changeWebhook(shared.session, hook.id, { url: 'http://127.0.0.1:10/', types: ['asset.moved'] })
    await page.getByRole('button', { name: 'Save' }).click()
    await titled(page, 'ERP')
    expect(await readWebhook(shared.session, hook.id)).toMatchObject({
      name: 'ERP',
      url: 'http://127.0.0.1:10/',
      types: ['asset.moved'],
    })
    await context.close()
  })
})
