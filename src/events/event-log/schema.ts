import { type Static, Type } from '@sinclair/typebox'
import { ExternalKey, Id, Nullable, Timestamp } from '../../contract/fields'
import { StocktakeCounts } from '../../tracking/stocktakes/schema'
import { eventTypes } from '../../base/event-types'

const NullableId = (description: string) => Nullable(Type.Integer({ ...Id, description }))
const NullableKey = (description: string) => Nullable(Type.String({ ...ExternalKey, description }))
const NullableInstant = (description: string) => Nullable(Type.String({ ...Timestamp, description }))

/** What an alert is about. */
export const AlertSubject = Type.Object(
  {
    kind: Type.String({ description: 'asset, reader, location or tag.', example: 'asset' }),
    id: Type.Integer({ ...Id, description: 'Its id.' }),
    external_key: Type.String({
      description: 'Its key when the alert opened; the value of a tag.',
      example: 'PALLET-0042',
    }),
    name: Type.String({ description: 'Its name when the alert opened.', example: 'Pallet 42' }),
  },
  { $id: 'AlertSubject', description: 'What an alert is about.' },
)

const EventTag = Type.Object(
  {
    tag_type: Type.String({ description: 'The type of the tag.', example: 'rfid' }),
    value: Type.String({ description: 'The value, as the reader sent it.', example: 'E2801160600002' }),
  },
  {
    $id: 'EventTag',
    description: 'A tag that was read and belongs to no asset or location, or whose button was pressed.',
  },
)

const EventRecord = Type.Object(
  {
    external_key: Type.String({ ...ExternalKey, description: 'The key after the change.' }),
    previous_external_key: NullableKey('The key before the change, when it has changed.'),
    name: Type.String({ description: 'The name after the change.', example: 'Pallet 42' }),
    is_active: Type.Boolean({ description: 'Whether the record is active.', example: true }),
    parent_id: NullableId('The parent of a location; null for assets.'),
    valid_from: Type.String({ ...Timestamp, description: 'The record is effective from this time.' }),
    valid_to: NullableInstant('The record is effective until this time.'),
    deleted_at: NullableInstant('When the record was soft-deleted.'),
  },
  { $id: 'EventRecord', description: 'The asset or location after the change.' },
)

const EventMove = Type.Object(
  {
    event_id: Type.Integer({ ...Id, description: 'Id of the scan event.' }),
    is_removed: Type.Boolean({
      description: 'true: the scan event is no longer part of the history.',
      example: false,
    }),
    cause: Nullable(
      Type.String({
        description: 'Why the scan event began; null when it was removed.',
        example: 'stronger',
      }),
    ),
    is_provisional: Type.Boolean({
      description:
        'true: the asset has just appeared, and an asset.move_corrected event may replace this one within 15 s of occurred_at. No other event confirms it.',
      example: false,
    }),
    event_observed_at: NullableInstant('Time of the first read; null when the scan event was removed.'),
    event_observed_micros: Nullable(
      Type.Integer({
        format: 'int64',
        description: 'The same in microseconds since 1970, for the order and the durations of the history.',
        example: 1_790_000_000_000_000,
      }),
    ),
    event_last_read_at: NullableInstant(
      'Time of the last read when the event was recorded. Later reads extend it.',
    ),
    previous_location_id: NullableId('The location before it; null when it is the first of the asset.'),
    previous_location_external_key: NullableKey('Key of the location before it.'),
    current_location_id: NullableId('The location of the asset after this change; null without a history.'),
    current_location_external_key: NullableKey('Key of the location of the asset after this change.'),
    current_event_observed_at: NullableInstant('Since when the asset is there.'),
  },
  { $id: 'EventMove', description: 'A scan event of an asset.' },
)

const EventTrim = Type.Object(
  {
    first_event_id: Type.Integer({
      ...Id,
      description: 'Id of the scan event with which the history begins.',
    }),
    first_event_observed_at: Type.String({ ...Timestamp, description: 'Time of its first read.' }),
  },
  { $id: 'EventTrim', description: 'The beginning of a history after older scan events were deleted.' },
)

