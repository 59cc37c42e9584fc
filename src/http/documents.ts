import type { Elysia } from 'elysia'
import referenceScript from '../../node_modules/@scalar/api-reference/dist/browser/standalone.js' with { type: 'file' }
import type { Endpoint } from './endpoint'
import { createDocument, createReferencePage } from './openapi'

/** The document is made once and served as the same bytes ever after. */

const redirects: Readonly<Record<string, string>> = {
  '/openapi.json': '/api/openapi.json',
  '/openapi.yaml': '/api/openapi.yaml',
  '/api/v1/openapi.json': '/api/openapi.json',
  '/api/v1/openapi.yaml': '/api/openapi.yaml',
}

// The reference styles itself; it loads nothing but its own script and the document.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

export async function documentTexts(endpoints: readonly Endpoint[]): Promise<{ json: string; yaml: string }> {
  const document = await createDocument(endpoints)
  return {
    json: `${JSON.stringify(document, null, 2)}\n`,
    yaml: `${Bun.YAML.stringify(document, null, 2)}\n`,
  }
}

export async function mountDocuments(
  app: Elysia<any, any, any, any, any, any, any>,
  endpoints: readonly Endpoint[],
): Promise<void> {
  const { json, yaml } = await documentTexts(endpoints)
  const page = await createReferencePage()
  const serve = (
    path: string,
    content: string | Blob,
    type: string,
    headers: Record<string, string> = {},
  ) => {
    const answer = () => new Response(content, { headers: { 'content-type': type, ...headers } })
    app.route('GET', path, answer)
    app.route('HEAD', path, answer)
  }
  serve('/api/openapi.json', json, 'application/json')
  serve('/api/openapi.yaml', yaml, 'application/yaml')
  serve('/docs', page, 'text/html; charset=utf-8', { 'content-security-policy': policy })
  serve('/docs/reference.js', Bun.file(referenceScript), 'text/javascript; charset=utf-8', {
    'cache-control': 'public, max-age=86400',
  })
  for (const [from, to] of Object.entries(redirects)) {
    const answer = () => new Response(null, { status: 301, headers: { location: to } })
    app.route('GET', from, answer)
    app.route('HEAD', from, answer)
  }
}
