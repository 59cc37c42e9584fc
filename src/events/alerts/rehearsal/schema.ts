import { type Static, Type } from '@sinclair/typebox'
import { Timestamp } from '../../../contract/fields'
import { AlertSubject } from '../../event-log/schema'
import { NewAlertRule } from '../rules/schema'

const daysMax = 30
export const daysUsual = 14

export const RehearsalBody = Type.Object(
  {
    rule: NewAlertRule,
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: daysMax, description: 'The default is 14.' })),
  },
  { $id: 'AlertRehearsalRequest', additionalProperties: false },
)

export const AlertRehearsal = Type.Object(
  {
    from: Type.String({ ...Timestamp }),
    to: Type.String({ ...Timestamp }),
    event_count: Type.Integer({
      description: 'Number of scan events, or of events of the log, that were looked at.',
    }),
    alert_count: Type.Integer(),
    is_exact: Type.Boolean({
      description:
        'false: computed from the least and greatest values of hours, because single values are not kept. An hour counts as a whole.',
    }),
    days: Type.Array(
      Type.Object({
        date: Type.String({ description: 'In the time zone of `hours`, or in UTC.', example: '2026-11-23' }),
        count: Type.Integer(),
      }),
      { description: 'Every day of the time, in order.' },
    ),
    subjects: Type.Array(Type.Object({ subject: AlertSubject, count: Type.Integer() }), {
      description: 'The ten subjects with the most alerts.',
    }),
    by_hold: Type.Array(Type.Object({ hold_seconds: Type.Integer(), alert_count: Type.Integer() }), {
      description: 'How many alerts other values of `hold_seconds` would raise.',
    }),
  },
  { $id: 'AlertRehearsal' },
)
export type AlertRehearsalView = Static<typeof AlertRehearsal>
