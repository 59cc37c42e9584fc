import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { confirm, desktop, enterConsole, flaws, phone, secondary, titled, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { newLocation } from '../support/records'

/** Unknown tags that are dismissed for good. */

describeConsole('unknown tags', (shared) => {
  for (const viewport of [desktop, phone, { width: 320, height: 640 }])
    test(`are dismissed in bulk and by prefix, and restored, at ${viewport.width} pixels`, async () => {
      const dock = await newLocation(shared.session, { name: 'Dock' })
      const scan = (...values: string[]) =>
        shared.session.post('/internal/v1/scans', {
          location_id: dock.id,
          reads: values.map((value) => ({ value: `${value}${viewport.width}` })),
        })
      await scan('AA1', 'AA2', 'BB1', 'BB2', 'CC1')
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, `/unknown-tags?q=${viewport.width}`, 'Unknown tags')
      const tag = (value: string) => page.getByText(`${value}${viewport.width}`, { exact: true })
      // With the keyboard alone.
      await page.getByLabel(`Select AA1${viewport.width}`).focus()
      await page.keyboard.press('Space')
      await page.getByLabel(`Select AA2${viewport.width}`).press('Space')
      await page.getByRole('status').filter({ hasText: '2 selected' }).waitFor()
      expect(await flaws(page)).toEqual([])
      await page.getByRole('button', { name: 'Dismiss 2 tags' }).press('Enter')
      await confirm(page, 'Dismiss 2 tags', 'Dismiss 2 tags')
      await tag('AA1').waitFor({ state: 'detached' })
      await tag('AA2').waitFor({ state: 'detached' })
      await page.locator('#content:focus').waitFor()
      await page.getByRole('button', { name: `Dismiss tag CC1${viewport.width}` }).press('Enter')
      await confirm(page, `Dismiss tag CC1${viewport.width}`, 'Dismiss tag')
      await tag('CC1').waitFor({ state: 'detached' })
      await page.locator('#content:focus').waitFor()

      await secondary(page, 'Dismiss by prefix')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Dismiss' }).click()
      await dialog.getByText('Enter a prefix').waitFor()
      await dialog.getByLabel('Begins with').fill('b-b')
      await page.keyboard.press('Enter')
      await dialog.getByText('All unknown tags that begin with b-b are deleted with their history.').waitFor()
      expect(await flaws(page)).toEqual([])
      expect(await tag('BB1').count()).toBe(1)
      // Another prefix is asked for again.
      await dialog.getByLabel('Begins with').fill('b-')
      await dialog.getByRole('button', { name: 'Dismiss tags' }).waitFor()
      await dialog.getByLabel('Begins with').fill('b-b')
      await dialog.getByRole('button', { name: 'Dismiss all that begin with b-b' }).click()
      await tag('BB1').waitFor({ state: 'detached' })
      await scan('AA1', 'BB3', 'CC2')
      await tag('CC2').waitFor()
      for (const value of ['AA1', 'BB1', 'BB2', 'BB3']) expect(await tag(value).count()).toBe(0)

      await secondary(page, 'Dismissed tags')
      await titled(page, 'Dismissed tags')
      await page.getByText('All that begin with').first().waitFor()
      expect(await flaws(page)).toEqual([])
      await page.getByRole('button', { name: 'Restore b-b' }).click()
      await page.getByRole('button', { name: 'Restore b-b' }).waitFor({ state: 'detached' })
      for (const value of ['AA1', 'AA2']) await page.getByLabel(`Select ${value}${viewport.width}`).check()
      await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Restore' }).click()
      await page.getByText('2 tags restored').waitFor()
      await page.getByLabel(`Select AA1${viewport.width}`).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Unknown tags' }).first().click()
      await titled(page, 'Unknown tags')
      await scan('BB3')
      await tag('BB3').waitFor()
      expect(browserErrors).toEqual([])
      await context.close()
    })

  const scanIn = async (name: string, ...values: string[]) => {
    const { id } = await newLocation(shared.session, { name })
    const reads = values.map((value) => ({ value }))
    expect((await shared.session.post('/internal/v1/scans', { location_id: id, reads })).status).toBe(200)
  }
  /** Scans so many tags that a tag of the first page is on the second one. */
  async function displace(page: Page, value: string): Promise<void> {
    await scanIn('Quay', ...Array.from({ length: 120 }, (_, at) => `${value}F${at}`))
    await page.getByRole('checkbox', { name: `Select ${value}`, includeHidden: true, exact: true }).waitFor({
      state: 'detached',
    })
  }

  test('are assigned in a dialog that stays open when newer tags move the row to another page', async () => {
    await scanIn('Quay', 'DA7E01')
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/unknown-tags?q=DA7E', 'Unknown tags')
    await page.getByRole('button', { name: 'Assign DA7E01' }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign DA7E01' })
    await dialog.getByText('A new asset', { exact: true }).click()
    await dialog.getByLabel('Name').fill('Winch of the quay')
    await displace(page, 'DA7E01')
    await dialog.getByRole('button', { name: 'Create and assign' }).click()
    await page.getByText('DA7E01 assigned to Winch of the quay').waitFor()
    // The button that opened the dialog is gone.
    await page.locator('#content:focus').waitFor()
    const { body } = await shared.session.get('/api/v1/assets?q=DA7E01')
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Winch of the quay'])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('are dismissed as they were selected, even when newer tags move them to another page', async () => {
    await scanIn('Quay', 'DA7D01', 'DA7D02')
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/unknown-tags?q=DA7D', 'Unknown tags')
    for (const value of ['DA7D01', 'DA7D02']) await page.getByLabel(`Select ${value}`).check()
    await page.getByRole('button', { name: 'Dismiss 2 tags' }).click()
    await displace(page, 'DA7D01')
    await confirm(page, 'Dismiss 2 tags', 'Dismiss 2 tags')
    await page.getByText('2 tags dismissed').waitFor()
    const { body } = await shared.session.get('/internal/v1/dismissed-tags?limit=200')
    const dismissed = body.data.map(({ value }: { value: string }) => value)
    expect(dismissed).toEqual(expect.arrayContaining(['DA7D01', 'DA7D02']))
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
