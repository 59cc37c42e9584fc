import { expect, test } from 'bun:test'
import {
  enterConsole,
  enterWithPassword,
  flaws,
  openConsole,
  signInAs,
  titled,
  visit,
} from '../support/browser'
import { otherOrganization } from '../support/client'
import { describeConsole, viewportsOfFlows } from '../support/console'
import { eventually } from '../support/eventually'
import { administrator } from '../support/program'
import { newAsset } from '../support/records'

/** Text that was typed into a form and not saved. */

describeConsole('unsaved text', (shared) => {
  test.each(viewportsOfFlows)('on %s: is kept until the user discards it', async (_, viewport) => {
    const { page, context, browserErrors } = await visit(shared.browser, viewport)
    await enterConsole(page, shared.program, '/assets', 'Assets')
    // The link is in another place when the list is empty.
    await page.getByText('No assets yet').waitFor()
    await page.getByRole('link', { name: 'New asset' }).click()
    await titled(page, 'New asset')
    // Without text, nothing is asked.
    await page.getByRole('link', { name: 'Assets' }).first().click()
    await titled(page, 'Assets')
    await page.getByRole('link', { name: 'New asset' }).click()
    await titled(page, 'New asset')
    await page.getByLabel('Name').fill('Half a name')
    const dialog = page.getByRole('dialog', { name: 'Discard your changes?' })
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Where' })
    await links.click()
    await dialog.waitFor()
    expect(await flaws(page)).toEqual([])
    // With the keyboard alone: the focus is on the safe choice.
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await eventually(() => page.getByLabel('Name').inputValue()).toBe('Half a name')
    await page.goBack()
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/console/assets/new')
    await eventually(() => page.getByLabel('Name').inputValue()).toBe('Half a name')
    await page.goBack()
    await dialog.getByRole('button', { name: 'Discard changes' }).click()
    await titled(page, 'Assets')
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('in a dialog is kept until the user discards it', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/asset-fields', 'Asset fields')
    const form = page.getByRole('dialog', { name: 'New field' })
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    const open = () => page.getByRole('button', { name: 'New field' }).click()
    await open()
    // Without text, nothing is asked.
    await form.getByLabel('Name').waitFor()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    const ways = {
      Escape: () => page.keyboard.press('Escape'),
      Close: () => form.getByRole('button', { name: 'Close' }).click(),
      'a click outside': () => page.mouse.click(5, 5),
    }
    for (const [name, close] of Object.entries(ways)) {
      await open()
      await form.getByLabel('Name').fill(name)
      await close()
      await question.waitFor()
      expect(await flaws(page)).toEqual([])
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      expect(await form.getByLabel('Name').inputValue()).toBe(name)
      await close()
      await question.getByRole('button', { name: 'Discard changes' }).click()
      await form.waitFor({ state: 'detached' })
    }
    await open()
    expect(await form.getByLabel('Name').inputValue()).toBe('')
    await form.getByLabel('Name').fill('Serial no.')
    await form.getByRole('button', { name: 'Create field' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'Serial no.', exact: true }).waitFor()
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('is not asked about by "Cancel", and after it was saved', async () => {
    const { id } = await newAsset(shared.session, { name: 'Saw' })
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, `/assets/${id}/edit`, 'Edit Saw')
    await page.getByLabel('Description').fill('Sharp')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await titled(page, 'Saw')
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Description').fill('Blunt')
    await page.getByRole('button', { name: 'Save' }).click()
    await titled(page, 'Saw')
    await openConsole(page, shared.program, '/settings')
    await titled(page, 'Settings')
    await page.getByRole('textbox', { name: 'Name' }).fill('North and south')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Settings saved').waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Where' }).click()
    await titled(page, 'Where everything is')
    await context.close()
  })

  test('survives the end of the session, until the same user has signed in again', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, { http: shared.program.http }, '/locations/new', 'New location')
    await page.getByLabel('Name').fill('A long name')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await titled(page, 'Sign in')
    // Also a reload of the page.
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByLabel('E-mail').fill('ada@example.org')
    await page.getByLabel('Password').first().fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await titled(page, 'New location')
    await eventually(() => page.getByLabel('Name').inputValue()).toBe('A long name')
    const notice = page.locator('[data-restored]')
    await notice.getByText('It is not saved yet.').waitFor()
    expect(await flaws(page)).toEqual([])
    await notice.getByRole('button', { name: 'Discard' }).click()
    await notice.waitFor({ state: 'detached' })
    await eventually(() => page.getByLabel('Name').inputValue()).toBe('')
    await context.close()
  })

  test('that was restored is saved like any other, and is then no longer called unsaved', async () => {
    const { page, context } = await visit(shared.browser)
    await enterWithPassword(page, shared.program, '/settings', 'Settings')
    await page.getByRole('textbox', { name: 'GS1 company prefix' }).fill('4012345')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await titled(page, 'Sign in')
    await signInAs(page, administrator)
    await titled(page, 'Settings')
    const notice = page.locator('[data-restored]')
    await notice.waitFor()
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Settings saved').waitFor()
    await notice.waitFor({ state: 'detached' })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Where' }).click()
    await titled(page, 'Where everything is')
    await context.close()
  })

  test('is not lost when the user switches the organization, unless the user discards it', async () => {
    await otherOrganization(shared.program, 'East')
    const { page, context } = await visit(shared.browser)
    await enterWithPassword(page, shared.program, '/assets/new', 'New asset')
    await page.getByLabel('Name').fill('Half a name')
    const dialog = page.getByRole('dialog', { name: 'Discard your changes?' })
    const choose = async () => {
      await page.getByRole('button', { name: 'Organization: North' }).click()
      await page.getByRole('menuitem', { name: 'East' }).click()
    }
    await choose()
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await dialog.waitFor({ state: 'detached' })
    await eventually(() => page.getByLabel('Name').inputValue()).toBe('Half a name')
    await page.getByRole('button', { name: 'Organization: North' }).waitFor()
    await choose()
    await dialog.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('button', { name: 'Organization: East' }).waitFor()
    await titled(page, 'Where everything is')
    await context.close()
  })

  test('survives when the user signs out in another tab', async () => {
    const { page, context } = await visit(shared.browser)
    await enterWithPassword(page, shared.program, '/assets', 'Assets')
    const other = await context.newPage()
    // Only a reload asks.
    other.on('dialog', (dialog) => void dialog.accept())
    await openConsole(other, shared.program, '/locations/new')
    await titled(other, 'New location')
    await other.getByLabel('Name').fill('A long name')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await titled(other, 'Sign in')
    await titled(page, 'Sign in')
    await signInAs(page, administrator)
    await titled(page, 'Assets')
    await titled(other, 'New location')
    await eventually(() => other.getByLabel('Name').inputValue()).toBe('A long name')
    await context.close()
  })
})
