import { type Static, Type } from '@sinclair/typebox'
import { alertKinds, severities } from '../../base/alert-kinds'
import { Id, Name, Nullable, OneOf, Timestamp, withKnown } from '../../contract/fields'
import { echoedOnPatch, readOnlyOnPatch } from '../../contract/read-only'

/** Floor plans, what they show, and wall links (docs/internal-api.md, Floor plans). */

const areasMax = 500
const pointsMax = 60

const count = (description: string) => Type.Integer({ minimum: 0, description })

const Coordinate = Type.Number({ minimum: 0, maximum: 1 })

const Point = Type.Object(
  {
    x: Type.Number({ ...Coordinate, description: 'From 0 at the left edge to 1 at the right edge.' }),
    y: Type.Number({ ...Coordinate, description: 'From 0 at the top to 1 at the bottom.' }),
  },
  { additionalProperties: false },
)

const shapes = ['rectangle', 'polygon'] as const

const Area = Type.Object(
  {
    location_id: Type.Integer({ ...Id, description: 'A location below the location of the plan.' }),
    shape: Type.Unsafe<(typeof shapes)[number]>({ type: 'string', enum: [...shapes] }),
    points: Type.Array(Point, {
      minItems: 2,
      maxItems: pointsMax,
      description:
        'Two opposite corners of a rectangle, or at least three corners of a polygon in their order.',
    }),
  },
  { additionalProperties: false },
)
export type AreaView = Static<typeof Area>

export const Plan = Type.Object(
  {
    location_id: Id,
    image: Nullable(
      Type.Object({
        media_type: Type.String({ description: 'image/png, image/jpeg or image/webp.' }),
        width: count('In pixels.'),
        height: count('In pixels.'),
        bytes: count('Size of the stored image.'),
        hash: Type.String({ description: 'Changes with the image. It is also the ETag of the image.' }),
      }),
    ),
    areas: Type.Array(Area),
    updated_at: Nullable(
      Type.String({ ...Timestamp, description: 'Null while the location has no plan of its own.' }),
    ),
  },
  { $id: 'PlanView', description: 'The floor plan of a location.' },
)
export type PlanView = Static<typeof Plan>

export const PlanChanges = withKnown(
  Type.Object(
    {
      areas: Type.Optional(Type.Array(Area, { maxItems: areasMax, description: 'Replaces all areas.' })),
      updated_at: Type.Optional(Nullable(readOnlyOnPatch.updated_at)),
    },
    { $id: 'PlanPatch', additionalProperties: false },
  ),
  { updated_at: echoedOnPatch['updated_at'] as (typeof echoedOnPatch)[string] },
)

const MoveView = Type.Object({
  id: Type.Integer({ ...Id, description: 'Id of the scan event that began with the move.' }),
  event_observed_at: Type.String(Timestamp),
  asset_id: Id,
  asset_external_key: Type.String(),
  asset_name: Type.String(),
  location_id: Id,
  previous_location_id: Nullable(Type.Integer({ ...Id, description: 'Null if it is not known.' })),
})

const floor = {
  at: Type.String({ ...Timestamp, description: 'Time of the counts.' }),
  locations: Type.Array(
    Type.Object({
      location_id: Id,
      asset_count: count('Number of assets at the location itself, as in the report.'),
      last_read_at: Type.String({ ...Timestamp, description: 'Latest read of these assets.' }),
      day_count: count('Number of those assets that were seen in the last 24 hours.'),
      old_count: count('Number of those assets that were not seen for a week.'),
    }),
    { description: 'The locations that have assets.' },
  ),
  silent: Type.Array(
    Type.Object({
      location_id: Id,
      reader_id: Id,
      reader_name: Type.String(),
      cause: Type.String({ description: 'The cause of the diagnosis of the reader.' }),
      silent_since: Type.String(Timestamp),
    }),
    { description: 'The locations whose readers are all silent or broken, with the one that worked last.' },
  ),
  moves: Type.Array(MoveView, { description: 'Up to 12 moves of the last 15 minutes, the newest first.' }),
}

