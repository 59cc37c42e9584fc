import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { hasBrowser, launch, unless } from '../../support/browser'
import { apiClient, type Client, clientOf, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { createContract } from '../../support/validate'

/** The reference page, in a browser that can connect only to this server. */

const { routes } = createContract(
  JSON.parse(readFileSync(join(import.meta.dir, '../../../docs/openapi.json'), 'utf8')),
)
// The first start of the browser reads it from the disk.
setDefaultTimeout(30_000)

const scriptPath = '/docs/reference.js'

let program: Program
let client: Client
beforeAll(async () => {
  program = await startProgram()
  client = clientOf(program.http)
})
afterAll(stopPrograms)

describe.skipIf(!hasBrowser)(`the reference page${unless}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(async () => {
    await browser.close()
  })

  /** Records the errors of the browser, violations of the page's policy and the requested hosts. */
  function observe(page: Page): { readonly browserErrors: string[]; readonly hosts: Set<string> } {
    const browserErrors: string[] = []
    const hosts = new Set<string>()
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) browserErrors.push(message.text())
    })
    page.on('pageerror', (error) => browserErrors.push(error.message))
    page.on('requestfailed', (request) => browserErrors.push(`${request.url()} failed`))
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url())
      if (protocol !== 'data:' && protocol !== 'blob:') hosts.add(host)
    })
    page.on('websocket', (socket) => hosts.add(new URL(socket.url()).host))
    return { browserErrors, hosts }
  }

  test('lists every operation and tries one, without errors and without requests to other hosts', async () => {
    const api = await apiClient(program, await signIn(program))
    const page = await browser.newPage()
    page.setDefaultTimeout(10_000)
    const { browserErrors, hosts } = observe(page)

    await page.goto(`${program.http}/docs`)
    await page.getByRole('link', { name: 'List assets' }).first().click()
    expect(await page.title()).toBe('Whereabouts API')
    const links = (await page.getByRole('link').allInnerTexts()).join('\n')
    const summaries = routes.map(({ summary }) => summary)
    expect(summaries.filter((summary) => !links.includes(summary))).toEqual([])

    await page
      .getByPlaceholder('Token')
      .first()
      .fill(api.token as string)
    await page.getByRole('button', { name: 'Test Request (get /api/v1/assets)' }).click()
    const response = page.waitForResponse((response) => response.url().includes('/api/v1/assets?'))
    await page.getByRole('button', { name: /^Send/ }).first().click()
    expect((await response).status()).toBe(200)
    await page.getByText('200 OK').first().waitFor()

    expect(browserErrors).toEqual([])
    expect([...hosts]).toEqual([new URL(program.http).host])
  }, 40_000)
})

test('the page forbids scripts and connections of other hosts', async () => {
  const { headers, text } = await client.get('/docs')
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  const policy = new Map(
    (headers.get('content-security-policy') ?? '').split('; ').map((rule) => [rule.split(' ')[0], rule]),
  )
  expect(policy.get('default-src')).toBe("default-src 'none'")
  expect(policy.get('script-src')).toBe("script-src 'self'")
  expect(policy.get('connect-src')).toBe("connect-src 'self'")
  expect(text).not.toMatch(/https?:\/\//)
})

test('the script of the page is compressed only for clients that accept compression', async () => {
  const load = async (encoding: string) => {
    const init = { headers: { 'accept-encoding': encoding }, decompress: false }
    const response = await fetch(program.http + scriptPath, init)
    return { headers: response.headers, bytes: await response.bytes() }
  }
  const plain = await load('identity')
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')

  for (const encoding of ['gzip', 'br, gzip;q=0.5', 'GZIP']) {
    const { headers, bytes } = await load(encoding)
    expect([encoding, headers.get('content-encoding')]).toEqual([encoding, 'gzip'])
    expect(bytes.length).toBeLessThan(plain.bytes.length / 3)
    expect(gunzipSync(bytes).equals(plain.bytes)).toBeTrue()
  }
  for (const encoding of ['gzip;q=0', 'br', 'x-gzip'])
    expect([encoding, (await load(encoding)).headers.get('content-encoding')]).toEqual([encoding, null])
  for (const { headers } of [plain, await load('gzip')]) {
    expect(headers.get('vary')?.toLowerCase()).toBe('accept-encoding')
    expect(headers.get('cache-control')).toContain('max-age')
  }
})
