import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '../../scripts/free-port'
import {
  desktop,
  enterConsole,
  hasBrowser,
  launch,
  openConsole,
  phone,
  titled,
  unless,
  type Visit,
  violations,
  visit,
} from '../support/browser'
import { type Client, clientOf, signIn } from '../support/client'
import { eventually } from '../support/eventually'
import {
  type Bay,
  chooseBay,
  newBay,
  newDrill,
  locationsOf,
  scanAll,
  submit,
  submitted,
} from '../support/handheld'
import { administrator, newDataDir, type Program, startProgram, stopPrograms } from '../support/program'
import type { Row } from '../support/records'
import { until } from '../support/until'

/** The console in a browser that caches it: over HTTPS, and while the service can't be reached. */

setDefaultTimeout(120_000)

describe.skipIf(!hasBrowser)(`the cached console${unless}`, () => {
  const dataDir = newDataDir()
  let browser: Browser
  let program: Program
  let port: number
  let session: Client

  const start = () =>
    startProgram({
      dataDir,
      env: { WHEREABOUTS_TLS: 'self-signed', WHEREABOUTS_PORT: `${port}` },
    })

  beforeAll(async () => {
    port = await freePort()
    program = await start()
    session = await signIn(program)
    const certificate = new X509Certificate(readFileSync(join(dataDir, 'tls', 'server.crt')))
    const spki = new Bun.CryptoHasher('sha256')
      .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
      .digest('base64')
    // Trusts the certificate like a browser with the CA in its store, which only a separate tool could add it to.
    browser = await launch([`--ignore-certificate-errors-spki-list=${spki}`])
  })
  afterAll(async () => {
    await browser.close()
    await stopPrograms()
  })

  /** Signs in on the scan page, waits until the console is cached, and chooses a location. */
  async function openCached(location: Bay): Promise<Visit> {
    const visited = await visit(browser, phone, { allowsServiceWorker: true })
    const { page } = visited
    await enterConsole(page, program, '/scan', 'Scan')
    await page.getByText('the user who signed in last can still open this page').waitFor()
    await chooseBay(page, location)
    return visited
  }

  async function scanAssets(page: Page, ...assets: Row[]): Promise<void> {
    await page.getByLabel('Scan an asset').focus()
    await scanAll(page, ...assets.map(({ external_key: key }) => key))
  }

  test('opens without the service, stores scans, and sends them once when the service is back', async () => {
    const [location, one, two] = [await newBay(session), await newDrill(session), await newDrill(session)]
    const { page, context, browserErrors } = await openCached(location)
    await program.stop()
    await page.reload()
    await titled(page, 'Scan')
    await page.locator('[data-location]', { hasText: location.name }).waitFor()
    await scanAssets(page, one, two)
    await submit(page).click()
    await page.getByText('2 scans waiting').waitFor()
    // The submission survives closing the page.
    await page.close()
    const next = await context.newPage()
    const bodies: string[] = []
    next.on('request', (request) => {
      if (request.url().endsWith('/internal/v1/scans') && request.method() === 'POST')
        bodies.push(request.postData() ?? '')
    })
    await openConsole(next, program, '/scan')
    await submitted(next, 'waiting').waitFor()

    program = await start()
    session = await signIn(program)
    await submitted(next, 'sent').getByText('2 recorded').waitFor({ timeout: 40_000 })
    expect([await locationsOf(session, one), await locationsOf(session, two)]).toEqual([
      [location.id],
      [location.id],
    ])
    expect(new Set(bodies).size).toBe(1)
    // The page keeps working.
    await next.getByRole('button', { name: 'Change location' }).click()
    await chooseBay(next, location)
    expect(browserErrors.filter((text) => !text.includes('net::ERR'))).toEqual([])
    await context.close()
  })

  test('consists of its own files, without any response of the API', async () => {
    const { page, context } = await openCached(await newBay(session))
    await openConsole(page, program, '/assets')
    await titled(page, 'Assets')
    const paths: string[] = await page.evaluate(`(async () => {
      const found = []
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname)
      return found
    })()`)
    expect(paths).toContain('/console/')
    expect(paths.filter((path) => !/^\/console\/(files\/[\w.-]+)?$/.test(path))).toEqual([])
    await eventually(() =>
      page.evaluate("isSecureContext && 'clipboard' in navigator && 'mediaDevices' in navigator"),
    ).toBe(true)
    await context.close()
  })

  test('comes from the service while the service responds', async () => {
    const { page, context } = await openCached(await newBay(session))
    const nonce = () => page.evaluate("document.querySelector('link[nonce]').nonce")
    const first = await nonce()
    await page.reload()
    await titled(page, 'Scan')
    expect(await nonce()).not.toBe(first)
    await context.close()
  })

  test('replaces an older version at the next load', async () => {
    const { page, context } = await openCached(await newBay(session))
    await page.evaluate(`(async () => {
      await caches.open('whereabouts.console older')
      for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
    })()`)
    await page.reload()
    await page.getByText('the user who signed in last can still open this page').waitFor()
    await until(
      () => page.evaluate<boolean>('caches.keys().then((names) => names.length === 1)'),
      'the old cache is deleted',
    )
    await eventually(() => page.evaluate("caches.has('whereabouts.console older')")).toBe(false)
    await context.close()
  })

  test('explains on the sign-in page how to trust the certificate authority, with its fingerprint', async () => {
    for (const size of [desktop, phone]) {
      const { page, context, browserErrors } = await visit(browser, size)
      await openConsole(page, program, '/')
      const authority = new X509Certificate(program.ca as string)
      const shown = await page.locator('[data-fingerprint]').textContent()
      expect(shown?.replaceAll('\n', '')).toBe(authority.fingerprint256)
      const link = page.getByRole('link', { name: 'the CA certificate of this installation' })
      await eventually(() => link.getAttribute('href')).toBe('/console/authority.crt')
      expect(await violations(page)).toEqual([])
      expect(browserErrors).toEqual([])
      await context.close()
    }
  })

  test('removes the user who signs out, even while the service cannot be reached', async () => {
    const { page, context } = await openCached(await newBay(session))
    const remembered = () => page.evaluate('Object.keys(localStorage).join()')
    await eventually(() => remembered()).toContain('whereabouts.person')
    await context.route('**/internal/v1/session', (route) => route.abort())
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await titled(page, 'Sign in')
    expect(await remembered()).not.toContain('whereabouts.person')
    await context.close()
  })

  test('sends scans only as the user and in the organization that scanned them', async () => {
    const [location, asset] = [await newBay(session), await newDrill(session)]
    const { page, context } = await openCached(location)
    const own = await context.cookies()
    await context.route('**/internal/v1/**', (route) => route.abort())
    await scanAssets(page, asset)
    await submit(page).click()
    await submitted(page, 'waiting').waitFor()
    await page.reload()
    await submitted(page, 'waiting').waitFor()

    // The cookie changes to another organization without this page's knowledge.
    await context.addCookies([{ ...(own[0] as (typeof own)[0]), value: await cookieInAnotherOrganization() }])
    let sent = 0
    context.on('request', (request) => {
      if (request.url().endsWith('/internal/v1/scans')) sent++
    })
    const asked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    await context.route('**/internal/v1/session/refresh', async (route) => {
      asked.resolve()
      await released.promise
      await route.continue()
    })
    await context.unroute('**/internal/v1/**')
    await asked.promise
    // The submission is about to be sent and waits for the token.
    await page.evaluate("dispatchEvent(new Event('online'))")
    await transactionsAreDone(page)
    released.resolve()
    await page.getByText('Nothing scanned yet').waitFor()
    await page.getByRole('button', { name: 'Organization: Elsewhere' }).waitFor()
    expect([await submitted(page, 'waiting').count(), sent, await locationsOf(session, asset)]).toEqual([
      0,
      0,
      [],
    ])

    await context.addCookies(own)
    await page.reload()
    await submitted(page, 'sent').getByText('1 recorded').waitFor()
    expect([sent, await locationsOf(session, asset)]).toEqual([1, [location.id]])
    await context.close()
  })

  /** Resolves after the transactions that the page has begun: those on the same stores run in order. */
  const transactionsAreDone = (page: Page): Promise<unknown> =>
    page.evaluate(`new Promise((resolve) => {
      indexedDB.open('whereabouts.scans').addEventListener('success', ({ target: { result: database } }) => {
        const transaction = database.transaction(['scans', 'submissions'], 'readwrite')
        transaction.addEventListener('complete', resolve)
        transaction.objectStore('scans').count()
      })
    })`)

  async function cookieInAnotherOrganization(): Promise<string> {
    const { body } = await session.post('/internal/v1/organizations', { name: 'Elsewhere' })
    const { http, ca } = program
    const signedIn = await clientOf(http, undefined, ca).post('/internal/v1/session', administrator)
    const other = clientOf(http, signedIn.body.data.access_token, ca)
    await other.post('/internal/v1/session/organization', { organization_id: body.data.id })
    return /=([^;]+)/.exec(signedIn.headers.get('set-cookie') ?? '')?.[1] ?? ''
  }

  test('can be added to a home screen', async () => {
    const { text, headers } = await session.get('/console/manifest.webmanifest')
    expect(headers.get('content-type')).toBe('application/manifest+json')
    const manifest = JSON.parse(text)
    expect(manifest).toMatchObject({ name: 'Whereabouts', start_url: '/console/', display: 'standalone' })
    expect(manifest.icons).not.toEqual([])
    for (const { src, type } of manifest.icons) {
      const icon = await session.request('HEAD', src)
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, type])
    }
  })

  test('has a service worker that is not cached and connects only to the service', async () => {
    const { status, headers, text } = await session.get('/console/worker.js')
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'no-cache',
    ])
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'")
    const page = (await session.get('/console/')).text
    const [, script] = /src="\/console\/files\/([^"]+)"/.exec(page) ?? []
    expect(text).toContain(script as string)
    expect(text).not.toContain('consoleFiles')
  })
})
