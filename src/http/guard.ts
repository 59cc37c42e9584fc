import { type Budgets, budgetHeaders } from '../budget'
import { AppError, forbidden, unauthenticated } from '../errors'
import { type ApiKeyCaller, type Caller, type Device, hasRole, type SessionCaller } from '../caller'
import { type Clock, toMicros } from '../time'
import { basicCredentials } from './body'
import type { Access } from './endpoint'

/** Who a request comes from, whether that may pass, and how many more may. */

const bearerRealm = 'Bearer'
const invalidToken = 'Bearer error="invalid_token"'

interface Claims {
  readonly kind: 'access' | 'session'
  /** The id of the API key or of the session. */
  readonly subject: string
}

export interface GuardParts {
  /** Returns what a token states; undefined for an invalid or expired one. */
  readonly verifyToken: (token: string) => Promise<Claims | undefined>
  /** Returns the rights that the API key has at this moment. Throws `unauthenticated`. */
  readonly authenticateApiKey: (id: string) => Promise<Omit<ApiKeyCaller, 'kind' | 'apiKeyId'>>
  /** Returns the rights that the session has at this moment. Throws `unauthenticated`. */
  readonly authenticateSession: (id: string) => Promise<Omit<SessionCaller, 'kind' | 'sessionId'>>
  readonly findDevice: (token: string) => Promise<Device | undefined>
  /** Requests of each credential, session, device or address. */
  readonly budgets: Budgets
  /** Milliseconds of work for each organization and each person. */
  readonly workBudgets: Budgets
  readonly now: Clock
}

export type Guard = ReturnType<typeof createGuard>

