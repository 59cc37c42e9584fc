import { pathId } from '../../contract/parameters'
import { type Endpoint, endpoint } from '../../http/endpoint'
import type { Live } from './live'
import { LiveEvent } from './schema'
import type { TrackingService } from './service'

const headers = {
  'content-type': 'text/event-stream',
  // Keeps a proxy from buffering the response, which would delay the events.
  'x-accel-buffering': 'no',
}

/** Live events for the console (docs/internal-api.md, Stream). */
export const streamRoutes = (tracking: TrackingService, live: Live): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/stream',
    access: { kind: 'session', role: 'viewer' },
    query: {
      reader_id: pathId('The fixed reader whose reads are sent too.'),
      find_asset_id: pathId('The asset whose signal is sent too. For operators.'),
    },
    mayConflict: true,
    response: {
      status: 200,
      schema: LiveEvent,
      description:
        'Server-sent events until the session ends: `move` (LiveMove) when the location of an asset changes, `read` (LiveRead) for each read of the reader of `reader_id`, `signal` (LiveSignal) for each read of the asset of `find_asset_id`, `station` (LiveStation) for what lies on an encode station, `alert` (Alert) when an alert opens or changes, and `lost` with the `count` of dropped events when the client is too slow.',
    },
    async handle({ caller, query, request, isStillAuthorized }) {
      const { reader_id: readerId, find_asset_id: assetId } = query
      if (assetId !== undefined) await tracking.requireFindable(caller, assetId)
      if (request.method === 'HEAD') return { status: 200, headers }
      const { organizationId, sessionId } = caller
      const body = live.subscribe({ organizationId, sessionId, readerId, assetId, isStillAuthorized })
      return { status: 200, headers, body }
    },
  }),
]
