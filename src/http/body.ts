import { AppError, malformed, unauthenticated } from '../errors'
import { isObject, JsonLimitError, type JsonLimits, jsonLimits, type JsonObject, parseJson } from '../json'
import type { Access } from './endpoint'

/** Media types (docs/api.md, Media types) and bodies of requests (docs/api.md, Bodies). */

export const json = 'application/json'
export const mergePatch = 'application/merge-patch+json'
export const form = 'application/x-www-form-urlencoded'

/** What the body of a request may have. */
export interface BodyLimits extends JsonLimits {
  readonly bytes: number
  /** Chunks in which it arrives: the sender chooses how many there are, and each takes a turn of the thread. */
  readonly chunks: number
}

/** Of an endpoint that needs no credentials: its bodies are a few hundred bytes, with a few fields. */
const openLimits: BodyLimits = {
  bytes: 16_384,
  chunks: 256,
  depth: jsonLimits.depth,
  names: 100,
  values: 100,
}

/** @param bytesMax what the installation allows */
export const limitsOf = ({ kind }: Access, bytesMax: number): BodyLimits =>
  kind === 'anyone'
    ? { ...openLimits, bytes: Math.min(openLimits.bytes, bytesMax) }
    : { ...jsonLimits, bytes: bytesMax, chunks: 4096 }

/** The type of a Content-Type header without its parameters, as RFC 9110 §8.3.1 reads it. */
export function mediaTypeOf(request: Request): string | undefined {
  const header = request.headers.get('content-type')
  const match = header && /^[ \t]*([!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+)[ \t]*(;.*)?$/.exec(header)
  return match ? match[1]?.toLowerCase() : undefined
}

/** One of those that are accepted, or any where none is named; in either case the bytes as they are. */
export function requireMediaType(request: Request, accepted: readonly string[]): void {
  const type = mediaTypeOf(request)
  const isEncoded = (request.headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity'
  const isAccepted = accepted.length === 0 || (type !== undefined && accepted.includes(type))
  if (isAccepted && !isEncoded) return
  const message = isEncoded
    ? 'Compressed request bodies are not supported'
    : `Content-Type must be ${accepted.join(' or ')}`
  throw new AppError('unsupported_media_type', message)
}

// The connection ends with the answer: what is left of the body is not worth reading.
const tooLarge = (bytesMax: number): AppError =>
  new AppError('too_large', `The request body is larger than ${bytesMax} bytes`, {
    headers: { connection: 'close' },
  })

/** Refuses by the declared length, before a byte is read. */
export function requireLength(request: Request, bytesMax: number): void {
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) throw tooLarge(bytesMax)
}

/** A slow sender holds a connection, and for so long what has come. */
const bodySecondsMax = 30

/** The bodies that one payer has under way may have as many bytes together as so many of the largest. */
const bodiesMax = 32

const underWay = new Map<string, number>()

/** Counts bytes that `payer` occupies from now on, or no longer where they are negative. */
function occupy(payer: string, bytes: number): number {
  const occupied = (underWay.get(payer) ?? 0) + bytes
  if (occupied > 0) underWay.set(payer, occupied)
  else underWay.delete(payer)
  return occupied
}

const tooMany = (): AppError =>
  new AppError('rate_limited', 'Too much is being sent at once; try again in 1 s', {
    headers: { connection: 'close', 'retry-after': '1' },
  })

const tooFragmented = (chunksMax: number): AppError =>
  new AppError('malformed', `The request body comes in more than ${chunksMax} chunks; send larger ones`, {
    headers: { connection: 'close' },
  })

export async function readBytes(
  request: Request,
  { bytes: bytesMax, chunks: chunksMax }: Pick<BodyLimits, 'bytes' | 'chunks'>,
  payer: string,
): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array()
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  // A sender that hangs up half-way is at fault, not this program; nobody hears the answer.
  const next = () =>
    reader.read().catch(() => {
      throw malformed('The request body ended early')
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
      const occupied = occupy(payer, byteLength)
      if (length > bytesMax) refuse(tooLarge(bytesMax))
      if (occupied > bodiesMax * bytesMax) refuse(tooMany())
      if (chunks.length === chunksMax) refuse(tooFragmented(chunksMax))
      chunks.push(part.value)
    }
  } finally {
    clearTimeout(timer)
    occupy(payer, -length)
  }
  // What has come may look whole, and is not.
  if (isLate) throw malformed(`The request body took more than ${bodySecondsMax} s`)
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks)
}

export function jsonObjectOf(request: Request, bytes: Uint8Array, limits: BodyLimits): JsonObject {
  const body = parseJsonBody(bytes, limits)
  if (isObject(body)) return body
  if (body === null && mediaTypeOf(request) === mergePatch)
    throw malformed('Request body must be a JSON object (RFC 7396)')
  throw malformed('Request body must be a JSON object')
}

function parseJsonBody(bytes: Uint8Array, limits: BodyLimits) {
  try {
    return parseJson(bytes, limits)
  } catch (error) {
    if (error instanceof JsonLimitError) throw malformed(`Request body ${error.excess}`)
    throw malformed('Request body is not valid JSON')
  }
}

/** A form of single values, for OAuth's token endpoint; client credentials may come by HTTP Basic (RFC 6749 §2.3.1). */
export function formOf(request: Request, bytes: Uint8Array, { values: valuesMax }: BodyLimits): JsonObject {
  const text = new TextDecoder().decode(bytes)
  if (text.split('&', valuesMax + 1).length > valuesMax)
    throw malformed(`Request body has more than ${valuesMax} values`)
  const sent = Object.entries(Object.fromEntries(new URLSearchParams(text)))
  // Stock OAuth clients send more than is needed here, such as a scope; it is ignored (RFC 6749 §3.2).
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
    throw unauthenticated('Invalid client credentials')
  }
}

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
