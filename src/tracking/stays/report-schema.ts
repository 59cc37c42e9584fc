import { type Static, Type } from '@sinclair/typebox'
import { ExternalKey, Id, Nullable, Timestamp } from '../../contract/fields'

/** The reports of dwell, flows and occupancy (docs/api.md, Reports of stays). */

const LocationId = (description: string) => Type.Integer({ ...Id, description, example: 7 })
const LocationKey = (description: string) =>
  Nullable(Type.String({ ...ExternalKey, description, example: 'DOCK-1' }))
const count = (description: string, example: number) =>
  Type.Integer({ format: 'int64', minimum: 0, description, example })

const place = {
  location_id: LocationId('The location.'),
  location_external_key: LocationKey('Key of the location; null when it is soft-deleted.'),
}

export const Dwell = Type.Object(
  {
    ...place,
    visits: count('Number of visits in the period.', 12),
    total_seconds: count('Sum of all visits in the period, in whole seconds.', 86_400),
    p50_seconds: count('Half of the visits were not longer, in whole seconds.', 5400),
    p90_seconds: count('Nine of ten visits were not longer, in whole seconds.', 14_400),
  },
  { $id: 'DwellItem', description: 'How long assets stayed at one location.' },
)
export type DwellItem = Static<typeof Dwell>

export const Flow = Type.Object(
  {
    from_location_id: LocationId('The location before the move.'),
    from_location_external_key: LocationKey('Key of that location; null when it is soft-deleted.'),
    to_location_id: LocationId('The location after the move.'),
    to_location_external_key: LocationKey('Key of that location; null when it is soft-deleted.'),
    moves: count('Number of moves in the period.', 134),
  },
  { $id: 'FlowItem', description: 'The moves from one location to another.' },
)
export type FlowItem = Static<typeof Flow>

export const Occupancy = Type.Object(
  {
    ...place,
    hour: Type.String({ ...Timestamp, description: 'Beginning of the hour, in UTC.' }),
    arrivals: count('Number of arrivals in the hour.', 4),
    departures: count('Number of departures in the hour.', 3),
    peak_count: count('The greatest number of assets at the location at one time in the hour.', 17),
  },
  { $id: 'OccupancyItem', description: 'What happened at one location in one hour.' },
)
export type OccupancyItem = Static<typeof Occupancy>

const MoveCount = Type.Object(
  {
    from: Type.String({ ...Timestamp, description: 'Beginning of the span.' }),
    to: Type.String({ ...Timestamp, description: 'End of the span, exclusive.' }),
    moves: count('Number of moves between locations in the span.', 134),
  },
  { $id: 'MoveCount', description: 'The number of moves in a span of time.' },
)
export type MoveCountView = Static<typeof MoveCount>

export const MoveCounts = Type.Object(
  {
    data: Type.Array(MoveCount),
    is_current: Type.Boolean({
      description: 'false: the service has not yet counted everything that was recorded before the request.',
      example: true,
    }),
  },
  { $id: 'MoveCounts', description: 'The number of moves in spans of time that follow each other.' },
)
