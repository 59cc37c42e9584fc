import { type Static, Type } from '@sinclair/typebox'
import { Text } from '../../contract/fields'
import { Id, Nullable, Timestamp } from '../../contract/fields'

/** What needs attention (docs/internal-api.md, Attention). */

const kinds = [
  'reader',
  'webhook',
  'mail',
  'output',
  'shared_tags',
  'clock',
  'disk',
  'backup',
  'service',
] as const
const count = (description: string) => Type.Integer({ minimum: 0, description })

const Problem = Type.Object({
  kind: Type.Unsafe<(typeof kinds)[number]>({
    type: 'string',
    enum: [...kinds],
    description: 'What has the problem.',
  }),
  is_broken: Type.Boolean({ description: 'False for a warning: it still works.' }),
  cause: Type.String({
    description:
      'Of a reader: the cause of its diagnosis, wrong_clock or antenna_disconnected. Of a webhook: gone, disabled, failing or behind. Of mail: failing or slow. Of an output: failing. Of a backup: overdue or failed. Of the clock: ahead or behind. Otherwise the kind.',
  }),
  id: Nullable(Type.Integer({ ...Id, description: 'Id of the reader, webhook or output.' })),
  name: Nullable(Type.String({ description: 'Name of the reader, webhook or output.' })),
  since: Nullable(Type.String({ ...Timestamp, description: 'Since when it exists, if that is known.' })),
  antenna: Nullable(Type.Integer({ description: 'The antenna that it is about.' })),
  clock_offset: Nullable(
    Type.Number({ description: 'Of a reader whose clock is wrong, in seconds; positive when it is ahead.' }),
  ),
  count: Nullable(count('Number of waiting events of a webhook, of waiting mails, or of shared tags.')),
  detail: Nullable(Type.String({ description: 'A sentence about it.' })),
  text: Nullable(Text),
  location_ids: Type.Array(Type.Integer(Id), {
    description: 'The locations whose assets may be elsewhere because of it.',
  }),
})
export type ProblemView = Static<typeof Problem>

export const Attention = Type.Object(
  {
    at: Type.String({ ...Timestamp, description: 'Time of the response.' }),
    readers: Type.Object({
      in_use: count('Number of active fixed readers.'),
      reporting: count('Number of those whose last link is ok: their reads place assets.'),
      waiting: count('Number of those that wait for something, such as their first message.'),
      broken: count('Number of those with a broken link.'),
    }),
    problems: Type.Array(Problem, { description: 'Up to 100 problems; those that are broken are first.' }),
    total_count: count('Number of all problems.'),
    reader_count: count('Number of readers with a problem.'),
  },
  { $id: 'Attention', description: 'What needs attention, as far as the caller may see it.' },
)
export type AttentionView = Static<typeof Attention>
