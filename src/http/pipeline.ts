import { requestMessages } from './messages'
import type { Parameters } from '../contract/parameters'
import { readPath, readQuery } from '../contract/query'
import { AppError, conflict } from '../base/errors'
import type { Caller } from '../base/caller'
import type { Clock } from '../base/time'
import type { Log } from '../base/log'
import { chain, ending, type MaybePromise, recovering } from '../base/turns/maybe-promise'
import { newWork, workFor } from '../base/turns/request-work'
import type { Admission } from './admission'
import {
  type BodyLimits,
  type EarlyBody,
  form,
  formOf,
  hasBody,
  jsonObjectOf,
  limitsOf,
  mediaTypeOf,
  readBytes,
  readEarly,
  requireLength,
  requireMediaType,
  requireNoTrailer,
} from './body'
import type { Access, Context, Endpoint, Incoming, Reply } from './endpoint'
import { releaseBody } from './held-bodies'
import { type Finished, reportFinished } from './report-finished'
import { authorize, budgetKeyOf, type Guard, requesterOf } from './guard'
import {
  type Attempt,
  attemptOf,
  idempotencyKeyOf,
  type Keep,
  ownsKeys,
  type RespondOnce,
} from './idempotency'
import type { PendingResponses } from './pending-responses'
import { type Ahead, readAhead, readsAhead } from './read-ahead'
import { requireIfMatch, toResponse } from './response'
import { pathOf, queryOf } from './url'

/**
 * The checks of every request (docs/api.md, Order of checks): route, 401, 429, 403, 415, 413, path, query, existence,
 * body, conflict. A repeated request with an Idempotency-Key ends after the query, with the stored response (idempotency.ts).
 * application.ts calls the pipeline from the routes of Elysia. The needs of a route are in its description (endpoint.ts).
 */

export interface PipelineParts {
  readonly guard: Guard
  readonly respondOnce: RespondOnce
  readonly admission: Admission
  readonly pending: PendingResponses
  readonly maxBodyBytes: number
  readonly addressOf: (request: Request) => string
  /** Reports whether the client still waits for the response. */
  readonly isWanted: (request: Request) => boolean
  /** Reports whether the client's connection uses TLS. */
  readonly isSecure: (request: Request) => boolean
  readonly finished: Finished
  readonly now: Clock
  readonly log: Log
  /** Whether responses have the rate-limit headers of the public API. */
  readonly showsBudget: boolean
}

/** Requests that have been charged to a budget. A request that is rejected earlier is charged to its address. */
const charged = new WeakSet<Request>()

export const isCharged = (request: Request): boolean => charged.has(request)

/** A request of an endpoint. The steps below take it through the checks, in their order. */
interface Call {
  readonly route: Endpoint
  readonly context: Context
  readonly request: Request
  readonly parts: PipelineParts
  /** Returns the client's address. */
  readonly address: () => string
  /** Null before the authentication, and if the endpoint needs no caller. */
  caller: Caller | null
  ahead?: Ahead | undefined
  early?: EarlyBody | undefined
}

type AnyIncoming = Incoming<Parameters, Parameters, Access['kind']>

/** What a request says before its body. */
interface Head extends Pick<AnyIncoming, 'params' | 'query' | 'isSecure'> {
  readonly takesBody: boolean
  /** Present if the request has an Idempotency-Key. Its bytes have then been read. */
  readonly attempt?: Attempt
  readonly bytes?: Uint8Array
}

/** Makes the checks of a request, calls the handler of its endpoint, and returns the response. */
export function processRequest(
  route: Endpoint,
  context: Context,
  parts: PipelineParts,
): MaybePromise<Response> {
  const { request } = context
  if (route.headers) Object.assign(context.set.headers, route.headers)
  const call: Call = {
    route,
    context,
    request,
    parts,
    address: addressReader(route, request, parts),
    caller: null,
  }
  const authenticated = reportRefusal(call, () =>
    parts.guard.authenticate(route.access, request, call.address, (likely) => begin(call, likely)),
  )
  return chain(authenticated, (caller) => {
    call.caller = caller
    return ending(
      () => reportFinished(caller, context, parts, () => respondTo(call)),
      () => releaseBody(request),
    )
  })
}

