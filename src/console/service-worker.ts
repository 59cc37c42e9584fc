/**
 * Caches the console's files in the browser, so that the console opens without a connection. While the service responds,
 * every page comes from the service and names the newest files, so no user works with an outdated console. Responses of
 * the API don't pass through this worker and are never cached.
 */

/** The service worker types that TypeScript's DOM library lacks. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}
interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
}
const scope = self as unknown as WorkerScope

// Defined by the bundler, so that the worker changes whenever the console changes.
declare const consoleFiles: readonly string[]
declare const consoleScript: string
declare const consoleVersion: string

const files = '/console/files/'
const page = '/console/'
const prefix = 'whereabouts.console '
const ownCache = prefix + consoleVersion

/** Time the service has to respond before the cached page is shown, in milliseconds. */
const pageTimeoutMs = 5000

scope.addEventListener('install', (event) => event.waitUntil(cacheConsole()))
scope.addEventListener('activate', (event) => event.waitUntil(activate()))

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  const isPage = request.mode === 'navigate' && !pathname.slice(pathname.lastIndexOf('/')).includes('.')
  if (isPage) event.respondWith(pageFor(request))
  else if (pathname.startsWith(files)) event.respondWith(fileFor(request))
})

/** Caches all files, and the page with its Content-Security-Policy header, whose nonce belongs to the page. */
async function cacheConsole(): Promise<void> {
  const response = await fetch(page, { cache: 'no-store' })
  const text = await response.clone().text()
  // The service was updated after it served this worker. The next visit installs the matching worker.
  if (!response.ok || !text.includes(consoleScript))
    throw new Error('The page belongs to another version of the console')
  const cache = await caches.open(ownCache)
  await cache.addAll(consoleFiles.map((name) => files + name))
  await cache.put(page, response)
  await scope.skipWaiting()
}

async function activate(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(prefix) && name !== ownCache)
  await Promise.all(old.map((name) => caches.delete(name)))
  await scope.clients.claim()
}

async function pageFor(request: Request): Promise<Response> {
  const fetched = fetch(request).catch(() => null)
  const response = await Promise.race([fetched, timeout(pageTimeoutMs)])
  if (response && response.status < 500) return response
  const cached = await caches.match(page, { cacheName: ownCache })
  return cached ?? (await fetched) ?? Response.error()
}

async function fileFor(request: Request): Promise<Response> {
  return (await caches.match(request.url, { cacheName: ownCache })) ?? fetch(request)
}

const timeout = (ms: number): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), ms))
