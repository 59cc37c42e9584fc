import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { requestMessages } from './messages'
import { AppError, invalidField } from '../base/errors'
import { chain, type MaybePromise } from '../base/turns/maybe-promise'
import { createPauses, type Pause } from '../base/turns/pause'
import { acceptsGzip } from './encoding'
import { type Context, type Endpoint, JsonText, type Reply } from './endpoint'
import { pathOf, queryOf } from './url'

/**
 * Converts a handler's reply to an HTTP response: JSON, ETag (RFC 9110 §8.8.3) and links to the pages of a list
 * (RFC 8288).
 *
 * @param context its headers are in the response, too; those of the reply override them
 * @param note called with the text of the body, if there is one
 */
export function toResponse(
  route: Endpoint,
  { request, set }: Pick<Context, 'request' | 'set'>,
  reply: Reply,
  note: (text: string) => void,
): MaybePromise<Response> {
  const { body, status } = reply
  const isHead = request.method === 'HEAD'
  const headers: Record<string, string> = { ...set.headers, ...reply.headers }
  if (body === undefined) {
    const isStream = isHead && headers['content-length'] === undefined && [200, 304].includes(status)
    return new Response(null, { status, headers: isStream ? inChunks(headers) : headers })
  }
  if (body instanceof ReadableStream) return new Response(body, { status, headers })
  const send = (text: string): MaybePromise<Response> => {
    note(text)
    if (route.isCompressed) headers['vary'] = withEncoding(headers['vary'])
    if (route.isCompressed && isWorthCompressing(text) && acceptsGzip(request) && !isHead)
      return compress(text, fast).then(
        (bytes) => new Response(bytes, { status, headers: compressed(headers) }),
      )
    return sendText(text, status, headers, isHead)
  }
  if (typeof body === 'string') return send(body)
  headers['content-type'] = 'application/json'
  if (route.isList) {
    if (route.method === 'GET')
      Object.assign(headers, linksOf(request, body as ListBody, route.headers?.['link']))
    return chain(jsonOf(body as object), send)
  }
  const text = body instanceof JsonText ? body.text : JSON.stringify(body)
  if (status !== 200 || (route.method !== 'GET' && route.method !== 'PATCH')) return send(text)
  const etag = etagOf(text)
  headers['etag'] = etag
  if (route.method === 'PATCH' || !matchesIfNoneMatch(request, etag)) return send(text)
  const known = { ...set.headers, etag }
  return new Response(null, { status: 304, headers: isHead ? withLengthOf(text, known) : known })
}

function sendText(text: string, status: number, headers: Record<string, string>, isHead: boolean): Response {
  if (!isLarge(text)) return new Response(text, { status, headers })
  return isHead
    ? new Response(null, { status, headers: inChunks(headers) })
    : new Response(streamOf(text), { status, headers })
}

/**
 * Returns the headers of a response to HEAD for which GET sends a stream. Bun sends a stream in chunks, without a length, and
 * gives a response without a body the length 0, which is wrong for HEAD (RFC 9110 §8.6).
 */
const inChunks = (headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  'transfer-encoding': 'chunked',
})

/** Returns the headers of 304 to HEAD. If there is a length, it is that of 200 (RFC 9110 §8.6). */
const withLengthOf = (text: string, headers: Record<string, string>): Record<string, string> =>
  isLarge(text) ? inChunks(headers) : { ...headers, 'content-length': String(Buffer.byteLength(text)) }

/** A smaller response is one packet anyway. */
const isWorthCompressing = (text: string): boolean => text.length > 1000

/** On another thread, at the level that takes the least time. */
const compress = promisify<string, object, Buffer>(gzip)
const fast = { level: constants.Z_BEST_SPEED }

/** The compressed bytes are another representation, so a strong ETag may not name them (RFC 9110 §8.8.1). */
const compressed = ({ etag, ...headers }: Record<string, string>): Record<string, string> => ({
  ...headers,
  'content-encoding': 'gzip',
  ...(etag !== undefined && { etag: `W/${etag}` }),
})

