import { type Static, Type } from '@sinclair/typebox'
import { outputKinds } from '../../base/recipients'
import { CreatedAt, Id, Name, Nullable, Text, Timestamp, UpdatedAt } from '../../contract/fields'

/** Outputs: lamps and sirens (docs/internal-api.md, Outputs). */

const Kind = Type.Unsafe<(typeof outputKinds)[number]>({
  type: 'string',
  enum: [...outputKinds],
  description: 'shelly: a device with the RPC of generation 2. http: a URL of your choice. mqtt: a topic.',
})
/** Instances announce a body to each other, in at most 7,000 bytes. */
const bodyMax = 2_000

const Body = (description: string) => Type.String({ maxLength: bodyMax, description })

const fields = {
  name: Name,
  kind: Kind,
  url: Nullable(
    Type.String({
      minLength: 1,
      maxLength: 2_048,
      description: 'For shelly and http. Without a path, the requests of shelly go to /rpc.',
    }),
  ),
  topic: Nullable(Type.String({ minLength: 1, maxLength: 255, description: 'For mqtt.' })),
  body_on: Body('What is sent when an alert opens.'),
  body_off: Body('What is sent when the last of its alerts closes.'),
}
const optional = {
  url: Type.Optional(fields.url),
  topic: Type.Optional(fields.topic),
  body_on: Type.Optional(fields.body_on),
  body_off: Type.Optional(fields.body_off),
}
const strict = { additionalProperties: false }

export const NewOutput = Type.Object(
  { name: fields.name, kind: fields.kind, ...optional },
  { $id: 'AlertOutputInput', ...strict },
)
export const OutputChange = Type.Object(
  { name: Type.Optional(fields.name), kind: Type.Optional(fields.kind), ...optional },
  { $id: 'AlertOutputChange', ...strict },
)

const At = (description: string) => Nullable(Type.String({ ...Timestamp, description }))

export const Output = Type.Object(
  {
    id: Id,
    ...fields,
    sent_state: Nullable(
      Type.Unsafe<'on' | 'off'>({
        type: 'string',
        enum: ['on', 'off'],
        description: 'What was sent last; null: nothing. The service does not ask the device.',
      }),
    ),
    sent_at: At('When that was.'),
    failing_since: At('Since when the output cannot be switched; null when it can.'),
    next_attempt_at: At('When it is tried again.'),
    last_error: Nullable(Type.String({ description: 'Why it cannot be switched.' })),
    last_error_text: Nullable(Text),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  },
  { $id: 'AlertOutput' },
)
export type OutputView = Static<typeof Output>
