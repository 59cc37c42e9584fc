import { type Static, Type } from '@sinclair/typebox'
import { ExternalKey, Id, Nullable, OneOf, Timestamp } from '../../contract/fields'
import { pageOf } from '../../http/openapi/shapes'
import { Text } from '../../contract/fields'
import { type ReadResult, readResults } from '../../base/metrics'
import { type NearnessWord, nearnessWords } from './nearness'
import { EpcHint } from '../../inventory/tags/epc'

/** One row of the asset-locations report (docs/api.md, Report). */
export const AssetLocation = Type.Object(
  {
    asset_id: Type.Integer({ ...Id, description: "The asset's id." }),
    asset_external_key: Type.String({ ...ExternalKey, description: "The asset's external_key." }),
    location_id: Nullable(
      Type.Integer({
        ...Id,
        description: 'Location of the asset; null when that location is soft-deleted.',
        example: 7,
      }),
    ),
    location_external_key: Nullable(
      Type.String({
        ...ExternalKey,
        description: 'Key of the location; null when that location is soft-deleted.',
        example: 'DOCK-1',
      }),
    ),
    asset_deleted_at: Nullable(
      Type.String({
        ...Timestamp,
        description: 'When the asset was soft-deleted; null while it is live.',
        example: null,
      }),
    ),
    asset_last_seen: Type.String({
      ...Timestamp,
      description: 'Time of the latest read of the asset, at any location.',
    }),
  },
  { $id: 'AssetLocationItem', description: 'The location of one scanned asset.' },
)
export type AssetLocationItem = Static<typeof AssetLocation>

/** How sure the present location of an asset is (docs/internal-api.md, Confidence). */
export const ConfidenceFields = {
  is_provisional: Type.Boolean({
    description: 'true for 15 s after the asset has appeared: a later read may correct the location.',
  }),
  certainty: Nullable(
    Type.Unsafe<'sure' | 'probably' | 'maybe'>({
      type: 'string',
      enum: ['sure', 'probably', 'maybe'],
      description: 'How sure the location is; null when fewer than six antennas read the asset lately.',
    }),
  ),
  rival_location_id: Nullable(
    Type.Integer({ ...Id, description: 'The location where the asset may be instead; null without one.' }),
  ),
  rival_location_name: Nullable(Type.String({ description: 'Name of that location.' })),
}
const Confidence = Type.Object(ConfidenceFields)
export type ConfidenceView = Static<typeof Confidence>

/** One row of the report at an instant for the console. */
export const Whereabouts = Type.Object(
  { ...AssetLocation.properties, ...Type.Partial(Confidence).properties },
  { $id: 'Whereabouts', description: 'The location of one scanned asset, and how sure it is.' },
)
export type WhereaboutsView = Static<typeof Whereabouts>

/** One row of an asset's history (docs/api.md, History). */
export const AssetHistory = Type.Object(
  {
    event_observed_at: Type.String({ ...Timestamp, description: 'Time of the first read of the event.' }),
    location_id: Type.Integer({ ...Id, description: 'Location of the event.', example: 7 }),
    location_external_key: Type.String({
      ...ExternalKey,
      description: 'Key of the location.',
      example: 'DOCK-1',
    }),
    duration_seconds: Nullable(
      Type.Integer({
        format: 'int32',
        minimum: 0,
        description:
          'Whole seconds from the beginning of the previous event to the beginning of this one; null only on the earliest event.',
        example: 5400,
      }),
    ),
  },
  { $id: 'AssetHistoryItem', description: 'One scan event: the presence of the asset at one location.' },
)
export type AssetHistoryItem = Static<typeof AssetHistory>

const Instant = Type.String(Timestamp)
const NullableText = Nullable(Type.String())

