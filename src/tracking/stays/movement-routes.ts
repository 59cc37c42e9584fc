import { choice, flag, instant, limit, type ParameterValues, pathId, text } from '../../contract/parameters'
import { type Endpoint, endpoint } from '../../http/endpoint'
import { fileParameters, fileReply } from '../../http/table-file'
import { conditionsOf } from '../asset-list/service'
import { MovementPage, type MovementView } from './movement-schema'
import type { MovementQuery, MovementService } from './movements'

const path = '/internal/v1/movements'
const access = { kind: 'session', role: 'viewer' } as const

const filters = {
  from: instant('Only moves at this instant or later; from the beginning when absent.'),
  to: instant('Only moves before this instant; no end when absent.'),
  location_id: pathId('Only moves to this location or from it.'),
  with_below: flag(
    'Count the location and all its sub-locations as one. Moves between them are left out.',
    false,
  ),
  direction: choice(['arrived', 'left', 'both'], 'Only arrivals at the location, or only departures.'),
  reader_id: pathId('Only moves that this reader has seen.'),
  asset_id: pathId('Only moves of this asset.'),
  conditions: text('Only moves of assets that meet these conditions: a JSON array, as in the asset list.'),
  view_id: pathId('Only moves of assets that meet the conditions of this view.'),
  sort: choice(['-at', 'at'], 'The newest first (-at, the default), or the oldest.'),
}

const queryOf = (query: ParameterValues<typeof filters>): MovementQuery => ({
  from: query.from,
  to: query.to,
  locationId: query.location_id,
  isDeep: query.with_below ?? false,
  direction: query.direction,
  readerId: query.reader_id,
  assetId: query.asset_id,
  conditions: conditionsOf(query.conditions),
  viewId: query.view_id,
  isOldestFirst: query.sort === 'at',
})

/** Moves of assets (docs/internal-api.md, Movements). */
export const movementRoutes = (movements: MovementService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access,
    query: { ...filters, limit, cursor: text('The next_cursor of the page before.') },
    response: { status: 200, description: 'A page of moves, with their number.', schema: MovementPage },
    async handle({ caller, query: { limit: rows = 50, cursor, ...query } }) {
      const body = await movements.list(caller, queryOf(query), { limit: rows, cursor })
      return { status: 200, body }
    },
  }),
  endpoint({
    method: 'GET',
    path: `${path}/export`,
    access,
    query: { ...filters, ...fileParameters },
    response: {
      status: 200,
      description: 'All these moves as a file. A response that breaks off is incomplete.',
    },
    async handle({ caller, query, request, isStillAuthorized }) {
      const parts = await movements.parts(caller, queryOf(query))
      const table = { name: 'movements', columns, rows: rowsOf(parts) }
      return fileReply(table, query, request, isStillAuthorized)
    },
  }),
]

const columns = [
  'at',
  'direction',
  'asset_id',
  'asset_external_key',
  'asset_name',
  'previous_location_external_key',
  'previous_location_name',
  'location_external_key',
  'location_name',
  'next_location_external_key',
  'next_location_name',
  'stayed_before_seconds',
  'left_at',
  'stayed_seconds',
  'reader_external_key',
  'reader_name',
] as const satisfies readonly (keyof MovementView)[]

async function* rowsOf(parts: AsyncGenerator<MovementView[]>) {
  for await (const part of parts) yield part.map((row) => columns.map((column) => row[column]))
}
