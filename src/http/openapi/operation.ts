import { type TSchema } from '@sinclair/typebox'
import type { Parameters } from '../../contract/parameters'
import { form } from '../body'
import { deprecationHeaders } from './deprecation'
import type { Access, Endpoint, RequestBody } from '../endpoint'
import { namedLinks } from './links'

/** Returns the OpenAPI operation of an endpoint, for the `detail` of @elysiajs/swagger. */
export function documented(endpoint: Endpoint): Record<string, unknown> {
  const { doc, access, response, body } = endpoint
  if (!doc) return { hide: true }
  return {
    operationId: doc.operationId,
    summary: doc.summary,
    description: [doc.description, permissionOf(access)].filter(Boolean).join('\n\n'),
    tags: [doc.tag],
    ...(endpoint.deprecated && { deprecated: true }),
    'x-required-scopes': access.kind === 'scope' ? [access.scope] : [],
    ...(access.kind === 'anyone' && { security: [] }),
    parameters: [
      ...parametersOf('path', endpoint.params),
      ...parametersOf('query', endpoint.query),
      ...(isRevalidated(endpoint) ? [parameter('If-None-Match')] : []),
      ...(endpoint.isConditional ? [parameter('If-Match')] : []),
      ...(endpoint.takesIdempotencyKey ? [idempotencyKey(doc.operationId)] : []),
      ...(endpoint.isAlsoStream ? [parameter('Last-Event-ID')] : []),
      ...(endpoint.requestHeaders ?? []).map(parameter),
    ],
    ...(body?.schema && {
      requestBody: {
        description:
          access.kind === 'anyone' ? openBody : 'At most 1 MiB, unless the installation sets another limit.',
        required: true,
        content: requestContentOf(body, body.schema),
      },
    }),
    responses: {
      [response.status]: {
        description: response.description,
        headers: headersOf(endpoint),
        ...(response.schema && {
          content: {
            'application/json': { schema: response.schema },
            ...(endpoint.isAlsoCsv && { 'text/csv': { schema: csvFile } }),
            ...(endpoint.isAlsoStream && { 'text/event-stream': { schema: eventStream } }),
          },
        }),
        ...(response.links && { links: namedLinks(response.links) }),
      },
      ...(isRevalidated(endpoint) && { 304: sharedResponse('NotModified') }),
      ...Object.fromEntries(clientErrorsOf(endpoint).map((status) => [status, sharedResponse('Error')])),
      default: sharedResponse('Error'),
    },
  }
}

/** OpenAPI 3.0 has no types for the events of a stream. */
const eventStream = {
  type: 'string',
  description: 'Server-sent events. The data of each is an Event as JSON, and its id is the sequence.',
  example: 'id: 42\nevent: asset.moved\ndata: {"sequence":42,"type":"asset.moved"}\n\n',
}

const csvFile = {
  type: 'string',
  description: 'The whole list as CSV with a header line.',
  example: 'location_id,location_external_key\r\n7,DOCK-1\r\n',
}

const openBody = 'At most 16 KiB, with at most 100 fields.'

const sharedResponse = (name: string) => ({ $ref: `#/components/responses/${name}` })
const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })

/** Each operation has an example of its own, because tools that send examples would send one key with different requests. */
const idempotencyKey = (operationId: string) => ({
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes a retry safe: within 24 hours, the same request with the same key returns the first response and changes nothing. Returns 409 while the first request is running, and 400 with another path or body. Failures are not stored.',
  required: false,
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    pattern: '^[!-~]+$',
    example: `${operationId}-8e03978e`,
  },
})

export const headerReferences = (names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Headers of every response of the public API. */
export const commonHeaders = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
]

/**
 * Returns the content of a request body. A form, which stock OAuth clients send, is not listed: with a schema, openapi-generator,
 * orval and openapi-python-client create clients that do not work, and without one ogen fails.
 */
const requestContentOf = ({ mediaTypes }: RequestBody, schema: TSchema) =>
  Object.fromEntries(mediaTypes.filter((type) => type !== form).map((type) => [type, { schema }]))

function permissionOf(access: Access): string {
  if (access.kind === 'scope') return `Needs the scope \`${access.scope}\`.`
  return access.kind === 'apiKey' ? 'Needs a token of an API key, with any scopes.' : ''
}

/** Returns the 4xx statuses that an endpoint can return, which follow from its description. */
function clientErrorsOf(endpoint: Endpoint): number[] {
  const { access, params, body, mayConflict, mayNotFind, isConditional, takesIdempotencyKey } = endpoint
  const isPossible: Record<number, boolean | undefined> = {
    400: true,
    401: true,
    403: access.kind === 'scope',
    404: params !== undefined || mayNotFind,
    409: mayConflict || takesIdempotencyKey,
    412: isConditional,
    413: body !== undefined,
    415: body !== undefined,
    429: true,
  }
  return Object.keys(isPossible)
    .map(Number)
    .filter((status) => isPossible[status])
}

/** Reports whether the endpoint supports If-None-Match, as every read with an ETag does. */
const isRevalidated = ({ method, response }: Endpoint): boolean =>
  method === 'GET' && (response.headers ?? []).includes('ETag')

function parametersOf(location: 'path' | 'query', parameters: Parameters = {}) {
  return Object.entries(parameters).map(([name, { schema, repeatable, isRequired }]) => {
    const { description, example, ...rest } = schema
    const one = { ...rest, example }
    return {
      name,
      in: location,
      description,
      required: location === 'path' || isRequired === true,
      schema: repeatable ? { type: 'array', items: one, maxItems: 200 } : one,
      ...(repeatable && { style: 'form', explode: true }),
    }
  })
}

function headersOf(endpoint: Endpoint): Record<string, unknown> {
  const { access, response, deprecated, isList, hasCursor, takesIdempotencyKey } = endpoint
  const names = [...commonHeaders, ...(response.headers ?? [])]
  if (isList && !hasCursor) names.push('Link')
  if (takesIdempotencyKey) names.push('Idempotent-Replayed')
  if (access.kind === 'anyone') names.push('Cache-Control')
  return { ...headerReferences(names), ...(deprecated && deprecationHeaders) }
}
