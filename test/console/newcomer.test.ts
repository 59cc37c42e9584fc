import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { connectAsync } from 'mqtt'
import type { Browser, Page } from 'playwright-core'
import {
  confirm,
  hasBrowser,
  lanName,
  launch,
  offered,
  openConsole,
  titled,
  unless,
  visit,
} from '../support/browser'
import { eventually } from '../support/eventually'
import { type Program, startProgram, stopPrograms } from '../support/program'

/** The first steps of a new user on the LAN over plain HTTP, where browsers block the features that need HTTPS. */

setDefaultTimeout(120_000)

describe.skipIf(!hasBrowser)(`a new user${unless}`, () => {
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

  const submit = (page: Page, button: string) =>
    page.getByRole('button', { name: button, exact: true }).click()
  const choose = async (page: Page, label: string, search: string) => {
    await page.getByRole('combobox', { name: label }).fill(search)
    await page
      .getByRole('option', { name: new RegExp(search) })
      .first()
      .click()
  }

  /** Runs a command line in a shell, which resolves the LAN name to this machine. */
  async function inShell(line: string): Promise<any> {
    const resolve = `--resolve ${lanName}:${new URL(program.http).port}:127.0.0.1`
    const shell = Bun.spawn(['sh', '-c', `${line} --silent --show-error --noproxy '*' ${resolve}`])
    return JSON.parse(await new Response(shell.stdout).text())
  }

  // Rule: api.md, API keys
  test('sets up, adds locations, an asset and a reader, sees the asset move, and reads it with curl', async () => {
    const { page, context, browserErrors, hosts } = await visit(browser)
    const console = `http://${lanName}:${new URL(program.http).port}/console`
    await page.goto((program.setup as string).replace('127.0.0.1', lanName))
    await eventually(() => page.evaluate('isSecureContext')).toBe(false)
    await titled(page, 'Set up Whereabouts')
    await page.getByLabel('Organization').fill('North')
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('E-mail').fill('ada@example.org')
    await page.getByLabel('Password').first().fill('short')
    await submit(page, 'Set up')
    await page.getByText('Enter at least 8 characters').waitFor()
    await page.getByLabel('Password').first().fill('correct horse')
    await submit(page, 'Set up')
    await titled(page, 'Where everything is')
    expect(page.url()).toBe(`${console}/`)
    await page.getByText('North', { exact: true }).first().waitFor()

    // The link to a new record is in another place when the list is empty.
    const isEmpty = () => page.locator('.empty-list').waitFor()
    for (const name of ['Ramp', 'Cold store']) {
      await page.getByRole('link', { name: 'Locations' }).first().click()
      if (name === 'Ramp') await isEmpty()
      await page.getByRole('link', { name: 'New location' }).first().click()
      await page.getByLabel('Name').fill(name)
      await submit(page, 'Create')
      await titled(page, name)
    }
    await page.getByRole('link', { name: 'Assets' }).first().click()
    await isEmpty()
    await page.getByRole('link', { name: 'New asset' }).first().click()
    await page.getByLabel('Name').fill('Milk float')
    await page.getByLabel('Tag').fill('E28011700000020F')
    await submit(page, 'Create')
    await titled(page, 'Milk float')
    await page.getByText('E28011700000020F').waitFor()

    await page.getByRole('link', { name: 'Readers' }).first().click()
    await isEmpty()
    await page.getByRole('link', { name: 'New reader' }).first().click()
    await page.getByLabel('Name').fill('Cold store door')
    await choose(page, 'Model or format', 'Custom script')
    await choose(page, 'Location', 'Ramp')
    await page.locator('summary').filter({ hasText: 'Advanced' }).click()
    await submit(page, 'Add antenna')
    await choose(page, 'Location of antenna 2', 'Cold store')
    await submit(page, 'Register')
    await titled(page, 'Cold store door is registered')
    const reader = await connectAsync(program.mqtt as string, {
      username: await offered(page, 'User name'),
      password: await offered(page, 'Password'),
    })
    const read = (antenna: number, observed_at: string) => {
      const payload = { reads: [{ value: 'E28011700000020F', antenna, observed_at }] }
      return reader.publishAsync('north/readers/cold-store-door', JSON.stringify(payload), { qos: 1 })
    }

    await page.getByRole('link', { name: 'Where', exact: true }).first().click()
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('radiogroup', { name: 'View' }).getByText('List').click()
    await read(1, new Date(Date.now() - 60_000).toISOString())
    const row = page.getByRole('row').filter({ hasText: 'Milk float' })
    await row.getByText('Ramp').first().waitFor()
    await read(2, new Date().toISOString())
    await row.getByText('Just moved from Ramp').waitFor()
    await row.getByText('Cold store').first().waitFor()
    await reader.endAsync()

    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'API keys' }).click()
    await isEmpty()
    await page.getByRole('link', { name: 'New API key' }).click()
    await page.getByLabel('Name').fill('WMS')
    await page.getByRole('radiogroup', { name: 'Assets' }).getByText('Read and write').click()
    await page.getByRole('radiogroup', { name: 'Locations' }).getByText('None').click()
    await page.getByLabel('Expires').selectOption('In 30 days')
    await submit(page, 'Create API key')
    await page.getByText('Copy the client_secret now').waitFor()
    await submit(page, 'Copy client_secret')
    await page.getByText('client_secret copied').waitFor()

    const line = await offered(page, 'Get an access token')
    const { access_token } = await inShell(line)
    const ask = (path: string) =>
      inShell(`curl http://${new URL(console).host}${path} -H 'Authorization: Bearer ${access_token}'`)
    const { name, scopes } = (await ask('/api/v1/orgs/me')).data
    expect([name, scopes]).toEqual(['North', ['assets:read', 'assets:write', 'tracking:read']])
    const [now] = (await ask('/api/v1/reports/asset-locations')).data
    expect([now.asset_external_key, now.location_external_key]).toEqual(['ASSET-0001', 'LOC-002'])

    await page.getByRole('link', { name: 'Done' }).click()
    await submit(page, 'Revoke API key “WMS”')
    await confirm(page, 'Revoke API key “WMS”', 'Revoke API key')
    await page.getByText('Revoked', { exact: true }).waitFor()
    expect((await inShell(line)).error.type).toBe('unauthorized')

    expect(browserErrors).toEqual([])
    expect([...hosts]).toEqual([lanName])
    await context.close()
  })

  test('signs out, and signs in again at the same page', async () => {
    const { page, context, browserErrors } = await visit(browser)
    await openConsole(page, program, '/api-keys')
    await titled(page, 'Sign in')
    await page.getByLabel('E-mail').fill('ada@example.org')
    await page.getByLabel('Password').first().fill('wrong')
    await submit(page, 'Sign in')
    await page.getByText('Wrong e-mail address or password').waitFor()
    await page.getByLabel('Password').first().fill('correct horse')
    await submit(page, 'Sign in')
    await titled(page, 'API keys')
    await page.reload()
    await titled(page, 'API keys')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await titled(page, 'Sign in')
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('sees an error when the set-up link was already used', async () => {
    const { page, context } = await visit(browser)
    await page.goto(program.setup as string)
    await page.getByLabel('Organization').fill('South')
    await page.getByLabel('Your name').fill('Bea')
    await page.getByLabel('E-mail').fill('bea@example.org')
    await page.getByLabel('Password').first().fill('correct horse')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByText('The installation is already set up').waitFor()
    await context.close()
  })
})
