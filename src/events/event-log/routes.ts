import { eventLogMessages } from './messages'
import { choices, limit, pathId, wholeNumber } from '../../contract/parameters'
import { invalidField } from '../../base/errors'
import { eventTypes } from '../../base/event-types'
import { type Endpoint, endpoint, needs } from '../../http/endpoint'
import { EventPage } from './schema'
import type { EventLogService } from './service'

/** Maximum value of `wait`, in seconds. */
const waitMax = 60

const eventStream = 'text/event-stream'
const streamHeaders = {
  'content-type': eventStream,
  'cache-control': 'no-store',
  // Keeps a proxy from buffering the response, which would delay the events.
  'x-accel-buffering': 'no',
}

/** The event log (docs/api.md, Events). */
export const eventLogRoutes = (events: EventLogService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/events',
    access: needs('tracking:read'),
    doc: {
      operationId: 'readEvents',
      summary: 'Read the event log',
      description:
        'Returns the events after a sequence, oldest first: moves of assets and their corrections, changes of assets and locations, silent readers, unknown tags, alerts. Continue with next_after. With wait, the response waits for an event when there is none. With Accept: text/event-stream, the response is a stream of server-sent events that does not end; after a disconnection, Last-Event-ID continues it.',
      tag: 'Tracking',
    },
    isList: true,
    hasCursor: true,
    isAlsoStream: true,
    query: {
      after: wholeNumber('Only events after this sequence.', { minimum: 0, fallback: 0 }),
      limit,
      type: choices(eventTypes, 'Only events of any of these types.'),
      asset_id: pathId('Only events of this asset.'),
      location_id: pathId(
        'Only events at this location or below it: moves to and from there, and changes of the locations.',
      ),
      wait: wholeNumber('Seconds to wait for an event when there is none.', {
        minimum: 0,
        maximum: waitMax,
        fallback: 0,
      }),
    },
    response: { status: 200, description: 'A page of events.', schema: EventPage },
    async handle({ caller: { organizationId }, query, request, isStillAuthorized, requireStillAuthorized }) {
      const filter = { types: query.type, assetId: query.asset_id, locationId: query.location_id }
      if (wantsStream(request)) {
        if (request.method === 'HEAD') return { status: 200, headers: streamHeaders }
        const last = lastEventIdOf(request)
        const from = { ...filter, after: last ?? query.after ?? 0 }
        const field = last === undefined ? 'after' : 'Last-Event-ID'
        const body = await events.stream(organizationId, from, field, isStillAuthorized)
        return { status: 200, headers: streamHeaders, body }
      }
      const applied = query.limit ?? 50
      const { rows, nextAfter, newest } = await events.list(
        organizationId,
        { ...filter, after: query.after ?? 0, limit: applied },
        { millis: request.method === 'HEAD' ? 0 : (query.wait ?? 0) * 1000, signal: request.signal },
        requireStillAuthorized,
      )
      return {
        status: 200,
        body: { data: rows, limit: applied, next_after: nextAfter, newest_sequence: newest },
      }
    },
  }),
]

/** Whether the client prefers a stream to JSON (RFC 9110 §12.5.1). Of two types with the same weight, it prefers the first. */
function wantsStream(request: Request): boolean {
  const types = (request.headers.get('accept') ?? '').toLowerCase().split(',')
  const [preferred] = types
    .map((type) => {
      const [name, ...parameters] = type.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
      return { name, weight: Number(weight) }
    })
    .filter(({ name, weight }) => weight > 0 && (name === eventStream || name === 'application/json'))
    .toSorted((a, b) => b.weight - a.weight)
  return preferred?.name === eventStream
}

/** Returns the sequence in Last-Event-ID; undefined without this header. */
function lastEventIdOf(request: Request): number | undefined {
  const header = request.headers.get('last-event-id')
  if (header === null || header === '') return undefined
  if (!/^\d{1,15}$/.test(header))
    throw invalidField(
      'Last-Event-ID',
      'invalid_value',
      eventLogMessages('event_log.position', { field: 'Last-Event-ID' }),
    )
  return Number(header)
}
