import { pathId } from '../contract/parameters'
import { type Endpoint, endpoint } from '../http/endpoint'
import type { Live } from './live'
import { LiveEvent } from './schema'

const headers = {
  'content-type': 'text/event-stream',
  // A proxy that gathers answers would hold the events back.
  'x-accel-buffering': 'no',
}

/** Live events for the console (docs/internal-api.md, Stream). */
export const streamRoutes = (live: Live): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/stream',
    access: { kind: 'session', role: 'viewer' },
    query: { reader_id: pathId('The fixed reader whose reads are sent as well.') },
    response: {
      status: 200,
      schema: LiveEvent,
      description:
        'Server-sent events until the session ends: `move` (LiveMove) when the place of an asset changes, `read` (LiveRead) for each read of the reader that is asked for, `lost` with a `count` where the client was too slow for some of them.',
    },
    async handle({ caller: { organizationId, sessionId }, query, request, isStillAuthorized }) {
      if (request.method === 'HEAD') return { status: 200, headers }
      const body = live.listen({ organizationId, sessionId, readerId: query.reader_id, isStillAuthorized })
      return { status: 200, headers, body }
    },
  }),
]
