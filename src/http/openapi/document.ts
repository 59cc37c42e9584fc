import type { TSchema } from '@sinclair/typebox'
import { commonHeaders, headerReferences } from './operation'
import { ErrorEnvelope } from './shapes'

/** The parts of the OpenAPI document that do not come from endpoints. */

const description = `Where assets are, and where they have been.

Master data (assets, a tree of locations, their tags) is read and written; what is derived from scans (the current
location and the history of each asset) is read-only. Exchange an API key for tokens at the token endpoint and send
\`Authorization: Bearer <token>\` with every other request.

- Every GET is answered to HEAD as well, without the body.
- Nullable fields are always present, as null when they are unset. Timestamps are UTC with three fractional digits.
- An unknown field or query parameter is an error. Every error has the same envelope; branch on its type.
- Beyond the budget of requests the answer is 429; \`Retry-After\` tells how many seconds to wait.
- Within version 1 changes only add: tolerate fields and field codes that you do not know.`

export const documentation = {
  info: {
    title: 'Whereabouts API',
    version: '1.0.0',
    description,
    contact: { name: 'The Whereabouts authors' },
    license: { name: 'Apache-2.0' },
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

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token of POST /api/v1/oauth/token; it lives for 15 minutes.',
  },
}

const text = { type: 'string' }
const integer = { type: 'integer', format: 'int64' }

const header = (description: string, schema: object, example: unknown) => ({
  description,
  schema: { ...schema, example },
})
/** One that no answer lacks. */
const always = (description: string, schema: object, example: unknown) => ({
  ...header(description, schema, example),
  required: true,
})

const headers = {
  'X-Request-Id': always(
    'The id of the request: the one that it sent, else a fresh one.',
    text,
    '01K3QF6Z9T1V4W8X2Y5Z7A9BCD',
  ),
  'X-RateLimit-Limit': always('Requests in a burst.', integer, 1200),
  'X-RateLimit-Remaining': always('Requests left.', integer, 1199),
  'X-RateLimit-Reset': always('Unix second at which the budget is full again.', integer, 1787321002),
  'RateLimit-Policy': always('The budget (IETF draft).', text, '"default";q=1200;w=12'),
  RateLimit: always('What is left of it (IETF draft).', text, '"default";r=1199;t=1'),
  'Retry-After': header('With 429, 503 and 507: seconds to wait.', integer, 1),
  'WWW-Authenticate': header('With 401 and 403: the challenge (RFC 6750).', text, 'Bearer'),
  Allow: header('With 405: the methods that there are.', text, 'GET, HEAD, OPTIONS'),
  'Cache-Control': always('Tokens are never cached.', text, 'no-store'),
  Location: always('Path of the new resource.', text, '/api/v1/assets/42'),
  ETag: always("Of the answer's bytes; for If-None-Match and If-Match.", text, '"3w5e11264sgsf"'),
  'Idempotent-Replayed': header(
    'Where the answer is that of an earlier request with the same Idempotency-Key.',
    { type: 'boolean' },
    true,
  ),
  Link: header('The next and the previous page (RFC 8288).', text, '</api/v1/assets?offset=50>; rel="next"'),
}

const errorHeaders = [...commonHeaders, 'Retry-After', 'WWW-Authenticate', 'Allow']

const responses = {
  Error: {
    description: 'Any error, in the one envelope.',
    headers: headerReferences(errorHeaders),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } } },
  },
  NotModified: {
    description: 'The ETag that If-None-Match names is still the right one.',
    headers: headerReferences([...commonHeaders, 'ETag']),
  },
}

const condition = (name: string, description: string) => ({
  name,
  in: 'header',
  description,
  required: false,
  schema: { ...text, example: '"3w5e11264sgsf"' },
})

const parameters = {
  'If-None-Match': condition('If-None-Match', 'The ETag that is known: 304 as long as it is the right one.'),
  'If-Match': condition(
    'If-Match',
    'The ETag that the write is meant for: 412 once the resource has changed.',
  ),
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes it safe to send the request again: within 24 hours, the same request with the same key gets the first answer and does nothing. 409 while the first is running, 400 with another path or body. Failures are not kept.',
    required: false,
    schema: {
      ...text,
      minLength: 1,
      maxLength: 255,
      pattern: '^[!-~]+$',
      example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
    },
  },
}

export type Node = { [key: string]: unknown }

/** Turns the output of @elysiajs/swagger into the served document (docs/api.md, OpenAPI document). */
export function completeDocument(document: Node): Node {
  const schemas: Record<string, Node> = {}
  const paths = withReferences(document['paths'], schemas)
  withReferences(asJson(ErrorEnvelope), schemas)
  return {
    openapi: '3.0.3',
    ...documentation,
    paths: sorted(paths as Node),
    components: { securitySchemes, schemas: sorted(schemas), parameters, headers, responses },
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
