import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { hasBrowser, lanName, launch, titled, unless, visit } from '../support/browser'
import { clientOf } from '../support/client'
import { type Program, startProgram, stopPrograms } from '../support/program'

/** What a newcomer does first, from a machine on the LAN over plain HTTP, where browsers hold back what needs HTTPS. */

setDefaultTimeout(30_000)

describe.skipIf(!hasBrowser)(`a newcomer${unless}`, () => {
  let browser: Browser
  let program: Program
  beforeAll(async () => {
    browser = await launch()
    program = await startProgram({ withAdministrator: false })
  })
  afterAll(async () => {
    await browser.close()
    await stopPrograms()
  })

  test('sets up by the printed link, mints a key that works, and comes back', async () => {
    const { page, context, complaints, hosts } = await visit(browser)
    const onLan = (url: string) => url.replace('127.0.0.1', lanName)
    await page.goto(onLan(program.setup as string))
    expect(await page.evaluate('isSecureContext')).toBe(false)
    await titled(page, 'Set up Whereabouts')

    await page.getByLabel('Organization').fill('North')
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('E-mail').fill('ada@example.org')
    await page.getByLabel('Password').first().fill('short')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByText('password must have at least 8 characters').waitFor()
    await page.getByLabel('Password').first().fill('correct horse')
    await page.getByRole('button', { name: 'Set up' }).click()
    await titled(page, 'Where is everything')
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/console/')
    await page.getByText('North', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'API Keys' }).click()
    await page.getByRole('link', { name: 'New Key' }).click()
    await page.getByLabel('Name').fill('WMS')
    await page.getByRole('radiogroup', { name: 'Assets' }).getByText('Read and write').click()
    await page.getByRole('radiogroup', { name: 'Locations' }).getByText('None').click()
    await page.getByLabel('Expires').selectOption('In 30 days')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('shown this once').waitFor()

    const shown = (label: string) => page.locator(`[data-copy="${label}"]`).textContent()
    const key = { client_id: await shown('client_id'), client_secret: await shown('client_secret') }
    await page.getByRole('button', { name: 'Copy client_secret' }).click()
    await page.getByText('client_secret is copied').waitFor()
    expect(await shown('Get a token')).toContain(`curl http://${lanName}`)

    const body = { grant_type: 'client_credentials', ...key }
    const token = await clientOf(program.http).post('/api/v1/oauth/token', body)
    expect(token.status).toBe(200)
    const organization = await clientOf(program.http, token.body.access_token).get('/api/v1/orgs/me')
    const { name, scopes } = organization.body.data
    expect([name, scopes]).toEqual(['North', ['assets:read', 'assets:write', 'tracking:read']])

    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Revoke WMS' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Revoked', { exact: true }).waitFor()
    expect((await clientOf(program.http).post('/api/v1/oauth/token', body)).status).toBe(401)

    await page.reload()
    await titled(page, 'API Keys')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await titled(page, 'Sign in')
    await page.getByLabel('E-mail').fill('ada@example.org')
    await page.getByLabel('Password').first().fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Wrong e-mail address or password').waitFor()
    await page.getByLabel('Password').first().fill('correct horse')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await titled(page, 'API Keys')

    expect(complaints).toEqual([])
    expect([...hosts]).toEqual([lanName])
    await context.close()
  })

  test('is told where the link was used before', async () => {
    const { page, context } = await visit(browser)
    await page.goto(program.setup as string)
    await page.getByLabel('Organization').fill('South')
    await page.getByLabel('Your name').fill('Bea')
    await page.getByLabel('E-mail').fill('bea@example.org')
    await page.getByLabel('Password').first().fill('correct horse')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByText('The installation is set up already').waitFor()
    await context.close()
  })
})
