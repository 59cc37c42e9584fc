import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { enterConsole, hasBrowser, launch, phone, titled, unless, visit } from '../support/browser'
import { executable } from '../support/program'

/** The demo in the console. With TEST_IMAGES, the screenshots of the README are written to that folder. */

setDefaultTimeout(120_000)

const folder = process.env['TEST_IMAGES']

interface Demo {
  readonly console: string
  readonly email: string
  readonly password: string
  readonly process: Bun.Subprocess
}

async function startDemo(temporary: string): Promise<Demo> {
  const demo = Bun.spawn([executable, 'demo', '--port', '0', '--mqtt-port', '0'], {
    stdout: 'pipe',
    env: { ...process.env, TMPDIR: temporary },
  })
  const output = demo.stdout.getReader()
  let text = ''
  for (;;) {
    const { done, value } = await output.read()
    if (done) throw new Error(`The demo did not start: ${text}`)
    text += new TextDecoder().decode(value)
    const console = /Console +(\S+)/.exec(text)?.[1]
    const [, email, password] = /Sign-in +(\S+) \/ (\S+)/.exec(text) ?? []
    if (console && email && password) return { console, email, password, process: demo }
  }
}

describe.skipIf(!hasBrowser)(`the console of the demo${unless}`, () => {
  let browser: Browser
  let demo: Demo
  const temporary = mkdtempSync(join(tmpdir(), 'whereabouts-pictures-'))
  beforeAll(async () => {
    browser = await launch()
    demo = await startDemo(temporary)
  })
  afterAll(async () => {
    await browser.close()
    demo.process.kill('SIGINT')
    await demo.process.exited
    rmSync(temporary, { recursive: true })
  })

  async function picture(page: Page, name: string): Promise<void> {
    if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
  }

  test('shows moves, on a desktop and on a phone with dark colors', async () => {
    const desk = await visit(browser, { width: 1200, height: 830 })
    const hand = await visit(browser, phone)
    await hand.page.emulateMedia({ colorScheme: 'dark' })
    for (const { page } of [desk, hand])
      await enterConsole(page, { http: new URL(demo.console).origin }, '/', 'Where everything is', demo)
    for (const [{ page }, name] of [
      [desk, 'where'],
      [hand, 'phone'],
    ] as const) {
      // The demo moves an asset every few seconds, and a moment later when the machine is busy.
      await page.getByText('Arrived from').first().waitFor({ timeout: 30_000 })
      await picture(page, name)
    }
    await desk.page.getByRole('link', { name: 'Today' }).first().click()
    await titled(desk.page, 'Today')
    await desk.page.locator('[data-figure="Reads per minute"]').getByText(/^\d/).waitFor()
    for (const { browserErrors, context } of [desk, hand]) {
      expect(browserErrors).toEqual([])
      await context.close()
    }
  })

  test('shows an asset with photos and the fields of the demo', async () => {
    const { page, context, browserErrors } = await visit(browser, { width: 1200, height: 1400 })
    await enterConsole(page, { http: new URL(demo.console).origin }, '/', 'Where everything is', demo)
    await page.keyboard.press('Control+k')
    await page
      .getByRole('combobox', { name: /^Search records/ })
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.type('blue pallet 1')
    await page
      .getByRole('option', { name: /^Blue pallet 1\b/ })
      .first()
      .click()
    await titled(page, 'Blue pallet 1')
    await page.getByRole('img', { name: 'At the goods receipt' }).first().waitFor()
    await page.getByText('Weight (kg)').first().waitFor()
    await picture(page, 'asset')
    expect(browserErrors).toEqual([])
    await context.close()
  })
})
