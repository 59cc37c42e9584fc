import type { Message } from '../base/messages'
import type { TSchema } from '@sinclair/typebox'
import type { Page, Parameters, ParameterValues, PathValues } from '../contract/parameters'
import type { ApiKeyCaller, Caller, DeviceCaller, Role, Scope, SessionCaller } from '../base/caller'
import type { JsonObject } from '../base/json'
import type { MaybePromise } from '../base/turns/maybe-promise'
import type { AlsoWrite } from '../storage/core/store'

/**
 * The description of a route: the access that it needs, its inputs and its response. The route itself, the guard, the
 * checks in their order (docs/api.md, Order of checks), 405 with Allow, and the OpenAPI document are derived from it.
 */

export type Access =
  | { readonly kind: 'anyone' }
  /** An API key or a session that has the scope. */
  | {
      readonly kind: 'scope'
      readonly scope: Scope
      /** Whether an API key may also send its client_id and client_secret with each request (HTTP Basic, RFC 7617). */
      readonly acceptsBasic?: true
    }
  /** An API key with any scopes. */
  | { readonly kind: 'apiKey' }
  /** A session with at least this role. */
  | {
      readonly kind: 'session'
      readonly role: Role
      /** Whether a session that must add a second factor first may call it (decision 0026). */
      readonly beforeSecondFactor?: true
    }
  /** A session of an owner of the installation, with any role in the organization. */
  | { readonly kind: 'owner' }
  | { readonly kind: 'device' }
  /** A session with at least this role, or a device. */
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

/** A body that another thread has converted to JSON. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export interface Reply {
  readonly status: number
  /** Sent as JSON. A string and a stream are sent unchanged. `JsonText` is JSON already. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Each is sent in its own Set-Cookie header. */
  readonly cookies?: readonly string[]
}

export interface RequestBody {
  readonly mediaTypes: readonly string[]
  /**
   * Goes into the document; the service checks the body against it. Null: the body is not JSON; the handler gets the
   * bytes.
   */
  readonly schema: TSchema | null
  readonly isOptional?: boolean
  /** Maximum number of bytes, instead of the limit of the installation. */
  readonly bytesMax?: number
}

/** The part of Elysia's context that the pipeline uses. */
export type Context = {
  request: Request
  params: Record<string, string>
  set: { status?: number | string; headers: Record<string, string> }
}

/** A link from the response that created a resource to an operation on that resource (OpenAPI, Link Object). */
export interface Link {
  readonly operationId: string
  readonly description: string
  /** Runtime expressions, by name of the parameter. */
  readonly parameters: Readonly<Record<string, string>>
}

/** When an endpoint is deprecated, and when it may be removed (docs/api.md, Deprecation). */
export interface Deprecation {
  /** RFC 3339: from this time on, clients should stop using it. */
  readonly since: string
  /** RFC 3339: from this time on, it may be removed. */
  readonly sunset: string
  /** URL of a page that describes the replacement. */
  readonly link?: string
}

interface ResponseDescription {
  readonly status: number
  readonly description: string
  readonly schema?: TSchema
  readonly headers?: readonly string[]
  readonly links?: readonly Link[]
}

/** The input of a handler. Everything has been checked except the body, which is JSON of any shape. */
export interface Incoming<P extends Parameters, Q extends Parameters, A extends Access['kind']> {
  readonly caller: CallerOf[A]
  readonly params: PathValues<P>
  readonly query: ParameterValues<Q>
  readonly body: JsonObject
  readonly bytes: Uint8Array
  readonly request: Request
  /** Returns the client's address, for throttling. */
  readonly address: () => string
  /** Whether the client's connection is over TLS, for its cookies. */
  readonly isSecure: boolean
  /** Throws `precondition_failed` if the request's If-Match does not match the ETag of this view. */
  readonly requireMatch: (view: unknown) => void
  /** Reports whether the caller still has the rights for this request. Long responses call it repeatedly. */
  readonly isStillAuthorized: () => Promise<boolean>
  /** Throws the error that a new request of the caller would have. */
  readonly requireStillAuthorized: () => Promise<void>
  /**
   * Replies with the result of `work`. If the request has an Idempotency-Key, the reply is stored in the same
   * transaction: `work` passes `alsoWrite` to the service.
   */
  readonly replyOnce: <T>(
    toReply: (result: T) => Reply,
    work: (alsoWrite?: AlsoWrite<T>) => Promise<T>,
  ) => Promise<Reply>
}

