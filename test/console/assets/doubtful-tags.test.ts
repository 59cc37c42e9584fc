import { expect, test } from 'bun:test'
import { enterConsole, flaws, row, visit } from '../../support/browser'
import { describeConsole } from '../../support/console'

/** Tags that may never match a read, where they are entered. */

const cut = '303403332C121B2F276CB8E'

describeConsole('a tag of which a digit is missing', (shared) => {
  test('is marked in the preview of an import, which can list these rows alone', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/import', 'Import assets')
    await page.locator('input[type=file]').setInputFiles({
      name: 'tags.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Name,EPC\nPump,${cut}\nDrill,${cut}8\n`),
    })
    await row(page, 'Line 2').getByText('May never match: It has 23 hexadecimal digits').waitFor()
    await page.getByRole('button', { name: 'New 2', exact: true }).waitFor()
    expect(await page.getByText('May never match').count()).toBe(1)
    await page.getByRole('button', { name: 'Doubtful tags 1', exact: true }).click()
    await row(page, 'Line 3').waitFor({ state: 'detached' })
    expect(await flaws(page)).toEqual([])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('is added to an asset with a warning that stays until it is closed', async () => {
    const { body } = await shared.session.post('/api/v1/assets', { name: 'Lathe' })
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/assets/${body.data.id}`, 'Lathe')
    await page.getByLabel('New tag').fill(`${cut}8`)
    await page.getByRole('button', { name: 'Add tag' }).click()
    await page.getByText('Tag added').waitFor()
    expect(await page.getByText('may never match').count()).toBe(0)
    await page.getByLabel('New tag').fill(cut)
    await page.getByRole('button', { name: 'Add tag' }).click()
    await page.getByText(`Tag ${cut} may never match`).waitFor()
    await page.getByText('It has 23 hexadecimal digits').waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('is on a new asset with the same warning', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/assets/new', 'New asset')
    await page.getByLabel('Name').fill('Crane')
    await page.getByLabel('Tag', { exact: true }).fill(`${cut.slice(0, -1)}1234567`)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('may never match').waitFor()
    await context.close()
  })
})
