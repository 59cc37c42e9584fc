import { expect, test } from 'bun:test'
import { barriers, enterConsole, row, titled, visit } from '../support/browser'
import { clientOf, mintKey, signIn } from '../support/client'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { exchange } from '../support/identity'

/** The recent requests of an API key in the console. */

describeConsole('the page of an API key', (shared) => {
  test.each(viewportsOfFlows)('shows why a request was refused, on %s', async (_, viewport) => {
    const session = await signIn(shared.program)
    const key = await mintKey(session, ['assets:read'])
    const { access_token: token } = (await exchange(clientOf(shared.program.http), key)).body
    await clientOf(shared.program.http, token).get('/api/v1/assets?limit=0')
    const { page } = await visit(shared.browser, viewport)
    await enterConsole(page, shared.program, '/api-keys', 'API keys')
    await page.locator(`a[href$="/api-keys/${key.client_id}/requests"]`).click()
    await titled(page, 'Recent requests')
    const request = row(page, 'GET /api/v1/assets')
    await request.getByText('400 validation_error').waitFor()
    await request.getByText('limit: too_small').waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('link', { name: 'From the API key to the first event' }).click()
    await page.getByText('# From the API key to the first event').waitFor()
  })
})
