import { expect, test } from 'bun:test'
import { confirm, desktop, enterConsole, flaws, phone, titled, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { newTagged } from '../support/records'

/** Several assets of the list at once. */

describeConsole('selected assets', (shared) => {
  for (const viewport of [desktop, phone, { width: 320, height: 640 }])
    test(`are changed, scanned, labeled and deleted together, at ${viewport.width} pixels`, async () => {
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
      await page.getByRole('button', { name: 'Edit 2 assets' }).press('Enter')
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
      await confirm(page, 'Remove all 3 scans', 'Remove all scans')
      await page.goBack()
      await titled(page, 'Assets')
      await select(2).check()
      await page.getByRole('button', { name: 'Delete 1 asset' }).click()
      await confirm(page, 'Delete 1 asset', 'Delete 1 asset')
      await select(2).waitFor({ state: 'detached' })
      expect((await shared.session.get(list)).body.total_count).toBe(2)
      expect(browserErrors).toEqual([])
      await context.close()
    })

  test('are edited together, and fields that stay empty do not change', async () => {
    for (const number of [1, 2])
      await newTagged(shared.session, `E-${number}`, {
        name: `Easel ${number}`,
        description: `Old ${number}`,
        valid_to: '2040-01-01T00:00:00.000Z',
      })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets?q=easel', 'Assets')
    await page.getByLabel('Select all 2 on this page').check()
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Edit 2 assets' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Fill in at least one field.').waitFor()
    await dialog.getByLabel('Description', { exact: true }).fill('Lent')
    await dialog.getByLabel('No end date').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 assets changed').waitFor()
    const { body } = await shared.session.get('/api/v1/assets?q=easel')
    for (const asset of body.data)
      expect(asset).toMatchObject({ description: 'Lent', valid_to: null, is_active: true })
    await context.close()
  })

  test('are not edited with reversed dates, and the dialog keeps the values when the service refuses all of them', async () => {
    for (const number of [1, 2])
      await newTagged(shared.session, `T-${number}`, {
        name: `Trolley ${number}`,
        valid_from: '2020-01-01T00:00:00.000Z',
      })
    const { page, context } = await visit(shared.browser)
    const sent: string[] = []
    page.on('request', (request) => void (request.method() === 'PATCH' && sent.push(request.url())))
    await enterConsole(page, shared.program, '/assets?q=trolley', 'Assets')
    await page.getByLabel('Select all 2 on this page').check()
    await page.getByRole('button', { name: 'Edit 2 assets' }).click()
    const dialog = page.getByRole('dialog')
    const [from, to] = [dialog.getByLabel('Valid from'), dialog.getByLabel('Valid to')]
    await from.fill('2030-01-01T08:00:00')
    await to.fill('2029-01-01T08:00:00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Must be after Valid from').waitFor()
    await eventually(() => to.getAttribute('aria-invalid')).toBe('true')
    expect(sent).toEqual([])

    await from.fill('')
    await to.fill('2019-01-01T08:00:00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Nothing was changed. Trolley 1: Valid to must be after Valid from').waitFor()
    expect(sent).toHaveLength(2)
    expect(await to.inputValue()).toMatch(/^2019-01-01T08:00/)

    await to.fill('2040-01-01T08:00:00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 assets changed').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await context.close()
  })

  test('that fail are named with the reason and stay selected, and the others are changed', async () => {
    for (const number of [1, 2, 3])
      await newTagged(shared.session, `F-${number}`, {
        name: `Flask ${number}`,
        valid_from: number === 2 ? '2030-01-01T00:00:00.000Z' : '2020-01-01T00:00:00.000Z',
        valid_to: null,
      })
    // A list contains only assets in effect, so another user changes one after it was loaded.
    const flask = (await shared.session.get('/api/v1/assets?external_key=F-3')).body.data[0]
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets?q=flask', 'Assets')
    await page.getByLabel('Select all 2 on this page').check()
    await shared.session.delete(`/api/v1/assets/${flask.id}`)
    await page.getByRole('button', { name: 'Delete 2 assets' }).click()
    await confirm(page, 'Delete 2 assets', 'Delete 2 assets')
    const report = page.getByRole('alert').filter({ hasText: '1 asset deleted, 1 failed' })
    await report.getByText('Flask 3: Asset not found').waitFor()
    expect(await flaws(page)).toEqual([])
    await report.getByRole('button', { name: 'Close' }).click()
    await report.waitFor({ state: 'detached' })
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
    await eventually(() => page.getByRole('img', { name: /^Code of Pallet/ }).count()).toBe(60)
    await context.close()
  })
})
