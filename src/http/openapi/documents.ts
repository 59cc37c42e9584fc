import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { AnyElysia } from 'elysia'
import referenceScript from '../../../node_modules/@scalar/api-reference/dist/browser/standalone.js' with { type: 'file' }
import { acceptsGzip } from '../encoding'
import type { Endpoint } from '../endpoint'
import { createDocument } from './document'
import { refuseMethod } from '../pipeline'
import { referencePage, referencePolicy, referenceScriptPath } from './reference'

/** The document is made once and served as the same bytes ever after. */

const redirects: Readonly<Record<string, string>> = {
  '/openapi.json': '/api/openapi.json',
  '/openapi.yaml': '/api/openapi.yaml',
  '/api/v1/openapi.json': '/api/openapi.json',
  '/api/v1/openapi.yaml': '/api/openapi.yaml',
}

export async function documentTexts(endpoints: readonly Endpoint[]): Promise<{ json: string; yaml: string }> {
  const document = await createDocument(endpoints)
  return {
    json: `${JSON.stringify(document, null, 2)}\n`,
    yaml: `${quoteInstants(Bun.YAML.stringify(document, null, 2))}\n`,
  }
}

/** A plain timestamp is a string in YAML 1.2, but a date to the many readers of YAML 1.1. */
const quoteInstants = (yaml: string): string => yaml.replace(/(: |- )(\d{4}-\d\d-\d\dT\S+)$/gm, "$1'$2'")

const compress = promisify(gzip)

/** A large file, compressed on the first demand and then kept: it is quick on a LAN, and the start does not wait. */
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

export async function mountDocuments(app: AnyElysia, endpoints: readonly Endpoint[]): Promise<void> {
  const { json, yaml } = await documentTexts(endpoints)
  const serve = (path: string, respond: (request: Request) => Response | Promise<Response>) => {
    app.route('GET', path, ({ request }) => respond(request))
    app.route('HEAD', path, ({ request }) => respond(request))
    app.all(path, () => refuseMethod('GET, HEAD, OPTIONS'))
  }
  const text = (content: string, type: string, headers: Record<string, string> = {}) => {
    return () => new Response(content, { headers: { 'content-type': type, ...headers } })
  }
  serve('/api/openapi.json', text(json, 'application/json'))
  serve('/api/openapi.yaml', text(yaml, 'application/yaml'))
  const policy = { 'content-security-policy': referencePolicy }
  serve('/docs', text(referencePage, 'text/html; charset=utf-8', policy))
  const script = {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=86400',
  }
  serve(referenceScriptPath, compressible(referenceScript, script))
  for (const [from, to] of Object.entries(redirects)) {
    serve(from, () => new Response(null, { status: 301, headers: { location: to } }))
  }
}
