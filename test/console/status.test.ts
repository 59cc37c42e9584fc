import { expect, test } from 'bun:test'
import { barriers, enterConsole, titled, visit } from '../support/browser'
import { describeConsole, viewportsOfFlows } from '../support/console'

/** The examination of the installation in the console. */

describeConsole('the Status page', (shared) => {
  // Rule: internal-api.md, Diagnosis
  test.each(viewportsOfFlows)('shows the findings with what to do, on %s', async (_, viewport) => {
    const { page } = await visit(shared.browser, viewport)
    await enterConsole(page, shared.program, '/settings', 'Settings')
    await page.getByRole('link', { name: 'Status' }).click()
    await titled(page, 'Status')
    await page.getByRole('button', { name: 'Run checks' }).click()
    const backup = page.getByRole('region', { name: 'Backup' })
    await backup.getByText('Warning').waitFor()
    await backup.getByText('There is no backup.').waitFor()
    await page.getByRole('region', { name: 'Database' }).getByText('has no damage').waitFor()
    expect(await barriers(page)).toEqual([])
  })
})