export function createGuard({
  verifyToken,
  authenticateApiKey,
  authenticateSession,
  findDevice,
  budgets,
  workBudgets,
  now,
}: GuardParts) {
  async function bearerOf(request: Request): Promise<Caller> {
    const token = bearerToken(request)
    const claims = await verifyToken(token)
    if (!claims) throw unauthenticated('Invalid or expired token')
    if (claims.kind === 'access')
      return {
        kind: 'apiKey',
        apiKeyId: claims.subject,
        ...(await authenticateApiKey(claims.subject)),
      }
    return { kind: 'session', sessionId: claims.subject, ...(await authenticateSession(claims.subject)) }
  }

  /** The device whose token the request carries; undefined where it carries something else. */
  async function deviceOf(request: Request): Promise<Caller | undefined> {
    const header = request.headers.get('authorization')
    const token = basicCredentials(header)?.password ?? /^bearer +(wad_\S+)$/i.exec(header ?? '')?.[1]
    if (token === undefined) return undefined
    const reader = await findDevice(token)
    if (!reader) throw unauthenticated('Invalid device token')
    return { kind: 'device', organizationId: reader.organizationId, reader }
  }

  // docs/api.md, Bearer tokens: a token of the wrong kind is refused like an expired one.
  const refusedKind = () => unauthenticated('Invalid or expired token')

  async function identify(access: Access, request: Request): Promise<Caller | null> {
    switch (access.kind) {
      case 'anyone':
        return null
      case 'scope':
        return bearerOf(request)
      case 'apiKey':
        return requireKind(await bearerOf(request), 'apiKey')
      case 'session':
      case 'owner':
        return requireKind(await bearerOf(request), 'session')
      case 'device': {
        const device = await deviceOf(request)
        if (!device) throw unauthenticated('A device token is required')
        return device
      }
      case 'sessionOrDevice':
        return (await deviceOf(request)) ?? requireKind(await bearerOf(request), 'session')
    }
  }

  function requireKind(caller: Caller, kind: Caller['kind']): Caller {
    if (caller.kind !== kind) throw refusedKind()
    return caller
  }

  /** 401 with the challenge of RFC 6750 §3: the error only where a token was sent. */
  async function authenticate(access: Access, request: Request): Promise<Caller | null> {
    try {
      return await identify(access, request)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unauthenticated') throw error
      const challenge = request.headers.has('authorization') ? invalidToken : bearerRealm
      throw new AppError('unauthenticated', error.message, {
        headers: { 'www-authenticate': challenge, 'cache-control': 'no-store' },
      })
    }
  }

  const headersOf = (budget: ReturnType<Budgets['take']>) => budgetHeaders(budget, toMicros(now()))

  return {
    authenticate,

    /**
     * Spends one request of the client's budget and requires that its organization and person have work left; returns the
     * headers that describe the client's budget.
     */
    spend(caller: Caller | null, address: string): Record<string, string> {
      const budget = budgets.take(payerOf(caller, address))
      const headers = headersOf(budget)
      const refuse = (what: string, seconds: number): never => {
        throw new AppError('rate_limited', `${what}; try again in ${seconds} s`, {
          headers: { ...headers, 'retry-after': String(seconds) },
        })
      }
      if (budget.isExhausted) refuse('Too many requests', budget.secondsToNext)
      for (const worker of workersOf(caller)) {
        const { isExhausted, secondsToNext } = workBudgets.peek(worker)
        if (isExhausted) refuse('Too much work was requested', secondsToNext)
      }
      return headers
    },

    /** Charges the time that the service has worked for a request to the caller's organization and person. */
    charge(caller: Caller | null, milliseconds: number): void {
      if (milliseconds > 0) for (const worker of workersOf(caller)) workBudgets.charge(worker, milliseconds)
    },

    /** Spends one request of an address, if one is left, for a request that is refused in any case; returns the headers. */
    chargeRefused: (address: string): Record<string, string> =>
      headersOf(budgets.take(payerOf(null, address))),

    /** The budget's headers for an answer that costs nothing. */
    peek: (client: string): Record<string, string> => headersOf(budgets.peek(client)),

    /** 403 where the caller is known but may not. */
    authorize(access: Access, caller: Caller | null): void {
      if (access.kind === 'scope') {
        const mayCall = caller !== null && 'scopes' in caller && caller.scopes.includes(access.scope)
        if (mayCall) return
        throw new AppError('forbidden', `This needs the scope ${access.scope}`, {
          headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${access.scope}"` },
        })
      }
      if (access.kind === 'owner' && !(caller?.kind === 'session' && caller.isOwner))
        throw forbidden('This needs an owner of the installation')
      const isRoleBound = access.kind === 'session' || access.kind === 'sessionOrDevice'
      if (isRoleBound && caller?.kind === 'session' && !hasRole(caller.role, access.role))
        throw forbidden(`This needs the role ${access.role}`)
    },
  }
}

/** Whose work a request is: devices are not among them, because their reads must not be lost to what people ask for. */
function workersOf(caller: Caller | null): readonly string[] {
  if (!caller || caller.kind === 'device') return []
  const organization = `organization:${caller.organizationId}`
  return caller.kind === 'session' ? [organization, `user:${caller.userId}`] : [organization]
}

/** The party that takes turns with others: an organization's people and programs, its devices, or an address. */
export function partyOf(caller: Caller | null, address: string): string {
  if (!caller) return `address:${address}`
  return `${caller.kind === 'device' ? 'devices' : 'organization'}:${caller.organizationId}`
}

/** Who pays for a request: the credential or session, else the address. */
export function payerOf(caller: Caller | null, address: string): string {
  if (caller?.kind === 'apiKey') return `key:${caller.apiKeyId}`
  if (caller?.kind === 'session') return `session:${caller.sessionId}`
  if (caller?.kind === 'device') return `device:${caller.reader.id}`
  return `address:${address}`
}

/** The texts are part of the API (docs/api.md, Bearer tokens). */
function bearerToken(request: Request): string {
  const header = request.headers.get('authorization')
  if (header === null) {
    throw unauthenticated(
      request.headers.has('x-api-key') ? 'Use Authorization: Bearer <token>' : 'Missing authorization header',
    )
  }
  const token = /^bearer +(\S+)$/i.exec(header)?.[1]
  if (token === undefined) throw unauthenticated('Invalid authorization header format')
  return token
}
