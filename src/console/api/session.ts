import createClient from 'openapi-fetch'
import { observed } from './connection'
import { ApiError, toApiError } from './errors'
import { exclusively } from './exclusive'
import type { components, paths } from './schema'
import { sleep } from './sleep'
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

/**
 * Who signed in last: tells, without a request that fails, that there may be a cookie, and who scans while the service
 * is away. It holds no token. Like the cookie it is good for 30 days, and goes with the sign-out.
 */
const personKey = 'whereabouts.person'
const personMs = 30 * 86_400_000

type KnownPerson = Omit<SessionView, 'access_token' | 'expires_in'> & { readonly since: number }

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
  remember(view)
  const before = whoseOf(session.get())
  session.set({ phase: 'in', view, expiresAt: Date.now() + view.expires_in * 1000 })
  if (whoseOf(session.get()) !== before) tabs.postMessage(whoseOf(session.get()))
}

function leave(): void {
  const wasIn = session.get().phase === 'in'
  localStorage.removeItem(personKey)
  session.set({ phase: 'out' })
  if (wasIn) tabs.postMessage('')
}

function remember({ access_token: _token, expires_in: _seconds, ...view }: SessionView): void {
  const person: KnownPerson = { ...view, since: Date.now() }
  localStorage.setItem(personKey, JSON.stringify(person))
}

function knownPerson(): KnownPerson | null {
  const text = localStorage.getItem(personKey)
  const person: KnownPerson | null = text === null ? null : JSON.parse(text)
  return person && Date.now() - person.since < personMs ? person : null
}

/** So long the service has to answer before the person goes on without it. */
const patienceMs = 4000

/**
 * Goes on with the session that the cookie belongs to, if there is one. Where the service is away, whoever signed in last
 * goes on without a token: what they scan waits, and the first request that gets through tells whether the session goes on.
 */
export async function resume(): Promise<void> {
  const person = knownPerson()
  if (!person) return session.set({ phase: 'out' })
  const answered = refresh().catch((error: unknown) => {
    if (!isAway(error)) throw error
  })
  await Promise.race([answered, sleep(patienceMs)])
  if (session.get().phase !== 'unknown') return
  session.set({ phase: 'in', view: { ...person, access_token: '', expires_in: 0 }, expiresAt: 0 })
}

/** No answer, or that of something in front of the service. */
const isAway = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500

let refreshing: Promise<boolean> | null = null

/** Whether the session goes on; one refresh at a time serves all that wait for it. */
export function refresh(): Promise<boolean> {
  refreshing ??= exclusively('whereabouts.refresh', spend).finally(() => {
    refreshing = null
  })
  return refreshing
}

/** When a page sent its refresh, while it waits for the answer. */
const sentKey = 'whereabouts.refresh.sent'
/** So long the answer may be on its way to a page that is gone. */
const underwayMs = 1500

/**
 * A page that is loaded again leaves the request of the one before on its way. It goes on without its page and brings a new
 * cookie: whoever sent the old one meanwhile would end the session.
 */
async function spend(): Promise<boolean> {
  const wait = Number(localStorage.getItem(sentKey)) + underwayMs - Date.now()
  if (wait > 0) await sleep(Math.min(wait, underwayMs))
  localStorage.setItem(sentKey, String(Date.now()))
  const { data, error, response } = await open.POST('/internal/v1/session/refresh', { keepalive: true })
  // Not where there was no answer: a page that goes hears of a failure, too.
  localStorage.removeItem(sentKey)
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
  /** Whether the person owns the installation. */
  readonly isOwner: boolean
}

/** Who is signed in, and where; null for nobody. */
export function usePerson(): Person | null {
  const state = useStore(session)
  if (state.phase !== 'in') return null
  const { user, organizations, current_organization_id: current, is_owner: isOwner } = state.view
  const organization = organizations.find(({ id }) => id === current)
  if (!organization) return null
  const may = (least: Role) => roles.indexOf(organization.role) >= roles.indexOf(least)
  return { user, organizations, organization, may, isOwner }
}

/** For what only shows to somebody who is signed in. */
export function useSignedIn(): Person {
  const person = usePerson()
  if (!person) throw new Error('Nobody is signed in')
  return person
}
