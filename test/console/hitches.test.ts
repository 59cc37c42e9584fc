import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { enterConsole, openConsole, signInAs, titled, violations, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { administrator } from '../support/program'
import { newAsset } from '../support/records'

/** Interruptions: a session that ends, a script that doesn't load, a link to a deleted record. */

describeConsole('the console after an interruption', (shared) => {
  /** Invalidates the token and the cookie, as a sign-out on all devices does. */
  async function endSession(page: Page): Promise<void> {
    await page.context().clearCookies()
    await page.route(/\/(?:api|internal)\/v1\//, (route) =>
      route.fulfill({
        status: 401,
        json: { error: { type: 'unauthorized', detail: 'Over', fields: [] } },
      }),
    )
  }

  async function signInAgain(page: Page): Promise<void> {
    await titled(page, 'Sign in')
    await page.unrouteAll()
    await signInAs(page, administrator)
  }

  test('keeps unsaved input for the same user when the session ends', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/locations/new', 'New location')
    await page.getByLabel('Name').fill('Half-way house')
    await page.getByLabel('Description').fill('Long to describe')
    await endSession(page)
    await page.getByRole('button', { name: 'Create' }).click()
    await signInAgain(page)
    await titled(page, 'New location')
    await eventually(() => page.getByLabel('Name').inputValue()).toBe('Half-way house')
    await eventually(() => page.getByLabel('Description').inputValue()).toBe('Long to describe')
    await page.getByRole('button', { name: 'Create' }).click()
    await titled(page, 'Half-way house')
    // The draft is used once.
    await page.goBack()
    await openConsole(page, shared.program, '/locations/new')
    await titled(page, 'New location')
    await eventually(() => page.getByLabel('Name').inputValue()).toBe('')
    await context.close()
  })

  test('still shows what another user changed before the session was renewed', async () => {
    const asset = await newAsset(shared.session, { name: 'Winch' })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/assets/${asset.id}/edit`, 'Edit Winch')
    await page.getByLabel('Description').fill('Pulls')
    await endSession(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await shared.session.patch(`/api/v1/assets/${asset.id}`, { name: 'Old winch' })
    await signInAgain(page)
    await titled(page, 'Edit Old winch')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Someone else edited this').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await titled(page, 'Old winch')
    await page.getByText('Pulls').waitFor()
    await context.close()
  })

  test('loads a page on the second attempt after its script failed to load', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/?view=list', 'Where everything is')
    await page.getByRole('link', { name: 'Assets', exact: true }).click()
    await titled(page, 'Assets')
    await page.route('**/console/files/*', (route) => route.abort())
    await page.getByRole('link', { name: 'New asset' }).click()
    await page.getByText("This page couldn't be loaded").waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await titled(page, 'New asset')
    await context.close()
  })

  for (const [kind, list, invalid] of [
    ['assets', 'Assets', 'There is no asset with the key no-id.'],
    ['locations', 'Locations', 'This address is not valid.'],
    ['readers', 'Readers', 'This address is not valid.'],
  ] as const)
    test(`links from the address of a deleted record to the list of ${kind}`, async () => {
      const { page, context } = await visit(shared.browser)
      await enterConsole(page, shared.program, `/${kind}/987654`, 'Not found')
      await page.getByText('It may have been deleted.').waitFor()
      await openConsole(page, shared.program, `/${kind}/987654/edit`)
      await titled(page, 'Not found')
      await page.getByText('It may have been deleted.').waitFor()
      await openConsole(page, shared.program, `/${kind}/no-id`)
      await titled(page, 'Not found')
      await page.getByText(invalid).waitFor()
      await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: list }).click()
      await titled(page, list)
      await context.close()
    })

  test('explains on the sign-in page how to get an account and reset a password', async () => {
    const { page, context } = await visit(shared.browser)
    await openConsole(page, shared.program, '/')
    await page.getByText('No account yet?').click()
    await page.getByText('the set-up link that the service prints').waitFor()
    await page.getByText('Forgot your password?').click()
    await page.getByText('whereabouts admin reset-password <email>').waitFor()
    expect(await violations(page)).toEqual([])
    await context.close()
  })
})
