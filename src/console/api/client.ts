import { QueryClient } from '@tanstack/react-query'
import createClient from 'openapi-fetch'
import { t } from '../languages/messages'
import { connection, inTime, observed } from './connection'
import { ApiError, OutcomeUnknown, toApiError } from './errors'
import type { components, paths } from './schema'
import { accessToken, currentToken, refresh, session, identityOf } from './session'

/** The client for all requests that need a session. Its types come from the OpenAPI documents (`bun run openapi`). */

export type Schemas = components['schemas']

export const api = createClient<paths>({ fetch: authorized })

/** Sends a request with the session's token. After a change, the change log and the problems are read again. */
async function authorized(request: Request): Promise<Response> {
  const response = await sendWithToken(request)
  if (request.method !== 'GET' && response.ok)
    for (const key of ['audit', 'attention']) void queryClient.invalidateQueries({ queryKey: [key] })
  return response
}

/** When the token has ended early, sends the request once more with a new token. */
async function sendWithToken(request: Request): Promise<Response> {
  // The client labels every body as JSON; a PATCH is a merge patch (RFC 7396).
  request.headers.set('whereabouts-texts', 'keys')
  if (request.method === 'PATCH') request.headers.set('content-type', 'application/merge-patch+json')
  const again = request.clone()
  const sender = identityOf(session.get())
  const token = await tokenFor(request)
  requireSameIdentity(sender)
  const response = await send(withToken(request, token))
  if (response.status !== 401 || token === undefined) return response
  // Another request may have renewed the token while this one was in progress.
  const isRenewed = currentToken() !== token || (await refresh())
  requireSameIdentity(sender)
  return isRenewed ? send(withToken(again, currentToken())) : response
}

/** A renewal of the token does not end after a time, because a new one would end the session. A read does not wait for it. */
const tokenFor = ({ method }: Request): Promise<string | undefined> =>
  method === 'GET' ? inTime(accessToken(), () => connection.set('unreachable')) : accessToken()

/** Paths of requests that change nothing although they are not a GET, or that may be sent again. */
const withoutChange = /\/(?:diagnosis|options|preview|read-again|rehearsal|rehearse|test)$/

/** Sends a request. When the connection is lost during a change, nobody knows whether it was stored, so the pages look. */
async function send(request: Request): Promise<Response> {
  try {
    return await observed(request)
  } catch (error) {
    const isRead = request.method === 'GET' || withoutChange.test(new URL(request.url).pathname)
    const isSentAgain = request.headers.has('idempotency-key') || request.signal.aborted
    if (isRead || isSentAgain) throw error
    lookAgain()
    throw new OutcomeUnknown()
  }
}

/** Reloads all data when the connection is back. */
export function lookAgain(): void {
  const stop = connection.subscribe(() => {
    if (connection.get() !== 'good') return
    stop()
    void queryClient.invalidateQueries()
  })
}

/** Throws when another user or organization has replaced the sender: a renewal can return the session of another tab. */
function requireSameIdentity(sender: string): void {
  const current = identityOf(session.get())
  if (sender !== '' && current !== '' && current !== sender)
    throw new Error(t('Another user has signed in. Reload the page.'))
}

function withToken(request: Request, token: string | undefined): Request {
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`)
  return request
}

interface Result<T> {
  readonly data?: T
  readonly error?: unknown
  readonly response: Response
}

/** Returns the body of a response; throws ApiError when the response is not a success. */
export async function dataOf<T>(call: Promise<Result<T>>): Promise<Exclude<T, undefined>> {
  const { data, error, response } = await call
  if (!response.ok) throw toApiError(response, error)
  return data as Exclude<T, undefined>
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // Browsers report a LAN without internet as offline, although they can reach the service.
    queries: { networkMode: 'always', staleTime: 5000, retry: isWorthRetrying },
    mutations: { networkMode: 'always' },
  },
})

// Cached responses belong to one user in one organization.
let identity = ''
session.subscribe(() => {
  const next = identityOf(session.get())
  if (next !== identity) queryClient.clear()
  identity = next
})

function isWorthRetrying(failures: number, error: Error): boolean {
  const isRefused = error instanceof ApiError && error.status < 500
  return !isRefused && failures < 2
}
