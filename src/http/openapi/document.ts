import type { TSchema } from '@sinclair/typebox'
import { commonHeaders, headerReferences } from './operation'
import { ErrorEnvelope } from './shapes'

/** The parts of the OpenAPI document that do not come from endpoints. */

const description = `The current and past locations of assets.

Master data (assets, the tree of locations, and their tags) can be read and written. Data that is derived from scans (the
current location and the history of each asset) is read-only. Exchange an API key for tokens at the token endpoint and
send \`Authorization: Bearer <token>\` with every other request.

- Every GET endpoint also supports HEAD, which returns no body.
- Nullable fields are always present; they are null when they are not set. Timestamps are in UTC with three fractional
  digits.
- An unknown field or query parameter is an error. Every error has the same envelope; branch on its type.
- A request that exceeds the rate limit returns 429. \`Retry-After\` is the number of seconds to wait.
- Within version 1, changes only add to the API: ignore unknown fields, and accept unknown field codes.`

/** The address of the service in a document that is not served: the one from which it was read. */
export const anyServer = '/'

export const documentation = {
  info: {
    title: 'Whereabouts API',
    version: '1.0.0',
    description,
    contact: { name: 'The Whereabouts authors' },
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  },
  servers: [{ url: anyServer, description: 'This installation' }],
  tags: [
    { name: 'Identity', description: 'Tokens and the organization that they belong to.' },
    { name: 'Assets', description: 'Things that are tracked.' },
    { name: 'Locations', description: 'Locations, which form a tree.' },
    { name: 'Tracking', description: 'Current locations and histories, derived from scans. Read-only.' },
  ],
  security: [{ bearer: [] }],
}

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token from POST /api/v1/oauth/token. It is valid for 15 minutes.',
  },
}

const text = { type: 'string' }
const integer = { type: 'integer', format: 'int64' }

const header = (description: string, schema: object, example: unknown) => ({
  description,
  schema: { ...schema, example },
})
/** A header that every response has. */
const always = (description: string, schema: object, example: unknown) => ({
  ...header(description, schema, example),
  required: true,
})

const headers = {
  'X-Request-Id': always(
    'The id of the request: the id that the client sent, or else a new one.',
    text,
    '01K3QF6Z9T1V4W8X2Y5Z7A9BCD',
  ),
  'X-RateLimit-Limit': always('Maximum number of requests in a burst.', integer, 1200),
  'X-RateLimit-Remaining': always('Number of requests left.', integer, 1199),
  'X-RateLimit-Reset': always(
    'The time at which the budget is full again, in Unix seconds.',
    integer,
    1787321002,
  ),
  'RateLimit-Policy': always('The request budget (IETF draft).', text, '"default";q=1200;w=12'),
  RateLimit: always('The rest of the request budget (IETF draft).', text, '"default";r=1199;t=1'),
  'Retry-After': header('With 429, 503 and 507: the number of seconds to wait.', integer, 1),
  'WWW-Authenticate': header('With 401 and 403: the challenge (RFC 6750).', text, 'Bearer'),
  Allow: header('With 405: the methods that the resource supports.', text, 'GET, HEAD, OPTIONS'),
  'Cache-Control': always('Responses with tokens must not be cached.', text, 'no-store'),
  Location: always('The path of the new resource.', text, '/api/v1/assets/42'),
  ETag: always('The version of the response body, for If-None-Match and If-Match.', text, '"3w5e11264sgsf"'),
  'Idempotent-Replayed': header(
    'True when the response is the stored one of an earlier request with the same Idempotency-Key.',
    { type: 'boolean' },
    true,
  ),
  'Event-Sequence': header(
    'The report contains every event of the log up to this sequence.',
    { type: 'integer', format: 'int64' },
    42,
  ),
  Link: header(
    'Links to the next and the previous page (RFC 8288).',
    text,
    '</api/v1/assets?offset=50>; rel="next"',
  ),
  'GS1-EPCIS-Version': always('The version of EPCIS.', text, '2.0.0'),
  'GS1-CBV-Version': always('The version of the Core Business Vocabulary.', text, '2.0.0'),
  'GS1-EPC-Format': always(
    'The form of the URIs: Always_GS1_Digital_Link or Always_EPC_URN.',
    text,
    'Always_GS1_Digital_Link',
  ),
}

const errorHeaders = [...commonHeaders, 'Retry-After', 'WWW-Authenticate', 'Allow']

const responses = {
  Error: {
    description: 'An error, in the common envelope.',
    headers: headerReferences(errorHeaders),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } } },
  },
  NotModified: {
    description: 'The resource still has the ETag of If-None-Match.',
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
  'If-None-Match': condition(
    'If-None-Match',
    'The ETag of the version that the client has: returns 304 while it is current.',
  ),
  'If-Match': condition(
    'If-Match',
    'The ETag of the version to write to: returns 412 when the resource has changed.',
  ),
  'Last-Event-ID': {
    name: 'Last-Event-ID',
    in: 'header',
    description:
      'With Accept: text/event-stream: the id of the last event that the client has received. It replaces after.',
    required: false,
    schema: { ...text, pattern: '^[0-9]{1,15}$', example: '41' },
  },
  'GS1-EPC-Format': {
    name: 'GS1-EPC-Format',
    in: 'header',
    description:
      'The form of the URIs: with Always_EPC_URN, URIs of GS1 keys are EPC URNs; otherwise they are GS1 Digital Links.',
    required: false,
    schema: { ...text, example: 'Always_EPC_URN' },
  },
}

export type Node = { [key: string]: unknown }

/** Converts the output of @elysiajs/swagger to the served document (docs/api.md, OpenAPI document). */
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

/** Moves schemas that have an `$id` to `schemas`, and returns the node with references to them. */
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
