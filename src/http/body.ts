import { callerMessages } from '../contract/messages'
import { requestMessages } from './messages'
import { AppError, malformed, unauthenticated } from '../base/errors'
import {
  isObject,
  JsonEncodingError,
  JsonLimitError,
  type JsonLimits,
  jsonLimits,
  type JsonObject,
  parseJson,
} from '../base/json'
import type { Endpoint } from './endpoint'
import { hold } from './held-bodies'

/** Request bodies (docs/api.md, Bodies) and their media types (docs/api.md, Media types). */

export const json = 'application/json'
export const mergePatch = 'application/merge-patch+json'
export const form = 'application/x-www-form-urlencoded'

/** The limits of a request body. */
export interface BodyLimits extends JsonLimits {
  readonly bytes: number
  /** Maximum number of bytes in all unfinished bodies of a client. */
  readonly bytesInProgress: number
  /** Maximum number of chunks. The sender chooses their size, and each costs a turn of the event loop. */
  readonly chunks: number
}

/** The limits of endpoints that need no credentials. Their bodies are a few hundred bytes with a few fields. */
const openLimits: Omit<BodyLimits, 'bytesInProgress'> = {
  bytes: 16_384,
  chunks: 256,
  depth: jsonLimits.depth,
  names: 100,
  values: 100,
}

/**
 * Returns the limits of an endpoint's request body.
 *
 * @param bytesMax the maximum size that the installation allows
 */
export function limitsOf({ access, body }: Pick<Endpoint, 'access' | 'body'>, bytesMax: number): BodyLimits {
  if (access.kind === 'anyone') {
    const bytes = Math.min(openLimits.bytes, bytesMax)
    return { ...openLimits, bytes, bytesInProgress: bodiesMax * bytes }
  }
  const bytes = body?.bytesMax ?? bytesMax
  // A larger limit of one endpoint does not raise the limit of a client, unless a single body needs more.
  const bytesInProgress = Math.max(bytes, bodiesMax * bytesMax)
  return { ...jsonLimits, bytes, bytesInProgress, chunks: Math.max(chunksMax, Math.ceil(bytes / 1024)) }
}

/** Maximum number of chunks of a body of the default size. */
const chunksMax = 4096

/** Returns the media type of the Content-Type header without parameters, in lower case (RFC 9110 §8.3.1). */
export function mediaTypeOf(request: Request): string | undefined {
  const header = request.headers.get('content-type')
  const match = header && /^[ \t]*([!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+)[ \t]*(;.*)?$/.exec(header)
  return match ? match[1]?.toLowerCase() : undefined
}

/**
 * Throws `unsupported_media_type` if the body is compressed or has a media type that is not in `accepted`. An empty
 * list accepts every media type.
 */
export function requireMediaType(request: Request, accepted: readonly string[]): void {
  const type = mediaTypeOf(request)
  const isEncoded = (request.headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity'
  const isAccepted = accepted.length === 0 || (type !== undefined && accepted.includes(type))
  if (isAccepted && !isEncoded) return
  if (isEncoded) throw new AppError('unsupported_media_type', requestMessages('request.compressed'))
  const [first = '', other] = accepted
  const wanted =
    other === undefined
      ? requestMessages('request.media_type', { type: first })
      : requestMessages('request.media_types', { type: first, other })
  throw new AppError('unsupported_media_type', wanted)
}

// The connection is closed after the response, so that the rest of the body need not be read.
const tooLarge = (bytesMax: number): AppError =>
  new AppError('too_large', requestMessages('request.too_large', { max: bytesMax }), {
    headers: { connection: 'close' },
  })

export const hasBody = ({ headers }: Request): boolean =>
  headers.has('content-type') || Number(headers.get('content-length') ?? 0) > 0

/** Throws `too_large` by the declared Content-Length, before any byte is read. */
export function requireLength(request: Request, bytesMax: number): void {
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) throw tooLarge(bytesMax)
}

/** Bounds how long, in seconds, a slow upload holds a connection and its buffered bytes. */
const bodySecondsMax = 30

/** Bytes of unfinished bodies that one client may occupy, as a multiple of the largest body. */
const bodiesMax = 32

/** Bytes of unfinished bodies by client. */
const occupiedBytes = new Map<string, number>()

/** Adds to the bytes that the client occupies, or releases them if `bytes` is negative. Returns the new total. */
function occupy(client: string, bytes: number): number {
  const occupied = (occupiedBytes.get(client) ?? 0) + bytes
  if (occupied > 0) occupiedBytes.set(client, occupied)
  else occupiedBytes.delete(client)
  return occupied
}

const tooMany = (): AppError =>
  new AppError('rate_limited', requestMessages('request.many_uploads'), {
    headers: { connection: 'close', 'retry-after': '1' },
  })

const tooFragmented = (chunksMax: number): AppError =>
  new AppError('malformed', requestMessages('request.many_chunks', { max: chunksMax }), {
    headers: { connection: 'close' },
  })

/** Maximum number of bytes of a body that is read without its chunks. It is not charged, because Bun has most of it. */
const smallMax = 4_096

function isSmall(request: Request): boolean {
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  return length <= smallMax
}

/** Reads a body that is declared as small. A stream for it would take longer than the rest of a small request. */
async function readSmall(request: Request): Promise<Uint8Array> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(tooLate()), bodySecondsMax * 1000)
  const whole = request.bytes().catch(() => {
    throw malformed(requestMessages('request.ended_early'))
  })
  try {
    return await Promise.race([whole, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A small body that is read while the rights of the caller are. */
export interface EarlyBody {
  readonly bytes: Promise<Uint8Array>
  /** Whether the whole body had arrived before the statement that reads the rights was sent. */
  readonly isBeforeRights: () => boolean
}

/**
 * Begins to read a body that is declared as small. Statements are sent at the end of the turn of the event loop in which they begin,
 * so that those of a turn share a packet.
 */
export function readEarly(request: Request): EarlyBody | undefined {
  if (!isSmall(request) || !request.body) return undefined
  const bytes = readSmall(request)
  let [isComplete, isOver] = [false, false]
  bytes.then(
    () => {
      isComplete = !isOver
    },
    // Who waits for the bytes gets the error.
    () => {},
  )
  setImmediate(() => {
    isOver = true
  })
  return { bytes, isBeforeRights: () => isComplete }
}

const tooLate = (): AppError => malformed(requestMessages('request.too_slow', { max: bodySecondsMax }))

/**
 * Reads the whole body. Throws `too_large`, `rate_limited` or `malformed` as soon as it exceeds a limit.
 *
 * @param client the client whose share of the memory the body occupies
 */
export async function readBytes(
  request: Request,
  {
    bytes: bytesMax,
    bytesInProgress,
    chunks: most,
  }: Pick<BodyLimits, 'bytes' | 'bytesInProgress' | 'chunks'>,
  client: string,
): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array()
  if (chunksMax >= smallMax && isSmall(request)) return readSmall(request)
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  // A client that disconnects half-way is not a failure of the service, so it must not be logged as one.
  const next = () =>
    reader.read().catch(() => {
      throw malformed(requestMessages('request.ended_early'))
    })
  const refuse = (reason: AppError): never => {
    void reader.cancel()
    throw reason
  }
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    void reader.cancel()
  }, bodySecondsMax * 1000)
  try {
    for (let part = await next(); !part.done; part = await next()) {
      const { byteLength } = part.value
      length += byteLength
      const occupied = occupy(client, byteLength)
      const refusal = hold(request, length)
      if (length > bytesMax) refuse(tooLarge(bytesMax))
      if (occupied > bytesInProgress) refuse(tooMany())
      if (refusal) refuse(refusal)
      if (chunks.length === most) refuse(tooFragmented(most))
      chunks.push(part.value)
    }
  } finally {
    clearTimeout(timer)
    occupy(client, -length)
  }
  // The canceled stream ends normally, so the part that has arrived looks like a whole body.
  if (isLate) throw tooLate()
  if (request.headers.has('transfer-encoding')) await requireEnd(request)
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks)
}

