import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { enterConsole, lanName, openConsole, signInAs, titled, under, visit } from '../support/browser'
import { signIn } from '../support/client'
import { describeConsole } from '../support/console'
import { administrator } from '../support/program'
import { startWithProvider } from '../support/provider'

/** Sign-in with a real OpenID Connect provider, in the browser. */

const roles = [{ group: 'floor', organization: 'north', role: 'manager' }]

/** Fills in the forms of the provider: the sign-in and the consent. */
async function passProvider(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' })
  await page.locator('button[type=submit]').click()
}

describeConsole('sign-in with a provider', (shared) => {
  // Rule: internal-api.md, Providers
  test('returns to the page that was open, and signs out at the provider too', async () => {
    const { program, provider } = await startWithProvider({ membership: 'automatic', roles })
    provider.people.set('kim', {
      email: 'kim@example.org',
      email_verified: true,
      name: 'Kim',
      groups: ['floor'],
    })
    const { page, context, browserErrors } = await visit(shared.browser)
    await openConsole(page, program, '/assets?q=pallet')
    await page.getByRole('button', { name: 'Sign in with Example AG' }).click()
    await passProvider(page, 'kim')
    await titled(page, 'Assets')
    expect(page.url()).toBe(`${program.http}/console/assets?q=pallet`)
    await page.reload()
    await titled(page, 'Assets')
    await page.getByRole('button', { name: 'Account: Kim' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL((url) => url.origin === provider.issuer)
    await page.getByRole('button', { name: /yes/i }).click()
    await titled(page, 'Sign in')
    expect(page.url()).toStartWith(`${program.http}/console/`)
    expect(browserErrors).toEqual([])
    await context.close()
    await provider.stop()
  })

  test('is signed out of here at once when the provider does not respond', async () => {
    const { program, provider } = await startWithProvider({ membership: 'automatic', roles })
    provider.people.set('lee', {
      email: 'lee@example.org',
      email_verified: true,
      name: 'Lee',
      groups: ['floor'],
    })
    const { page, context } = await visit(shared.browser)
    await openConsole(page, program, '/assets')
    await page.getByRole('button', { name: 'Sign in with Example AG' }).click()
    await passProvider(page, 'lee')
    await titled(page, 'Assets')
    // The service asks the provider for its addresses, which takes up to ten seconds.
    await page.route('**/internal/v1/session/provider-sign-out', () => {})
    await page.getByRole('button', { name: 'Account: Lee' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await titled(page, 'Sign in')
    await page.reload()
    await titled(page, 'Sign in')
    await context.close()
    await provider.stop()
  })

  test('is refused with a sentence when the user cancels or the response is replayed', async () => {
    const { program, provider } = await startWithProvider({ membership: 'automatic', roles })
    const { page, context } = await visit(shared.browser)
    await openConsole(page, program, '/')
    await page.getByRole('button', { name: 'Sign in with Example AG' }).click()
    await page.getByRole('link', { name: /cancel/i }).click()
    await page.getByText('Example AG refused the sign-in').waitFor()
    expect(page.url()).toBe(`${program.http}/console/sign-in/callback`)
    await openConsole(page, program, '/sign-in/callback?code=a&state=b')
    await page.getByText('began in another browser').waitFor()
    await page.getByRole('link', { name: 'Back to the sign-in' }).click()
    await titled(page, 'Sign in')
    await context.close()
    await provider.stop()
  })

  test('is explained when the provider is away, or the console has another address, and passwords work', async () => {
    const { program, provider } = await startWithProvider()
    await provider.stop()
    const { page, context } = await visit(shared.browser)
    await openConsole(page, under(program, lanName), '/')
    await page.getByText('To sign in with a provider, open').waitFor()
    await openConsole(page, program, '/')
    await page.getByRole('button', { name: 'Sign in with Example AG' }).click()
    await page.getByText('Example AG cannot be reached').waitFor()
    await signInAs(page, administrator)
    await titled(page, 'Today')
    await context.close()
  })

  test('is connected to an account on the Account page', async () => {
    const { program, provider } = await startWithProvider()
    provider.people.set('ada', { email: 'ada@elsewhere.example' })
    const session = await signIn(program)
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, program, '/account', 'Account')
    await page.getByRole('button', { name: 'Connect Example AG' }).click()
    const section = page.getByRole('region', { name: 'Sign-in with providers' })
    await section.getByLabel('Your password').fill(administrator.password)
    await section.getByRole('button', { name: 'Continue at Example AG' }).click()
    await passProvider(page, 'ada')
    await titled(page, 'Account')
    await page.getByRole('button', { name: 'Disconnect Example AG' }).waitFor()
    const own = await session.get('/internal/v1/session/providers')
    expect(own.body.data).toMatchObject([{ is_connected: true }])
    await context.close()
    await provider.stop()
  })

  test('hides the form of the password when local sign-in is off', async () => {
    const { program, provider } = await startWithProvider({}, { WHEREABOUTS_LOCAL_SIGN_IN: 'off' })
    const { page, context } = await visit(shared.browser)
    await openConsole(page, program, '/')
    await page.getByRole('button', { name: 'Sign in with Example AG' }).waitFor()
    expect(await page.getByLabel('E-mail').isVisible()).toBe(false)
    expect(await page.getByText('Forgot your password?').count()).toBe(0)
    await page.getByText('Sign in with a password').click()
    await page.getByText('--allow-local-sign-in').waitFor()
    await context.close()
    await provider.stop()
  })
})
