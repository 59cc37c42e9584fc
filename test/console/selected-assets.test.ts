import { expect, test } from 'bun:test'
import { desktop, enterConsole, flaws, phone, titled, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { newTagged } from '../support/records'

/** Several assets of the list at once. */

describeConsole('selected assets', (shared) => {
  for (const viewport of [desktop, phone, { width: 320, height: 640 }])
    test(`are changed, scanned, labelled and deleted together, at ${viewport.width} pixels`, async () => {
      const tag = (number: number) => `W${viewport.width}-${number}`
      for (const number of [1, 2, 3])
        await newTagged(shared.session, tag(number), { name: `Crate ${tag(number)}` })
      const list = `/api/v1/assets?q=${`W${viewport.width}-`}`
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, `/assets?q=W${viewport.width}-`, 'Assets')
      const select = (number: number) => page.getByLabel(`Select Crate ${tag(number)}`)
      // With the keyboard alone.
      await select(1).focus()
      await page.keyboard.press('Space')
      await select(3).press('Space')
      await page.getByRole('status').filter({ hasText: '2 selected' }).waitFor()
      expect(await flaws(page)).toEqual([])
      await page.getByRole('button', { name: 'Set status' }).press('Enter')
      await page.getByRole('dialog').getByLabel('Status').selectOption('Inactive')
      expect(await flaws(page)).toEqual([])
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter')
      await page.getByText('2 assets changed').waitFor()
      const { body } = await shared.session.get(`${list}&is_active=false`)
      expect(body.data.map((row: { external_key: string }) => row.external_key)).toEqual([tag(1), tag(3)])

      await page.getByRole('link', { name: 'Print labels of 2' }).click()
      await titled(page, 'Labels')
      await page.getByRole('img', { name: `Code of Crate ${tag(3)}` }).waitFor()
      await page.goBack()
      await titled(page, 'Assets')
      await page.getByLabel('Select all 3 on this page').check()
      await page.getByRole('link', { name: 'Scan here' }).click()
      await page.getByRole('heading', { name: 'Scanned: 3' }).waitFor()
      await page.getByRole('button', { name: 'Remove all' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove all' }).click()
      await page.goBack()
      await titled(page, 'Assets')
      await select(2).check()
      await page.getByRole('button', { name: 'Delete 1 asset' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await select(2).waitFor({ state: 'detached' })
      expect((await shared.session.get(list)).body.total_count).toBe(2)
      expect(browserErrors).toEqual([])
      await context.close()
    })

  test('are all assets of a search when their labels are printed', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => ({ name: `Pallet ${at}` }))
    await shared.session.post('/internal/v1/assets/import', { rows })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets?q=pallet', 'Assets')
    await page.getByRole('button', { name: 'Print 60 labels' }).click()
    await titled(page, 'Labels')
    await page.getByRole('img', { name: 'Code of Pallet 59' }).waitFor()
    expect(await page.getByRole('img', { name: /^Code of Pallet/ }).count()).toBe(60)
    await context.close()
  })
})