/** The event `move` of the stream: an asset has moved or is seen for the first time (docs/internal-api.md, Stream). */
export const LiveMove = Type.Object(
  {
    asset_id: Type.Integer(Id),
    asset_external_key: Type.String(),
    asset_name: Type.String(),
    /** Null when that location is soft-deleted. */
    location_id: Nullable(Type.Integer(Id)),
    location_external_key: NullableText,
    location_name: NullableText,
    /** Null also when the asset was not seen before. */
    previous_location_id: Nullable(Type.Integer(Id)),
    previous_location_external_key: NullableText,
    previous_location_name: NullableText,
    event_observed_at: Instant,
    asset_last_seen: Instant,
    ...ConfidenceFields,
  },
  { $id: 'LiveMove' },
)
export type LiveMove = Static<typeof LiveMove>

/** The event `read` of the stream: one read of the fixed reader that the console follows. */
export const LiveReadView = Type.Object(
  {
    reader_id: Type.Integer(Id),
    antenna: Type.Integer(),
    tag_type: Type.String(),
    value: Type.String(),
    /** Other names of the tag, such as the MAC address of a beacon. */
    aliases: Type.Optional(Type.Array(Type.String())),
    rssi: Nullable(Type.Number()),
    observed_at: Instant,
    /** The result of the read (docs/history.md, Counters). */
    result: Type.Unsafe<ReadResult>({ type: 'string', enum: [...readResults] }),
    asset_id: Nullable(Type.Integer(Id)),
    asset_external_key: NullableText,
    asset_name: NullableText,
    /** The content of the value when it is an EPC. */
    hint: Nullable(EpcHint),
  },
  { $id: 'LiveRead' },
)
export type LiveReadView = Static<typeof LiveReadView>

/** The event `signal` of the stream: one read of the asset that the console looks for. */
export const SignalView = Type.Object(
  {
    asset_id: Type.Integer(Id),
    reader_id: Type.Integer(Id),
    antenna: Type.Integer(),
    rssi: Nullable(Type.Number()),
    /** Null when the read says nothing about it: it has no RSSI, or arrived late. */
    nearness: Nullable(Type.Integer({ minimum: 0, maximum: 100 })),
    word: Nullable(Type.Unsafe<NearnessWord>({ type: 'string', enum: [...nearnessWords] })),
    observed_at: Instant,
  },
  { $id: 'LiveSignal' },
)
export type SignalView = Static<typeof SignalView>

/** The event `station` of the stream: what lies on the encode station of a print job. */
export const LiveStation = Type.Object(
  {
    job_id: Type.Integer(Id),
    reader_id: Type.Integer(Id),
    /** Null when the tag is not of the job. */
    label_id: Nullable(Type.Integer(Id)),
    /** The asset of the label, or the one that has the tag. */
    asset_external_key: NullableText,
    result: OneOf(['live', 'two_tags', 'foreign', 'wrong_epc'], {}),
    epc: Type.String(),
    /** The chip, if the reader has read it. */
    tid: NullableText,
  },
  { $id: 'LiveStation' },
)
export type LiveStation = Static<typeof LiveStation>

/** The data of the stream's events. */
export const LiveEvent = Type.Union([LiveMove, LiveReadView, SignalView, LiveStation], { $id: 'LiveEvent' })

