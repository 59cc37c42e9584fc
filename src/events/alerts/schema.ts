import { type Static, Type } from '@sinclair/typebox'
import { alertActions, alertKinds, closeReasons, severities } from '../../base/alert-kinds'
import { messageChannels, messagePurposes, messageStates } from '../../base/recipients'
import { ExternalKey, Id, InstantInput, Note, Nullable, OneOf, Text, Timestamp } from '../../contract/fields'
import { AlertSubject } from '../event-log/schema'

/** The fields of alerts (docs/api.md, Alerts; docs/internal-api.md, Alerts). */

const bulkMax = 500
export const states = ['open', 'closed'] as const

const At = (description: string) => Type.String({ ...Timestamp, description })
const NullableAt = (description: string) =>
  Nullable(Type.String({ ...Timestamp, description, example: null }))

const Person = Type.Object(
  {
    user_id: Type.String({ description: 'Id of the user.', example: '01K3QF6Z9T1V4W8X2Y5Z7A9BCD' }),
    name: Type.String({ description: 'Name of the user at that time.', example: 'Mira Novak' }),
  },
  { $id: 'AlertPerson', description: 'A user who has done something with an alert.' },
)
export type PersonView = Static<typeof Person>

const evidence = {
  sequence: Nullable(
    Type.Integer({ format: 'int64', description: 'Sequence of the event in the event log.', example: 42 }),
  ),
  event_id: Nullable(Type.Integer({ ...Id, description: 'Id of the scan event.' })),
  occurred_at: At('When the condition became true.'),
  reason: Nullable(
    Type.String({
      description: 'Why the asset moved, in a sentence.',
      example: 'Scanned by hand at Dock 1',
    }),
  ),
}

const fields = {
  id: Type.Integer({ ...Id, description: 'Id of the alert.' }),
  rule_id: Type.Integer({ ...Id, description: 'Id of its rule.' }),
  rule_name: Type.String({ description: 'Name of its rule.', example: 'Thermo boxes outside' }),
  kind: OneOf(alertKinds, { description: 'Kind of its rule.', example: 'outside' }),
  severity: OneOf(severities, { description: 'How urgent it is.', example: 'urgent' }),
  subject: AlertSubject,
  location_id: Nullable(
    Type.Integer({
      ...Id,
      description: 'Where the subject was; for the kinds left, outside and par, the location of the rule.',
    }),
  ),
  location_external_key: Nullable(
    Type.String({ ...ExternalKey, description: 'Key of the location when the alert opened.' }),
  ),
  state: OneOf(states, { description: 'Whether it is open.', example: 'open' }),
  opened_at: At('When the condition had held for hold_seconds.'),
  recorded_at: At('When the service found it.'),
  is_late: Type.Boolean({
    description: 'true: it was recorded more than 15 min after it opened.',
    example: false,
  }),
  occurrences: Type.Integer({
    format: 'int32',
    minimum: 1,
    description: 'How often the condition became true while it was open.',
    example: 1,
  }),
}
const people = {
  acknowledged_at: NullableAt('When somebody acknowledged it; null before that, and after it was released.'),
  acknowledged_by: Nullable(Person),
  snoozed_until: NullableAt('Until when it is quiet.'),
  closed_at: NullableAt('When it was closed; null while it is open.'),
  close_reason: Nullable(
    OneOf(closeReasons, { description: 'Why it was closed; null while it is open.', example: 'cleared' }),
  ),
}

/** An alert of the public API. */
export const AlertView = Type.Object(
  {
    ...fields,
    evidence: Type.Object(evidence, { $id: 'AlertEvidence', description: 'What made the condition true.' }),
    ...people,
  },
  { $id: 'AlertView', description: 'Something that a rule watches for has happened.' },
)
export type PublicAlert = Static<typeof AlertView>

/** An alert of the console. */
export const Alert = Type.Object(
  {
    ...fields,
    evidence: Type.Object({ ...evidence, text: Nullable(Text) }),
    ...people,
    note: Nullable(Type.String({ description: 'The note of the person who has it.' })),
  },
  { $id: 'Alert' },
)
export type PrivateAlert = Static<typeof Alert>

export const AlertDetails = Type.Object(
  {
    ...Alert.properties,
    timeline: Type.Array(
      Type.Object({
        at: At('When it happened.'),
        action: OneOf(alertActions, { description: 'What happened.' }),
        by: Nullable(Person),
        note: Nullable(Type.String()),
      }),
      { description: 'What has happened, oldest first. Without `by`, the service did it.' },
    ),
    messages: Type.Array(
      Type.Object({
        channel: OneOf(messageChannels, { description: 'How it is told.' }),
        purpose: OneOf(messagePurposes, { description: 'What it tells. `on` and `off` are of outputs.' }),
        address: Type.String({ description: 'The e-mail address, or the name of the output.' }),
        state: OneOf(messageStates, {
          description:
            'queued: it waits. sending: it is on its way. failed: it was refused, or could not be sent in time. dropped: it was not sent, because it was not needed any more.',
        }),
        at: At('When it was queued; when it was sent, has failed or was dropped, as soon as that is so.'),
        error: Nullable(Type.String({ description: 'Why it was not sent, or not yet.' })),
        text: Nullable(Text),
      }),
      { description: 'What was sent, or waits, oldest first; the first 200.' },
    ),
  },
  { $id: 'AlertDetails' },
)
export type AlertDetailsView = Static<typeof AlertDetails>

export const AlertPage = Type.Object(
  {
    data: Type.Array(Alert),
    limit: Type.Integer(),
    offset: Type.Integer(),
    total_count: Type.Integer(),
    open_count: Type.Integer({ description: 'Open alerts of the organization, without filters.' }),
    unacknowledged_count: Type.Integer({ description: 'Those of them that nobody has acknowledged.' }),
  },
  { $id: 'AlertPage' },
)

const OptionalNote = Type.Optional(Nullable(Note))
const strict = { additionalProperties: false }

export const NoteBody = Type.Object({ note: OptionalNote }, { $id: 'AlertNote', ...strict })
export const SnoozeBody = Type.Object(
  {
    until: Type.String({ ...InstantInput, description: 'In the future, at most 31 days.' }),
    note: OptionalNote,
  },
  { $id: 'AlertSnooze', ...strict },
)
export const BulkBody = Type.Object(
  { alert_ids: Type.Array(Id, { minItems: 1, maxItems: bulkMax }), note: OptionalNote },
  { $id: 'AlertBulk', ...strict },
)

const refusals = ['not_found', 'closed'] as const
export const BulkResult = Type.Object(
  {
    acknowledged: Type.Integer({ description: 'Number of alerts that the user has now.' }),
    unchanged: Type.Integer({ description: 'Number of alerts that somebody had already.' }),
    refused: Type.Array(
      Type.Object({
        id: Id,
        reason: Type.Unsafe<(typeof refusals)[number]>({ type: 'string', enum: [...refusals] }),
      }),
    ),
  },
  { $id: 'AlertBulkResult' },
)
export type BulkResultView = Static<typeof BulkResult>
