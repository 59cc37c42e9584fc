import { QueryClient } from '@tanstack/react-query'
import createClient from 'openapi-fetch'
import { observed } from './connection'
import { ApiError, toApiError } from './errors'
import type { components, paths } from './schema'
import { accessToken, currentToken, refresh, session, whoseOf } from './session'

/** The one way to the service. Its types are those of the service's own descriptions (`bun run openapi`). */

export type Schemas = components['schemas']

export const api = createClient<paths>({ fetch: authorized })

/** Sends with the session's token; where that has ended early, once more with a new one. */
async function authorized(request: Request): Promise<Response> {
  // The client calls every body JSON; a change is a merge patch (RFC 7396).
  if (request.method === 'PATCH') request.headers.set('content-type', 'application/merge-patch+json')
  const again = request.clone()
  const asker = whoseOf(session.get())
  const token = await accessToken()
  requireSame(asker)
  const response = await observed(withToken(request, token))
  if (response.status !== 401 || token === undefined) return response
  // Another request may have brought a new token while this one was under way.
  const isRenewed = currentToken() !== token || (await refresh())
  requireSame(asker)
  return isRenewed ? observed(withToken(again, currentToken())) : response
}

/** What one person asks for, in one organization, must not go out as the next one's: a renewal can bring another. */
function requireSame(asker: string): void {
  const now = whoseOf(session.get())
  if (asker !== '' && now !== '' && now !== asker) throw new Error('Somebody else has signed in meanwhile')
}

function withToken(request: Request, token: string | undefined): Request {
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`)
  return request
}

interface Answer<T> {
  readonly data?: T
  readonly error?: unknown
  readonly response: Response
}

/** What a call answers; throws ApiError for everything that is not a success. */
export async function dataOf<T>(call: Promise<Answer<T>>): Promise<Exclude<T, undefined>> {
  const { data, error, response } = await call
  if (!response.ok) throw toApiError(response, error)
  return data as Exclude<T, undefined>
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // A LAN without a way out is online, whatever the browser thinks.
    queries: { networkMode: 'always', staleTime: 5000, retry: isWorthRetrying },
    mutations: { networkMode: 'always' },
  },
})

// What one person was told, in one organization, is not for the next.
let whose = ''
session.subscribe(() => {
  const next = whoseOf(session.get())
  if (next !== whose) queryClient.clear()
  whose = next
})

function isWorthRetrying(failures: number, error: Error): boolean {
  const isRefused = error instanceof ApiError && error.status < 500
  return !isRefused && failures < 2
}
