import { expect, test } from 'bun:test'
import { enterConsole, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { newAsset } from '../support/records'

describeConsole('the keys of the search', (shared) => {
  test('are kept while its script loads, and Enter opens nothing until then', async () => {
    await newAsset(shared.session, { name: 'Linde 0018' })
    const { page, context } = await visit(shared.browser)
    const loaded = Promise.withResolvers<void>()
    await page.route('**/console/files/*.js', async (route) => {
      const response = await route.fetch()
      // The script of the dialog is loaded after the first page.
      if ((await response.text()).includes('Add a word to narrow the search')) await loaded.promise
      await route.fulfill({ response })
    })
    await enterConsole(page, shared.program, '/assets', 'Assets')
    const { pathname } = new URL(page.url())
    await page.keyboard.press('Control+k')
    await page.keyboard.type('linde 0018')
    await page.keyboard.press('Enter')
    loaded.resolve()
    const input = page.getByRole('dialog').getByRole('combobox')
    await eventually(() => input.inputValue()).toBe('linde 0018')
    expect(new URL(page.url()).pathname).toBe(pathname)
    await page.getByRole('option', { name: /Linde 0018/ }).waitFor()
    await context.close()
  })
})
