import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import { getCACertificates, rootCertificates } from 'node:tls'
import { foreign, type Message } from '../../base/messages'
import { DeliveryError, type Resolve } from '../../base/addresses/addresses'
import { webhookMessages as say } from './messages'

/** Maximum duration of a delivery, in milliseconds. */
const deliveryMillis = 15_000
/** Number of bytes of a response that are read. */
const responseBytes = 1_000

/** Maximum number of informational responses (1xx) before the response. */
const informationalMax = 10

/** The result of an attempt. */
export interface Outcome {
  /** Null without a response. */
  readonly status: number | null
  /** Null after success. */
  readonly error: Message | null
  readonly response: string
  readonly retryAfter: string | null
}

export type Post = (
  url: string,
  headers: Record<string, string>,
  body: string,
  stopping: AbortSignal,
) => Promise<Outcome>

interface Content {
  readonly headers: Record<string, string>
  readonly body: string
}

/**
 * Returns a function that posts to an address that `resolve` allows. It follows no redirect. It uses node:http, because
 * fetch sends requests through the proxy that HTTP_PROXY names, which would resolve the name again.
 *
 * @param certificates further certificate authorities, as PEM
 */
export function createPost(resolve: Resolve, certificates: string | undefined): Post {
  const ca = [...new Set([...rootCertificates, ...getCACertificates('system')])]
  if (certificates !== undefined) ca.push(certificates)

  async function send(url: URL, headers: Record<string, string>, body: string, signal: AbortSignal) {
    const addresses = await resolve(url)
    signal.throwIfAborted()
    return outcomeOf(await exchange(url, addresses, { headers, body, signal }))
  }

  function exchange(
    url: URL,
    addresses: readonly string[],
    { headers, body, signal }: Content & { readonly signal: AbortSignal },
  ): Promise<IncomingMessage> {
    const { promise, resolve: received, reject } = Promise.withResolvers<IncomingMessage>()
    const options = {
      method: 'POST',
      headers,
      agent: false,
      signal,
      ca,
      lookup: alwaysTo(addresses),
    } as const
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, received)
    request.on('error', reject)
    let informational = 0
    request.on('information', () => {
      informational++
      if (informational > informationalMax)
        request.destroy(new DeliveryError(say('webhook.informational', { max: informationalMax })))
    })
    request.end(body)
    return promise
  }

  return async (url, headers, body, stopping) => {
    const controller = new AbortController()
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => late.reject(new DeliveryError(say('webhook.late', { seconds: deliveryMillis / 1000 }))),
      deliveryMillis,
    )
    const stop = () => late.reject(new DeliveryError(say('webhook.stopped')))
    stopping.addEventListener('abort', stop, { once: true })
    try {
      // A resolution of names cannot be aborted.
      return await Promise.race([send(new URL(url), headers, body, controller.signal), late.promise])
    } catch (error) {
      return { status: null, error: reasonOf(error), response: '', retryAfter: null }
    } finally {
      clearTimeout(timer)
      stopping.removeEventListener('abort', stop)
      controller.abort()
    }
  }
}

/** Resolves every name to these addresses. Node asks for all of them or for one. */
function alwaysTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (_host, { all }, done) =>
    all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)
}

async function outcomeOf(message: IncomingMessage): Promise<Outcome> {
  const response = await beginningOf(message)
  const { statusCode: status = 0, headers } = message
  const isDone = status >= 200 && status < 300
  const isRedirect = status >= 300 && status < 400
  const error = isDone ? null : say(isRedirect ? 'webhook.redirect' : 'webhook.status', { status })
  return { status, error, response, retryAfter: headers['retry-after'] ?? null }
}

/** Reads the first bytes. What follows them is not read. PostgreSQL does not store U+0000, so a space replaces it. */
async function beginningOf(message: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of message as AsyncIterable<Uint8Array>) {
    parts.push(part.slice(0, responseBytes - length))
    length += part.length
    if (length >= responseBytes) break
  }
  return Buffer.concat(parts).toString('utf8').replaceAll('\0', ' ')
}

const untrusted = say('webhook.untrusted')

/** What the codes mean that administrators can do something about. */
const reasons: Readonly<Record<string, Message>> = {
  DNS_ENOTFOUND: say('webhook.unknown_host'),
  ECONNREFUSED: say('webhook.no_listener'),
  ECONNRESET: say('webhook.closed'),
  ERR_SSL_WRONG_VERSION_NUMBER: say('webhook.no_https'),
  ERR_TLS_CERT_ALTNAME_INVALID: say('webhook.other_host'),
  CERT_HAS_EXPIRED: say('webhook.expired'),
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
}

function reasonOf(error: unknown): Message {
  const { code, message } = error as { code?: string; message?: string }
  if (error instanceof DeliveryError) return error.said
  if (code === undefined) return foreign((message ?? String(error)).slice(0, 300))
  if (code.startsWith('HPE_')) return say('webhook.not_http', { code })
  const reason = reasons[code]
  return reason ? say('webhook.failed_because', { reason, code }) : say('webhook.failed', { code })
}
