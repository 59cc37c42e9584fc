import { expect, test } from 'bun:test'
import { enterConsole, enterWithPassword, flaws, openConsole, titled, visit } from '../support/browser'
import { describeConsole } from '../support/console'
import { eventually } from '../support/eventually'
import { newMember } from '../support/users'

/** Keys of single letters, and what users choose on their device. */

describeConsole('keys', (shared) => {
  test('lead from any page to the pages of the navigation, after G', async () => {
    const { page, context, browserErrors } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/settings', 'Settings')
    for (const [key, title] of [
      ['t', 'Today'],
      ['w', 'Where everything is'],
      ['a', 'Alerts'],
      ['s', 'Assets'],
      ['l', 'Locations'],
      ['r', 'Readers'],
      [',', 'Settings'],
    ] as const) {
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await titled(page, title)
    }
    // A letter alone, or another one after G, leads nowhere.
    await page.keyboard.press('t')
    await page.keyboard.press('g')
    await page.keyboard.press('x')
    await page.keyboard.press('t')
    await titled(page, 'Settings')
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('are text in a field, are listed after a question mark, and can be switched off', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/account', 'Account')
    await page.getByLabel('Name').first().focus()
    await page.keyboard.type('gt?')
    await titled(page, 'Account')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByLabel('Name').first().blur()
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keys' })
    await list.getByRole('row', { name: 'G T Today' }).waitFor()
    await list.getByRole('row', { name: 'A Acknowledge' }).waitFor()
    expect(await flaws(page)).toEqual([])
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await page.getByRole('switch', { name: 'Letter keys' }).uncheck({ force: true })
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.keyboard.press('?')
    await titled(page, 'Account')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await context.close()
  })

  test('lead a viewer to no page of operators', async () => {
    const { credentials } = await newMember(shared.program, shared.session, 'viewer', 'Vera')
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/settings', 'Settings', credentials)
    await page.keyboard.press('g')
    await page.keyboard.press('k')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).getByRole('row', { name: 'G T Today' }).waitFor()
    expect(await page.getByRole('row', { name: 'G K Work' }).count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/console/settings')
    await context.close()
  })
})

describeConsole('the home page', (shared) => {
  test('is that of the role until the user chooses another one', async () => {
    const { page, context } = await visit(shared.browser)
    await enterWithPassword(page, shared.program, '/', 'Today')
    await openConsole(page, shared.program, '/account')
    const choice = page.getByLabel('Home page')
    await eventually(() => choice.inputValue()).toBe('/overview')
    await choice.selectOption('Alerts')
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await enterWithPassword(page, shared.program, '/', 'Alerts')
    await context.close()
  })
})