export const Floor = Type.Object(
  {
    ...floor,
    asset_count: count('Number of assets in effect, seen or not.'),
    never_seen_count: count('Number of those that were never seen.'),
  },
  { $id: 'FloorView', description: 'What a floor plan shows.' },
)
export type FloorView = Static<typeof Floor>

export const PastFloor = Type.Object(
  {
    at: Type.String(Timestamp),
    locations: Type.Array(
      Type.Object({ location_id: Id, asset_count: count('Number of assets at the location itself.') }),
      { description: 'The locations that had assets, including those that are deleted now.' },
    ),
  },
  { $id: 'PastFloorView', description: 'The number of assets at each location at an instant.' },
)
export type PastFloorView = Static<typeof PastFloor>

const Numbers = Type.Array(Type.Integer())

export const FloorDay = Type.Object(
  {
    from: Type.String(Timestamp),
    to: Type.String(Timestamp),
    step_seconds: count('Length of a step.'),
    is_current: Type.Boolean({ description: 'Whether all recorded moves are counted.' }),
    steps: Type.Array(
      Type.Object({
        moves: count('Number of moves in the step.'),
        changes: Type.Array(Numbers, {
          description: 'By location: its id, and by how much its number of assets changed.',
        }),
        paths: Type.Array(Numbers, {
          description:
            'The 8 paths with the most moves: id of the previous location (0 if it is not known), id of the new location, number of moves.',
        }),
      }),
      { description: 'The oldest first.' },
    ),
  },
  { $id: 'FloorDayView', description: 'The moves of 24 hours.' },
)
export type FloorDayView = Static<typeof FloorDay>

export const WallLink = Type.Object(
  {
    id: Id,
    name: Type.String(),
    location_id: Id,
    location_name: Type.String(),
    created_by: Nullable(Type.String({ description: 'Name of the user.' })),
    created_at: Type.String(Timestamp),
  },
  { $id: 'WallLinkView', description: 'A link that shows the floor of a location on a screen.' },
)
export type WallLinkView = Static<typeof WallLink>

export const CreatedWallLink = Type.Object(
  {
    ...WallLink.properties,
    url: Type.String({ description: 'Path of the page, with the secret. It is not shown again.' }),
  },
  { $id: 'CreatedWallLinkView' },
)
export type CreatedWallLinkView = Static<typeof CreatedWallLink>

export const NewWallLink = Type.Object(
  {
    location_id: Type.Integer({ ...Id, description: 'A live location.' }),
    name: Type.String({ ...Name, description: 'Where the screen is.', example: 'Screen at door 4' }),
  },
  { $id: 'WallLinkCreate', additionalProperties: false },
)

export const WallToken = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 200 }) },
  { $id: 'WallToken', additionalProperties: false },
)

const WallAlert = Type.Object(
  {
    id: Id,
    kind: OneOf(alertKinds, { description: 'Kind of its rule.', example: 'outside' }),
    severity: OneOf(severities, { description: 'How urgent it is.', example: 'urgent' }),
    subject_name: Type.String({ description: 'Name of the asset, reader or location, or the tag.' }),
    location_id: Nullable(Id),
    opened_at: Type.String(Timestamp),
    is_acknowledged: Type.Boolean({ description: 'Whether somebody has it.' }),
  },
  { $id: 'WallAlertView' },
)
export type WallAlertView = Static<typeof WallAlert>

export const Wall = Type.Object(
  {
    time_zone: Nullable(
      Type.String({
        description: 'IANA name of the time zone of the organization; null when it has set none.',
        example: 'Europe/Berlin',
      }),
    ),
    location: Type.Object({ id: Id, name: Type.String() }),
    tree: Type.Array(Type.Object({ id: Id, name: Type.String(), parent_id: Nullable(Id) }), {
      description: 'The location and what is below it, by name. Its own parent is null.',
    }),
    plan: Plan,
    alerts: Type.Array(WallAlert, {
      description: 'Open alerts at these locations: urgent ones first, then the latest.',
    }),
    alert_count: count('Number of open alerts at these locations.'),
    ...floor,
  },
  { $id: 'WallView', description: 'The floor of the location of a wall link.' },
)
export type WallView = Static<typeof Wall>
