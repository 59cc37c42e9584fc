import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { clientOf } from './support/client'
import { startProgram, stopPrograms } from './support/program'

/** The page in a real browser: what people need one for. */

const executablePath = '/usr/bin/chromium'
const isInstalled = existsSync(executablePath)
const suffix = isInstalled ? '' : ' (skipped: Chromium is not installed)'
setDefaultTimeout(30_000)

let browser: Browser | undefined
afterAll(async () => {
  await browser?.close()
  await stopPrograms()
})

const args = [
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking',
  '--disable-component-update --disable-sync',
].flatMap((flags) => flags.split(' '))

test.skipIf(!isInstalled)(
  `a newcomer sets up by the printed link and mints a key that works${suffix}`,
  async () => {
    const program = await startProgram({ withAdministrator: false })
    browser = await chromium.launch({ executablePath, args })
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })

    await page.goto(program.setup as string)
    await page.fill('#setup [name=organization_name]', 'North')
    await page.fill('#setup [name=name]', 'Ada')
    await page.fill('#setup [name=email]', 'ada@example.org')
    await page.fill('#setup [name=password]', 'correct horse')
    await page.click('#setup button')
    await page.waitForSelector('#account:not([hidden])')
    expect(await page.textContent('#organization')).toBe('North')

    await page.fill('#new-key [name=name]', 'WMS')
    await page.click('#new-key button')
    await page.waitForSelector('#key:not([hidden])')
    const token = await clientOf(program.http).post('/api/v1/oauth/token', {
      grant_type: 'client_credentials',
      client_id: await page.textContent('#client-id'),
      client_secret: await page.textContent('#client-secret'),
    })
    expect(token.status).toBe(200)
    const api = clientOf(program.http, token.body.access_token)
    expect((await api.get('/api/v1/orgs/me')).body.data.name).toBe('North')

    await page.reload()
    await page.waitForSelector('#account:not([hidden])')
    await page.click('#sign-out')
    await page.waitForSelector('#sign-in:not([hidden])')
    expect(problems).toEqual([])

    await page.fill('#sign-in [name=email]', 'ada@example.org')
    await page.fill('#sign-in [name=password]', 'wrong')
    await page.click('#sign-in button')
    await page.locator('#problem', { hasText: 'Wrong e-mail address or password' }).waitFor()
  },
)
