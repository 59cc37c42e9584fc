/**
 * Keeps the console's own files in the browser, so that it opens without the service. While the service answers, every
 * page comes from there, and with it the names of the newest files: nobody works with an old console. Answers of the API
 * don't pass through here, and are never kept.
 */

/** The part of a service worker's world that TypeScript's types of a page lack. */
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Lasting {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
}
const scope = self as unknown as WorkerScope

// The bundler puts these in: another console is another worker.
declare const consoleFiles: readonly string[]
declare const consoleScript: string
declare const consoleVersion: string

const files = '/console/files/'
const page = '/console/'
const prefix = 'whereabouts.console '
const ownCache = prefix + consoleVersion

/** So long the service has to answer before the kept page is shown. */
const patienceMs = 5000

scope.addEventListener('install', (event) => event.waitUntil(keep()))
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()))

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  const isPage = request.mode === 'navigate' && !pathname.slice(pathname.lastIndexOf('/')).includes('.')
  if (isPage) event.respondWith(pageFor(request))
  else if (pathname.startsWith(files)) event.respondWith(fileFor(request))
})

/** All files and a page that uses them. The page is kept with its own policy, which has its own nonce. */
async function keep(): Promise<void> {
  const answer = await fetch(page, { cache: 'no-store' })
  const text = await answer.clone().text()
  // The service was exchanged a moment ago: the next visit brings the worker that belongs to it.
  if (!answer.ok || !text.includes(consoleScript)) throw new Error('The page is of another console')
  const cache = await caches.open(ownCache)
  await cache.addAll(consoleFiles.map((name) => files + name))
  await cache.put(page, answer)
  await scope.skipWaiting()
}

async function takeOver(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(prefix) && name !== ownCache)
  await Promise.all(old.map((name) => caches.delete(name)))
  await scope.clients.claim()
}

async function pageFor(request: Request): Promise<Response> {
  const asked = fetch(request).catch(() => null)
  const answer = await Promise.race([asked, pause(patienceMs)])
  if (answer && answer.status < 500) return answer
  const kept = await caches.match(page, { cacheName: ownCache })
  return kept ?? (await asked) ?? Response.error()
}

async function fileFor(request: Request): Promise<Response> {
  return (await caches.match(request.url, { cacheName: ownCache })) ?? fetch(request)
}

const pause = (ms: number): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), ms))
