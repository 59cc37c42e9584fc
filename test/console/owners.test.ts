import { describe, expect, test } from 'bun:test'
import { barriers, confirm, enterConsole, openConsole, signInAs, titled, visit } from '../support/browser'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { eventually } from '../support/eventually'
import { isSignedIn, newMember } from '../support/users'
import { runProgram } from '../support/program'

/** Owners of the installation, and password reset links, in the console. */

describeConsole('the console', (shared) => {
  /** Returns the link that the command prints, with the port of the service. */
  async function linkFor(email: string): Promise<string> {
    const args = ['admin', 'reset-password', email, '--data-dir', shared.program.dataDir]
    const { stdout } = await runProgram(args, {
      env: { WHEREABOUTS_PORT: new URL(shared.program.http).port },
    })
    expect(stdout).toStartWith(`${shared.program.http}/console/reset-password#`)
    return stdout.trimEnd()
  }

  describe.each(viewportsOfFlows)('on %s', (_, viewport) => {
    test('sets a new password with a link, and the user signs in with it', async () => {
      const user = await newMember(shared.program, shared.session, 'viewer', 'Frida')
      const link = await linkFor(user.credentials.email)
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await page.goto(link)
      await titled(page, 'New password')
      expect(await barriers(page)).toEqual([])
      const first = page.locator('input[name=password]')
      const second = page.locator('input[name=repeated_password]')
      const set = () => page.getByRole('button', { name: 'Set password' }).click()
      await first.fill('a new password')
      await second.fill('a new passwort')
      await set()
      await page.getByText('The passwords do not match.').waitFor()
      await eventually(() => second.getAttribute('aria-invalid')).toBe('true')
      await first.fill('short')
      await second.fill('short')
      await set()
      await page.getByText('Enter at least 8 characters').waitFor()
      expect(await isSignedIn(user)).toBe(true)
      await first.fill('a new password')
      await second.fill('a new password')
      await set()
      await titled(page, 'Sign in')
      await page.getByText('Your password was changed.').waitFor()
      expect(new URL(page.url()).hash).toBe('')
      expect(await isSignedIn(user)).toBe(false)
      await signInAs(page, { ...user.credentials, password: 'a new password' })
      await titled(page, 'Where everything is')

      await openConsole(page, shared.program, `/reset-password${new URL(link).hash}`)
      await page.reload()
      await titled(page, 'New password')
      await first.fill('yet another one')
      await second.fill('yet another one')
      await set()
      await page
        .getByText('This link is not valid: it was used, replaced or revoked, or has expired')
        .waitFor()
      expect(await barriers(page)).toEqual([])
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('lets an owner add another owner, who steps down again', async () => {
      const bea = await newMember(shared.program, shared.session, 'viewer', `Bea ${viewport.width}`)
      const name = `Bea ${viewport.width}`
      const owner = await visit(shared.browser, viewport)
      await enterConsole(owner.page, shared.program, '/settings', 'Settings')
      await owner.page.getByText("The only owner can't be removed").waitFor()
      await owner.page.getByLabel('E-mail of the new owner').fill('unknown@example.org')
      await owner.page.getByRole('button', { name: 'Add owner' }).click()
      await owner.page.getByText('is not the address of a member of an organization').waitFor()
      await owner.page.getByLabel('E-mail of the new owner').fill(bea.credentials.email)
      await owner.page.getByRole('button', { name: 'Add owner' }).click()
      await owner.page.getByText(`${name} is now an owner`).waitFor()
      await owner.page.getByText(bea.credentials.email).waitFor()
      expect(await barriers(owner.page)).toEqual([])

      const other = await visit(shared.browser, viewport)
      await enterConsole(other.page, shared.program, '/settings', 'Settings', bea.credentials)
      await other.page.getByRole('link', { name: 'Backups' }).click()
      await other.page.getByRole('button', { name: 'Create backup' }).waitFor()
      await openConsole(other.page, shared.program, '/settings')
      await other.page.getByRole('button', { name: `Remove ${name} as owner` }).click()
      await confirm(other.page, `Remove ${name} as owner`, 'Remove owner')
      await other.page.getByRole('link', { name: 'Backups' }).waitFor({ state: 'detached' })
      expect(await other.page.getByText('Owners of this installation').count()).toBe(0)
      await openConsole(other.page, shared.program, '/backups')
      await titled(other.page, "You don't have access")
      await other.page.getByText('Only installation owners can open this page.').waitFor()

      await openConsole(owner.page, shared.program, '/audit')
      await owner.page.getByText('stepped down as owner of the installation').first().waitFor()
      await owner.page.getByText('an owner of the installation').first().waitFor()
      expect([...owner.browserErrors, ...other.browserErrors]).toEqual([])
      await owner.context.close()
      await other.context.close()
    })
  })

  test('shows an admin who is not an owner no backups, no owners and no way to create organizations', async () => {
    const { credentials } = await newMember(shared.program, shared.session, 'admin')
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/settings', 'Settings', credentials)
    await page.getByRole('table', { name: 'Limits of this installation' }).waitFor()
    expect(await page.getByRole('link', { name: 'Backups' }).count()).toBe(0)
    expect(await page.getByText('Owners of this installation').count()).toBe(0)
    await openConsole(page, shared.program, '/account')
    await page.getByText('Your organizations').waitFor()
    expect(await page.getByRole('link', { name: 'New organization' }).count()).toBe(0)
    for (const path of ['/backups', '/organizations/new']) {
      await openConsole(page, shared.program, path)
      await titled(page, "You don't have access")
    }
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
