import { Text } from '../../contract/fields'
import { type Static, Type } from '@sinclair/typebox'
import { Id, Name, Nullable, OneOf, Timestamp } from '../../contract/fields'
import { type EventType, eventTypes } from '../../base/event-types'

const Url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'An http or https URL. Redirects are not followed.',
  example: 'https://example.com/hook',
})
const EventTypeName = Type.Unsafe<EventType>({ type: 'string', enum: [...eventTypes] })
const Types = Type.Array(EventTypeName, {
  maxItems: eventTypes.length,
  description: 'Only events of these types; empty: all.',
})
const LocationId = Nullable(
  Type.Integer({ ...Id, description: 'Only events at this location or below it; null: all.' }),
)
const Format = OneOf(['event', 'epcis'] as const, {
  description: 'The body of the requests: an event of the log, or an EPCISDocument of EPCIS 2.0.',
  example: 'event',
})
const IsEnabled = Type.Boolean({ description: 'Whether events are delivered.' })

export const NewWebhook = Type.Object(
  {
    name: Name,
    url: Url,
    types: Type.Optional(Types),
    location_id: Type.Optional(LocationId),
    format: Type.Optional(Format),
  },
  { $id: 'NewWebhook', additionalProperties: false },
)

export const WebhookChange = Type.Object(
  {
    name: Type.Optional(Name),
    url: Type.Optional(Url),
    types: Type.Optional(Types),
    location_id: Type.Optional(LocationId),
    format: Type.Optional(Format),
    is_enabled: Type.Optional(IsEnabled),
  },
  { $id: 'WebhookChange', additionalProperties: false },
)

export const Webhook = Type.Object(
  {
    id: Id,
    name: Name,
    url: Url,
    types: Types,
    location_id: LocationId,
    format: Format,
    is_enabled: IsEnabled,
    disabled_reason: Nullable(
      Type.String({ description: 'gone or failing when the service disabled the webhook.' }),
    ),
    cursor: Type.Integer({ description: 'Sequence up to which events were delivered or do not match.' }),
    behind: Type.Integer({ description: 'Number of events of the log after the cursor.' }),
    failures: Type.Integer({ description: 'Failed attempts of the next event.' }),
    failing_since: Nullable(Type.String({ ...Timestamp })),
    next_attempt_at: Nullable(Type.String({ ...Timestamp })),
    last_error: Nullable(Type.String({ description: 'Why the last attempt failed.' })),
    last_error_text: Nullable(Text),
    lost_events: Type.Integer({ description: 'Events that retention deleted before their delivery.' }),
    previous_secret_expires_at: Nullable(Type.String({ ...Timestamp })),
    created_at: Type.String({ ...Timestamp }),
    updated_at: Type.String({ ...Timestamp }),
  },
  { $id: 'Webhook', description: 'An endpoint that receives the event log.' },
)
export type WebhookView = Static<typeof Webhook>

const Secret = Type.String({ description: 'The signing secret. It is returned only once.' })

export const CreatedWebhook = Type.Intersect([Webhook, Type.Object({ secret: Secret })])
export type CreatedWebhookView = WebhookView & { readonly secret: string }

export const NewSecretView = Type.Object(
  { secret: Secret, previous_secret_expires_at: Type.String({ ...Timestamp }) },
  { $id: 'WebhookSecret' },
)

const Sequence = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Sequence of an event.',
})

/** `from_sequence` moves the cursor; `sequence` delivers one event again. */
export const Replay = Type.Object(
  { from_sequence: Type.Optional(Sequence), sequence: Type.Optional(Sequence) },
  { $id: 'WebhookReplay', additionalProperties: false },
)

export const Delivery = Type.Object(
  {
    id: Id,
    sequence: Nullable(Type.Integer({ description: 'Sequence of the event; null for a test.' })),
    type: Type.String(),
    attempted_at: Type.String({ ...Timestamp }),
    duration_ms: Type.Integer(),
    status: Nullable(Type.Integer({ description: 'Status of the response; null without one.' })),
    error: Nullable(Type.String({ description: 'Why the attempt failed; null after success.' })),
    text: Nullable(Text),
    response: Type.String({ description: 'The first 1,000 bytes of the response.' }),
  },
  { $id: 'WebhookDelivery' },
)
export type DeliveryView = Static<typeof Delivery>
