import { expect, test } from 'bun:test'
import { enterConsole, flaws, row, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { messySheet } from '../support/messy-sheet'

/** Sheets that were not made for an import. */

describeConsole('the import of a messy sheet', (shared) => {
  test('of 500 rows creates at least 490 assets after two clicks', async () => {
    const { csv, nameless, invalid } = messySheet()
    const { page, context, browserErrors } = await visit(shared.browser)
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'assets.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByText('Not imported: Supplier.').waitFor()
    await button(`Rejected ${nameless + invalid}`).waitFor()
    await page.getByText('Choose how to read the dates and numbers before you import.').waitFor()
    await row(page, 'Line 3').getByText('→ 28 December 2027').waitFor()
    expect(await flaws(page)).toEqual([])

    await page.getByText('Which date is 12/01/2024 in the column In service since?').waitFor()
    const order = page.getByRole('group', { name: 'Dates of In service since' })
    await order.getByRole('button', { name: '1 December 2024' }).click()
    await order.getByRole('button', { name: '1 December 2024', pressed: true }).waitFor()
    await button(`Rejected ${nameless + invalid}`).waitFor()
    await button('Leave out the invalid cells').click()
    await button(`Rejected ${nameless}`).waitFor()

    const count = 500 - nameless
    expect(count).toBeGreaterThanOrEqual(490)
    expect(await flaws(page)).toEqual([])
    await button(`Import ${count} rows`).click()
    await page.getByText(`${count} created, 0 changed, 0 unchanged, ${nameless} rejected.`).waitFor()
    const { body } = await shared.session.get('/api/v1/assets?q=messy-&limit=1')
    expect(body.total_count).toBe(count)

    const find = async (number: number) =>
      (await shared.session.get(`/api/v1/assets?external_key=MESSY-${number}`)).body.data[0]
    const end = new Date(2027, 11, 28, 23, 59, 59).toISOString()
    expect(await find(1)).toMatchObject({
      name: 'Drill; "no. 1"',
      description: null,
      is_active: true,
      valid_from: new Date(2024, 1, 2).toISOString(),
      valid_to: end,
    })
    // 01/02/2024: the user has chosen that the month comes first.
    expect(await find(12)).toMatchObject({
      valid_from: new Date(2024, 0, 2).toISOString(),
      valid_to: end,
    })
    expect(await find(5)).toMatchObject({ valid_to: null })
    expect(await find(4)).toMatchObject({ is_active: false, tags: [{ value: '3034 4' }] })
    expect(await find(46)).toMatchObject({ name: 'Drill; "no. 46"', valid_to: null })
    expect(browserErrors).toEqual([])
    await context.close()
  }, 120_000)

  test('leaves fields of existing assets unchanged when their cells are left out', async () => {
    await shared.session.post('/api/v1/assets', {
      external_key: 'KEPT-1',
      name: 'Vice',
      valid_to: '2031-01-01T00:00:00.000Z',
    })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    await page.locator('input[type=file]').setInputFiles({
      name: 'kept.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Key,Name,Valid until,Active\nKEPT-1,Bench vice,soon,perhaps\n'),
    })
    await page.getByRole('button', { name: 'Leave out the invalid cells' }).click()
    await row(page, 'Line 2').getByText('Not imported').first().waitFor()
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByText('0 created, 1 changed, 0 unchanged, 0 rejected.').waitFor()
    const { body } = await shared.session.get('/api/v1/assets?external_key=KEPT-1')
    expect(body.data[0]).toMatchObject({
      name: 'Bench vice',
      is_active: true,
      valid_to: '2031-01-01T00:00:00.000Z',
    })
    await context.close()
  })
})
