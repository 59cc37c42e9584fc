import { beforeAll, describe, expect, test } from 'bun:test'
import { connectAsync } from 'mqtt'
import type { Page } from 'playwright-core'
import { desktop, enterConsole, flaws, row, titled, visit } from '../support/browser'
import { clientOf } from '../support/client'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { eventually } from '../support/eventually'
import { newLocation, newTagged } from '../support/records'
import { newReader, postReads, type Reader } from '../support/scans'
import { newMember } from '../support/users'
import { examples } from '../tracking/formats/examples'

/** The diagnosis of a reader in the console, and what its button does. */

/** The window in which a page is most likely too wide. */
const narrow = { width: 320, height: 700 }
const windows = [...viewportsOfFlows, ['a narrow phone', narrow]] as const

describeConsole('the chain of a reader in the console', (shared) => {
  let hall: number

  beforeAll(async () => {
    hall = (await newLocation(shared.session, { name: 'Hall', external_key: 'HALL' })).id
    await newTagged(shared.session, 'P1', { name: 'Pallet jack' })
  })

  const region = (page: Page) => page.getByRole('region', { name: 'Diagnosis' })
  const cause = (page: Page, name: string) => page.locator(`[data-cause=${name}]`)
  const states = async (page: Page): Promise<string> =>
    (
      await page
        .locator('[data-link]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('data-state')))
    ).join(' ')
  const post = ({ external_key: key, device_token: token }: Reader, payload: unknown) =>
    clientOf(shared.program.http, token).post(`/internal/v1/readers/${key}/events`, payload)
  const connect = (username: string, password: string) =>
    connectAsync(shared.program.mqtt as string, { username, password, reconnectPeriod: 0 })
  const openReader = (page: Page, { id, external_key: key }: Reader) =>
    enterConsole(page, shared.program, `/readers/${id}`, key)

  describe.each(windows)('on %s', (_, viewport) => {
    const at = String(viewport.width)

    test('shows a wrong password within seconds, and then the new one works', async () => {
      const reader = await newReader(shared.session, `pass-${at}`, [hall])
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await openReader(page, reader)
      await cause(page, 'first_connection').waitFor()
      await eventually(() => states(page)).toBe('waiting waiting waiting waiting waiting')
      await expect(connect(reader.external_key, 'wrong')).rejects.toThrow()
      const startedAt = performance.now()
      await cause(page, 'wrong_password').getByText('from 127.0.0.1').waitFor()
      expect(performance.now() - startedAt).toBeLessThan(10_000)
      await eventually(() => states(page)).toBe('ok broken waiting waiting waiting')
      expect(await flaws(page)).toEqual([])

      await region(page).getByRole('button', { name: 'Create new password' }).press('Enter')
      // The dialog takes the focus after it is visible.
      await page.getByRole('dialog').locator(':focus').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Create new password' }).press('Enter')
      const password = await page.locator('[data-copy="Password"]').textContent()
      const client = await connect(reader.external_key, String(password).trim())
      await cause(page, 'no_messages').waitFor()
      await eventually(() => states(page)).toBe('ok ok waiting waiting waiting')
      const reads = [{ value: 'P1' }]
      await client.publishAsync(reader.topic.replace('#', 'reads'), JSON.stringify({ reads }), { qos: 1 })
      await cause(page, 'none').waitFor()
      await eventually(() => states(page)).toBe('ok ok ok ok ok')
      expect(await flaws(page)).toEqual([])
      await client.endAsync(true)
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('switches to the format of the messages with one click, and reads the kept ones again', async () => {
      const reader = await newReader(shared.session, `format-${at}`, [hall], { format: 'csl_cs463' })
      for (let sent = 0; sent < 3; sent++) await post(reader, examples['zebra_iotc'])
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await openReader(page, reader)
      await region(page).getByText('They look like Zebra IoT Connector').waitFor()
      await region(page)
        .getByText(
          /All 3 messages since .+ were rejected; the last 3 are kept and will be read after the switch\./,
        )
        .waitFor()
      await eventually(() => states(page)).toBe('ok ok ok broken waiting')
      expect(await flaws(page)).toEqual([])
      await region(page).getByRole('button', { name: 'See the last message' }).click()
      await page.getByRole('heading', { name: 'Recent messages' }).waitFor()
      await region(page).getByRole('button', { name: 'Switch to Zebra IoT Connector' }).click()
      const done = 'The format is now Zebra IoT Connector. 3 kept messages were read again.'
      await page.getByRole('alert').filter({ hasText: done }).waitFor()
      await page.locator('[data-link=understood][data-state=ok]').waitFor()
      expect((await post(reader, examples['zebra_iotc'])).status).toBe(202)
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('maps an antenna and activates the reader', async () => {
      const reader = await newReader(shared.session, `map-${at}`, [hall])
      await postReads(shared.program, reader, [{ value: 'P1' }, { value: 'P1', antenna: 3 }])
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await openReader(page, reader)
      await region(page).getByRole('button', { name: 'Map antenna 3' }).click()
      await page.getByRole('dialog').getByRole('combobox', { name: 'Location' }).fill('Hall')
      await page.getByRole('option', { name: 'Hall (HALL)' }).click()
      expect(await flaws(page)).toEqual([])
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await cause(page, 'none').waitFor()
      await shared.session.patch(`/internal/v1/readers/${reader.id}`, { is_active: false })
      await region(page).getByRole('button', { name: 'Activate' }).click()
      await cause(page, 'none').waitFor()
      await eventually(() => states(page)).toBe('ok ok ok ok ok')
      expect(browserErrors).toEqual([])
      await context.close()
    })
  })

  test('maps the antenna that the user has chosen, even when another one needs a location by then', async () => {
    const yard = (await newLocation(shared.session, { name: 'Yard', external_key: 'YARD' })).id
    const reader = await newReader(shared.session, 'ports', [hall])
    await postReads(shared.program, reader, [{ value: 'P1' }, { value: 'P1', antenna: 3 }])
    const { page, context, browserErrors } = await visit(shared.browser)
    await openReader(page, reader)
    await region(page).getByRole('button', { name: 'Map antenna 3' }).click()
    const dialog = page.getByRole('dialog', { name: 'Location of antenna 3' })
    await dialog.getByRole('combobox', { name: 'Location' }).fill('Yard')
    await page.getByRole('option', { name: 'Yard (YARD)' }).click()
    const path = `/internal/v1/readers/${reader.id}`
    const antennas = [1, 3].map((port) => ({ port, location_id: hall }))
    await shared.session.patch(path, { antennas })
    await cause(page, 'none').waitFor()
    await postReads(shared.program, reader, [{ value: 'P1', antenna: 5 }])
    await cause(page, 'antenna_without_location').getByText('Antenna 5').first().waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Your value is still in the form and will overwrite it.').waitFor()
    expect((await shared.session.get(path)).body.data.antennas).toMatchObject(antennas)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const saved = (await shared.session.get(path)).body.data.antennas
    expect(
      saved.map((antenna: { port: number; location_id: number }) => [antenna.port, antenna.location_id]),
    ).toEqual([
      [1, hall],
      [3, yard],
    ])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('maps an antenna without losing the antennas that another admin has changed in the meantime', async () => {
    const reader = await newReader(shared.session, 'two-admins', [hall])
    await postReads(shared.program, reader, [{ value: 'P1' }, { value: 'P1', antenna: 3 }])
    const { page, context, browserErrors } = await visit(shared.browser)
    await openReader(page, reader)
    await region(page).getByRole('button', { name: 'Map antenna 3' }).click()
    const dialog = page.getByRole('dialog', { name: 'Location of antenna 3' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Choose a location').waitFor()
    await dialog.getByRole('combobox', { name: 'Location' }).fill('Hall')
    await page.getByRole('option', { name: 'Hall (HALL)' }).click()
    const path = `/internal/v1/readers/${reader.id}`
    const antennas = [1, 2].map((port) => ({
      port,
      location_id: hall,
      rssi_offset_db: -3,
      min_rssi_dbm: -70,
      power_dbm: null,
    }))
    await shared.session.patch(path, { antennas })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'Someone else edited this' }).waitFor()
    expect(await flaws(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await shared.session.get(path)).body.data.antennas).toEqual([
      ...antennas,
      { port: 3, location_id: hall, rssi_offset_db: 0, min_rssi_dbm: null, power_dbm: null },
    ])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('has a dialog for an antenna that gives the focus back, to the page when its button is gone', async () => {
    const reader = await newReader(shared.session, 'focus', [hall])
    await postReads(shared.program, reader, [{ value: 'P1' }, { value: 'P1', antenna: 3 }])
    const { page, context } = await visit(shared.browser)
    await openReader(page, reader)
    const button = region(page).getByRole('button', { name: 'Map antenna 3' })
    const dialog = page.getByRole('dialog', { name: 'Location of antenna 3' })
    await button.press('Enter')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await button.and(page.locator(':focus')).waitFor()
    await button.press('Enter')
    await dialog.getByRole('combobox', { name: 'Location' }).fill('Hall')
    await page.getByRole('option', { name: 'Hall (HALL)' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await button.waitFor({ state: 'detached' })
    await page.locator('#content:focus').waitFor()
    await context.close()
  })

  test('keeps the switch when reading the messages again fails, and offers to do it later', async () => {
    const reader = await newReader(shared.session, 'retry', [hall], { format: 'csl_cs463' })
    for (const value of ['P1', 'x'.repeat(5_000)]) await post(reader, { reads: [{ value }] })
    const { page, context } = await visit(shared.browser)
    await openReader(page, reader)
    const again = page.getByRole('button', { name: 'Read rejected messages again' })
    await region(page)
      .getByText(/All 2 messages since .+; one is kept and will be read/)
      .waitFor()
    expect(await again.count()).toBe(0)
    await page.route('**/messages/read-again', (route) => route.abort())
    await region(page).getByRole('button', { name: 'Switch to' }).click()
    const failed =
      /The format is now .+, but reading the kept messages failed: The service can't be reached\./
    await page.getByRole('alert').filter({ hasText: failed }).waitFor()
    await cause(page, 'next_message').waitFor()
    await page.unroute('**/messages/read-again')
    await again.click()
    const done = 'One kept message was read again. One was not kept whole.'
    await page.getByRole('alert').filter({ hasText: done }).waitFor()
    await again.waitFor({ state: 'detached' })
    expect((await shared.session.get(`/internal/v1/readers/${reader.id}`)).body.data.format).toBe(
      'whereabouts_v1',
    )
    await context.close()
  })

  test('is a phrase in the list, which can be searched and sorts names in natural order', async () => {
    for (const name of ['Bay 10', 'Bay 2', 'Bay 1'])
      await newReader(shared.session, `bay-${name.slice(4)}`, [hall], { name })
    await expect(connect('bay-2', 'wrong')).rejects.toThrow()
    await expect(connect('bya-2', 'wrong')).rejects.toThrow()
    for (const viewport of [desktop, narrow]) {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/readers', 'Readers')
      await page.getByLabel('Search readers').fill('bay')
      await page.waitForURL(/q=bay/)
      await row(page, 'Bay 2').getByText('Password refused').waitFor()
      await row(page, 'Bay 1').first().getByText('Waiting for the first connection').waitFor()
      const names = page.getByRole('link', { name: /^Bay/ })
      await eventually(() => names.allTextContents()).toEqual(['Bay 1', 'Bay 2', 'Bay 10'])
      const refused = page.getByRole('region', { name: 'Refused connections' })
      await refused.getByText('bya-2').waitFor()
      expect(await flaws(page)).toEqual([])
      expect(browserErrors).toEqual([])
      await context.close()
    }
  })

  test('offers a viewer no action, and shows unknown user names to owners only', async () => {
    const reader = await newReader(shared.session, 'seen', [hall], { format: 'csl_cs463' })
    await post(reader, examples['zebra_iotc'])
    const { credentials } = await newMember(shared.program, shared.session, 'viewer')
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/readers', 'Readers', credentials)
    await page.getByRole('link', { name: 'seen' }).click()
    await titled(page, 'seen')
    await region(page).getByText('They look like Zebra IoT Connector').waitFor()
    expect(await region(page).getByRole('button').count()).toBe(0)
    expect(await page.getByRole('region', { name: 'Refused connections' }).count()).toBe(0)
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