/**
 * Throws `malformed` if Bun has closed the connection because of trailer fields after the body. Bun reports the end of a chunked
 * body before it parses them, so a request that it answers with 400 would be processed.
 */
async function requireEnd({ signal }: Request): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  if (signal.aborted) throw malformed(requestMessages('request.ended_early'))
}

/** Throws `malformed` if the request announces trailer fields (RFC 9112 §7.1.2), which Bun cannot parse. */
export function requireNoTrailer(request: Request): void {
  if (request.headers.has('trailer'))
    throw new AppError('malformed', requestMessages('request.trailer'), {
      headers: { connection: 'close' },
    })
}

/** Parses a JSON object. Throws `malformed` if the body is not one or exceeds the limits. */
export function jsonObjectOf(request: Request, bytes: Uint8Array, limits: BodyLimits): JsonObject {
  const body = parseJsonBody(bytes, limits)
  if (isObject(body)) return body
  if (body === null && mediaTypeOf(request) === mergePatch)
    throw malformed(requestMessages('request.object_patch'))
  throw malformed(requestMessages('request.object'))
}

function parseJsonBody(bytes: Uint8Array, limits: BodyLimits) {
  try {
    return parseJson(bytes, limits)
  } catch (error) {
    if (error instanceof JsonLimitError)
      throw malformed(requestMessages('request.excess', { excess: error.excess }))
    const isText = !(error instanceof JsonEncodingError)
    throw malformed(requestMessages(isText ? 'request.json' : 'request.json_encoding'))
  }
}

/**
 * Parses a form with single values, for the OAuth token endpoint. The client_id and client_secret may be sent with HTTP
 * Basic instead (RFC 6749 §2.3.1).
 */
export function formOf(request: Request, bytes: Uint8Array, { values: valuesMax }: BodyLimits): JsonObject {
  const text = new TextDecoder().decode(bytes)
  if (text.split('&', valuesMax + 1).length > valuesMax)
    throw malformed(requestMessages('request.many_form_values', { max: valuesMax }))
  const sent = Object.entries(Object.fromEntries(new URLSearchParams(text)))
  // Standard OAuth clients send further fields, such as scope. They are ignored (RFC 6749 §3.2).
  return { ...Object.fromEntries(sent.filter(([name]) => oauthFields.has(name))), ...basicClient(request) }
}

const oauthFields = new Set(['grant_type', 'client_id', 'client_secret', 'refresh_token'])

function basicClient(request: Request): JsonObject {
  const credentials = basicCredentials(request.headers.get('authorization'))
  if (!credentials) return {}
  const { user, password } = credentials
  try {
    return { client_id: decodeURIComponent(user), client_secret: decodeURIComponent(password) }
  } catch {
    throw unauthenticated(callerMessages('caller.client_credentials'))
  }
}

/** Parses an HTTP Basic header (RFC 7617); undefined if it is not one. */
export function basicCredentials(
  header: string | null,
): { readonly user: string; readonly password: string } | undefined {
  const match = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(header ?? '')
  if (!match) return undefined
  const [user = '', ...rest] = Buffer.from(match[1] ?? '', 'base64')
    .toString()
    .split(':')
  return { user, password: rest.join(':') }
}
