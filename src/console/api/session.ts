import createClient from 'openapi-fetch'
import { inTime, observed } from './connection'
import { ApiError, toApiError } from './errors'
import { exclusively } from './exclusive'
import type { components, paths } from './schema'
import { sleep } from './sleep'
import { setTimeZone } from '../languages/zone'
import { createStore, useStore } from './store'

/**
 * The user's session. The access token is kept in memory only. The refresh token is in a cookie that scripts can't read;
 * it is exchanged for a new pair before the access token expires.
 */

type SessionView = components['schemas']['Session']
export type Role = components['schemas']['OwnOrganization']['role']

export type SessionState =
  | { readonly phase: 'unknown' }
  /** `hasEnded`: the user has not signed out in this tab. The session expired, or ended in another tab. */
  | { readonly phase: 'out'; readonly hasEnded: boolean }
  | { readonly phase: 'in'; readonly view: SessionView; readonly expiresAt: number }

/** The client for requests that need no token. */
export const open = createClient<paths>({ fetch: observed })

export const session = createStore<SessionState>({ phase: 'unknown' })

/** A token is renewed when less than this time is left, in milliseconds. */
const marginMs = 60_000

/**
 * The user who signed in last, without any token. It shows that there may be a cookie, and whose scans are stored while
 * the service can't be reached. Like the cookie it is valid for 30 days and is removed when the user signs out.
 */
const lastUserKey = 'whereabouts.person'
const lastUserMs = 30 * 86_400_000

type LastUser = Omit<SessionView, 'access_token' | 'expires_in'> & { readonly since: number }

const roles: readonly Role[] = ['viewer', 'operator', 'manager', 'admin']

/** Returns a text that identifies the user and the organization of a session; empty when no user is signed in. */
export const identityOf = (state: SessionState): string =>
  state.phase === 'in' ? `${state.view.user.id} ${state.view.current_organization_id}` : ''

// All tabs share one cookie, and therefore the user and the organization.
const tabs = new BroadcastChannel('whereabouts.session')
tabs.addEventListener('message', ({ data }) => {
  if (session.get().phase === 'unknown' || data === identityOf(session.get())) return
  // The text in forms is kept for the next sign-in. A reload would discard it.
  if (data === '') session.set({ phase: 'out', hasEnded: true })
  else location.reload()
})

export function enter(view: SessionView): void {
  store(view)
  const before = identityOf(session.get())
  applyZoneOf(view)
  session.set({ phase: 'in', view, expiresAt: Date.now() + view.expires_in * 1000 })
  if (identityOf(session.get()) !== before) tabs.postMessage(identityOf(session.get()))
}

/** All times are in the zone of the organization. */
function applyZoneOf({
  organizations,
  current_organization_id: id,
}: Pick<SessionView, 'organizations' | 'current_organization_id'>): void {
  setTimeZone(organizations.find((one) => one.id === id)?.time_zone)
}

function leave(hasEnded: boolean): void {
  const wasIn = session.get().phase === 'in'
  localStorage.removeItem(lastUserKey)
  session.set({ phase: 'out', hasEnded })
  if (wasIn) tabs.postMessage('')
}

function store({ access_token: _token, expires_in: _seconds, ...view }: SessionView): void {
  const lastUser: LastUser = { ...view, since: Date.now() }
  localStorage.setItem(lastUserKey, JSON.stringify(lastUser))
}

function readLastUser(): LastUser | null {
  const text = localStorage.getItem(lastUserKey)
  const lastUser: LastUser | null = text === null ? null : JSON.parse(text)
  return lastUser && Date.now() - lastUser.since < lastUserMs ? lastUser : null
}

/** Returns whether there may be a session that `resume` continues. */
export const isResumable = (): boolean => readLastUser() !== null

/** Time the service has to respond before the console opens without it, in milliseconds. */
const resumeTimeoutMs = 4000

/**
 * Resumes the session of the cookie, if there is one. When the service can't be reached, the console opens for the user
 * who signed in last, without a token: scans are stored, and the next successful request shows whether the session is
 * still valid.
 */
export async function resume(): Promise<void> {
  const lastUser = readLastUser()
  if (!lastUser) return session.set({ phase: 'out', hasEnded: false })
  const refreshed = refresh().catch((error: unknown) => {
    if (!isUnreachable(error)) throw error
  })
  await Promise.race([refreshed, sleep(resumeTimeoutMs)])
  if (session.get().phase !== 'unknown') return
  applyZoneOf(lastUser)
  session.set({ phase: 'in', view: { ...lastUser, access_token: '', expires_in: 0 }, expiresAt: 0 })
}

/** Returns whether the error means that there was no response, or only that of a proxy in front of the service. */
const isUnreachable = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500

let refreshing: Promise<boolean> | null = null

/** Renews the tokens; returns false when the session has ended. Concurrent calls share one request. */
export function refresh(): Promise<boolean> {
  refreshing ??= exclusively('whereabouts.refresh', renew).finally(() => {
    refreshing = null
  })
  return refreshing
}

/** Local storage key of the time at which a page sent a refresh whose response it still waits for. */
const sentKey = 'whereabouts.refresh.sent'
/** Time to wait for the refresh of a page that was reloaded, in milliseconds. */
const pendingMs = 1500

/**
 * Exchanges the refresh token for new tokens. The request of a page that was reloaded continues without the page and sets
 * a new cookie. Sending the old cookie in the meantime would end the session, so this waits first.
 */
async function renew(): Promise<boolean> {
  const wait = Number(localStorage.getItem(sentKey)) + pendingMs - Date.now()
  if (wait > 0) await sleep(Math.min(wait, pendingMs))
  localStorage.setItem(sentKey, String(Date.now()))
  const { data, error, response } = await open.POST('/internal/v1/session/refresh', { keepalive: true })
  // Only after a response: in a page that is closing, the request fails although it is still sent.
  localStorage.removeItem(sentKey)
  if (data) enter(data.data)
  else if (response.status === 401) leave(true)
  else throw toApiError(response, error)
  return data !== undefined
}

/** Returns a token that stays valid for at least a minute; undefined when no user is signed in. */
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

/** Signs out. The session is removed from this browser even when the service can't be reached, or does not respond in time. */
export async function signOut(): Promise<void> {
  try {
    await inTime(open.DELETE('/internal/v1/session'), () => undefined)
  } finally {
    leave(false)
  }
}

export interface SignedIn {
  readonly user: SessionView['user']
  readonly organization: components['schemas']['OwnOrganization']
  readonly organizations: SessionView['organizations']
  /** Returns whether the user has at least this role in the organization. */
  readonly may: (minimum: Role) => boolean
  /** Whether the user is an installation owner. */
  readonly isOwner: boolean
}

/** Returns the signed-in user with the current organization; null when no user is signed in. */
export function useCurrentUser(): SignedIn | null {
  const state = useStore(session)
  if (state.phase !== 'in') return null
  const { user, organizations, current_organization_id: current, is_owner: isOwner } = state.view
  const organization = organizations.find(({ id }) => id === current)
  if (!organization) return null
  const may = (minimum: Role) => roles.indexOf(organization.role) >= roles.indexOf(minimum)
  return { user, organizations, organization, may, isOwner }
}

/** Returns the signed-in user, for components that are shown only to signed-in users. */
export function useSignedIn(): SignedIn {
  const signedIn = useCurrentUser()
  if (!signedIn) throw new Error('No user is signed in')
  return signedIn
}
