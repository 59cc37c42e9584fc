import { type Static, Type } from '@sinclair/typebox'
import { Id, Timestamp } from '../../contract/fields'

/** The counts of the console's overview (docs/internal-api.md, Activity). */

const count = (description: string) => Type.Integer({ minimum: 0, description })

const HourActivity = Type.Object({
  from: Type.String({ ...Timestamp, description: 'When the hour began.' }),
  events: count('Number of scan events that began in the hour.'),
  events_week_before: count('Number of scan events that began in the same hour a week before.'),
})

export const Activity = Type.Object(
  {
    hours: Type.Array(HourActivity, {
      description: 'The last 24 hours, the oldest first. The last one is the current hour.',
    }),
    asset_count: count('Number of assets at live locations.'),
    day_count: count('Number of assets that were seen in the last 24 hours.'),
    old_count: count('Number of assets that were seen, but not for a week.'),
    never_seen_count: count('Number of assets that were never seen.'),
  },
  {
    $id: 'Activity',
    description: 'The number of assets at locations, and of scan events in the last 24 hours.',
  },
)
export type ActivityView = Static<typeof Activity>

export const ReaderActivity = Type.Object(
  {
    at: Type.String({ ...Timestamp, description: 'Time of the counts.' }),
    reads: count(
      'Number of reads by the active fixed readers since their registration. The difference of two responses is the number of reads in between.',
    ),
    heard: count('Number of active fixed readers that have sent a message recently.'),
    silent: count('Number of active fixed readers that are silent.'),
    never: count('Number of active fixed readers that have never sent a message.'),
    silent_readers: Type.Array(
      Type.Object({
        id: Id,
        external_key: Type.String(),
        name: Type.String(),
        silent_since: Type.String(Timestamp),
      }),
      { description: 'Up to 10 silent readers, the longest silent first.' },
    ),
  },
  {
    $id: 'ReaderActivity',
    description: 'The reads and the states of the fixed readers of the organization.',
  },
)
export type ReaderActivityView = Static<typeof ReaderActivity>
