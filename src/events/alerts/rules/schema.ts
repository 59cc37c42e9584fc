import { type Static, Type } from '@sinclair/typebox'
import { alertKinds, severities } from '../../../base/alert-kinds'
import { Rule as RuleKey, type StringRule } from '../../../contract/check'
import { CreatedAt, Id, Name, Nullable, Text, UpdatedAt } from '../../../contract/fields'
import { zoneOf } from '../../../contract/zones'
import { isMailbox } from './mailbox'
import { alertMessages } from './messages'

/** The fields of alert rules (docs/internal-api.md, Alert rules). */

const scopeAssetsMax = 1_000
const secondsMax = 86_400
const minutesMax = 525_600
/** A reminder comes at least once a week. */
const renotifyMax = 10_080
/** Maximum number of recipients of a rule. */
const recipientsMax = 20
/** Least time of silence of a reader, in minutes: it is silent in the event log after 5. */
export const readerMinutesMin = 5

const timeZoneRule: StringRule = (value, field) =>
  /^[+-]|[A-Z]/i.test(value) && zoneOf(value)
    ? undefined
    : alertMessages('alert.time_zone', { field, name: 'America/Chicago', offset: '-06:00' })

const timeOfDayRule: StringRule = (value, field) =>
  /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(value) ? undefined : alertMessages('alert.time_of_day', { field })

const ruled = (options: Record<string, unknown>, rule: StringRule) =>
  Type.String({ ...options, [RuleKey as unknown as string]: rule })

const TimeOfDay = ruled(
  { pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$', description: 'HH:MM', example: '05:00' },
  timeOfDayRule,
)

const Address = ruled(
  { minLength: 3, maxLength: 254, description: 'An e-mail address.', example: 'dock@example.com' },
  (value, field) => (isMailbox(value) ? undefined : alertMessages('alert.address', { field })),
)

const strict = { additionalProperties: false }

const Recipients = Type.Array(
  Type.Object(
    {
      user_id: Type.Optional(Type.String({ maxLength: 64, description: 'A member of the organization.' })),
      email: Type.Optional(Address),
      output_id: Type.Optional(Type.Integer(Id)),
    },
    { ...strict, description: 'One of the three.' },
  ),
  { maxItems: recipientsMax, description: 'What the alert is told to, besides the console.' },
)

const Hours = Type.Object(
  {
    time_zone: ruled({ minLength: 1, maxLength: 64, description: 'IANA name or offset.' }, timeZoneRule),
    weekly: Type.Array(
      Type.Object(
        {
          days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
            minItems: 1,
            maxItems: 7,
            description: '1 is Monday.',
          }),
          from: TimeOfDay,
          to: TimeOfDay,
        },
        strict,
      ),
      { minItems: 1, maxItems: 21, description: 'An end before the beginning is on the next day.' },
    ),
  },
  { ...strict, description: 'The alert opens only in these hours of the week.' },
)

const Ids = Type.Array(Id, { minItems: 1, maxItems: scopeAssetsMax })
const Query = Type.String({ minLength: 1, maxLength: 255 })
const Key = Type.String({ minLength: 1, maxLength: 255 })
const FieldValue = Type.Union([Type.String({ maxLength: 255 }), Type.Number()])
const scopeKinds = ['all', 'assets', 'search', 'field', 'view'] as const

/** `rule-input.ts` requires the members of the kind. */
const Scope = Type.Object(
  {
    kind: Type.Unsafe<(typeof scopeKinds)[number]>({ type: 'string', enum: [...scopeKinds] }),
    asset_ids: Type.Optional(Ids),
    q: Type.Optional(Query),
    key: Type.Optional(Key),
    value: Type.Optional(FieldValue),
    view_id: Type.Optional(Type.Integer(Id)),
  },
  {
    ...strict,
    description:
      'Which assets the rule is about: `all`; `assets` with `asset_ids`; `search` with `q`; `field` with `key` and `value`; `view` with `view_id`.',
  },
)

