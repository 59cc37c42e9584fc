import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { contextOf } from './contexts'
import { administrator, type Program } from './program'
import { until } from './until'

/** The console in a real browser that can connect only to this machine. */

/** The headless shell needs a little less CPU time than the whole browser, which is more often installed. */
const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) =>
  existsSync(path),
)
export const hasBrowser = executablePath !== undefined
export const unless = hasBrowser ? '' : ' (skipped: Chromium is not installed)'

/** A name for this machine that browsers treat as a host on the LAN, so that HTTP is not a secure context. */
export const lanName = 'whereabouts.test'

/** The features that Playwright disables. Chromium uses only the last list of its command line, so ours repeats them. */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/**
 * Features that cost about a second of CPU time for each browser context: the pages of the address bar's suggestions,
 * which load hundreds of scripts, and renderers that are started in advance.
 */
const costlyFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
]

/**
 * Fewer processes need less CPU time: the browser draws in its own process, and frames of other sites do not get a process.
 * Without a zygote, the browser process is the parent of the others, so that `bun run verify` counts their CPU time.
 */
const args = [
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking',
  '--disable-component-update --disable-sync --in-process-gpu --no-zygote --disable-site-isolation-trials',
  // The pages of a test end soon: optimizing their scripts costs more than it saves.
  '--js-flags=--no-opt,--no-maglev',
  `--disable-features=${[...disabledByPlaywright, ...costlyFeatures].join(',')}`,
].flatMap((flags) => flags.split(' '))