/** Runs the handler while the rights of the caller are being read, after the checks that come before it, or reads the body. */
function begin(call: Call, caller: Caller): void {
  const { route, request, parts, address } = call
  if (route.body) call.early = readEarly(request)
  if (!readsAhead(route) || !parts.guard.mayCall(caller)) return
  const expected: Call = { ...call, caller }
  const work = newWork(requesterOf(caller, address), () => parts.isWanted(request))
  call.ahead = readAhead(caller, work, async () => {
    const head = await checkPaid(expected)
    parts.pending.requireRead(work.requester)
    return route.handle(incomingOf(expected, head, empty, undefined))
  })
}

function respondTo(call: Call): MaybePromise<Response> {
  const { request, parts, address, caller } = call
  if (call.ahead?.caller !== caller) call.ahead = undefined
  const requester = requesterOf(caller, address)
  parts.admission.setRequester(request, requester)
  const head = reportRefusal(call, () => checkHead(call))
  return chain(head, (checked) => {
    const work = call.ahead?.work ?? newWork(requester, () => parts.isWanted(request))
    return ending(
      () => {
        const reply = workFor(work, () => replyTo(call, checked, requester))
        return chain(reply, (known) => responseOf(call, known, requester))
      },
      () => parts.guard.charge(caller, work.milliseconds),
    )
  })
}

function replyTo(call: Call, head: Head, requester: string): MaybePromise<Reply> {
  const { route, parts, caller } = call
  const respond = (keep?: Keep) =>
    chain(
      reportRefusal(call, () => checkRest(call, head, keep)),
      (incoming) => {
        // Devices are exempt: their responses are small, and unread responses of users must not cost a device its reads.
        if (caller?.kind !== 'device') parts.pending.requireRead(requester)
        return call.ahead?.reply ?? route.handle(incoming)
      },
    )
  return head.attempt ? parts.respondOnce(head.attempt, respond) : respond()
}

function responseOf(call: Call, reply: Reply, requester: string): MaybePromise<Response> {
  const { route, context, request, parts } = call
  const note = (text: string) => parts.pending.add(requester, request, text)
  return chain(toResponse(route, context, reply, note), (response) => {
    // The response contains these headers. Elysia would otherwise make another response from it.
    context.set.headers = {}
    for (const cookie of reply.cookies ?? []) response.headers.append('set-cookie', cookie)
    return response
  })
}

/**
 * Returns the function that reads the client's address, once and only if it is needed, because it is a system call. The
 * address is read at once if the request has a body: the client may disconnect while it sends the body.
 */
function addressReader(route: Endpoint, request: Request, parts: PipelineParts): () => string {
  let known: string | undefined
  const read = () => (known ??= parts.addressOf(request))
  if (route.body) read()
  return read
}

/** Tells the endpoint of a failed check. */
function reportRefusal<T>(
  { route: { refused }, context, address, caller }: Call,
  checks: () => MaybePromise<T>,
): MaybePromise<T> {
  if (!refused) return checks()
  return recovering(checks, (error) => {
    refused(error, caller, { params: context.params, address })
    throw error
  })
}

/** Makes the checks from the rate limit to the query. */
const checkHead = (call: Call): MaybePromise<Head> => chain(spend(call), () => checkPaid(call))

/** Makes the checks from the access to the query. */
function checkPaid(call: Call): MaybePromise<Head> {
  const { route, context, request, parts, caller } = call
  authorize(route.access, caller)
  const takesBody = takesBodyOf(call)
  if (takesBody) requireReadable(call)
  const params = readPath(route.params ?? {}, context.params)
  const query = queryValuesOf(call)
  const head: Head = { params, query, isSecure: parts.isSecure(request), takesBody }
  const key = route.takesIdempotencyKey ? idempotencyKeyOf(request) : undefined
  if (key === undefined || !ownsKeys(caller)) return head
  const { method } = request
  return chain(bytesOf(call), (bytes) => ({
    ...head,
    bytes,
    attempt: attemptOf(caller, key, { method, path: pathOf(request), bytes }),
  }))
}