/** A scan event with its origin (docs/api.md, Asset events). */
export const ScanEvent = Type.Object(
  {
    id: Type.Integer({ ...Id, description: 'Id of the scan event. The event log names it event_id.' }),
    location_id: Type.Integer({ ...Id, description: 'Location of the event.', example: 7 }),
    location_external_key: Type.String({
      ...ExternalKey,
      description: 'Key of the location.',
      example: 'DOCK-1',
    }),
    location_name: Type.String({ description: 'Name of the location.', example: 'Dock 1' }),
    first_seen_at: Type.String({ ...Timestamp, description: 'Time of the first read.' }),
    last_seen_at: Type.String({ ...Timestamp, description: 'Time of the last read.' }),
    read_count: Type.Integer({ format: 'int64', description: 'Number of reads.', example: 42 }),
    strongest_rssi: Nullable(
      Type.Number({ description: 'The strongest signal in dBm; null when no read had one.', example: -48.5 }),
    ),
    reader_id: Nullable(
      Type.Integer({
        ...Id,
        description: 'The reader of the first read; null for a submission by a user.',
        example: 3,
      }),
    ),
    reader_external_key: Nullable(
      Type.String({ ...ExternalKey, description: 'Key of the reader.', example: 'GATE-1' }),
    ),
    reader_name: Nullable(Type.String({ description: 'Name of the reader.', example: 'Gate 1' })),
    antenna: Nullable(
      Type.Integer({ format: 'int32', description: 'The antenna of the first read.', example: 1 }),
    ),
    cause: Type.String({
      description: `Why the event began: first, returned, stronger, unheard, scanned, resumed or late.`,
      example: 'stronger',
    }),
    reason: Type.String({
      description: 'The same in a sentence for people, with the values of the location decision.',
      example: 'Dock 1 at -48 dBm, Hall at -60 dBm; stronger for 2.7 s',
    }),
    signal_dbm: Nullable(
      Type.Number({
        description:
          'Signal at the location when the asset moved there, in dBm; null when the move had no signals.',
        example: -48.2,
      }),
    ),
    previous_signal_dbm: Nullable(
      Type.Number({
        description:
          'Signal at the previous location at that time, in dBm; null when the move had no signals.',
        example: -60.1,
      }),
    ),
    duration_seconds: Nullable(
      Type.Integer({
        format: 'int32',
        minimum: 0,
        description:
          'Whole seconds from the beginning of the previous event to the beginning of this one; null only on the earliest event.',
        example: 5400,
      }),
    ),
  },
  { $id: 'ScanEvent', description: 'A scan event with its origin.' },
)
export type EventView = Static<typeof ScanEvent>

/** An antenna whose signal the location decision added up. */
const SummedAntenna = Type.Object(
  { reader_id: Nullable(Type.Integer(Id)), reader_name: NullableText, antenna: Nullable(Type.Integer()) },
  { $id: 'SummedAntenna' },
)

/** The same for the console, which translates the reason. */
export const ExplainedEvent = Type.Object(
  {
    ...ScanEvent.properties,
    text: Text,
    ...ConfidenceFields,
    carried_since: Nullable(
      Type.String({
        ...Timestamp,
        description: 'Since when the asset was being carried as it moved; null when it was not.',
      }),
    ),
    summed_antennas: Type.Array(SummedAntenna, {
      description: 'The antennas at the location whose signals were added up, the strongest first.',
    }),
  },
  { $id: 'ExplainedEvent', description: 'A scan event with its origin, and the text of its reason.' },
)
export type ExplainedEventView = Static<typeof ExplainedEvent>

/** A move to or from a location, or a group of them (docs/internal-api.md, Location moves). */
const LocationMove = Type.Object(
  {
    /** Id of the scan event that the move began. */
    id: Type.Integer(Id),
    is_arrival: Type.Boolean({ description: 'true: the asset arrived; false: the asset departed.' }),
    event_observed_at: Instant,
    asset_id: Type.Integer(Id),
    asset_external_key: Type.String(),
    asset_name: Type.String(),
    asset_deleted_at: Nullable(Instant),
    /** Location of the asset after the move. */
    location_id: Type.Integer(Id),
    location_name: Type.String(),
    /** Location of the asset before the move; null when it is not known or the asset was not seen before. */
    previous_location_id: Nullable(Type.Integer(Id)),
    previous_location_name: NullableText,
  },
  { $id: 'LocationMove', description: 'The arrival of an asset at a location, or its departure.' },
)
export type LocationMoveView = Static<typeof LocationMove>

const moveCount = (description: string) => Type.Integer({ minimum: 0, description })

/** The list envelope with the counts of arrivals and departures. */
export const LocationMoveList = Type.Object(
  {
    ...pageOf(LocationMove).properties,
    arrival_count: moveCount('Number of arrivals from `from` to `to`; it does not depend on `is_arrival`.'),
    departure_count: moveCount(
      'Number of departures from `from` to `to`; it does not depend on `is_arrival`.',
    ),
  },
  { $id: 'LocationMoveList', description: 'A page of moves, newest first.' },
)