export const launch = (extra: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: join(import.meta.dir, 'browser.sh'),
    env: { ...Bun.env, TEST_BROWSER: executablePath },
    args: [
      ...args,
      ...extra,
      `--host-resolver-rules=MAP ${lanName} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
    ],
  })

export const desktop = { width: 1280, height: 800 }
export const phone = { width: 390, height: 844 }

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors and warnings of the browser: exceptions, violations of the page's policy and server errors. */
  readonly browserErrors: string[]
  /** The hosts to which requests were sent. */
  readonly hosts: Set<string>
}

interface VisitOptions {
  /** Whether the service worker is allowed. Tests can't intercept its requests. */
  readonly allowsServiceWorker?: boolean
  /**
   * Whether the console loads the pages of its navigation in advance; by default only for a service worker. It takes a fourth of the
   * processor time of a load.
   */
  readonly loadsPagesAhead?: boolean
  /** Whether the browser ignores certificate errors, like a user who dismisses the warning. */
  readonly trustsAnyCertificate?: boolean
  /** The language and the region of the browser; American English by default. */
  readonly locale?: string
  /** Whether the pointer is a finger. */
  readonly hasTouch?: boolean
  /**
   * Whether a pixel of the page is a pixel of the screen, for tests that look at pictures of the page. Otherwise it is a quarter of one,
   * because drawing takes an eighth of the processor time.
   */
  readonly isSharp?: boolean
  /** Another visit, whose cookies and stored values this one continues with. */
  readonly after?: Visit
}

/**
 * The factor by which the processor of the browser is slowed down, such as 6. It finds tests that act or read before the page is
 * ready. Without it, they fail only on a busy machine.
 */
const slowness = Bun.env['TEST_SLOW_BROWSER']

async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Whether tests write pictures of pages for people. */
const writesPictures = ['TEST_PICTURES', 'TEST_IMAGES'].some((name) => Bun.env[name] !== undefined)

/** Opens a page in a browser context without cookies or stored data. */
export async function visit(
  browser: Browser,
  viewport = desktop,
  {
    allowsServiceWorker = false,
    loadsPagesAhead = allowsServiceWorker,
    trustsAnyCertificate = false,
    locale = 'en-US',
    hasTouch = false,
    isSharp = writesPictures,
    after,
  }: VisitOptions = {},
): Promise<Visit> {
  const serviceWorkers = allowsServiceWorker ? 'allow' : 'block'
  const options = {
    serviceWorkers,
    savesData: !loadsPagesAhead,
    locale,
    ignoreHTTPSErrors: trustsAnyCertificate,
    hasTouch,
    isMobile: hasTouch,
    deviceScaleFactor: isSharp ? 1 : 0.25,
    ...(after && { storageState: await after.context.storageState() }),
  } as const
  const { context, page } = await contextOf(browser, { reducedMotion: 'reduce', ...options }, viewport)
  page.setDefaultTimeout(20_000)
  if (slowness !== undefined) await slowDown(page, Number(slowness))
  const browserErrors: string[] = []
  const hosts = new Set<string>()
  page.on('pageerror', (error) => browserErrors.push(error.message))
  page.on('console', (message) => {
    // The browser logs every error response, including expected ones.
    const isExpected = /^Failed to load resource|^Service Worker registration blocked/.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !isExpected) browserErrors.push(message.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 500) browserErrors.push(`${response.url()} responded with ${response.status()}`)
  })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol !== 'data:' && protocol !== 'blob:') hosts.add(hostname)
  })
  return { page, context, browserErrors, hosts }
}

/** Returns the address of the service under another name of this machine. */
export const under = ({ http }: Pick<Program, 'http'>, host: string): Pick<Program, 'http'> => ({
  http: http.replace('127.0.0.1', host),
})

type Credentials = typeof administrator

/** Loads a page of the console by its address. */
export const loadConsole = (page: Page, { http }: Pick<Program, 'http'>, path: string): Promise<unknown> =>
  page.goto(`${http}/console${path}`)

/**
 * Opens a page of the console. From another page in its frame, it follows a link, which takes a seventh of the processor time of
 * loading the console again.
 */
export async function openConsole(page: Page, service: Pick<Program, 'http'>, path: string): Promise<void> {
  const address = `${service.http}/console${path}`
  if (!page.url().startsWith(`${service.http}/console`)) await loadConsole(page, service, path)
  else if (!(await page.evaluate(followed(address)))) await loadConsole(page, service, path)
}

/** A script that lets the router open this address, unless it needs another load: outside of the frame, or on the same page. */
const followed = (address: string): string => `(() => {
  const { pathname } = new URL(${JSON.stringify(address)})
  if (pathname === location.pathname || document.querySelector('nav') === null) return false
  history.pushState(null, '', ${JSON.stringify(address)})
  return true
})()`

/** Signs in on the sign-in page. */
export async function signInAs(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').first().fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

type Service = Pick<Program, 'http'> & Partial<Pick<Program, 'takeSession'>>

/**
 * Opens a page of the console as this user and waits for the title of the page. The user gets a session without the sign-in page,
 * which takes as much CPU time as most tests, unless the service is given only by its address or needs a second factor.
 */
export async function enterConsole(
  page: Page,
  service: Service,
  path: string,
  title: string | RegExp,
  credentials: Credentials = administrator,
): Promise<void> {
  const isSignedIn = await resumeSession(page, service, credentials)
  await loadConsole(page, service, path)
  if (!isSignedIn) await signInAs(page, credentials)
  if (!isSignedIn && path === '/' && title === wherePage) await leaveHome(page)
  await titled(page, title)
}

const wherePage = 'Where everything is'

/** A sign-in leads to the home of the role, unless it began on another page. */
async function leaveHome(page: Page): Promise<void> {
  const main = page.getByRole('navigation').locator('visible=true')
  await main.getByRole('link', { name: 'Where', exact: true }).click()
}

/** Opens a page of the console, signs in with the password, and waits for the title of the page. */
export const enterWithPassword = (
  page: Page,
  { http }: Service,
  path: string,
  title: string,
): Promise<void> => enterConsole(page, { http }, path, title)

/** Returns the response with a session of this user: a prepared one of the administrator while some are left, otherwise a new one. */
async function sessionOf(
  page: Page,
  { http, takeSession }: Service,
  credentials: Credentials,
): Promise<Response | undefined> {
  // Over TLS the cookie has another name.
  if (!http.startsWith('http:') || takeSession === undefined) return undefined
  const cookie = credentials === administrator ? takeSession() : undefined
  if (cookie !== undefined)
    return fetch(`${http}/internal/v1/session/refresh`, { method: 'POST', headers: { cookie } })
  return fetch(`${http}/internal/v1/session`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': await page.evaluate<string>('navigator.userAgent'),
    },
    body: JSON.stringify(credentials),
  })
}

/** Puts a session of this user into the browser. Returns false when it needs the sign-in page. */
export async function resumeSession(
  page: Page,
  service: Service,
  credentials = administrator,
): Promise<boolean> {
  const { http } = service
  const response = await sessionOf(page, service, credentials)
  const [refreshed] = response?.headers.getSetCookie() ?? []
  if (!response?.ok || refreshed === undefined) return false
  const [name = '', value = ''] = (refreshed.split(';', 1)[0] as string).split('=')
  const { hostname } = new URL(http)
  await page.context().addCookies([
    {
      name,
      value,
      domain: hostname,
      path: '/internal/v1/session',
      httpOnly: true,
      sameSite: 'Strict',
      expires: -1,
    },
  ])
  const { data } = (await response.json()) as { data: Record<string, unknown> }
  const { access_token: _, expires_in: __, ...user } = data
  // The console looks for a session only when it remembers a user. This page is the smallest of its origin. A visit that uses a
  // context again begins on an empty page of it.
  if (page.url() !== `${http}/`) await page.goto(`${http}/healthz`)
  await page.evaluate(
    `localStorage.setItem('whereabouts.person', JSON.stringify({ ...${JSON.stringify(user)}, since: Date.now() }))`,
  )
  return true
}

export const titled = (page: Page | Locator, title: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()

/** The title of the Where page at an instant, which it names. */
export const pastTitle = /^Where everything was · /

/** Opens the inputs of the time of a page. */
export const openTime = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^(Go back in time|Change the time)$/ }).click()

/** Adds a condition on a text to a list. */
export async function addText(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Add condition' }).click()
  await page.getByLabel('Field').selectOption('Any text')
  await page.getByLabel('Value').fill(text)
  await page.getByRole('button', { name: 'Apply' }).click()
}

/** Adds a condition on a location to a list. */
export async function addPlace(page: Page, typed: string, option: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Add condition' }).click()
  await page.getByRole('combobox', { name: 'Location', exact: true }).fill(typed)
  await page.getByRole('option', { name: option }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
}

/** Returns the row of a table with this text, which is a card in a narrow window. */
export function row(within: Page | Locator, text: string): Locator {
  const page = 'viewportSize' in within ? within : within.page()
  const isWide = page.viewportSize()?.width === desktop.width
  return within.getByRole(isWide ? 'row' : 'listitem').filter({ hasText: text })
}

/** Returns the value that the page offers to copy under this label. */
export const offered = async (page: Page, label: string): Promise<string> =>
  (await page.locator(`[data-copy="${label}"]`).textContent())?.trim() as string

/** Chooses an item of the menu with the rarer actions of a page. */
export async function more(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Confirms an action in its dialog. Both the title and the button name what it ends. */
export const confirm = (page: Page, title: string, button: string): Promise<void> =>
  page
    .getByRole('dialog', { name: `${title}?`, exact: true })
    .getByRole('button', { name: button, exact: true })
    .click()

/** Chooses a secondary action of a page: a button, or an item of the menu in a narrow window. */
export async function secondary(page: Page, name: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 992) return more(page, name)
  const button = page.getByRole('button', { name, exact: true })
  await button.or(page.getByRole('link', { name, exact: true })).click()
}

const axe = readFileSync(join(import.meta.dir, '../../node_modules/axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** Leaves out the rules whose violations are never serious. They take a fifth of the time. */
const withoutLessSerious = `{ rules: Object.fromEntries(
  axe._audit.rules
    .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
    .map(({ id }) => [id, { enabled: false }]),
) }`

/** Returns the serious and critical violations of axe's rules, or of these rules only. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe)
  const chosen = rules === undefined ? withoutLessSerious : JSON.stringify({ runOnly: rules })
  const found = (await page.evaluate(`axe.run({ resultTypes: ['violations'], ...${chosen} })`)) as {
    violations: Violation[]
  }
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => html + failureSummary).join('\n')}`,
    )
}

