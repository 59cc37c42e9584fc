import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, TagValue, Text, Timestamp } from '../../contract/fields'
import { tagTypes } from '../../inventory/tags/schema'

/** Taught places (docs/internal-api.md, Taught places) and how accurate they are (docs/api.md, Place accuracy). */

export const targetsMax = 20
const oneOf = <const T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], description })

const TagOf = Type.Object(
  {
    tag_type: Type.Unsafe<(typeof tagTypes)[number]>({ type: 'string', enum: [...tagTypes] }),
    value: TagValue,
  },
  { additionalProperties: false },
)

export const NewSample = Type.Object(
  {
    location_id: Id,
    asset_ids: Type.Optional(Type.Array(Id, { maxItems: targetsMax })),
    tags: Type.Optional(
      Type.Array(TagOf, { maxItems: targetsMax, description: 'They need not belong to an asset.' }),
    ),
    seconds: Type.Optional(Type.Integer({ minimum: 10, maximum: 300, description: '60 when absent.' })),
  },
  { $id: 'PlaceSampleRequest', additionalProperties: false },
)
export type NewSample = Static<typeof NewSample>

export const sampleStates = ['recording', 'ready', 'kept', 'rejected'] as const
const reasons = ['moved', 'not_heard'] as const
const staleReasons = ['offset_changed', 'antenna_moved'] as const

const sampleFields = {
  id: Id,
  location_id: Id,
  state: oneOf(sampleStates, 'Only a kept sample can decide.'),
  reason: Nullable(oneOf(reasons, 'Why the sample was rejected.')),
  moved_after_seconds: Nullable(Type.Integer({ description: 'When a tag moved; null when none did.' })),
  is_stale: Type.Boolean({ description: 'Whether an antenna has changed since.' }),
  stale_reason: Nullable(oneOf(staleReasons, 'What has changed.')),
  started_at: Type.String(Timestamp),
  seconds: Type.Integer(),
  read_count: Type.Integer(),
  tags: Type.Array(
    Type.Object({
      asset_id: Nullable(Id),
      tag_type: Nullable(Type.String()),
      value: Nullable(Type.String()),
    }),
    { description: 'What was recorded: assets with all their tags, or single tags.' },
  ),
  created_by: Type.Object({ user_id: Type.String(), name: Type.String() }),
}

export const Sample = Type.Object(sampleFields, {
  $id: 'PlaceSampleView',
  description: 'The levels of tags that stood at a location.',
})
export type SampleView = Static<typeof Sample>

export const DetailedSample = Type.Object(
  {
    ...sampleFields,
    antennas: Type.Array(
      Type.Object({
        reader_id: Id,
        port: Type.Integer(),
        read_count: Type.Integer(),
        level_dbm: Type.Number(),
        missed_share: Type.Number({
          description: 'Share of the seconds with reads in which this antenna read nothing.',
        }),
        histogram: Type.Array(Type.Integer(), {
          description: 'Number of reads by RSSI, in steps of 2 dB from -80 to -30 dBm.',
        }),
      }),
      { description: 'The antennas that heard the tags, the strongest first.' },
    ),
  },
  { $id: 'DetailedPlaceSampleView', description: 'A sample with what each antenna heard.' },
)
export type DetailedSampleView = Static<typeof DetailedSample>

const TaughtPlace = Type.Object({
  location_id: Id,
  sample_count: Type.Integer(),
  newest_at: Type.String(Timestamp),
  is_stale: Type.Boolean({ description: 'Whether all its samples are stale.' }),
  right_share: Nullable(
    Type.Number({ description: 'Share of the held-back parts of samples that are taken for the place.' }),
  ),
  confused_with: Type.Array(Type.Object({ location_id: Id, share: Type.Number() })),
  advice: Nullable(Type.String()),
  advice_text: Nullable(Text),
})
export type TaughtPlaceView = Static<typeof TaughtPlace>

export const PlaceModel = Type.Object(
  {
    active: Nullable(
      Type.Object(
        { version: Type.Integer(), activated_at: Type.String(Timestamp) },
        {
          description: 'The samples that decide; null while the untaught rule does.',
        },
      ),
    ),
    candidate: Nullable(
      Type.Object(
        { version: Type.Integer(), sample_count: Type.Integer() },
        {
          description: 'The kept samples; null without any, and while they decide already.',
        },
      ),
    ),
    places: Type.Array(TaughtPlace),
    move_delay: Nullable(
      Type.Object(
        { move_count: Type.Integer(), median_seconds: Type.Number() },
        {
          description:
            'How long after their beginnings the moves by readers of the last four weeks were recorded, of the newest 1,000 moves and without those that came more than 15 minutes late; null without any.',
        },
      ),
    ),
  },
  { $id: 'PlaceModelView', description: 'What is taught, and how well it is told apart.' },
)
export type PlaceModelView = Static<typeof PlaceModel>

export const Activation = Type.Object(
  { version: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) },
  { $id: 'PlaceModelActivation', additionalProperties: false },
)

export const NewReference = Type.Object(
  { asset_id: Id, location_id: Id },
  { $id: 'ReferenceAssetRequest', additionalProperties: false },
)

export const Reference = Type.Object(
  {
    asset_id: Id,
    asset_external_key: Type.String(),
    asset_name: Type.String(),
    location_id: Id,
    location_name: Type.String(),
    since: Type.String(Timestamp),
  },
  { $id: 'ReferenceAssetView', description: 'An asset whose true place is known.' },
)
export type ReferenceView = Static<typeof Reference>

export const PlaceAccuracy = Type.Object(
  {
    location_id: Type.Integer({ ...Id, description: 'The place at which reference assets are.' }),
    location_external_key: Type.String({ description: 'Its external_key.', example: 'ROOM-3' }),
    week_start: Type.String({ ...Timestamp, description: 'The Monday of the week, at midnight UTC.' }),
    reference_seconds: Type.Integer({
      format: 'int64',
      description: 'Time of the week for which the place of reference assets was shown, in seconds.',
      example: 604_800,
    }),
    right_seconds: Type.Integer({
      format: 'int64',
      description: 'The part of it for which the right place was shown.',
      example: 582_000,
    }),
    right_share: Type.Number({ description: 'From 0 to 1.', example: 0.962 }),
    false_moves: Type.Integer({
      format: 'int64',
      description: 'Moves of the reference assets, which stand still. A move away and back are two.',
      example: 4,
    }),
  },
  {
    $id: 'PlaceAccuracyView',
    description: 'How often the right place of reference assets was shown in one week.',
  },
)
export type PlaceAccuracyView = Static<typeof PlaceAccuracy>
