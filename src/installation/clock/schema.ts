import { type Static, Type } from '@sinclair/typebox'
import { InstantInput, Nullable, Timestamp } from '../../contract/fields'

export const ClockState = Type.Object(
  {
    state: Type.Unsafe<'believed' | 'ahead' | 'behind'>({
      type: 'string',
      enum: ['believed', 'ahead', 'behind'],
      description:
        '`believed`: the machine time is accepted. Otherwise, how it differs from the believed time.',
    }),
    machine_time: Timestamp,
    believed_time: Timestamp,
    remaining_seconds: Nullable(
      Type.Integer({
        description:
          'Time until the service accepts the machine time without a confirmation, in seconds of running; null if it needs one.',
      }),
    ),
  },
  { $id: 'ClockState', description: 'The state of the clock of the machine.' },
)
export type ClockView = Static<typeof ClockState>

export const ClockConfirmation = Type.Object(
  { machine_time: InstantInput },
  {
    $id: 'ClockConfirmationRequest',
    description: 'The correct machine time, as the service has shown it within the last hour.',
    additionalProperties: false,
  },
)
