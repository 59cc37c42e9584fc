import type { TSchema } from '@sinclair/typebox'
import type { Page, Parameters, ParameterValues } from '../contract/parameters'
import type { ApiKeyCaller, Caller, DeviceCaller, Role, Scope, SessionCaller } from '../caller'
import type { JsonObject } from '../json'
import type { AlsoWrite } from '../storage/store'

/**
 * One description of a route: what it needs, what it takes, what it answers. From it come the route itself, the
 * guard, the checks in their order (docs/api.md, Order of checks), 405 and Allow, and the OpenAPI document.
 */

export type Access =
  | { readonly kind: 'anyone' }
  /** An API credential or a session that holds the scope. */
  | { readonly kind: 'scope'; readonly scope: Scope }
  /** An API credential, whatever its scopes. */
  | { readonly kind: 'apiKey' }
  /** A session of at least this role. */
  | { readonly kind: 'session'; readonly role: Role }
  /** A session of an owner of the installation, whatever the role in the organization. */
  | { readonly kind: 'owner' }
  | { readonly kind: 'device' }
  /** A session of at least this role, or a device. */
  | { readonly kind: 'sessionOrDevice'; readonly role: Role }

interface CallerOf {
  anyone: null
  scope: ApiKeyCaller | SessionCaller
  apiKey: ApiKeyCaller
  session: SessionCaller
  owner: SessionCaller
  device: DeviceCaller
  sessionOrDevice: SessionCaller | DeviceCaller
}

export interface Reply {
  readonly status: number
  /** Sent as JSON; a text and a stream are sent as they are. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Each a Set-Cookie header of its own. */
  readonly cookies?: readonly string[]
}

export interface RequestBody {
  readonly mediaTypes: readonly string[]
  /** For the document; the service checks the body against it. Null: not JSON, the handler gets the bytes. */
  readonly schema: TSchema | null
  readonly isOptional?: boolean
}

/** From a response that created something to an operation on it (OpenAPI, Link Object). */
export interface Link {
  readonly operationId: string
  readonly description: string
  /** Runtime expressions by parameter. */
  readonly parameters: Readonly<Record<string, string>>
}

/** When an endpoint is deprecated, and when it may be removed (docs/api.md, Deprecation). */
export interface Deprecation {
  /** RFC 3339: from then on clients had better not rely on it. */
  readonly since: string
  /** RFC 3339: from then on it may be gone. */
  readonly sunset: string
  /** A page that says what to use instead. */
  readonly link?: string
}

export interface ResponseDescription {
  readonly status: number
  readonly description: string
  readonly schema?: TSchema
  readonly headers?: readonly string[]
  readonly links?: readonly Link[]
}

/** What a handler receives, all of it checked but the body, which is JSON of any shape. */
export interface Incoming<P extends Parameters, Q extends Parameters, A extends Access['kind']> {
  readonly caller: CallerOf[A]
  readonly params: { readonly [K in keyof P]: NonNullable<ParameterValues<P>[K]> }
  readonly query: ParameterValues<Q>
  readonly body: JsonObject
  readonly bytes: Uint8Array
  readonly request: Request
  /** The client's address, for throttling. */
  readonly address: string
  /** Whether the client's connection is over TLS, for its cookies. */
  readonly isSecure: boolean
  /** Throws `precondition_failed` where the request's If-Match names another state than this view. */
  readonly requireMatch: (view: unknown) => void
  /** Whether the caller may still do this, by the credentials of the request: for an answer that takes its time. */
  readonly isStillAuthorized: () => Promise<boolean>
  /**
   * Replies with the result of `work`. Where the request has an Idempotency-Key, the reply is kept in the same write:
   * `work` hands `alsoWrite` to the service.
   */
  readonly replyOnce: <T>(
    toReply: (result: T) => Reply,
    work: (alsoWrite?: AlsoWrite<T>) => Promise<T>,
  ) => Promise<Reply>
}

export interface Endpoint<
  P extends Parameters = Parameters,
  Q extends Parameters = Parameters,
  A extends Access['kind'] = Access['kind'],
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With parameters as `:name`. */
  readonly path: string
  readonly access: Extract<Access, { kind: A }>
  /** Absent on private routes, which the document does not show. */
  readonly doc?: {
    readonly operationId: string
    readonly summary: string
    readonly description?: string
    readonly tag: string
  }
  readonly deprecated?: Deprecation
  readonly params?: P
  readonly query?: Q
  readonly isList?: boolean
  readonly pairs?: readonly (readonly [string, string])[]
  readonly unsupported?: Readonly<Record<string, string>>
  readonly body?: RequestBody
  readonly response: ResponseDescription
  /** For the document: other rows can stand in the way (409). */
  readonly mayConflict?: boolean
  /** Honours Idempotency-Key: the handler answers through `replyOnce`. */
  readonly takesIdempotencyKey?: boolean
  /** For the document: the handler calls `requireMatch` (If-Match, 412). */
  readonly isConditional?: boolean
  /** Said with every answer, errors too. */
  readonly headers?: Readonly<Record<string, string>>
  /** Hears of each request that did not get as far as `handle`; the caller is null as long as nobody knows who it is. */
  readonly refused?: (error: unknown, caller: Caller | null) => void
  /** Checks that what the path names exists: before the body is looked at. */
  readonly exists?: (incoming: Pick<Incoming<P, Q, A>, 'caller' | 'params'>) => Promise<unknown>
  readonly handle: (incoming: Incoming<P, Q, A>) => Promise<Reply>
}

/** Gives a route's handler the types of its own description. */
export const endpoint = <
  const P extends Parameters = Record<never, never>,
  const Q extends Parameters = Record<never, never>,
  const A extends Access['kind'] = Access['kind'],
>(
  description: Endpoint<P, Q, A>,
): Endpoint => description as unknown as Endpoint

export const needs = <S extends Scope>(scope: S) => ({ kind: 'scope', scope }) as const

export const ok = (data: unknown): Reply => ({ status: 200, body: { data } })
export const created = (path: string, data: unknown): Reply => ({
  status: 201,
  body: { data },
  headers: { location: path },
})
export const noContent: Reply = { status: 204 }

/** A page of a list (docs/api.md, List envelope). */
export const listed = <T>(rows: readonly T[], page: Page, total: number): Reply => ({
  status: 200,
  body: { data: rows, limit: page.limit, offset: page.offset, total_count: total },
})
