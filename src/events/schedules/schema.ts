import { type Static, Type } from '@sinclair/typebox'
import { scheduledKinds, scheduledMailStates } from '../../base/recipients'
import { Rule as RuleKey, type StringRule } from '../../contract/check'
import { CreatedAt, Id, Name, Nullable, Text, Timestamp, UpdatedAt } from '../../contract/fields'
import { pageOf } from '../../http/openapi/shapes'
import { isMailbox } from '../alerts/rules/mailbox'
import { scheduleMessages } from './messages'

/** The fields of schedules of mail (docs/internal-api.md, Mail schedules). */

/** Maximum number of recipients of a schedule. */
const recipientsMax = 20

const addressRule: StringRule = (value, field) =>
  isMailbox(value) ? undefined : scheduleMessages('schedule.address', { field })

const Address = Type.String({
  minLength: 3,
  maxLength: 254,
  description: 'An e-mail address.',
  example: 'dock@example.com',
  [RuleKey as unknown as string]: addressRule,
})

const oneOf = <const T extends string>(values: readonly T[], options: object) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...options })

const strict = { additionalProperties: false }

const Recipients = Type.Array(
  Type.Object(
    {
      user_id: Type.Optional(Type.String({ maxLength: 64, description: 'A member of the organization.' })),
      email: Type.Optional(Address),
    },
    { ...strict, description: 'One of the two.' },
  ),
  { minItems: 1, maxItems: recipientsMax, description: 'Who gets the mail.' },
)

const fields = {
  name: Name,
  kind: oneOf(scheduledKinds, {
    description:
      'What is sent. week: the last week from Monday to Sunday. dwell, flows, occupancy: the report of the day before, or of the seven days before. view: the assets of a saved view.',
    example: 'week',
  }),
  view_id: Nullable(Type.Integer({ ...Id, description: 'The saved view; null for other kinds.' })),
  weekday: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 7,
      description: 'The day of the week, 1 for Monday; null: every day.',
      example: 1,
    }),
  ),
  hour: Type.Integer({
    minimum: 0,
    maximum: 23,
    description: 'The hour, in the time zone of the organization; in UTC without one.',
    example: 7,
  }),
  recipients: Recipients,
  is_enabled: Type.Boolean({ description: 'Whether mail is sent.', example: true }),
}

const { name, kind, view_id: viewId, weekday, hour, recipients, is_enabled: isEnabled } = fields

export const NewMailSchedule = Type.Object(
  {
    name,
    kind,
    view_id: Type.Optional(viewId),
    weekday: Type.Optional(weekday),
    hour,
    recipients,
    is_enabled: Type.Optional(isEnabled),
  },
  { $id: 'MailScheduleInput', ...strict },
)

export const MailScheduleChange = Type.Object(
  {
    name: Type.Optional(name),
    kind: Type.Optional(kind),
    view_id: Type.Optional(viewId),
    weekday: Type.Optional(weekday),
    hour: Type.Optional(hour),
    recipients: Type.Optional(recipients),
    is_enabled: Type.Optional(isEnabled),
  },
  { $id: 'MailScheduleChange', ...strict },
)

const At = (description: string) => Nullable(Type.String({ ...Timestamp, description }))
const recipientStates = ['ok', 'gone', 'no_address'] as const

export const ScheduledMail = Type.Object(
  {
    id: Id,
    due_at: Type.String({ ...Timestamp, description: 'When it was due.' }),
    is_extra: Type.Boolean({ description: 'Whether a person asked for it, besides the schedule.' }),
    address: Type.String({ description: 'The recipient; empty when nothing was sent to anybody.' }),
    state: oneOf(scheduledMailStates, {
      description:
        'missed: the service did not run. skipped: the schedule was paused. dropped: it was not needed any more.',
      example: 'sent',
    }),
    attempts: Type.Integer({ description: 'Number of attempts so far.', example: 1 }),
    ended_at: At('When it was sent, or was found not to be sent.'),
    reason: Nullable(Type.String({ description: 'Why it was not sent, or not yet.' })),
    text: Nullable(Text),
  },
  { $id: 'ScheduledMail', description: 'A mail of a schedule.' },
)
export type ScheduledMailView = Static<typeof ScheduledMail>
export const ScheduledMails = pageOf(ScheduledMail)

export const MailSchedule = Type.Object(
  {
    id: Id,
    ...fields,
    view_name: Nullable(
      Type.String({ description: 'Name of the saved view.', example: 'Not seen for a week' }),
    ),
    owner: Type.Object(
      { user_id: Type.String(), name: Type.String() },
      { description: 'Whose rights the schedule has: who has created it, or has taken it over.' },
    ),
    recipient_states: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the user, or the address.' }),
        state: oneOf(recipientStates, {
          description: 'gone, no_address: nothing is sent to this recipient.',
          example: 'ok',
        }),
      }),
      { description: 'One for each recipient, in the same order.' },
    ),
    time_zone: Type.String({ description: 'The zone of the hour.', example: 'Europe/Berlin' }),
    next_at: At('When it is due next; null while it is switched off.'),
    paused_reason: Nullable(
      Type.String({
        description: 'Why nothing is sent although it is switched on. It is sent again without this cause.',
      }),
    ),
    paused_text: Nullable(Text),
    last: Nullable(ScheduledMail),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  },
  { $id: 'MailSchedule', description: 'A report that is sent by mail on a schedule.' },
)
export type MailScheduleView = Static<typeof MailSchedule>
export const MailSchedules = pageOf(MailSchedule)
