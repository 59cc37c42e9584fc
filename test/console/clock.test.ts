import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import {
  desktop,
  enterConsole,
  flaws,
  hasBrowser,
  launch,
  phone,
  titled,
  unless,
  violations,
  visit,
} from '../support/browser'
import { signIn } from '../support/client'
import { eventually } from '../support/eventually'
import { type FakeClock, faketimeSuffix, hasFaketime, newFakeClock } from '../support/faketime'
import { newMember } from '../support/users'
import { type Program, startProgram, stopPrograms } from '../support/program'

/** The console warns when the server's clock may be wrong (decision 0012). */

setDefaultTimeout(120_000)

const year = 365 * 86_400
const title = "The server's clock may be wrong"

describe.skipIf(!hasBrowser || !hasFaketime)(`a wrong clock in the console${unless}${faketimeSuffix}`, () => {
  let browser: Browser
  let program: Program
  let clock: FakeClock
  beforeAll(async () => {
    browser = await launch()
    clock = newFakeClock()
    program = await startProgram({ env: { ...clock.env } })
  })
  afterAll(async () => {
    await browser.close()
    await program.stop()
    clock.discard()
    await stopPrograms()
  })

  // Rule: internal-api.md, Clock
  test('is reported to admins, and an installation owner can confirm the time', async () => {
    clock.set(year)
    const owner = await signIn(program)
    const { credentials } = await newMember(program, owner, 'manager')
    const second = await newMember(program, owner, 'admin')
    const other = await visit(browser, desktop)
    await enterConsole(other.page, program, '/assets', 'Assets', credentials)
    const { page, context, browserErrors } = await visit(browser, phone)
    await enterConsole(page, program, '/assets', 'Assets')
    const banner = page.getByRole('group', { name: title })
    await banner.getByText('No old data is deleted').waitFor()
    // What screen readers announce contains no time: they would read it again whenever it changes.
    await eventually(() => page.getByRole('alert').allTextContents()).toEqual([title])
    expect(await flaws(page)).toEqual([])
    expect(await violations(page)).toEqual([])
    expect(await other.page.getByText(title).count()).toBe(0)
    const admin = await visit(browser, desktop)
    await enterConsole(admin.page, program, '/assets', 'Assets', second.credentials)
    await admin.page.getByText(title).waitFor()
    expect(await admin.page.getByRole('button', { name: 'Confirm time' }).count()).toBe(0)
    await admin.context.close()

    await page.getByRole('button', { name: 'Confirm time' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm time' }).click()
    await page.getByText('Time confirmed').waitFor()
    await banner.waitFor({ state: 'detached' })
    await page.goto(`${program.http}/console/audit`)
    await titled(page, 'Change log')
    await page
      .getByText(/confirmed that the time [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2}:\d{2} .+ is correct/)
      .first()
      .waitFor()
    expect([...browserErrors, ...other.browserErrors, ...admin.browserErrors]).toEqual([])
    await context.close()
    await other.context.close()
  })
})
