import { pathId } from '../../contract/parameters'
import { type Endpoint, endpoint } from '../../http/endpoint'
import type { Live } from './live'
import { LiveEvent } from './schema'

const headers = {
  'content-type': 'text/event-stream',
  // Keeps a proxy from buffering the response, which would delay the events.
  'x-accel-buffering': 'no',
}

/** Live events for the console (docs/internal-api.md, Stream). */
export const streamRoutes = (live: Live): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/stream',
    access: { kind: 'session', role: 'viewer' },
    query: { reader_id: pathId('The fixed reader whose reads are sent too.') },
    response: {
      status: 200,
      schema: LiveEvent,
      description:
        'Server-sent events until the session ends: `move` (LiveMove) when the location of an asset changes, `read` (LiveRead) for each read of the reader of `reader_id`, `alert` (Alert) when an alert opens or changes, and `lost` with the `count` of dropped events when the client is too slow.',
    },
    async handle({ caller: { organizationId, sessionId }, query, request, isStillAuthorized }) {
      if (request.method === 'HEAD') return { status: 200, headers }
      const readerId = query.reader_id
      const body = live.subscribe({ organizationId, sessionId, readerId, isStillAuthorized })
      return { status: 200, headers, body }
    },
  }),
]