const withEncoding = (vary: string | undefined): string =>
  vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`

/**
 * Reports whether a text and its headers may exceed the 16 KiB in which Bun collects the parts of a response. Bun sends a
 * larger response with a system call for each name and each value of a header (https://github.com/oven-sh/bun/pull/41341):
 * a page of 50 assets took 0.7 ms of processor time instead of 0.4 ms. It sends the parts of a stream together.
 */
const isLarge = (text: string): boolean => text.length > 12_000

const streamOf = (text: string): ReadableStream =>
  new ReadableStream({
    type: 'direct',
    pull(controller) {
      // The stream is closed in the same turn, because a wait in between would separate the headers from the text.
      void controller.write(text)
      controller.close()
    },
  })

/** Number of rows that are converted to JSON at once. Even rows of 1 MiB take less than the time between two pauses. */
const rowsAtOnce = 5

/** Returns the JSON of a body. A list of large rows can take long, so other requests are served in between. */
function jsonOf(body: object): MaybePromise<string> {
  if (!('data' in body) || !Array.isArray(body.data)) return JSON.stringify(body)
  const { data, ...others } = body
  return chain(rowsOf(data, createPauses()), (rows) => {
    const rest = JSON.stringify(others).slice(1)
    return `{"data":[${rows}]${rest === '}' ? rest : `,${rest}`}`
  })
}

/** Returns the JSON of the rows from an index on, without the brackets. */
function rowsOf(data: readonly unknown[], pause: Pause, from = 0): MaybePromise<string> {
  const parts: string[] = []
  for (let at = from; at < data.length; at += rowsAtOnce) {
    const next = at + rowsAtOnce
    parts.push(JSON.stringify(data.slice(at, next)).slice(1, -1))
    const pausing = next < data.length ? pause() : undefined
    if (pausing) return pausing.then(async () => `${parts.join(',')},${await rowsOf(data, pause, next)}`)
  }
  return parts.join(',')
}

/** Returns the ETag of a body. It is a hash of the text, so every change of the text changes it. */
const etagOf = (text: string): string => `"${Bun.hash.xxHash64(text).toString(36)}"`

/**
 * Throws `precondition_failed` if If-Match does not match. The comparison is strong: weak tags never match (RFC 9110
 * §13.1.1).
 */
export function requireIfMatch(request: Request, text: string): void {
  const header = request.headers.get('if-match')
  if (header === null) return
  if (!entityTags.test(header))
    throw invalidField(
      'If-Match',
      'invalid_value',
      requestMessages('request.if_match', { field: 'If-Match' }),
    )
  if (!containsTag(header, etagOf(text)))
    throw new AppError('precondition_failed', requestMessages('request.changed'))
}

/** Reports whether If-None-Match contains the tag. The comparison is weak (RFC 9110 §13.1.2). */
function matchesIfNoneMatch(request: Request, etag: string): boolean {
  const header = request.headers.get('if-none-match')
  return header !== null && containsTag(header.replaceAll('W/', ''), etag)
}

/** `*`, or a list of entity tags (RFC 9110 §8.8.3). */
const entityTags = /^\s*(\*|(W\/)?"[^"]*"(\s*,\s*(W\/)?"[^"]*")*)\s*$/

const containsTag = (header: string, etag: string): boolean =>
  header.split(',').some((part) => part.trim() === '*' || part.trim() === etag)

interface ListBody {
  readonly limit: number
  readonly offset: number
  readonly total_count: number
}

/** Returns the Link header for the next and the previous page (RFC 8288), after the links of the route itself. */
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
  // The page before one beyond the end is the last one that has rows.
  const last = Math.floor(Math.max(0, total - 1) / limit) * limit
  if (offset > 0) links.push(link(Math.max(0, Math.min(offset - limit, last)), 'prev'))
  return links.length > 0 ? { link: links.join(', ') } : {}
}
