import { describe, expect, test } from 'bun:test'
import { version } from '../../package.json'
import {
  barriers,
  confirm,
  enterConsole,
  offered,
  openConsole,
  row,
  signInAs,
  titled,
  visit,
} from '../support/browser'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { eventually } from '../support/eventually'
import {
  freshEmail,
  handOver,
  invite,
  isSignedIn,
  membersOf,
  newMember,
  type TestUser,
} from '../support/users'
import { administrator } from '../support/program'

/** Members, organizations and accounts in the console, on a desktop and on a phone. */

describeConsole('the console', (shared) => {
  describe.each(viewportsOfFlows)('on %s', (_, viewport) => {
    test('lets a new user join with an invitation, and an admin change the role and remove the member', async () => {
      const admin = await visit(shared.browser, viewport)
      await enterConsole(admin.page, shared.program, '/members', 'Members')
      await admin.page.getByText("The only admin can't leave").waitFor()
      await admin.page.getByRole('link', { name: 'Invite member' }).click()
      await titled(admin.page, 'New invitation')
      await admin.page.getByRole('radio', { name: 'Operator' }).check()
      await admin.page.getByLabel('E-mail').fill('not an address')
      await admin.page.getByRole('button', { name: 'Create invite link' }).click()
      await admin.page.getByText('Must be an e-mail address').waitFor()
      expect(await barriers(admin.page)).toEqual([])
      await admin.page.getByLabel('E-mail').fill('')
      await admin.page.getByRole('button', { name: 'Create invite link' }).click()
      await admin.page.getByText('This link is shown only once').waitFor()
      const link = await offered(admin.page, 'Link')
      expect(await barriers(admin.page)).toEqual([])
      await admin.page.getByRole('link', { name: 'Done' }).click()
      await admin.page.getByText('Anyone with the link, as operator').waitFor()

      const name = `Cleo ${viewport.width}`
      const guest = await visit(shared.browser, viewport)
      await guest.page.goto(link)
      await titled(guest.page, 'Join North')
      await guest.page.getByText('You are invited as operator.').waitFor()
      await guest.page.getByLabel('Your name').fill(name)
      await guest.page.getByLabel('E-mail').fill(administrator.email)
      await guest.page.getByLabel('Password').first().fill('short')
      await guest.page.getByRole('button', { name: 'Join' }).click()
      await guest.page.getByText('Enter at least 8 characters').waitFor()
      expect(await barriers(guest.page)).toEqual([])
      await guest.page.getByLabel('Password').first().fill('long enough')
      await guest.page.getByRole('button', { name: 'Join' }).click()
      await guest.page.getByText('This address may already have an account').waitFor()
      await guest.page.getByLabel('E-mail').fill(freshEmail())
      await guest.page.getByRole('button', { name: 'Join' }).click()
      await titled(guest.page, 'Where everything is')
      await guest.page.getByText('Welcome to North').waitFor()
      expect(new URL(guest.page.url()).hash).toBe('')

      await openConsole(guest.page, shared.program, '/members')
      await titled(guest.page, 'Members')
      await row(guest.page, name).getByText('Operator').waitFor()
      expect(await guest.page.getByRole('link', { name: 'Invite member' }).count()).toBe(0)
      expect(await guest.page.getByRole('combobox').count()).toBe(0)
      expect(await guest.page.getByRole('button', { name: 'Remove' }).count()).toBe(0)
      await openConsole(guest.page, shared.program, '/members/invite')
      await titled(guest.page, "You don't have access")

      await admin.page.reload()
      await titled(admin.page, 'Members')
      const role = admin.page.getByRole('combobox', { name: `Role of ${name}` })
      await role.focus()
      // The arrow keys only move in the list of roles, and Enter saves one.
      await admin.page.keyboard.press('ArrowDown')
      await admin.page.getByRole('listbox').waitFor()
      const marked = admin.page.locator('[data-combobox-selected]')
      for (let presses = 0; !(await marked.allTextContents()).includes('Manager'); presses++) {
        if (presses > 4) throw new Error('The arrow keys do not get to the role')
        await admin.page.keyboard.press('ArrowDown')
      }
      await admin.page.keyboard.press('Enter')
      await admin.page.getByText(`The role of ${name} is now manager`).waitFor()
      expect(await barriers(admin.page)).toEqual([])
      expect((await membersOf(shared.session)).map(({ role }) => role)).toContain('manager')
      await admin.page.getByRole('button', { name: `Remove member “${name}”` }).click()
      await confirm(admin.page, `Remove member “${name}”`, 'Remove member')
      await row(admin.page, name).waitFor({ state: 'detached' })
      await guest.page.reload()
      await titled(guest.page, 'Sign in')
      expect([...admin.browserErrors, ...guest.browserErrors]).toEqual([])
      await admin.context.close()
      await guest.context.close()
    })

    test('tells a visitor to try again when there are too many requests, and not that the link is invalid', async () => {
      const { page, context } = await visit(shared.browser, viewport)
      await page.route('**/internal/v1/invitations/look', (route) => route.fulfill({ status: 429, json: {} }))
      await openConsole(page, shared.program, '/join#token')
      await page.getByRole('button', { name: 'Try again' }).waitFor()
      expect(await page.getByText('This invite link is not valid').count()).toBe(0)
      await context.close()
    })

    test('lets a user with an account join with the password, or with one click when signed in', async () => {
      const bea = await newAdmin('Bea', 'Annex')
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      const other = bea.session
      const cleo = await newMember(shared.program, shared.session, 'viewer', `Guest ${viewport.width}`)
      await openConsole(
        page,
        shared.program,
        `/join#${await invite(other, 'manager', cleo.credentials.email)}`,
      )
      await titled(page, 'Join Annex')
      await eventually(() => page.getByLabel('E-mail').inputValue()).toBe(cleo.credentials.email)
      await page.getByText('Existing account').click()
      expect(await page.getByLabel('Your name').count()).toBe(0)
      await page.getByLabel('Password').first().fill('not the one')
      await page.getByRole('button', { name: 'Join' }).click()
      await page.getByText('Wrong e-mail address or password').waitFor()
      await page.getByLabel('Password').first().fill(cleo.credentials.password)
      await page.getByRole('button', { name: 'Join' }).click()
      await titled(page, 'Where everything is')
      await page.getByRole('button', { name: 'Organization: Annex' }).waitFor()

      const third = (await handOver(shared.program, bea, 'Depot')).session
      await openConsole(page, shared.program, `/join#${await invite(third, 'viewer')}`)
      await titled(page, 'Join Depot')
      await page.getByText(`You are signed in as Guest ${viewport.width}`).waitFor()
      expect(await barriers(page)).toEqual([])
      await page.getByRole('button', { name: 'Join' }).click()
      await page.getByRole('button', { name: 'Organization: Depot' }).waitFor()

      await openConsole(page, shared.program, `/join#${await invite(third, 'viewer', 'else@example.org')}`)
      await page.getByText('but the invitation is for else@example.org').waitFor()
      expect(await page.getByRole('button', { name: 'Join' }).count()).toBe(0)
      await page.getByRole('button', { name: 'Use another account' }).click()
      await page.getByText('New account').waitFor()
      await openConsole(page, shared.program, '/join#spent')
      await page.reload()
      await page.getByText('Ask an admin of the organization for a new link').waitFor()
      expect(browserErrors).toEqual([])
      await context.close()
    })

    /** A viewer of the first organization who is the admin of another. */
    const newAdmin = async (name: string, organization: string): Promise<TestUser> =>
      handOver(shared.program, await newMember(shared.program, shared.session, 'viewer', name), organization)

    test('revokes an invitation', async () => {
      const email = freshEmail()
      const token = await invite(shared.session, 'viewer', email)
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/members', 'Members')
      await page.getByRole('button', { name: `Revoke invitation for ${email}` }).click()
      await confirm(page, `Revoke invitation for ${email}`, 'Revoke invitation')
      await page.getByText(`${email}, as viewer`).waitFor({ state: 'detached' })
      expect((await shared.session.post('/internal/v1/invitations/look', { token })).status).toBe(404)
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('changes the settings of an organization, and warns before history is deleted', async () => {
      const dora = await newAdmin('Dora', 'Yard')
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/settings', 'Settings', dora.credentials)
      // A sign-in begins in the first organization, where Dora is a viewer.
      await page.getByText('Only an admin can change these settings.').waitFor()
      expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
      expect(await barriers(page)).toEqual([])
      await openConsole(page, shared.program, '/account')
      await titled(page, 'Account')
      await row(page, 'This device').waitFor()
      expect(await page.getByRole('link', { name: 'New organization' }).count()).toBe(0)
      await page.getByRole('button', { name: 'Organization' }).click()
      await page.getByRole('menuitem', { name: 'Yard' }).click()
      await titled(page, 'Where everything is')
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('menuitem', { name: 'Settings' }).click()
      await titled(page, 'Settings')
      await page.getByRole('textbox', { name: 'Name' }).fill('Yard West')
      await page.getByLabel('Delete it after a number of days').check()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText(/^Must be/).waitFor()
      await page.getByRole('spinbutton', { name: 'Days' }).fill('90')
      const sensitivity = page.getByRole('radiogroup', { name: 'Sensitivity of locations' })
      await eventually(() => sensitivity.getByRole('radio', { name: 'Normal' }).isChecked()).toBe(true)
      await sensitivity.getByText('Calm').click()
      await page.getByText('Calm: fewer false moves').waitFor()
      await page.getByText('Stays that ended more than 90 days ago are deleted').waitFor()
      expect(await barriers(page)).toEqual([])
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('button', { name: 'Organization: Yard West' }).waitFor()
      const own = (await dora.session.get('/internal/v1/organizations')).body.data
      const { id } = own.find(({ name }: { name: string }) => name === 'Yard West')
      const { data } = (await dora.session.get(`/internal/v1/organizations/${id}`)).body
      expect(data).toMatchObject({ history_retention_days: 90, sensitivity: 'calm' })
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test("shows a user's account, to change the name, the password and the organizations", async () => {
      const user = await newMember(shared.program, shared.session, 'admin', 'Emil')
      const owners = '/internal/v1/installation/owners'
      expect((await shared.session.post(owners, { email: user.credentials.email })).status).toBe(201)
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/account', 'Account', user.credentials)
      await row(page, 'This device').waitFor()
      expect(await barriers(page)).toEqual([])
      await page.getByLabel('Name').fill('Emilia')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('button', { name: 'Account: Emilia' }).waitFor()

      await page.getByLabel('Current password').fill('not mine')
      await page.getByLabel('New password').fill('another password')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('The current password is not correct.').waitFor()
      await eventually(() => page.getByLabel('Current password').getAttribute('aria-invalid')).toBe('true')
      expect(await isSignedIn(user)).toBe(true)
      await page.getByLabel('Current password').fill(user.credentials.password)
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('Password changed.').waitFor()
      await eventually(() => page.getByLabel('New password').inputValue()).toBe('')
      expect(await isSignedIn(user)).toBe(false)

      await page.getByRole('link', { name: 'New organization' }).click()
      await titled(page, 'New organization')
      expect(await barriers(page)).toEqual([])
      await page.getByLabel('Name').fill('Attic')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('button', { name: 'Organization: Attic' }).waitFor()
      await openConsole(page, shared.program, '/account')
      await page.getByRole('button', { name: 'Switch to North' }).click()
      await page.getByRole('button', { name: 'Organization: North' }).waitFor()

      await openConsole(page, shared.program, '/members')
      await page.getByRole('button', { name: 'Leave organization “North”' }).click()
      await confirm(page, 'Leave organization “North”', 'Leave organization')
      await titled(page, 'Sign in')
      await signInAs(page, { ...user.credentials, password: 'another password' })
      // A phone does not show the name of the only organization.
      await page.getByText('Attic', { exact: true }).first().waitFor({ state: 'attached' })
      await openConsole(page, shared.program, '/account')
      await page.getByRole('button', { name: 'Sign out everywhere' }).click()
      await confirm(page, 'Sign out everywhere', 'Sign out everywhere')
      await titled(page, 'Sign in')
      expect(browserErrors).toEqual([])
      await context.close()
    })

    test('shows its version, and the licenses of its components', async () => {
      const { page, context, browserErrors } = await visit(shared.browser, viewport)
      await enterConsole(page, shared.program, '/about', 'About')
      await page.getByText(`Version ${version}`).waitFor()
      for (const [component, words] of [
        [`whereabouts ${version}`, 'Apache License'],
        ['wouter', 'released into the public domain'],
        ['bun 1', 'JavaScriptCore'],
        ['elysia 1', 'Permission is hereby granted'],
        ['@vue/runtime-core 3', 'Permission is hereby granted'],
      ] as const) {
        const license = page.locator('details').filter({ hasText: component }).first()
        await license.locator('summary').click()
        await license.getByText(words).waitFor()
      }
      expect(await barriers(page)).toEqual([])
      expect((await page.request.get(`${shared.program.http}/docs`)).status()).toBe(200)
      await eventually(() => page.getByRole('link', { name: 'API reference' }).getAttribute('href')).toBe(
        '/docs',
      )
      expect(browserErrors).toEqual([])
      await context.close()
    })
  })
})
