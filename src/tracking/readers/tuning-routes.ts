import { pathId } from '../../contract/parameters'
import { json } from '../../http/body'
import { type Endpoint, endpoint, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import { ReaderRehearsalRequest, ReaderSignal, Rehearsal, RehearsalRequest } from './tuning-schema'
import type { ReaderService } from './service'
import type { ReaderTuningService } from './tuning-service'

const admin = { kind: 'session', role: 'admin' } as const
const params = { reader: pathId("The reader's id.") }
const response = { status: 200, description: 'The rehearsal.', schema: itemOf(Rehearsal) }

/** What antennas read, and what other settings would change (docs/internal-api.md, Signal; docs/internal-api.md, Rehearsal). */
export const readerTuningRoutes = (
  tuning: ReaderTuningService,
  readers: Pick<ReaderService, 'get'>,
): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/readers/:reader/signal',
    access: { kind: 'session', role: 'viewer' },
    params,
    response: {
      status: 200,
      description: 'The signal of the antennas of the reader.',
      schema: itemOf(ReaderSignal),
    },
    handle: async ({ caller, params: { reader } }) => ok(await tuning.signal(caller.organizationId, reader)),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/readers/:reader/rehearsal',
    access: admin,
    params,
    exists: ({ caller, params: { reader } }) => readers.get(caller.organizationId, reader),
    body: { mediaTypes: [json], schema: ReaderRehearsalRequest },
    response,
    handle: async ({ caller, params: { reader }, body }) =>
      ok(await tuning.rehearseReader(caller.organizationId, reader, body)),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/rehearsal',
    access: admin,
    body: { mediaTypes: [json], schema: RehearsalRequest },
    response,
    handle: async ({ caller, body }) => ok(await tuning.rehearse(caller.organizationId, body)),
  }),
]
