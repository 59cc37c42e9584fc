import { requestMessages } from './messages'
import { type AnyElysia, Elysia } from 'elysia'
import { requireEnforced } from '../contract/enforced'
import { AppError, notFound } from '../base/errors'
import { type MaybePromise, recovering } from '../base/turns/maybe-promise'
import { withDeprecationHeaders } from './deprecation'
import type { Context, Endpoint } from './endpoint'
import { toErrorResponse } from './errors'
import { budgetKeyOf } from './guard'
import { isCharged, type PipelineParts, processRequest } from './pipeline'
import { requestIdOf } from './request-id'
import { pathOf } from './url'

/** The use of Elysia (decision 0007): the applications, and a plugin with the routes of each feature. */

/**
 * Creates the application that the features are mounted on, with request ids, rate-limit headers and the error
 * envelope.
 */
export function createApplication(parts: PipelineParts) {
  return createPlugin('application')
    .onRequest(({ request, set }) => {
      beginResponse(request, set.headers as Context['set']['headers'], parts)
    })
    .onError({ as: 'global' }, ({ error, code, request, set }) => {
      const cause = code === 'NOT_FOUND' ? notFound(requestMessages('request.no_route')) : error
      return refuse(cause, { request, set } as Pick<Context, 'request' | 'set'>, parts)
    })
}

/** Sets the headers that every response has. */
function beginResponse(request: Request, headers: Record<string, string>, parts: PipelineParts): void {
  headers['x-request-id'] = requestIdOf(request)
  headers['x-content-type-options'] = 'nosniff'
  // Bun sets the Date header of all responses except those to HEAD.
  if (request.method === 'HEAD') headers['date'] = new Date().toUTCString()
  if (!parts.showsBudget) headers['cache-control'] = 'no-store'
  else if (!isOfEndpoint(request))
    Object.assign(headers, parts.guard.peek(budgetKeyOf(null, () => parts.addressOf(request))))
}

/** Returns the response to a request that fails. */
async function refuse(
  error: unknown,
  { request, set }: Pick<Context, 'request' | 'set'>,
  parts: PipelineParts,
): Promise<Response> {
  if (!isCharged(request)) {
    const spent = await parts.guard.chargeRefused(() => parts.addressOf(request))
    if (parts.showsBudget) Object.assign(set.headers, spent)
  }
  const requestId = String(set.headers['x-request-id'])
  const { status, headers, body } = toErrorResponse(error, pathOf(request), requestId, hasTexts(request))
  if (status === 500) parts.log.error({ err: error, request_id: requestId }, 'request failed')
  const all = { ...set.headers, 'content-type': 'application/json', ...headers }
  // The response contains them. Elysia would otherwise make another response from it.
  set.headers = {}
  return new Response(body, { status, headers: all })
}

/**
 * Creates the Elysia plugin of a feature: its endpoints, a HEAD route for each GET, and 405 for all other methods. The
 * automatic HEAD of Elysia reads the whole body to count its bytes, so it is not used.
 */
export function createFeature(
  name: string,
  endpoints: readonly Endpoint[],
  parts: PipelineParts & RouteDescriptions,
): AnyElysia {
  const feature: AnyElysia = createPlugin(name)
  const ofPath = Map.groupBy(endpoints.map(withDeprecationHeaders), (endpoint) => endpoint.path)
  for (const [path, routes] of ofPath) {
    for (const route of routes) {
      if (route.body?.schema) requireEnforced(route.body.schema, `the body of ${route.method} ${path}`)
      // Elysia reads the source of a handler, and awaits what may be a promise. A bound function has no source.
      const handler = respond.bind(null, route, parts)
      const detail = parts.detailOf(route)
      // Elysia waits for a promise in each request of a route with `parse`.
      feature.route(
        route.method,
        path,
        handler,
        route.method === 'GET' ? { detail } : { parse: 'none', detail },
      )
      if (route.method === 'GET') feature.route('HEAD', path, handler, hidden)
    }
    const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    // The private endpoints do not support CORS preflight requests, because other origins may not use them.
    const allow = [...new Set(methods), ...(parts.showsBudget ? ['OPTIONS'] : [])].join(', ')
    feature.all(path, () => refuseMethod(allow), { parse: 'none', ...hidden })
  }
  return feature
}

/** Responds to a request of an endpoint, even if it fails. */
function respond(route: Endpoint, parts: PipelineParts, context: AnyContext): MaybePromise<Response> {
  const known = context as unknown as Context
  return recovering(
    () => processRequest(route, known, parts),
    (error) => refuse(error, known, parts),
  )
}

/**
 * Reports whether the envelope of an error has the keys and values of its sentences: in the private API, and in the public
 * one for the console, which asks for them (docs/internal-api.md, Texts).
 */
const hasTexts = (request: Request): boolean =>
  pathOf(request).startsWith('/internal/') || request.headers.get('whereabouts-texts') === 'keys'

/** Reports whether the request is charged to a budget. It gets the headers of the budget then. */
const isOfEndpoint = (request: Request): boolean =>
  request.method !== 'OPTIONS' && /^\/api\/v1\/(?!openapi\.)/.test(pathOf(request))

/** Elysia's type of a context whose path it does not know. */
type AnyContext = { readonly [name: string]: unknown }

/** Creates an empty plugin that compares paths exactly and sends responses unchanged. */
export const createPlugin = (name: string) => new Elysia({ name, strictPath: true, normalize: false })

/** Keeps a route out of the OpenAPI document. */
export const hidden = { detail: { hide: true } }

interface RouteDescriptions {
  /** Returns the OpenAPI operation of an endpoint, for @elysiajs/swagger. */
  readonly detailOf: (endpoint: Endpoint) => Record<string, unknown>
}

export function refuseMethod(allow: string): never {
  throw new AppError('method_not_allowed', requestMessages('request.method', { allow }), {
    headers: { allow },
  })
}
