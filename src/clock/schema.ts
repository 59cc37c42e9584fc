import { type Static, Type } from '@sinclair/typebox'
import { InstantInput, Nullable, Timestamp } from '../contract/fields'

export const ClockState = Type.Object(
  {
    state: Type.Unsafe<'believed' | 'ahead' | 'behind'>({
      type: 'string',
      enum: ['believed', 'ahead', 'behind'],
      description: 'Whether the time of the machine is believed, or how it differs from the believed time.',
    }),
    machine_time: Timestamp,
    believed_time: Timestamp,
    remaining_seconds: Nullable(
      Type.Integer({
        description:
          'How long the service has still to run before it believes the time by itself; null if it does not.',
      }),
    ),
  },
  { $id: 'ClockState', description: 'The clock of the machine, as the service sees it.' },
)
export type ClockView = Static<typeof ClockState>

export const ClockConfirmation = Type.Object(
  { machine_time: InstantInput },
  {
    $id: 'ClockConfirmationRequest',
    description: 'The time of the machine that is right, as the service has shown it within the last hour.',
    additionalProperties: false,
  },
)
