import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Timestamp } from '../../contract/fields'

/** What to talk about after a week (docs/internal-api.md, Findings of a week). */

const rules = ['arrivals', 'alert_rule', 'reader', 'place'] as const

const count = (description: string) => Nullable(Type.Integer({ minimum: 0, description, example: 42 }))

const Finding = Type.Object({
  rule: Type.Unsafe<(typeof rules)[number]>({
    type: 'string',
    enum: [...rules],
    description:
      'arrivals: the location whose arrivals changed most. alert_rule: the rule with most alerts. reader: the reader that has needed attention for the longest time. place: the location that was shown wrongly most often.',
    example: 'arrivals',
  }),
  id: Type.Integer({ ...Id, description: 'Id of the location, the alert rule or the reader.' }),
  name: Type.String({
    description: 'Its name; for a location, the names from the root down to it.',
    example: 'North hall › Dock 1',
  }),
  count: count('Number of arrivals in the period, or of alerts of the rule.'),
  count_before: count('Number of arrivals in the period before.'),
  share: Nullable(
    Type.Number({
      description: 'Share of the rule in all alerts, or of the time for which the right location was shown.',
      example: 0.42,
    }),
  ),
  since: Nullable(Type.String({ ...Timestamp, description: 'Since when the reader has needed attention.' })),
})
export type FindingView = Static<typeof Finding>

export const Findings = Type.Object(
  {
    data: Type.Array(Finding, { description: 'At most one of each rule, in the order of the rules.' }),
    is_over: Type.Boolean({
      description:
        'false: the period is not over. Its arrivals are compared with those of the same length of time from the beginning of the period before.',
      example: true,
    }),
    is_current: Type.Boolean({
      description: 'false: the service has not yet counted everything that was recorded before the request.',
      example: true,
    }),
  },
  { $id: 'WeekFindings', description: 'What stands out in a week.' },
)
export type FindingsView = Static<typeof Findings>
