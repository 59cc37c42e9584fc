import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/**
 * Browser contexts that visits use one after the other. A page that has loaded the console once loads it again in half the
 * processor time. A visit finds no cookies, stored data, routes and listeners of an earlier one.
 */

interface Visited {
  readonly context: BrowserContext
  readonly page: Page
}

interface Options extends Omit<BrowserContextOptions, 'viewport'> {
  /** Whether the browser tells the console that its user wants to save data. */
  readonly savesData: boolean
}

type Size = NonNullable<BrowserContextOptions['viewport']>

const savingData =
  'Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true })'

/** The contexts without a visit, by their options. */
const free = new WeakMap<Browser, Map<string, Visited[]>>()

const freeOf = (browser: Browser, options: Options): Visited[] => {
  const all = free.get(browser) ?? new Map<string, Visited[]>()
  free.set(browser, all)
  return all.getOrInsertComputed(JSON.stringify(options), () => [])
}

/** Returns a context with one page. Closing it frees it for another visit, unless it was changed for good. */
export async function contextOf(browser: Browser, options: Options, viewport: Size): Promise<Visited> {
  const others = freeOf(browser, options)
  const used = others.pop()
  if (used !== undefined) {
    await used.page.setViewportSize(viewport)
    return used
  }
  const { savesData, ...ofContext } = options
  const context = await browser.newContext({ ...ofContext, viewport })
  if (savesData) await context.addInitScript(savingData)
  const page = await context.newPage()
  const visited = { context, page }
  const isChanged = watchChanges(visited)
  const origins = new Set<string>()
  context.on('request', (request) => void origins.add(new URL(request.url()).origin))
  const close = context.close.bind(context)
  context.close = async () => {
    // A service worker is not gone when the next visit begins.
    const isReusable = options.serviceWorkers === 'block' && !isChanged() && context.pages().length === 1
    if (isReusable && (await isReset(visited, origins))) others.push(visited)
    else await close()
  }
  return visited
}

/** Returns whether something was changed that can't be undone: scripts of each page, the clock, or the protocol of the browser. */
function watchChanges({ context, page }: Visited): () => boolean {
  let isChanged = false
  const watch = <T extends object>(target: T, names: readonly (keyof T)[]): void => {
    for (const name of names) {
      const original = target[name] as (...args: unknown[]) => unknown
      const watched = (...args: unknown[]): unknown => {
        isChanged = true
        return original.apply(target, args)
      }
      Object.assign(target, { [name]: watched })
    }
  }
  watch(page, ['addInitScript', 'exposeFunction', 'exposeBinding', 'setExtraHTTPHeaders'])
  watch(context, ['addInitScript', 'exposeFunction', 'exposeBinding', 'setExtraHTTPHeaders'])
  watch(context, ['newCDPSession', 'grantPermissions', 'setGeolocation'])
  watch(context.clock, ['install', 'setFixedTime', 'setSystemTime', 'pauseAt', 'fastForward', 'runFor'])
  return () => isChanged
}

const stored = `(async () => {
  localStorage.clear()
  sessionStorage.clear()
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
  if ('caches' in globalThis) for (const name of await caches.keys()) await caches.delete(name)
})()`

/** The events of a page and a context that tests listen to. */
const events = ['console', 'dialog', 'download', 'pageerror', 'request', 'requestfailed', 'response']

/** Makes a context like a new one, on an empty page of its last origin. Returns false if that fails. */
async function isReset({ context, page }: Visited, origins: Set<string>): Promise<boolean> {
  try {
    for (const event of events) {
      page.removeAllListeners(event)
      if (event !== 'request') context.removeAllListeners(event)
    }
    await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll()])
    await Promise.all([
      context.setOffline(false),
      page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce', forcedColors: null }),
      page.mouse.move(-1, -1),
    ])
    await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    for (const origin of origins) {
      if (!origin.startsWith('http')) continue
      await page.goto(origin)
      await page.evaluate(stored)
    }
    origins.clear()
    await page.unrouteAll()
    await Promise.all([context.clearCookies(), context.clearPermissions()])
    return true
  } catch {
    return false
  }
}
