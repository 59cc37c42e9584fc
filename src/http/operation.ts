import type { TSchema } from '@sinclair/typebox'
import type { Parameters } from '../contract/parameters'
import type { Access, Endpoint } from './endpoint'

/** The OpenAPI operation of an endpoint, which @elysiajs/swagger takes over as its detail. */
export function documented(endpoint: Endpoint): Record<string, unknown> {
  const { doc, access, answer, body } = endpoint
  if (!doc) return { hide: true }
  return {
    operationId: doc.operationId,
    summary: doc.summary,
    description: doc.description ?? `${doc.summary}.`,
    tags: [doc.tag],
    'x-required-scopes': access.kind === 'scope' ? [access.scope] : [],
    ...(access.kind === 'anyone' && { security: [] }),
    parameters: [...parametersOf('path', endpoint.params), ...parametersOf('query', endpoint.query)],
    ...(body?.schema && {
      requestBody: { required: true, content: contentOf(body.mediaTypes, body.schema) },
    }),
    responses: {
      [answer.status]: {
        description: answer.description,
        headers: headersOf(access, answer.headers ?? [], endpoint.isList ?? false),
        ...(answer.schema && { content: contentOf(['application/json'], answer.schema) }),
      },
      default: { $ref: '#/components/responses/Error' },
    },
  }
}

const contentOf = (mediaTypes: readonly string[], schema: TSchema) =>
  Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]))

function parametersOf(place: 'path' | 'query', parameters: Parameters = {}) {
  return Object.entries(parameters).map(([name, { schema, repeatable }]) => {
    const { description, example, ...rest } = schema
    const one = { ...rest, example }
    return {
      name,
      in: place,
      description,
      required: place === 'path',
      schema: repeatable ? { type: 'array', items: one, maxItems: 200 } : one,
      ...(repeatable && { style: 'form', explode: true }),
    }
  })
}

function headersOf(access: Access, own: readonly string[], isList: boolean): Record<string, unknown> {
  const names = [...commonHeaders, ...own, ...(isList ? ['Link'] : [])]
  if (access.kind === 'anyone') names.push('Cache-Control')
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

export const commonHeaders = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
]
