import { expect, test } from 'bun:test'
import { confirm, enterConsole, enterWithPassword, row, signInAs, titled, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { administrator } from '../support/program'

/** The form of a new API key, and the list of keys. */

describeConsole('a new API key', (shared) => {
  test('is not created without the date on which it expires', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/api-keys/new', 'New API key')
    const before = (await shared.session.get('/internal/v1/api-keys')).body.total_count
    await page.getByLabel('Name').fill('ERP')
    await page.getByLabel('Expires').selectOption('On a date')
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByText('Enter a date and a time').waitFor()
    await eventually(() => page.locator(':focus').getAttribute('name')).toBe('expires_at')
    expect((await shared.session.get('/internal/v1/api-keys')).body.total_count).toBe(before)
    await page.getByLabel('Date').fill('2099-01-02T03:04')
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByText('ERP created').waitFor()
    const { data } = (await shared.session.get('/internal/v1/api-keys')).body
    expect(data.find(({ name }: { name: string }) => name === 'ERP').expires_at).toStartWith('2099-01-0')
    await context.close()
  })

  test('has the rights and the expiry that were chosen before the session ended', async () => {
    const { page, context } = await visit(shared.browser)
    await enterWithPassword(page, shared.program, '/api-keys/new', 'New API key')
    const chosen = page.getByRole('radiogroup', { name: 'Assets' }).getByLabel('None')
    await page.getByLabel('Name').fill('Label printer')
    await page.getByRole('radiogroup', { name: 'Assets' }).getByText('None').click()
    await page.getByLabel('Expires').selectOption('In 90 days')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await titled(page, 'Sign in')
    await signInAs(page, administrator)
    await titled(page, 'New API key')
    await eventually(() => page.getByLabel('Name').inputValue()).toBe('Label printer')
    await eventually(() => chosen.isChecked()).toBe(true)
    await eventually(() => page.getByLabel('Expires').inputValue()).toBe('90')
    await context.close()
  })
})

describeConsole('the list of API keys', (shared) => {
  test('shows the status of each key, and the button that revokes it among the actions while the key works', async () => {
    const create = async (name: string, expires_at?: string) =>
      (await shared.session.post('/internal/v1/api-keys', { name, scopes: ['assets:read'], expires_at })).body
        .data
    const hourMs = 3_600_000
    await create('ERP')
    const { expires_at: expiry } = await create('Trial', new Date(Date.now() + hourMs).toISOString())
    const old = await create('Old')
    await shared.session.delete(`/internal/v1/api-keys/${old.client_id}`)
    const { page, context, browserErrors } = await visit(shared.browser)
    await page.route('**/internal/v1/api-keys?*', async (route) => {
      const response = await route.fetch()
      const text = (await response.text()).replace(expiry, new Date(Date.now() - hourMs).toISOString())
      await route.fulfill({ response, body: text })
    })
    await enterConsole(page, shared.program, '/api-keys', 'API keys')
    const cell = (name: string, column: number) => row(page, name).getByRole('cell').nth(column)
    await cell('ERP', 0).waitFor()
    const headings = await page.getByRole('columnheader').allTextContents()
    const [status, actions] = [headings.indexOf('Status'), headings.indexOf('Actions')]
    for (const [name, shown, action] of [
      ['ERP', 'Active', 'Revoke'],
      ['Trial', 'Expired', ''],
      ['Old', 'Revoked', ''],
    ] as const)
      expect([await cell(name, status).textContent(), await cell(name, actions).textContent()]).toEqual([
        shown,
        action,
      ])
    await row(page, 'ERP').getByRole('button', { name: 'Revoke' }).click()
    await confirm(page, 'Revoke API key “ERP”', 'Revoke API key')
    await eventually(() => cell('ERP', status).textContent()).toBe('Revoked')
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
