import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { enterConsole, flaws, visit } from '../support/browser'
import { describeConsole } from '../support/console'

/** Forms whose response contains a secret, when the connection is lost before the response. */

describeConsole('a form whose response contains a secret', (shared) => {
  const name = async (page: Page, text: string) =>
    page.getByRole('textbox', { name: 'Name', exact: true }).fill(text)

  test.each<
    [
      what: string,
      path: string,
      title: string,
      button: string,
      fill: (page: Page) => Promise<void>,
      told: string,
    ]
  >([
    [
      'API key',
      '/api-keys/new',
      'New API key',
      'Create API key',
      (page) => name(page, 'Lost key'),
      'The API key “Lost key” was stored, but the response with its secret was lost.',
    ],
    [
      'webhook',
      '/webhooks/new',
      'New webhook',
      'Create webhook',
      async (page) => {
        await name(page, 'Lost hook')
        await page.getByRole('textbox', { name: 'URL' }).fill('https://example.org/lost')
      },
      'The webhook “Lost hook” was stored, but the response with its secret was lost.',
    ],
    [
      'invitation',
      '/members/invite',
      'New invitation',
      'Create invite link',
      (page) => page.getByLabel('E-mail').fill('lost@example.org'),
      'The invitation was stored, but the response with its link was lost.',
    ],
  ])(
    'of a new %s says what was stored when the response is lost',
    async (_, path, title, button, fill, told) => {
      const { page, context } = await visit(shared.browser)
      await enterConsole(page, shared.program, path, title)
      await fill(page)
      await page.route('**/internal/v1/*', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        await route.fetch()
        await page.route('**/{api,internal}/**', (other) => other.abort())
        await route.abort()
      })
      await page.getByRole('button', { name: button }).click()
      await page.getByText('It is not known whether the change was stored. The page checks it').waitFor()
      expect(await flaws(page)).toEqual([])
      await page.unroute('**/{api,internal}/**')
      await page.getByText(told).waitFor()
      await context.close()
    },
  )

  test('says that nothing was stored when the request was lost', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/api-keys/new', 'New API key')
    await name(page, 'Never stored')
    await page.route('**/internal/v1/api-keys', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByText('The connection was lost, and nothing was stored. Send it again.').waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByText('Never stored created').waitFor()
    await context.close()
  })
})
