import { expect, test } from 'bun:test'
import { administrator, startProgram } from '../support/program'
import { enterConsole, openConsole, signInAs, titled, visit } from '../support/browser'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { codeOf } from '../support/second-factor'
import { newMember } from '../support/users'

/** The authenticator app of a user, in the browser. */

describeConsole('a second factor', (shared) => {
  test.each(viewportsOfFlows)(
    'is added, used at the next sign-in, and removed, on %s',
    async (_, viewport) => {
      const { credentials } = await newMember(shared.program, shared.session)
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/account', 'Account', credentials)
      const section = page.getByRole('region', { name: 'Second factor' })
      await section.getByLabel('Your password').fill('wrong password')
      await section.getByRole('button', { name: 'Add an authenticator app' }).click()
      await section.getByText('The current password is not correct.').waitFor()
      await section.getByLabel('Your password').fill(credentials.password)
      await section.getByRole('button', { name: 'Add an authenticator app' }).click()
      await section.getByRole('img', { name: 'QR code with the secret' }).waitFor()
      const secret = (await section.locator('[data-copy="Secret"]').textContent()) as string
      await section.getByRole('textbox', { name: 'Code' }).fill('12')
      await section.getByRole('button', { name: 'Confirm' }).click()
      await section.getByText('Wrong code').waitFor()
      await section.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
      await section.getByRole('button', { name: 'Confirm' }).click()
      const dialog = page.getByRole('dialog', { name: 'Recovery codes' })
      const codes = ((await dialog.locator('[data-copy="Codes"]').textContent()) as string).split('\n')
      expect(codes).toHaveLength(10)
      await dialog.getByRole('button', { name: 'Close' }).click()
      await section.getByText('10 recovery codes are left').waitFor()

      await page.context().clearCookies()
      await page.evaluate(() => localStorage.clear())
      await openConsole(page, shared.program, '/account')
      await signInAs(page, credentials)
      await page.getByLabel('Code').fill(codeOf(secret, 1))
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await titled(page, 'Account')

      await section.getByRole('button', { name: 'Remove app' }).click()
      await section.getByLabel('Your password').fill(credentials.password)
      await section.getByLabel('Code').fill(codes[0] as string)
      await section.getByRole('button', { name: 'Remove app' }).click()
      await page.getByText('The app was removed').waitFor()
      await section.getByRole('button', { name: 'Add an authenticator app' }).waitFor()
      expect(browserErrors).toEqual([])
      await context.close()
    },
  )

  test('is asked for before anything else, when the installation requires it', async () => {
    const strict = await startProgram({ env: { WHEREABOUTS_SECOND_FACTOR: 'required' } })
    const { page, context } = await visit(shared.browser)
    await openConsole(page, strict, '/assets')
    await signInAs(page, administrator)
    await titled(page, 'Second factor')
    await page.getByLabel('Your password').fill(administrator.password)
    await page.getByRole('button', { name: 'Add an authenticator app' }).click()
    const secret = (await page.locator('[data-copy="Secret"]').textContent()) as string
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('dialog', { name: 'Recovery codes' }).getByRole('button', { name: 'Close' }).click()
    await titled(page, 'Assets')
    await context.close()
  })
})
