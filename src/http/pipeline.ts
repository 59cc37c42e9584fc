import { requestMessages } from './messages'
import { readPath, readQuery } from '../contract/query'
import { AppError, conflict } from '../base/errors'
import type { Caller } from '../base/caller'
import type { Clock } from '../base/time'
import type { Log } from '../base/log'
import { type Work, workFor } from '../base/turns/request-work'
import type { Admission } from './admission'
import {
  type BodyLimits,
  form,
  formOf,
  jsonObjectOf,
  limitsOf,
  mediaTypeOf,
  readBytes,
  requireLength,
  requireMediaType,
  requireNoTrailer,
} from './body'
import type { Context, Endpoint, Incoming, RefusedRequest } from './endpoint'
import { releaseBody } from './held-bodies'
import { type Finished, reportFinished } from './report-finished'
import { type Guard, budgetKeyOf, requesterOf } from './guard'
import { type RespondOnce, type Attempt, attemptOf, idempotencyKeyOf, type Keep } from './idempotency'
import type { PendingResponses } from './pending-responses'
import { requireIfMatch, toResponse } from './response'
import { pathOf, queryOf } from './url'

/**
 * The checks of every request (docs/api.md, Order of checks): route, 401, 429, 403, 415, 413, path, query, existence,
 * body, conflict. A repeated request with an Idempotency-Key ends after the query, with the stored response
 * (idempotency.ts). application.ts calls the pipeline from the routes of Elysia. The needs of a route are in its
 * description (endpoint.ts).
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

/** Makes the checks of a request, calls the handler of its endpoint, and returns the response. */
export async function processRequest(
  route: Endpoint,
  context: Context,
  parts: PipelineParts,
): Promise<Response> {
  const { request } = context
  if (route.headers) Object.assign(context.set.headers, route.headers)
  const address = addressReader(route, request, parts)
  const from = { params: context.params, address }
  const caller = await reportRefusal(route, null, from, parts.guard.authenticate(route.access, request))
  try {
    return await reportFinished(caller, context, parts, () => processOf(caller, from, route, context, parts))
  } finally {
    releaseBody(request)
  }
}