/** A request that is rejected before `handle`. Its path parameters are unchecked. */
interface RefusedRequest {
  readonly params: Readonly<Record<string, string>>
  readonly address: () => string
}

export interface Endpoint<
  P extends Parameters = Parameters,
  Q extends Parameters = Parameters,
  A extends Access['kind'] = Access['kind'],
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path, with parameters as `:name`. */
  readonly path: string
  readonly access: Extract<Access, { kind: A }>
  /** Absent for private routes, which are not in the document. */
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
  /**
   * The response is compressed for clients that accept gzip. Only for answers without secrets: the size of a compressed answer tells
   * whether it repeats what the client has sent (the BREACH attack).
   */
  readonly isCompressed?: boolean
  /** For the document: a list that continues from a cursor. It has no links to other pages. */
  readonly hasCursor?: boolean
  /** For the document: with Accept: text/event-stream, the response is a stream that Last-Event-ID continues. */
  readonly isAlsoStream?: boolean
  /** For the document: with Accept: text/csv, the response is the whole list as CSV. */
  readonly isAlsoCsv?: boolean
  /** For the document: request headers that only this endpoint reads. */
  readonly requestHeaders?: readonly string[]
  readonly pairs?: readonly (readonly [string, string])[]
  readonly unsupported?: Readonly<Record<string, Message>>
  readonly body?: RequestBody
  readonly response: ResponseDescription
  /** For the document: a record that a parameter of the query names may not exist (404). */
  readonly mayNotFind?: boolean
  /** For the document: a conflict with other rows is possible (409). */
  readonly mayConflict?: boolean
  /** The endpoint supports Idempotency-Key: the handler returns the result of `replyOnce`. */
  readonly takesIdempotencyKey?: boolean
  /** For the document: the handler calls `requireMatch` (If-Match, 412). */
  readonly isConditional?: boolean
  /** Sent with every response, errors included. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Called for each request that is rejected before `handle`. The caller is null if the request is not authenticated.
   */
  readonly refused?: (error: unknown, caller: Caller | null, request: RefusedRequest) => void
  /** Checks that the resource of the path exists, before the body is read. */
  readonly exists?: (incoming: Pick<Incoming<P, Q, A>, 'caller' | 'params'>) => MaybePromise<unknown>
  readonly handle: (incoming: Incoming<P, Q, A>) => MaybePromise<Reply>
}

/** Types a route's handler by the description of the route. */
export const endpoint = <
  const P extends Parameters = Record<never, never>,
  const Q extends Parameters = Record<never, never>,
  const A extends Access['kind'] = Access['kind'],
>(
  description: Endpoint<P, Q, A>,
): Endpoint => description as unknown as Endpoint

export const needs = <S extends Scope>(scope: S) => ({ kind: 'scope', scope }) as const

export const ok = (data: unknown): Reply => ({ status: 200, body: { data } })
/** @param data JSON */
export const okText = (data: string): Reply => ({ status: 200, body: new JsonText(`{"data":${data}}`) })
export const created = (path: string, data: unknown): Reply => ({
  status: 201,
  body: { data },
  headers: { location: path },
})
export const noContent: Reply = { status: 204 }

/** Returns a page of a list (docs/api.md, List envelope). */
export const listed = <T>(rows: readonly T[], page: Page, total: number): Reply => ({
  status: 200,
  body: { data: rows, limit: page.limit, offset: page.offset, total_count: total },
})
