import { type Static, Type } from '@sinclair/typebox'
import { mailLanguages } from '../../base/mail-languages'
import { Rule, type StringRule } from '../../contract/check'
import { Nullable, Text, Timestamp } from '../../contract/fields'
import { isMailbox } from '../alerts/rules/mailbox'
import { mailMessages } from './messages'

/** Mail (docs/internal-api.md, Mail). */

const mailboxRule: StringRule = (value, field) =>
  isMailbox(value) ? undefined : mailMessages('mail.address', { field })

export const MailTest = Type.Object(
  {
    address: Type.String({
      minLength: 3,
      maxLength: 254,
      description: 'The address that the test is sent to.',
      [Rule as unknown as string]: mailboxRule,
    }),
  },
  { $id: 'MailTest', additionalProperties: false },
)

const states = ['off', 'ok', 'slow', 'failing'] as const

export const Mail = Type.Object(
  {
    state: Type.Unsafe<(typeof states)[number]>({
      type: 'string',
      enum: [...states],
      description: 'off: mail is not set up. slow: messages take long. failing: no message can be sent.',
    }),
    since: Nullable(Type.String({ ...Timestamp, description: 'Since when it is slow or failing.' })),
    problem: Nullable(Type.String({ description: 'What is wrong, in a sentence.' })),
    text: Nullable(Text),
    next_attempt_at: Nullable(Type.String({ ...Timestamp, description: 'When the server is tried again.' })),
    last_sent_at: Nullable(
      Type.String({ ...Timestamp, description: 'When the installation has last sent mail.' }),
    ),
    waiting_count: Type.Integer({
      description: 'Number of messages of the organization that wait, at most 10,000.',
    }),
    from: Nullable(Type.String({ description: 'Address of the sender.' })),
    has_links: Type.Boolean({
      description: 'Whether mail has links to the console. It has none without an address of the console.',
    }),
    language: Type.Unsafe<(typeof mailLanguages)[number]>({
      type: 'string',
      enum: [...mailLanguages],
      description: 'Language of the mail of the organization.',
    }),
  },
  { $id: 'Mail', description: 'Whether mail about alerts can be sent.' },
)
export type MailView = Static<typeof Mail>