/** Makes the checks that remain before those of the body's fields. */
function checkRest(call: Call, head: Head, keep?: Keep): MaybePromise<AnyIncoming> {
  const { route, caller } = call
  const exists = route.exists?.({ caller, params: head.params })
  const content = chain(exists, () => (head.takesBody ? contentOf(call, head.bytes) : empty))
  return chain(content, (read) => incomingOf(call, head, read, keep))
}

function incomingOf(
  call: Call,
  { params, query, isSecure }: Head,
  { body, bytes }: Content,
  keep: Keep | undefined,
): AnyIncoming {
  const { request, address, caller } = call
  return {
    caller,
    params,
    query,
    address,
    isSecure,
    body,
    bytes,
    request,
    isStillAuthorized: () => isStillAuthorized(call),
    requireStillAuthorized: () => requireStillAuthorized(call),
    requireMatch: (view) => requireIfMatch(request, JSON.stringify({ data: view })),
    replyOnce: async (toReply, work) =>
      toReply(await work(keep && ((tx, result) => keep(tx, toReply(result))))),
  }
}

/** Charges the request to the budget of its client. */
function spend({ context, request, parts, address, caller }: Call): MaybePromise<void> {
  charged.add(request)
  return chain(parts.guard.spend(caller, address), (spent) => {
    if (parts.showsBudget) Object.assign(context.set.headers, spent)
  })
}

const takesBodyOf = ({ route: { body }, request }: Call): boolean =>
  body !== undefined && !(body.isOptional && !hasBody(request))

/** Makes the checks of a body that need only its headers. */
function requireReadable(call: Call): void {
  const { route, request } = call
  requireMediaType(request, route.body?.mediaTypes ?? [])
  requireLength(request, limitsFor(call).bytes)
  requireNoTrailer(request)
}

function queryValuesOf(call: Call): AnyIncoming['query'] {
  const { route, request } = call
  return readQuery(route.query ?? {}, queryOf(request), {
    isList: route.isList ?? false,
    valuesMax: limitsFor(call).values,
    ...(route.pairs && { pairs: route.pairs }),
    ...(route.unsupported && { unsupported: route.unsupported }),
  })
}

/** Reads the whole body. Checks the caller's rights again after a slow one, because they may have ended while it arrived. */
async function bytesOf(call: Call): Promise<Uint8Array> {
  const { request, caller, address, early } = call
  const bytes = await (early?.bytes ?? readBytes(request, limitsFor(call), budgetKeyOf(caller, address)))
  if (early?.isBeforeRights() !== true) await requireStillAuthorized(call)
  return bytes
}

const limitsFor = ({ route, parts }: Call): BodyLimits => limitsOf(route, parts.maxBodyBytes)

type Content = Pick<AnyIncoming, 'body' | 'bytes'>

const empty: Content = { body: {}, bytes: new Uint8Array() }

/** Returns the content of the body. @param read its bytes, if they have been read */
async function contentOf(call: Call, read: Uint8Array | undefined): Promise<Content> {
  const { route, request } = call
  const bytes = read ?? (await bytesOf(call))
  if (route.body?.schema === null) return { ...empty, bytes }
  const parse = mediaTypeOf(request) === form ? formOf : jsonObjectOf
  return { ...empty, body: parse(request, bytes, limitsFor(call)) }
}

/**
 * Throws if the caller no longer has the rights: an API key may have been revoked, and a session may have ended or
 * switched to another organization.
 */
async function requireStillAuthorized({ route, request, parts, caller, address }: Call): Promise<void> {
  const current = await parts.guard.authenticateAgain(route.access, request, caller, address)
  authorize(route.access, current)
  if (current?.organizationId !== caller?.organizationId)
    throw conflict(requestMessages('request.session_switched'))
}

async function isStillAuthorized(call: Call): Promise<boolean> {
  try {
    await requireStillAuthorized(call)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
