import { choice, limit, offset, paging, pathId, sort, text, toPage, words } from '../../contract/parameters'
import { callerMessages } from '../../contract/messages'
import { readerMessages } from './messages'
import { AppError, malformed, notFound, unauthenticated } from '../../base/errors'
import { json, mergePatch } from '../../http/body'
import { created, type Endpoint, endpoint, listed, noContent, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import type { IngestService } from '../ingest/service'
import { RefusedConnection } from './diagnosis'
import { MessagesReadAgain, ReaderMessage } from './health'
import { preview, PreviewRequest, ReaderPreview } from './preview'
import { NewReader, Reader, ReaderChanges, RegisteredReader, RenewedToken } from './schema'
import type { ReadAgainService } from './read-again'
import type { ReaderService } from './service'
import { readerStates } from './states'
import type { ReaderSignIn } from './sign-in'
import type { Connections } from '../ingest/connections'

const admin = { kind: 'session', role: 'admin' } as const
const params = { reader: pathId("The reader's id.") }
const response = { status: 200, description: 'The reader.', schema: itemOf(Reader) }

/** Readers, for the console (docs/internal-api.md, Readers). */
export const readerRoutes = (readers: ReaderService, { readAgain }: ReadAgainService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/readers',
    access: { kind: 'session', role: 'viewer' },
    isList: true,
    query: {
      q: words('Only readers with each of these words in the name or the external_key, case-insensitive.'),
      sort: sort(['name', 'external_key'], 'external_key'),
      state: choice(
        readerStates,
        'Only readers in this state; `problem` includes all states in which something is wrong.',
      ),
      limit,
      offset,
    },
    response: { status: 200, description: 'A page of readers.', schema: pageOf(Reader) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const filter = { search: query.q, sort: query.sort, state: query.state, page }
      const { rows, total } = await readers.list(caller.organizationId, filter)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/refused-connections',
    access: { kind: 'owner' },
    isList: true,
    query: paging,
    response: {
      status: 200,
      description: 'A page of the refused connections with unknown user names.',
      schema: pageOf(RefusedConnection),
    },
    async handle({ query }) {
      const page = toPage(query)
      const { rows, total } = readers.refusedConnections(page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/readers',
    access: admin,
    body: { mediaTypes: [json], schema: NewReader },
    response: { status: 201, description: 'The reader.', schema: itemOf(RegisteredReader) },
    mayConflict: true,
    async handle({ caller, body }) {
      const reader = await readers.create(caller, body)
      return created(`/internal/v1/readers/${reader.id}`, reader)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/readers/preview',
    access: admin,
    body: { mediaTypes: [json], schema: PreviewRequest },
    response: {
      status: 200,
      description: 'The decoded contents of a payload.',
      schema: itemOf(ReaderPreview),
    },
    handle: async ({ body }) => ok(preview(body)),
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/readers/:reader',
    access: { kind: 'session', role: 'viewer' },
    params,
    response,
    handle: async ({ caller, params: { reader } }) => ok(await readers.get(caller.organizationId, reader)),
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/readers/:reader/messages',
    access: admin,
    params,
    isList: true,
    query: paging,
    response: {
      status: 200,
      description: 'A page of the recent messages of the reader.',
      schema: pageOf(ReaderMessage),
    },
    async handle({ caller, params: { reader }, query }) {
      const page = toPage(query)
      const { rows, total } = await readers.messages(caller.organizationId, reader, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/readers/:reader/messages/read-again',
    access: admin,
    params,
    response: {
      status: 200,
      description: 'The numbers of messages.',
      schema: itemOf(MessagesReadAgain),
    },
    mayConflict: true,
    handle: async ({ caller, params: { reader } }) => ok(await readAgain(caller.organizationId, reader)),
  }),
  endpoint({
    method: 'PATCH',
    path: '/internal/v1/readers/:reader',
    access: admin,
    params,
    exists: ({ caller, params: { reader } }) => readers.get(caller.organizationId, reader),
    body: { mediaTypes: [mergePatch], schema: ReaderChanges },
    response,
    handle: async ({ caller, params: { reader }, body }) => ok(await readers.change(caller, reader, body)),
  }),
  endpoint({
    method: 'DELETE',
    path: '/internal/v1/readers/:reader',
    access: admin,
    params,
    response: { status: 204, description: 'Done.' },
    async handle({ caller, params: { reader } }) {
      await readers.remove(caller, reader)
      return noContent
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/readers/:reader/token',
    access: admin,
    params,
    response: { status: 200, description: 'The new token.', schema: itemOf(RenewedToken) },
    handle: async ({ caller, params: { reader } }) => ok(await readers.renewToken(caller, reader)),
  }),
]

/**
 * The endpoint for fixed readers that post over HTTP (docs/internal-api.md, Reader events). The token must belong to
 * the reader in the path.
 */
export const readerEventRoutes = (
  ingest: IngestService,
  signIn: Pick<ReaderSignIn, 'refusedRequest'>,
  connections: Pick<Connections, 'requested'>,
): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/internal/v1/readers/:reader/events',
    access: { kind: 'device' },
    params: { reader: text("The reader's external_key.") },
    body: { mediaTypes: [], schema: null },
    response: { status: 202, description: 'The reads are durable.' },
    exists: async ({ caller, params: { reader } }) => {
      if (caller.reader.externalKey !== reader || caller.reader.kind !== 'fixed')
        throw notFound(readerMessages('reader.not_found'))
    },
    refused(error, caller, { params, address }) {
      const reader = caller?.kind === 'device' ? caller.reader : null
      if (reader && reader.externalKey === params['reader']) return ingest.refused(error, reader)
      ingest.refused(error, null)
      const isRefused = error instanceof AppError && ['unauthenticated', 'not_found'].includes(error.code)
      if (isRefused) signIn.refusedRequest(params['reader'] ?? '', reader, address())
    },
    async handle({ caller, bytes, address }) {
      const { id: readerId, organizationId, tokenHash } = caller.reader
      connections.requested(readerId, address())
      ingest.requireRoom(readerId)
      const outcome = await ingest.accept({
        organizationId,
        readerId,
        tokenHash,
        topic: null,
        payload: bytes,
      })
      if (outcome.result === 'malformed')
        throw malformed(outcome.reason ?? readerMessages('reader.malformed'))
      if (outcome.result === 'unauthorized') throw unauthenticated(callerMessages('caller.device_token'))
      return { status: 202, body: { data: { result: outcome.result } } }
    },
  }),
]
