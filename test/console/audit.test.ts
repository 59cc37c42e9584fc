import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import {
  desktop,
  enterConsole,
  flaws,
  openConsole,
  phone,
  titled,
  violations,
  visit,
} from '../support/browser'
import { apiClient } from '../support/client'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { eventually } from '../support/eventually'
import { newMember } from '../support/users'
import { newAsset, newLocation, type Row } from '../support/records'
import { newReader } from '../support/scans'

/** The change log in the console, on a desktop and on a phone. */

describeConsole('the change log', (shared) => {
  let crate: Row
  let dock: Row

  beforeAll(async () => {
    const erp = await apiClient(shared.program, shared.session)
    crate = await newAsset(erp, { external_key: 'CRATE-7', name: 'Crate 7', metadata: { color: 'red' } })
    const { session: mara } = await newMember(shared.program, shared.session, 'manager', 'Mara')
    await mara.patch(`/api/v1/assets/${crate.id}`, { name: 'Crate seven', description: 'With a lid' })
    await erp.post(`/api/v1/assets/${crate.id}/tags`, { tag_type: 'rfid', value: 'E28011' })
    const hall = await newLocation(shared.session, { external_key: 'HALL', name: 'Hall' })
    dock = await newLocation(shared.session, { external_key: 'DOCK', name: 'Dock' })
    await shared.session.patch(`/api/v1/locations/${dock.id}`, { parent_id: hall.id })
    const gone = await newAsset(shared.session, { external_key: 'GONE', name: 'Gone' })
    await shared.session.delete(`/api/v1/assets/${gone.id}`)
  })

  const changes = (page: Page) => page.getByRole('list', { name: 'Changes' }).locator('> li')
  const change = (page: Page, sentence: string) => changes(page).filter({ hasText: sentence })

  test.each(['banana', '20266-11-29'])('ignores %p, which is not a day, in the address', async (from) => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/audit?from=${from}`, 'Change log')
    await changes(page).first().waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  describe.each(viewportsOfFlows)('on %s', (_, viewport) => {
    test('shows an import as one row that opens', async () => {
      const rows = Array.from({ length: 450 }, (_, at) => ({ name: `Spool ${viewport.width} ${at}` }))
      const body = { import_id: `spools-${viewport.width}`, rows }
      await shared.session.post('/internal/v1/assets/import', body)
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/audit', 'Change log')
      const group = change(page, 'ada imported assets: 450 changes').first()
      await group.getByText('Show the changes').click()
      await group.getByText('ada created the asset').nth(19).waitFor()
      expect(await flaws(page)).toEqual([])
      await group.getByRole('link', { name: 'View all 450 changes of this import' }).click()
      await page.getByText('Only changes of one import are shown.').waitFor()
      await page.getByText('1–50 of 450').waitFor()
      await page.getByRole('link', { name: 'Show all changes' }).click()
      await change(page, 'ada imported assets: 450 changes').first().waitFor()
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('shows each change as a sentence, with the fields before and after it', async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/settings', 'Settings')
      await page.getByRole('main').getByRole('link', { name: 'Change log' }).click()
      await titled(page, 'Change log')
      await change(page, 'ada deleted the asset Gone').waitFor()
      await change(page, 'Test (API key) created the asset Crate seven').waitFor()
      await change(page, 'Test (API key) added the rfid tag E28011 to the asset Crate seven').waitFor()
      await change(page, 'ada moved the location Hall › Dock into Hall').waitFor()
      await change(page, 'Mara joined as manager').waitFor()
      await change(page, 'ada invited anyone with the link as manager').waitFor()
      await change(page, 'Whereabouts created the organization North').waitFor()
      expect(await change(page, 'Gone').getByRole('link', { name: 'Gone' }).count()).toBe(0)

      const changed = change(page, 'Mara changed the name and description of the asset Crate seven')
      await changed.getByText('Before and after').click()
      await changed.getByRole('cell', { name: 'Crate seven' }).waitFor()
      const cells = await changed.locator('tbody tr').allInnerTexts()
      expect(cells.map((text) => text.split(/\s*\t\s*|\n/))).toEqual([
        ['name', 'Crate 7', 'Crate seven'],
        ['description', 'empty', 'With a lid'],
      ])
      expect(await violations(page)).toEqual([])
      await changed.getByRole('link', { name: 'Crate seven' }).click()
      await titled(page, 'Crate seven')
      await change(page, 'added').getByRole('link', { name: 'Test' }).click()
      await titled(page, 'Change log')
      await change(page, 'Test (API key) created the asset Crate seven').waitFor()
      await eventually(() => changes(page).count()).toBe(2)
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('filters by type, action, user and day, with the filters in the URL', async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/audit?kind=location', 'Change log')
      await change(page, 'ada created the location Hall › Dock').waitFor()
      await eventually(() => changes(page).count()).toBe(3)
      await page.getByLabel('Action').selectOption('Moved')
      await change(page, 'created').first().waitFor({ state: 'detached' })
      await eventually(() => changes(page).count()).toBe(1)
      expect(new URL(page.url()).search).toBe('?kind=location&action=moved')
      await page.getByLabel('Changed by').selectOption('Mara')
      await page.getByText('No results found.').waitFor()
      await openConsole(page, shared.program, '/audit')
      await titled(page, 'Change log')
      await change(page, 'ada').first().waitFor()
      await page.getByLabel('Changed by').selectOption('Mara')
      await change(page, 'ada').first().waitFor({ state: 'detached' })
      await eventually(() => changes(page).count()).toBe(2)
      await page.getByLabel('To').fill('2020-02-29')
      await page.getByText('No results found.').waitFor()
      await page.reload()
      await page.getByText('No results found.').waitFor()
      await eventually(() => page.getByLabel('To').inputValue()).toBe('2020-02-29')
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('shows the retention and changes it', async () => {
      const days = viewport === desktop ? 500 : 600
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/audit', 'Change log')
      await changes(page).first().waitFor()
      const ours = change(page, 'ada changed the change log retention in days of the organization North')
      const before = await ours.count()
      await page.getByRole('spinbutton', { name: 'Days' }).fill('7')
      await page.getByText('Older entries are permanently deleted').waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Must be at least 30').waitFor()
      await page.getByRole('spinbutton', { name: 'Days' }).fill(String(days))
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Retention saved').waitFor()
      await ours.nth(before).waitFor()
      const [{ id }] = (await shared.session.get('/internal/v1/organizations')).body.data
      const { data } = (await shared.session.get(`/internal/v1/organizations/${id}`)).body
      expect(data.audit_days).toBe(days)
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('is on the pages of an asset, a location and a reader for an admin', async () => {
      const gate = await newReader(shared.session, `GATE-${viewport.width}`, [])
      for (let number = 1; number <= 6; number++)
        await shared.session.patch(`/internal/v1/readers/${gate.id}`, { name: `Gate ${number}` })
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, `/assets/${crate.id}`, 'Crate seven')
      await change(page, 'Mara changed').waitFor()
      await eventually(() => changes(page).count()).toBe(3)
      await openConsole(page, shared.program, `/locations/${dock.id}`)
      await change(page, 'ada moved the location Hall › Dock into Hall').waitFor()
      await openConsole(page, shared.program, `/readers/${gate.id}`)
      await change(page, 'ada changed the name of the reader').first().waitFor()
      await eventually(() => changes(page).count()).toBe(5)
      await page.getByRole('link', { name: 'View all 7 changes' }).click()
      await titled(page, 'Change log')
      await change(page, 'ada created the reader').waitFor()
      await eventually(() => changes(page).count()).toBe(7)
      await page.getByRole('link', { name: 'Show all changes' }).click()
      await change(page, 'Crate seven').first().waitFor()
      expect(browserErrors).toEqual([])
      await context.close()
    })
  })

  test('shows equal changes that follow each other as one row, with names instead of keys', async () => {
    const names = ['Urn one', 'Urn two', 'Urn three', 'Urn four']
    const ids = await Promise.all(names.map(async (name) => (await newAsset(shared.session, { name })).id))
    for (const id of ids) await shared.session.delete(`/api/v1/assets/${id}`)
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/audit?kind=asset&action=deleted', 'Change log')
    const run = change(page, 'ada deleted the asset Urn four and 4 more like it').first()
    const box = await run.boundingBox()
    expect(box?.height).toBeLessThanOrEqual(44)
    await run.getByRole('button', { name: 'Show the changes' }).click()
    await run.getByText('ada deleted the asset Urn one').waitFor()
    await context.close()
  })

  test('has lines of usual height for a finger, and says what a webhook changed', async () => {
    const { body } = await shared.session.post('/internal/v1/webhooks', {
      name: 'A webhook with a name that needs several lines on a phone',
      url: 'https://example.com/',
    })
    await shared.session.patch(`/internal/v1/webhooks/${body.data.id}`, { is_enabled: false })
    const { page, context } = await visit(shared.browser, phone, { hasTouch: true })
    await enterConsole(page, shared.program, '/audit?kind=webhook', 'Change log')
    const sentence = page.locator('.change-sentence').filter({ hasText: 'changed the status of the webhook' })
    await sentence.waitFor()
    expect((await sentence.boundingBox())?.height).toBeLessThan(150)
    await context.close()
  })

  test('is shown to admins only', async () => {
    const { credentials } = await newMember(shared.program, shared.session, 'manager', 'Noor')
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/assets/${crate.id}`, 'Crate seven', credentials)
    await page.getByRole('heading', { name: 'Location history' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Change log' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Account: Noor' }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Change log' }).count()).toBe(0)
    await openConsole(page, shared.program, '/audit')
    await titled(page, "You don't have access")
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
