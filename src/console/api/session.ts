import createClient from 'openapi-fetch'
import { observed } from './connection'
import { toApiError } from './errors'
import { exclusively } from './exclusive'
import type { components, paths } from './schema'
import { createStore, useStore } from './store'

/**
 * The person's sign-in. The access token lives in memory alone; the refresh token is in a cookie that scripts can't
 * read, and is spent for a new pair before the old one expires.
 */

type SessionView = components['schemas']['Session']
export type Role = components['schemas']['OwnOrganization']['role']

export type SessionState =
  | { readonly phase: 'unknown' }
  | { readonly phase: 'out' }
  | { readonly phase: 'in'; readonly view: SessionView; readonly expiresAt: number }

/** For what needs no token. */
export const open = createClient<paths>({ fetch: observed })

export const session = createStore<SessionState>({ phase: 'unknown' })

/** A token is not used in the last minute of its life. */
const marginMs = 60_000

/** Tells, without a request that fails, that there may be a cookie. */
const hint = 'whereabouts.signed-in'

const roles: readonly Role[] = ['viewer', 'operator', 'manager', 'admin']

/** Person and organization; empty for nobody. */
export const whoseOf = (state: SessionState): string =>
  state.phase === 'in' ? `${state.view.user.id} ${state.view.current_organization_id}` : ''

// The tabs share one cookie, and with it the person and the organization.
const tabs = new BroadcastChannel('whereabouts.session')
tabs.addEventListener('message', ({ data }) => {
  if (session.get().phase !== 'unknown' && data !== whoseOf(session.get())) location.reload()
})

export function enter(view: SessionView): void {
  localStorage.setItem(hint, 'yes')
  const before = whoseOf(session.get())
  session.set({ phase: 'in', view, expiresAt: Date.now() + view.expires_in * 1000 })
  if (whoseOf(session.get()) !== before) tabs.postMessage(whoseOf(session.get()))
}

function leave(): void {
  const wasIn = session.get().phase === 'in'
  localStorage.removeItem(hint)
  session.set({ phase: 'out' })
  if (wasIn) tabs.postMessage('')
}

/** Goes on with the session that the cookie belongs to, if there is one. Throws where the service can't tell. */
export async function resume(): Promise<void> {
  if (localStorage.getItem(hint) === null) session.set({ phase: 'out' })
  else await refresh()
}

let refreshing: Promise<boolean> | null = null

/** Whether the session goes on; one refresh at a time serves all that wait for it. */
export function refresh(): Promise<boolean> {
  refreshing ??= exclusively('whereabouts.refresh', spend).finally(() => {
    refreshing = null
  })
  return refreshing
}

async function spend(): Promise<boolean> {
  const { data, error, response } = await open.POST('/internal/v1/session/refresh')
  if (data) enter(data.data)
  else if (response.status === 401) leave()
  else throw toApiError(response, error)
  return data !== undefined
}

/** A token that is good for a while yet; undefined where nobody is signed in. */
export async function accessToken(): Promise<string | undefined> {
  const state = session.get()
  if (state.phase !== 'in') return undefined
  if (state.expiresAt - Date.now() < marginMs) await refresh()
  return currentToken()
}

export function currentToken(): string | undefined {
  const state = session.get()
  return state.phase === 'in' ? state.view.access_token : undefined
}

/** Even where the service can't be reached, this browser forgets the session. */
export async function signOut(): Promise<void> {
  try {
    await open.DELETE('/internal/v1/session')
  } finally {
    leave()
  }
}

export interface Person {
  readonly user: SessionView['user']
  readonly organization: components['schemas']['OwnOrganization']
  readonly organizations: SessionView['organizations']
  /** Whether the person's role in this organization is at least this one. */
  readonly may: (least: Role) => boolean
}

/** Who is signed in, and where; null for nobody. */
export function usePerson(): Person | null {
  const state = useStore(session)
  if (state.phase !== 'in') return null
  const { user, organizations, current_organization_id: current } = state.view
  const organization = organizations.find(({ id }) => id === current)
  if (!organization) return null
  const may = (least: Role) => roles.indexOf(organization.role) >= roles.indexOf(least)
  return { user, organizations, organization, may }
}

/** For what only shows to somebody who is signed in. */
export function useSignedIn(): Person {
  const person = usePerson()
  if (!person) throw new Error('Nobody is signed in')
  return person
}
