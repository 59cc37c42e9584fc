import { requestMessages } from '../messages'
import type { AnyElysia } from 'elysia'
import { notFound } from '../../base/errors'
import { randomHex } from '../../base/secrets'
import type { Authority } from '../../base/key-pair'
import { type ConsoleBundle, type ConsolePage, readBundle } from './console-bundle'
import { authorityCertificate, files, manifest, plainContent, worker } from './console-files'
import { acceptsBrotli, acceptsGzip } from '../encoding'
import { createPlugin, refuseMethod } from '../application'
import { pathOf } from '../url'

/**
 * Serves the web application under /console/, to which / redirects. Every path returns the same page, whose script
 * selects the content by the path. Only files have separate paths; their names change with their content.
 */

/**
 * Returns the headers of the page. The page may load only its own files, run no inline script and not be framed. The
 * component library adds style elements, which need the nonce of this response (decision 0008).
 */
const headersOf = (nonce: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  // The page is small, and a cached copy would have the nonce of another response.
  'cache-control': 'no-store',
})

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%230c3b3f'/%3E%3Cpath d='M17 25H9.5A2.5 2.5 0 0 1 7 22.5v-13A2.5 2.5 0 0 1 9.5 7h13A2.5 2.5 0 0 1 25 9.5V13' fill='none' stroke='%23e9f2f1' stroke-width='3' stroke-linecap='round'/%3E%3Ccircle cx='21' cy='21' r='4.6' fill='%23d3f53b'/%3E%3C/svg%3E"

const documentOf = ({ script, style, preload, icons }: ConsolePage, nonce: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <title>Whereabouts</title>
    <link rel="icon" href="${icon}">
    <link rel="apple-touch-icon" href="${files}${icons.small}">
    <link rel="manifest" href="/console/manifest.webmanifest">
    <link rel="stylesheet" href="${files}${style}" nonce="${nonce}">
${preload.map((name) => `    <link rel="modulepreload" href="${files}${name}">\n`).join('')}\
    <script type="module" src="${files}${script}"></script>
  </head>
  <body>
    <div id="app"></div>
    <noscript>The console needs JavaScript.</noscript>
  </body>
</html>
`

const notBuiltPage = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Whereabouts</title></head>
  <body>
    <h1>The console is not built</h1>
    <p>The service runs from source. <code>bun run dev</code> builds the console and rebuilds it after each change.</p>
  </body>
</html>
`

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
}

const typeOf = (name: string): string =>
  types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'

function page(bundle: ConsoleBundle | null): Response {
  const nonce = randomHex(16)
  return new Response(bundle ? documentOf(bundle.page, nonce) : notBuiltPage, { headers: headersOf(nonce) })
}

/** Returns a file. Its name changes with its content, so browsers may cache it permanently. */
async function file(bundle: ConsoleBundle | null, name: string, request: Request): Promise<Response> {
  const path = bundle && Object.hasOwn(bundle.paths, name) ? bundle.paths[name] : undefined
  if (path === undefined) throw notFound(requestMessages('request.no_file'))
  const headers = {
    'content-type': typeOf(name),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  }
  const brotli = bundle?.brotli[name]
  if (brotli !== undefined && acceptsBrotli(request))
    return new Response(Bun.file(brotli), { headers: { ...headers, 'content-encoding': 'br' } })
  if (acceptsGzip(request))
    return new Response(Bun.file(path), { headers: { ...headers, 'content-encoding': 'gzip' } })
  return new Response(await plainContent(path), { headers })
}

/**
 * Creates the routes of the console.
 *
 * @param authority the installation's own CA, whose certificate users download; null if there is none
 */
export function createConsoleRoutes(authority: Authority | null): AnyElysia {
  const app: AnyElysia = createPlugin('console')
  const named: Readonly<Record<string, (bundle: ConsoleBundle) => Response | Promise<Response>>> = {
    '/console/manifest.webmanifest': manifest,
    '/console/worker.js': worker,
  }
  const respond = (request: Request) => {
    const path = pathOf(request)
    const bundle = readBundle()
    if (path === '/console/authority.crt') {
      if (!authority) throw notFound(requestMessages('request.no_authority'))
      return authorityCertificate(authority)
    }
    const known = named[path]
    if (known && bundle) return known(bundle)
    return path.startsWith(files) ? file(bundle, path.slice(files.length), request) : page(bundle)
  }
  for (const path of ['/console/', '/console/*']) {
    app.route('GET', path, ({ request }) => respond(request))
    app.route('HEAD', path, ({ request }) => respond(request))
    app.all(path, () => refuseMethod('GET, HEAD'))
  }
  for (const path of ['/', '/console'])
    app.get(path, () => new Response(null, { status: 302, headers: { location: '/console/' } }))
  return app
}
