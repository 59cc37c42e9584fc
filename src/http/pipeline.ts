import { type AnyElysia, Elysia } from 'elysia'
import { ulid } from 'ulid'
import { readPath, readQuery } from '../contract/parameters'
import { AppError, notFound } from '../errors'
import type { Log } from '../log'
import {
  form,
  mediaTypeOf,
  readBytes,
  readForm,
  readJsonObject,
  requireLength,
  requireMediaType,
} from './body'
import { announced } from './deprecation'
import type { Endpoint, Incoming, Reply } from './endpoint'
import { toErrorAnswer } from './errors'
import { type Guard, payerOf } from './guard'
import { documented } from './operation'

/**
 * The way of every request, in the contract's order: route, 401, 429, 403, 415, 413, path, query, existence, body,
 * conflict. Elysia routes and calls; what a route needs is its description (endpoint.ts).
 */

export interface PipelineParts {
  readonly guard: Guard
  readonly maxBodyBytes: number
  readonly addressOf: (request: Request) => string
  readonly log: Log
  /** Whether answers carry the rate-limit headers of the public API. */
  readonly showsBudget: boolean
}

type Context = {
  request: Request
  params: Record<string, string>
  set: { status?: number | string; headers: Record<string, string | number> }
}

/** Request ids, budget headers and the error envelope, for all routes that are mounted after it. */
export function createPipeline(parts: PipelineParts) {
  return new Elysia({ strictPath: true, normalize: false })
    .onRequest(({ request, set }) => {
      set.headers['x-request-id'] = requestIdOf(request)
      set.headers['x-content-type-options'] = 'nosniff'
      // Bun dates all answers but those to HEAD.
      if (request.method === 'HEAD') set.headers['date'] = new Date().toUTCString()
      if (parts.showsBudget) {
        Object.assign(set.headers, parts.guard.peek(payerOf(null, parts.addressOf(request))))
      } else set.headers['cache-control'] = 'no-store'
    })
    .onError({ as: 'global' }, ({ error, code, request, set }) => {
      const cause = code === 'NOT_FOUND' ? notFound('Route') : error
      const requestId = String(set.headers['x-request-id'])
      const answer = toErrorAnswer(cause, pathOf(request), requestId)
      if (answer.status === 500) parts.log.error({ err: error, request_id: requestId }, 'request failed')
      Object.assign(set.headers, { 'content-type': 'application/json' }, answer.headers)
      set.status = answer.status
      return answer.body
    })
}

/** Mounts endpoints, HEAD beside each GET, and the 405 of all other methods. */
export function mount(app: AnyElysia, endpoints: readonly Endpoint[], parts: PipelineParts): void {
  const ofPath = Map.groupBy(endpoints.map(announced), (endpoint) => endpoint.path)
  for (const [path, routes] of ofPath) {
    for (const route of routes) {
      const handler = (context: unknown) => run(route, context as Context, parts)
      app.route(route.method, path, handler, { parse: 'none', detail: documented(route) })
      if (route.method === 'GET') app.route('HEAD', path, handler, { detail: { hide: true } })
    }
    const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    // The private surface is closed to other origins: it answers no preflight.
    const allow = [...new Set(methods), ...(parts.showsBudget ? ['OPTIONS'] : [])].join(', ')
    app.all(path, () => refuseMethod(allow), { parse: 'none', detail: { hide: true } })
  }
}

export function refuseMethod(allow: string): never {
  throw new AppError('method_not_allowed', `This resource allows ${allow}`, { headers: { allow } })
}

async function run(route: Endpoint, context: Context, parts: PipelineParts): Promise<Response> {
  Object.assign(context.set.headers, route.headers)
  let incoming
  try {
    incoming = await admit(route, context, parts)
  } catch (error) {
    route.refused?.(error)
    throw error
  }
  return toResponse(route, context.request, await route.handle(incoming))
}