const Kind = Type.Unsafe<(typeof alertKinds)[number]>({ type: 'string', enum: [...alertKinds] })
const Severity = Type.Unsafe<(typeof severities)[number]>({ type: 'string', enum: [...severities] })
const Place = (description: string) => Nullable(Type.Integer({ ...Id, description }))
const Count = (description: string) =>
  Nullable(Type.Integer({ minimum: 0, maximum: 10_000_000, description }))
const Seconds = (description: string) => Type.Integer({ minimum: 0, maximum: secondsMax, description })

const recipientStates = ['ok', 'gone', 'no_address'] as const

const fields = {
  name: Name,
  kind: Kind,
  scope: Scope,
  location_id: Place('The place, with everything below it.'),
  from_location_id: Place('For `moved_between`: where the event before was.'),
  minutes: Nullable(Type.Integer({ minimum: 1, maximum: minutesMax })),
  min_count: Count('For `par`: fewer than these are wrong.'),
  max_count: Count('For `par`: more than these are wrong.'),
  threshold: Nullable(
    Type.Number({
      minimum: -200,
      maximum: 300,
      description:
        'For `battery_low`: percent, 1 to 100. For `voltage_low`: volts, up to 20. For `too_warm` and `too_cold`: °C. Values above it, or below it, are wrong.',
    }),
  ),
  hold_seconds: Seconds('How long the condition must be true before the alert opens.'),
  clear_seconds: Seconds('How long the condition must be false before the alert closes.'),
  hours: Nullable(Hours),
  severity: Severity,
  recipients: Recipients,
  renotify_minutes: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: renotifyMax,
      description: 'How often an open alert that nobody has acknowledged is told again; null: never.',
    }),
  ),
  is_enabled: Type.Boolean(),
}

/** Optional members of these fields. */
const optional = {
  scope: Type.Optional(fields.scope),
  location_id: Type.Optional(fields.location_id),
  from_location_id: Type.Optional(fields.from_location_id),
  minutes: Type.Optional(fields.minutes),
  min_count: Type.Optional(fields.min_count),
  max_count: Type.Optional(fields.max_count),
  threshold: Type.Optional(fields.threshold),
  hold_seconds: Type.Optional(fields.hold_seconds),
  clear_seconds: Type.Optional(fields.clear_seconds),
  hours: Type.Optional(fields.hours),
  severity: Type.Optional(fields.severity),
  recipients: Type.Optional(fields.recipients),
  renotify_minutes: Type.Optional(fields.renotify_minutes),
  is_enabled: Type.Optional(fields.is_enabled),
}

export const NewAlertRule = Type.Object(
  { name: fields.name, kind: fields.kind, ...optional },
  { $id: 'AlertRuleInput', ...strict },
)
export type NewAlertRule = Static<typeof NewAlertRule>

export const AlertRuleChange = Type.Object(
  { name: Type.Optional(fields.name), kind: Type.Optional(fields.kind), ...optional },
  { $id: 'AlertRuleChange', ...strict },
)

export const AlertRule = Type.Object(
  {
    id: Id,
    ...fields,
    recipient_states: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the user or the output, or the address.' }),
        state: Type.Unsafe<(typeof recipientStates)[number]>({
          type: 'string',
          enum: [...recipientStates],
          description:
            'gone: the user is not a member any more, or the output was deleted. no_address: mail cannot be sent to the address of the user. Nothing is sent to either.',
        }),
      }),
      { description: 'One for each recipient, in the same order.' },
    ),
    paused_reason: Nullable(Type.String({ description: 'Why the service has switched it off.' })),
    paused_text: Nullable(Text),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  },
  { $id: 'AlertRule' },
)
export type AlertRuleView = Static<typeof AlertRule>

export const AlertRecipients = Type.Object(
  {
    users: Type.Array(
      Type.Object({
        user_id: Type.String(),
        name: Type.String(),
        has_address: Type.Boolean({ description: 'Whether mail can be sent to the address of the user.' }),
      }),
      { description: 'The members of the organization, by name; the first 1,000.' },
    ),
    outputs: Type.Array(Type.Object({ output_id: Id, name: Type.String() })),
  },
  { $id: 'AlertRecipients', description: 'What the recipients of a rule can be, besides addresses.' },
)
export type AlertRecipientsView = Static<typeof AlertRecipients>