type ColorScheme = 'light' | 'dark'

/** Switches the color scheme, and resolves when the page is painted. */
export async function paint(page: Page, colorScheme: ColorScheme): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
}

/** Resolves when no list is pale because it loads, and no color is changing. */
export async function settled(page: Page): Promise<void> {
  // Not waitForFunction, whose repeated attempts the policy of the page forbids.
  await until(
    () =>
      page.evaluate(
        `!document.querySelector('[aria-busy=true]') &&
          document.getAnimations().every(({ transitionProperty }) => transitionProperty === undefined)`,
      ),
    'the page is settled',
  )
}

/** Returns axe's violations in light colors, and violations of the contrast rule in dark colors. */
export async function barriers(page: Page): Promise<string[]> {
  await settled(page)
  const light = await violations(page)
  await paint(page, 'dark')
  const dark = await violations(page, ['color-contrast'])
  await paint(page, 'light')
  return [...light, ...dark.map((text) => `in the dark ${text}`)]
}

/** The rules of axe that depend on colors. The result of the others is the same in light and dark colors. */
const rulesOfColors = ['color-contrast', 'link-in-text-block']

/** Returns axe's violations in light and dark colors, and whether the page is wider than the window. */
export async function flaws(page: Page): Promise<string[]> {
  await settled(page)
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await paint(page, colorScheme)
    const rules = colorScheme === 'dark' ? rulesOfColors : undefined
    found.push(...(await violations(page, rules)).map((text) => `in the ${colorScheme} ${text}`))
  }
  if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
    found.push('The page is wider than its window')
  return found
}
