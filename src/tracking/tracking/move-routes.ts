import {
  flag,
  instant,
  lastInstant,
  limit,
  offset,
  type ParameterValues,
  pathId,
  toPage,
} from '../../contract/parameters'
import { type Endpoint, endpoint } from '../../http/endpoint'
import { fileParameters, fileReply } from '../../http/table-file'
import { LocationMoveList } from './schema'
import type { MovesExportService } from './moves-export'
import type { LocationMovesQuery, TrackingService } from './service'

const path = '/internal/v1/locations/:location_id/moves'
const params = { location_id: pathId("The location's id.") }

const filters = {
  from: instant(
    'Only moves at this instant or later; one day before `to` when absent, and at most 8 days before it.',
  ),
  to: lastInstant('Only moves at this instant or earlier; now when absent.'),
  with_below: flag(
    'Count the location and all its sub-locations as one. Moves between them are left out.',
    false,
  ),
  is_arrival: flag('true: only arrivals; false: only departures.'),
}

const queryOf = (query: ParameterValues<typeof filters>): LocationMovesQuery => ({
  from: query.from,
  to: query.to,
  isDeep: query.with_below ?? false,
  isArrival: query.is_arrival,
})

/** Arrivals and departures of a location, for the console (docs/internal-api.md, Location moves). */
export const moveRoutes = (tracking: TrackingService, exportMoves: MovesExportService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access: { kind: 'session', role: 'viewer' },
    params,
    isList: true,
    query: { ...filters, limit, offset },
    response: {
      status: 200,
      description: 'A page of arrivals and departures, newest first.',
      schema: LocationMoveList,
    },
    exists: ({ caller, params: { location_id: id } }) => tracking.requireLocation(caller.organizationId, id),
    async handle({ caller, params: { location_id: id }, query }) {
      const page = toPage(query)
      const { rows, arrivals, departures } = await tracking.locationMoves(caller.organizationId, id, {
        ...queryOf(query),
        page,
      })
      const total =
        query.is_arrival === undefined ? arrivals + departures : query.is_arrival ? arrivals : departures
      const counts = { total_count: total, arrival_count: arrivals, departure_count: departures }
      return { status: 200, body: { data: rows, ...page, ...counts } }
    },
  }),

  endpoint({
    method: 'GET',
    path: `${path}/export`,
    access: { kind: 'session', role: 'viewer' },
    params,
    isList: true,
    query: { ...filters, ...fileParameters },
    response: {
      status: 200,
      description: 'All these moves as a file. A response that breaks off is incomplete.',
    },
    exists: ({ caller, params: { location_id: id } }) => tracking.requireLocation(caller.organizationId, id),
    async handle({ caller, params: { location_id: id }, query, request, isStillAuthorized }) {
      const table = exportMoves(caller.organizationId, id, queryOf(query))
      return fileReply(table, query, request, isStillAuthorized)
    },
  }),
]
