import { swagger } from '@elysiajs/swagger'
import type { TSchema } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { BarcodeTagRequest, BleTagRequest, RfidTagRequest, Tag } from '../tags/schema'
import type { Endpoint } from './endpoint'
import { documented } from './operation'
import { errorSchemas } from './shapes'

/** The OpenAPI document and the reference page, made from the routes once, at start. */

const description = `Where assets are, and where they have been.

Master data (assets, a tree of locations, their tags) is read and written; what is derived from scans (the current
location and the history of each asset) is read-only. Exchange an API key for tokens at the token endpoint and send
\`Authorization: Bearer <token>\` with every other request.`

const documentation = {
  info: {
    title: 'Whereabouts API',
    version: '1.0.0',
    description,
    license: { name: 'Proprietary' },
  },
  servers: [{ url: '/', description: 'This installation' }],
  tags: [
    { name: 'Identity', description: 'Tokens, and the organization that they belong to.' },
    { name: 'Assets', description: 'Things whose whereabouts are tracked.' },
    { name: 'Locations', description: 'Places, in a tree.' },
    { name: 'Tracking', description: 'What scans tell, read-only.' },
  ],
  security: [{ bearer: [] }],
}

const header = (description: string, schema: object, example: unknown) => ({
  description,
  schema: { ...schema, example },
})
const text = { type: 'string' }
const integer = { type: 'integer', format: 'int64' }

const headers = {
  'X-Request-Id': header('The id of the request, as sent or fresh.', text, '01K3QF6Z9T1V4W8X2Y5Z7A9BCD'),
  'X-RateLimit-Limit': header('Requests in a burst.', integer, 1200),
  'X-RateLimit-Remaining': header('Requests left.', integer, 1199),
  'X-RateLimit-Reset': header('Unix second at which the budget is full again.', integer, 1787321002),
  'RateLimit-Policy': header('The budget (IETF draft).', text, '"default";q=1200;w=12'),
  RateLimit: header('What is left of it (IETF draft).', text, '"default";r=1199;t=1'),
  'Retry-After': header('Seconds to wait.', integer, 1),
  'WWW-Authenticate': header('The challenge of a 401 or 403 (RFC 6750).', text, 'Bearer'),
  'Cache-Control': header('Tokens are never cached.', text, 'no-store'),
  Location: header('Path of the new resource.', text, '/api/v1/assets/42'),
  ETag: header("Of the answer's bytes; for If-None-Match and If-Match.", text, '"3w5e11264sgsf"'),
  Link: header('The next and the previous page (RFC 8288).', text, '</api/v1/assets?offset=50>; rel="next"'),
}

const errorHeaders = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'WWW-Authenticate',
]

type Node = { [key: string]: unknown }

/** What @elysiajs/swagger makes of the routes, turned into the contract's document. */
export async function createDocument(endpoints: readonly Endpoint[]): Promise<Node> {
  const app = new Elysia().use(
    swagger({ path: '/page', specPath: '/document', documentation, excludeStaticFile: false }),
  )
  for (const endpoint of endpoints.filter(({ doc }) => doc))
    app.route(endpoint.method, endpoint.path, () => undefined, { detail: documented(endpoint) })
  const response = await app.handle(new Request('http://localhost/document'))
  const document = (await response.json()) as Node & { components?: Node }

  const schemas: Record<string, Node> = {}
  const paths = withReferences(document['paths'], schemas)
  for (const schema of [...errorSchemas, Tag, RfidTagRequest, BleTagRequest, BarcodeTagRequest])
    withReferences(asJson(schema), schemas)
  return {
    openapi: '3.0.3',
    ...documentation,
    paths: sorted(paths as Node),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token of POST /api/v1/oauth/token; it lives for 15 minutes.',
        },
      },
      schemas: sorted(schemas),
      headers,
      responses: {
        Error: {
          description: 'Any error, in the one envelope.',
          headers: Object.fromEntries(
            errorHeaders.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
          ),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } } },
        },
      },
    },
  }
}

const asJson = (schema: TSchema): unknown => JSON.parse(JSON.stringify(schema))

/** Named schemas move to the components; what stood in their place refers to them. */
function withReferences(node: unknown, schemas: Record<string, Node>): unknown {
  if (Array.isArray(node)) return node.map((item) => withReferences(item, schemas))
  if (typeof node !== 'object' || node === null) return node
  const { $id: name, ...rest } = node as Node
  const reference = rest['$ref']
  if (typeof reference === 'string' && !reference.startsWith('#'))
    return { $ref: `#/components/schemas/${reference}` }
  const inner = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, withReferences(value, schemas)]),
  )
  if (typeof name !== 'string') return inner
  schemas[name] = inner
  return { $ref: `#/components/schemas/${name}` }
}

const sorted = (node: Node): Node =>
  Object.fromEntries(Object.entries(node).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** The reference page of @elysiajs/swagger, with its script from this server: it works without internet. */
export async function createReferencePage(): Promise<string> {
  const app = new Elysia().use(
    swagger({
      path: '/docs',
      specPath: '/api/openapi.json',
      documentation,
      scalarCDN: '/docs/reference.js',
      scalarConfig: {
        spec: { url: '/api/openapi.json' },
        withDefaultFonts: false,
        customCss: '',
        // Newer settings of the reference than the plugin's types know: nothing may call home.
        ...({
          hideClientButton: true,
          telemetry: false,
          agent: { disabled: true },
          mcp: { disabled: true },
        } as object),
      },
    }),
  )
  const response = await app.handle(new Request('http://localhost/docs'))
  return response.text()
}