/** All that the contract checks before the body's fields. */
async function admit(
  route: Endpoint,
  { request, params: path, set }: Context,
  parts: PipelineParts,
): Promise<Incoming<never, never, never>> {
  const { guard, maxBodyBytes } = parts
  const address = parts.addressOf(request)
  const caller = await guard.authenticate(route.access, request)
  const spent = guard.spend(payerOf(caller, address))
  if (parts.showsBudget) Object.assign(set.headers, spent)
  guard.authorize(route.access, caller)

  const takesBody = route.body && !(route.body.isOptional && !hasBody(request))
  if (route.body && takesBody) {
    if (route.body.mediaTypes.length > 0) requireMediaType(request, route.body.mediaTypes)
    requireLength(request, maxBodyBytes)
  }
  const params = readPath(route.params ?? {}, path)
  const query = readQuery(route.query ?? {}, queryOf(request), {
    isList: route.isList ?? false,
    ...(route.pairs && { pairs: route.pairs }),
    ...(route.unsupported && { unsupported: route.unsupported }),
  })
  const known = { caller, params } as Pick<Incoming<never, never, never>, 'caller' | 'params'>
  await route.exists?.(known)
  const content = takesBody ? await readContent(route, request, maxBodyBytes) : empty
  const requireMatch = (view: unknown) => requireIfMatch(request, JSON.stringify({ data: view }))
  return { ...known, ...content, query, request, address, requireMatch } as Incoming<never, never, never>
}

const empty: Pick<Incoming<never, never, never>, 'body' | 'bytes'> = { body: {}, bytes: new Uint8Array() }

const hasBody = (request: Request): boolean =>
  request.headers.has('content-type') || Number(request.headers.get('content-length') ?? 0) > 0

async function readContent(route: Endpoint, request: Request, bytesMax: number): Promise<typeof empty> {
  if (route.body?.schema === null) return { ...empty, bytes: await readBytes(request, bytesMax) }
  if (mediaTypeOf(request) === form) return { ...empty, body: await readForm(request, bytesMax) }
  return { ...empty, body: await readJsonObject(request, bytesMax) }
}

function toResponse(route: Endpoint, request: Request, reply: Reply): Response {
  const headers: Record<string, string> = { ...reply.headers }
  if (reply.body === undefined) return new Response(null, { status: reply.status, headers })
  const isText = typeof reply.body === 'string'
  const text = isText ? (reply.body as string) : JSON.stringify(reply.body)
  if (!isText) headers['content-type'] = 'application/json'
  if (route.method === 'GET' && route.isList)
    Object.assign(headers, linksOf(request, reply.body as ListBody, route.headers?.['link']))
  const isSingle = !route.isList && !isText && (route.method === 'GET' || route.method === 'PATCH')
  if (isSingle && reply.status === 200) {
    headers['etag'] = etagOf(text)
    if (route.method === 'GET' && matches(request.headers.get('if-none-match'), headers['etag']))
      return new Response(null, { status: 304, headers: { etag: headers['etag'] } })
  }
  return new Response(text, { status: reply.status, headers })
}

/** Of the answer's very bytes, so that any change of them changes it. */
const etagOf = (text: string): string => `"${Bun.hash.xxHash64(text).toString(36)}"`

function requireIfMatch(request: Request, text: string): void {
  const header = request.headers.get('if-match')
  if (header !== null && !matches(header, etagOf(text)))
    throw new AppError('precondition_failed', 'The resource has changed: If-Match names another state')
}

function matches(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.split(',').some((part) => {
    const tag = part.trim().replace(/^W\//, '')
    return tag === '*' || tag === etag
  })
}

interface ListBody {
  readonly limit: number
  readonly offset: number
  readonly total_count: number
}

/** RFC 8288 links to the neighbouring pages. */
function linksOf(
  request: Request,
  { limit, offset, total_count: total }: ListBody,
  ofRoute: string | undefined,
): Record<string, string> {
  const parameters = new URLSearchParams(queryOf(request))
  const link = (to: number, rel: string) => {
    parameters.set('limit', String(limit))
    parameters.set('offset', String(to))
    return `<${pathOf(request)}?${parameters.toString()}>; rel="${rel}"`
  }
  const links = ofRoute === undefined ? [] : [ofRoute]
  if (offset + limit < total) links.push(link(offset + limit, 'next'))
  if (offset > 0) links.push(link(Math.max(0, offset - limit), 'prev'))
  return links.length > 0 ? { link: links.join(', ') } : {}
}

/** An inbound id of up to 128 visible ASCII characters is kept (contract, x-request-id). */
function requestIdOf(request: Request): string {
  const sent = request.headers.get('x-request-id')
  return sent !== null && /^[\x21-\x7e]{1,128}$/.test(sent) ? sent : ulid()
}

/** The path as it was sent, without the query. */
export function pathOf(request: Request): string {
  const start = request.url.indexOf('/', request.url.indexOf('://') + 3)
  const end = request.url.indexOf('?', start)
  return start < 0 ? '/' : request.url.slice(start, end < 0 ? undefined : end)
}

function queryOf(request: Request): string {
  const at = request.url.indexOf('?')
  return at < 0 ? '' : request.url.slice(at + 1)
}
