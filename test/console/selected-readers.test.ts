import { expect, test } from 'bun:test'
import { confirm, desktop, enterConsole, flaws, phone, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { newReader } from '../support/scans'
import { newMember } from '../support/users'

/** Several readers of the list at once. */

describeConsole('selected readers', (shared) => {
  for (const viewport of [desktop, phone, { width: 320, height: 640 }])
    test(`are deactivated and deleted together, at ${viewport.width} pixels`, async () => {
      const key = (number: number) => `sr-${viewport.width}-${number}`
      const ids: number[] = []
      for (const number of [1, 2]) ids.push((await newReader(shared.session, key(number), [])).id)
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/readers', 'Readers')
      await page.getByLabel('Select all 2 on this page').check()
      expect(await flaws(page)).toEqual([])
      await page.getByRole('button', { name: 'Deactivate 2 readers' }).click()
      await confirm(page, 'Deactivate 2 readers', 'Deactivate 2 readers')
      await page.getByText('2 readers deactivated').waitFor()
      for (const id of ids)
        expect((await shared.session.get(`/internal/v1/readers/${id}`)).body.data.is_active).toBe(false)
      await page.getByRole('button', { name: 'Delete 2 readers' }).click()
      await confirm(page, 'Delete 2 readers', 'Delete 2 readers')
      await page.getByText('2 readers deleted').waitFor()
      for (const id of ids) expect((await shared.session.get(`/internal/v1/readers/${id}`)).status).toBe(404)
      expect(browserErrors).toEqual([])
      await context.close()
    })

  test('can be selected only by admins', async () => {
    await newReader(shared.session, 'sr-last', [])
    const { credentials } = await newMember(shared.program, shared.session, 'manager')
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/readers', 'Readers', credentials)
    await page.getByRole('table', { name: 'Readers' }).waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await context.close()
  })
})