const EventAlert = Type.Object(
  {
    id: Type.Integer({ ...Id, description: 'Id of the alert.' }),
    rule_id: Type.Integer({ ...Id, description: 'Id of its rule.' }),
    rule_name: Type.String({ description: 'Name of its rule.', example: 'Thermo boxes outside' }),
    kind: Type.String({ description: 'Kind of its rule.', example: 'outside' }),
    severity: Type.String({ description: 'urgent or normal.', example: 'urgent' }),
    subject: AlertSubject,
    is_late: Type.Boolean({
      description: 'true: it was recorded more than 15 min after it opened, because reads came late.',
      example: false,
    }),
    close_reason: Nullable(
      Type.String({
        description: 'Why it was closed: cleared, person, rule_changed or retracted; null while it is open.',
        example: null,
      }),
    ),
  },
  { $id: 'EventAlert', description: 'An alert after the change.' },
)

const EventStocktake = Type.Object(
  {
    id: Type.Integer({ ...Id, description: 'Id of the stocktake.' }),
    name: Type.String({ description: 'Its name.', example: 'North hall, November' }),
    location_id: Type.Integer({ ...Id, description: 'The location that is counted.' }),
    counts: StocktakeCounts,
    result_sha256: Nullable(
      Type.String({ description: 'SHA-256 of the result; null while it is open.', example: null }),
    ),
  },
  { $id: 'EventStocktake', description: 'A stocktake that was opened or closed.' },
)

const EventButton = Type.Object(
  {
    press: Type.Integer({
      format: 'int32',
      description:
        'The kind of press, as the tag sends it. BTHome: 1 once, 2 twice, 3 three times, 4 long, 5 long twice, 6 long three times, 128 held.',
      example: 1,
    }),
  },
  { $id: 'EventButton', description: 'A press of the button of a tag.' },
)

/** An event of the log (docs/api.md, Events). */
const Event = Type.Object(
  {
    sequence: Type.Integer({
      format: 'int64',
      minimum: 1,
      description: 'Number of the event in its organization: from 1, without gaps.',
      example: 42,
    }),
    type: Type.String({
      description: `The kind of event: ${eventTypes.join(', ')}. Later versions may add types: ignore types that you do not know.`,
      example: 'asset.moved',
    }),
    occurred_at: Type.String({ ...Timestamp, description: 'When it happened, by the time of the reader.' }),
    recorded_at: Type.String({ ...Timestamp, description: 'When the service recorded it.' }),
    asset_id: NullableId('The asset that the event is about.'),
    asset_external_key: NullableKey('Key of the asset when the event was recorded.'),
    location_id: NullableId(
      'The location that the event is about; for a move, the location that the asset moved to.',
    ),
    location_external_key: NullableKey('Key of the location when the event was recorded.'),
    reader_id: NullableId('The reader that the event is about, or that began the scan event.'),
    reader_external_key: NullableKey('Key of the reader when the event was recorded.'),
    tag: Nullable(EventTag),
    record: Nullable(EventRecord),
    move: Nullable(EventMove),
    trim: Nullable(EventTrim),
    alert: Nullable(EventAlert),
    stocktake: Nullable(EventStocktake),
    button: Nullable(EventButton),
    replaces: Type.Array(Type.Integer({ format: 'int64', minimum: 1, example: 41 }), {
      description: 'Sequences of the events that this one replaces.',
      example: [],
    }),
  },
  { $id: 'Event', description: 'Something that happened in the organization.' },
)
export type EventView = Static<typeof Event>

/** A page of the log. It continues from a sequence, so it has neither an offset nor a total. */
export const EventPage = Type.Object(
  {
    data: Type.Array(Event, { description: 'The events, oldest first. May be empty, but is never null.' }),
    limit: Type.Integer({ format: 'int32', description: 'The limit that was applied.', example: 50 }),
    next_after: Type.Integer({
      format: 'int64',
      minimum: 0,
      description: 'The value of after for the next page.',
      example: 42,
    }),
    newest_sequence: Type.Integer({
      format: 'int64',
      minimum: 0,
      description: 'The newest sequence of the log. There are further events while next_after is less.',
      example: 42,
    }),
  },
  { $id: 'EventPage', description: 'A page of Event.' },
)