async function processOf(
  caller: Caller | null,
  from: RefusedRequest,
  route: Endpoint,
  context: Context,
  parts: PipelineParts,
): Promise<Response> {
  const { request } = context
  const { address } = from
  const { guard, pending } = parts
  const requester = requesterOf(caller, address)
  parts.admission.setRequester(request, requester)
  const admitted = await reportRefusal(route, caller, from, admit(route, context, caller, address, parts))
  const { attempt } = admitted
  const respond = async (keep?: Keep) => {
    const incoming = await reportRefusal(route, caller, from, receive(route, request, admitted, parts, keep))
    // Devices are exempt: their responses are small, and unread responses of users must not cost a device its reads.
    if (caller?.kind !== 'device') pending.requireRead(requester)
    return route.handle(incoming)
  }
  const work: Work = { requester, milliseconds: 0, isWanted: () => parts.isWanted(request) }
  try {
    const reply = await workFor(work, async () =>
      attempt ? await parts.respondOnce(attempt, respond) : await respond(),
    )
    const response = await toResponse(route, context, reply, (text) => pending.add(requester, request, text))
    // The response contains these headers. Elysia would otherwise make another response from it.
    context.set.headers = {}
    for (const cookie of reply.cookies ?? []) response.headers.append('set-cookie', cookie)
    return response
  } finally {
    guard.charge(caller, work.milliseconds)
  }
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

function reportRefusal<T>(
  { refused }: Endpoint,
  caller: Caller | null,
  from: RefusedRequest,
  checks: Promise<T>,
): Promise<T> {
  if (!refused) return checks
  return checks.catch((error: unknown) => {
    refused(error, caller, from)
    throw error
  })
}

type AnyIncoming = Incoming<never, never, never>

interface Admitted extends Pick<AnyIncoming, 'caller' | 'params' | 'query' | 'address' | 'isSecure'> {
  readonly takesBody: boolean
  /** Present if the request has an Idempotency-Key. Its bytes have then been read. */
  readonly attempt?: Attempt
  readonly bytes?: Uint8Array
}

/** Makes the checks between authentication and the existence of the row (docs/api.md, Order of checks). */
async function admit(
  route: Endpoint,
  { request, params: path, set }: Context,
  caller: Caller | null,
  address: () => string,
  parts: PipelineParts,
): Promise<Admitted> {
  const { guard } = parts
  charged.add(request)
  const spending = guard.spend(caller, address)
  const spent = spending instanceof Promise ? await spending : spending
  if (parts.showsBudget) Object.assign(set.headers, spent)
  guard.authorize(route.access, caller)

  const takesBody = route.body !== undefined && !(route.body.isOptional && !hasBody(request))
  if (route.body && takesBody) {
    requireMediaType(request, route.body.mediaTypes)
    requireLength(request, limitsFor(route, parts).bytes)
    requireNoTrailer(request)
  }
  const params = readPath(route.params ?? {}, path)
  const query = readQuery(route.query ?? {}, queryOf(request), {
    isList: route.isList ?? false,
    valuesMax: limitsFor(route, parts).values,
    ...(route.pairs && { pairs: route.pairs }),
    ...(route.unsupported && { unsupported: route.unsupported }),
  })
  const isSecure = parts.isSecure(request)
  const admitted = { caller, params, query, address, isSecure, takesBody } as Admitted
  const key = route.takesIdempotencyKey ? idempotencyKeyOf(request) : undefined
  if (key === undefined) return admitted
  const bytes = await bytesOf(route, request, admitted, parts)
  return { ...admitted, bytes, attempt: attemptOf(admitted.caller, key, request, pathOf(request), bytes) }
}

/** Reads the whole body, then checks the caller's rights again: they may have ended while a slow body arrived. */
async function bytesOf(
  route: Endpoint,
  request: Request,
  { caller, address }: Pick<Admitted, 'caller' | 'address'>,
  parts: PipelineParts,
): Promise<Uint8Array> {
  const bytes = await readBytes(request, limitsFor(route, parts), budgetKeyOf(caller, address))
  await requireStillAuthorized(route, request, caller, parts.guard)
  return bytes
}

const limitsFor = (route: Endpoint, { maxBodyBytes }: PipelineParts): BodyLimits =>
  limitsOf(route, maxBodyBytes)

/** Makes the checks that remain before those of the body's fields. */
async function receive(
  route: Endpoint,
  request: Request,
  admitted: Admitted,
  parts: PipelineParts,
  keep?: Keep,
): Promise<AnyIncoming> {
  const { caller, params, query, address, isSecure } = admitted
  if (route.exists) await route.exists(admitted as never)
  const { body, bytes } = admitted.takesBody ? await contentOf(route, request, admitted, parts) : empty
  return {
    caller,
    params,
    query,
    address,
    isSecure,
    body,
    bytes,
    request,
    isStillAuthorized: () => isStillAuthorized(route, request, caller, parts.guard),
    requireStillAuthorized: () => requireStillAuthorized(route, request, caller, parts.guard),
    requireMatch: (view) => requireIfMatch(request, JSON.stringify({ data: view })),
    replyOnce: async (toReply, work) =>
      toReply(await work(keep && ((tx, result) => keep(tx, toReply(result))))),
  }
}

/**
 * Throws if the caller no longer has the rights: an API key may have been revoked, and a session may have ended or
 * switched to another organization.
 */
async function requireStillAuthorized(
  { access }: Endpoint,
  request: Request,
  caller: Caller | null,
  guard: Guard,
): Promise<void> {
  const current = await guard.authenticate(access, request)
  guard.authorize(access, current)
  if (current?.organizationId !== caller?.organizationId)
    throw conflict(requestMessages('request.session_switched'))
}

async function isStillAuthorized(...parameters: Parameters<typeof requireStillAuthorized>): Promise<boolean> {
  try {
    await requireStillAuthorized(...parameters)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

const empty: Pick<AnyIncoming, 'body' | 'bytes'> = { body: {}, bytes: new Uint8Array() }

const hasBody = (request: Request): boolean =>
  request.headers.has('content-type') || Number(request.headers.get('content-length') ?? 0) > 0

async function contentOf(
  route: Endpoint,
  request: Request,
  admitted: Admitted,
  parts: PipelineParts,
): Promise<typeof empty> {
  const limits = limitsFor(route, parts)
  const bytes = admitted.bytes ?? (await bytesOf(route, request, admitted, parts))
  if (route.body?.schema === null) return { ...empty, bytes }
  const parse = mediaTypeOf(request) === form ? formOf : jsonObjectOf
  return { ...empty, body: parse(request, bytes, limits) }
}
