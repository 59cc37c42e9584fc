import { type Static, Type } from '@sinclair/typebox'
import { Id, Timestamp } from '../contract/fields'

/** What goes on in an organization at a glance: the private surface of the console's overview. */

const count = (description: string) => Type.Integer({ minimum: 0, description })

const HourActivity = Type.Object({
  from: Type.String({ ...Timestamp, description: 'When the hour began.' }),
  events: count('Scan events that began in it.'),
})

export const Activity = Type.Object(
  {
    hours: Type.Array(HourActivity, {
      description: 'The last 24 hours, the oldest first; the last one has only begun.',
    }),
    asset_count: count('Assets at live locations.'),
  },
  {
    $id: 'Activity',
    description: 'How many assets are in place, and how many scan events the last hours had.',
  },
)
export type ActivityView = Static<typeof Activity>

export const ReaderActivity = Type.Object(
  {
    at: Type.String({ ...Timestamp, description: 'When this was counted.' }),
    reads: count(
      'Reads of the fixed readers in use since each was registered: the difference of two answers is what came between.',
    ),
    heard: count('Fixed readers in use that are heard.'),
    silent: count('Fixed readers in use that have fallen silent.'),
    never: count('Fixed readers in use that were never heard.'),
    silent_readers: Type.Array(
      Type.Object({
        id: Id,
        external_key: Type.String(),
        name: Type.String(),
        silent_since: Type.String(Timestamp),
      }),
      { description: 'Up to 10 of the silent ones, the longest silent first.' },
    ),
  },
  { $id: 'ReaderActivity', description: 'How much the fixed readers of the organization say.' },
)
export type ReaderActivityView = Static<typeof ReaderActivity>
