import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { swagger } from '@elysiajs/swagger'
import type { AnyElysia } from 'elysia'
import guide from '../../../docs/integrate.md' with { type: 'text' }
import referenceScript from '../../../node_modules/@scalar/api-reference/dist/browser/standalone.js' with { type: 'file' }
import { acceptsGzip } from '../encoding'
import type { Endpoint } from '../endpoint'
import { createPlugin, hidden, refuseMethod } from '../application'
import { anyServer, completeDocument, documentation, type Node } from './document'
import { documented } from './operation'
import { referencePage, referencePolicy, referenceScriptPath } from './reference'

/**
 * Serves the OpenAPI document and the page that shows it. @elysiajs/swagger describes the routes of the application
 * that uses this plugin. Its output is completed once; later requests get the same bytes.
 */

const pagePath = '/docs'
const documentPath = '/api/openapi.json'
const yamlPath = '/api/openapi.yaml'
/** The guide for integrators as a text, for installations without internet access. */
const guidePath = '/docs/integrate.md'

const redirects: Readonly<Record<string, string>> = {
  '/openapi.json': documentPath,
  '/openapi.yaml': yamlPath,
  '/api/v1/openapi.json': documentPath,
  '/api/v1/openapi.yaml': yamlPath,
}

interface DocumentTexts {
  readonly json: string
  readonly yaml: string
}

/**
 * Creates the plugin, and the function that creates the document, which must be called after the routes are mounted.
 *
 * @param originOf returns the address of the service that a request was sent to
 */
export function createOpenApi(originOf: (request: Request) => string = () => anyServer): {
  readonly plugin: AnyElysia
  readonly prepare: (app: AnyElysia) => Promise<DocumentTexts>
} {
  let texts: DocumentTexts | undefined
  const served = (request: Request): DocumentTexts | undefined =>
    texts && withServer(texts, originOf(request))
  const described = createPlugin('document')
    .onAfterHandle(({ path, request, response }) => {
      // The page of @elysiajs/swagger loads a script from the internet or contains an inline script, which the policy
      // forbids.
      if (path === pagePath) return new Response(referencePage, { headers: pageHeaders })
      texts ??= textsOf(response as Node)
      return new Response(served(request)?.json, { headers: { 'content-type': 'application/json' } })
    })
    .use(swagger({ path: pagePath, specPath: documentPath, documentation, excludeStaticFile: false }))
  const plugin: AnyElysia = createPlugin('openapi').use(described)
  const serve = (path: string, respond: (request: Request) => Response | Promise<Response>) =>
    plugin.route('GET', path, ({ request }) => respond(request), hidden)
  serve(
    yamlPath,
    (request) => new Response(served(request)?.yaml, { headers: { 'content-type': 'application/yaml' } }),
  )
  serve(referenceScriptPath, compressible(referenceScript, scriptHeaders))
  serve(guidePath, () => new Response(guide, { headers: { 'content-type': 'text/plain; charset=utf-8' } }))
  for (const [from, to] of Object.entries(redirects))
    serve(from, () => new Response(null, { status: 301, headers: { location: to } }))
  for (const path of [
    pagePath,
    documentPath,
    yamlPath,
    referenceScriptPath,
    guidePath,
    ...Object.keys(redirects),
  ])
    plugin.all(path, () => refuseMethod('GET, HEAD, OPTIONS'), hidden)

  return {
    plugin,
    async prepare(app) {
      await app.handle(new Request(`http://localhost${documentPath}`))
      if (!texts) throw new Error('The OpenAPI document was not created.')
      return texts
    },
  }
}

/** Returns the document of endpoints that are not served. */
export function documentTexts(endpoints: readonly Endpoint[]): Promise<DocumentTexts> {
  const { plugin, prepare } = createOpenApi()
  const app: AnyElysia = createPlugin('endpoints')
  for (const endpoint of endpoints)
    app.route(endpoint.method, endpoint.path, () => undefined, { detail: documented(endpoint) })
  return prepare(app.use(plugin))
}

function textsOf(described: Node): DocumentTexts {
  const document = completeDocument(JSON.parse(JSON.stringify(described)))
  return {
    json: `${JSON.stringify(document, null, 2)}\n`,
    yaml: `${quoteInstants(Bun.YAML.stringify(document, null, 2))}\n`,
  }
}

/** Returns the texts with the address of the service, because tools import the document without the address that it came from. */
const withServer = ({ json, yaml }: DocumentTexts, origin: string): DocumentTexts => ({
  json: json.replace(`"url": "${anyServer}"`, () => `"url": ${JSON.stringify(origin)}`),
  yaml: yaml.replace(`url: ${anyServer}\n`, () => `url: ${JSON.stringify(origin)}\n`),
})

/**
 * Quotes timestamps: without quotes, they are strings in YAML 1.2 but dates in YAML 1.1, which many parsers implement.
 */
const quoteInstants = (yaml: string): string => yaml.replace(/(: |- )(\d{4}-\d\d-\d\dT\S+)$/gm, "$1'$2'")

const compress = promisify(gzip)

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': referencePolicy,
}

const scriptHeaders = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=86400',
}

/** Serves a large file. It is compressed for the first client that accepts gzip, and the result is kept in memory. */
function compressible(
  path: string,
  headers: Record<string, string>,
): (request: Request) => Promise<Response> {
  let compressed: Promise<Uint8Array<ArrayBuffer>> | undefined
  return async (request) => {
    const common = { ...headers, vary: 'accept-encoding' }
    if (!acceptsGzip(request)) return new Response(Bun.file(path), { headers: common })
    compressed ??= Bun.file(path).bytes().then(compress)
    return new Response(await compressed, { headers: { ...common, 'content-encoding': 'gzip' } })
  }
}
