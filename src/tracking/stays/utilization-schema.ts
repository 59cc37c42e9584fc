import { type Static, Type } from '@sinclair/typebox'
import { ExternalKey, Id, Name, Nullable, Timestamp } from '../../contract/fields'
import { Problem } from '../asset-list/schema'

/** The report of utilization (docs/internal-api.md, Utilization). */

const count = (description: string) => Type.Integer({ format: 'int64', minimum: 0, description })
const Percent = (description: string) =>
  Nullable(Type.Number({ minimum: 0, maximum: 100, description, example: 42.9 }))

export const UtilizationItem = Type.Object(
  {
    asset_id: Type.Integer(Id),
    asset_external_key: Type.String(ExternalKey),
    asset_name: Type.String(Name),
    moves: count('Number of its moves in the period.'),
    used_days: count('Number of days on which it moved.'),
    used_percent: Percent('used_days as a share of the days of the report; null without days.'),
    last_moved_at: Nullable(
      Type.String({ ...Timestamp, description: 'Its last move in the period; null without one.' }),
    ),
  },
  { $id: 'UtilizationItem', description: 'On how many days an asset moved.' },
)
export type UtilizationItemView = Static<typeof UtilizationItem>

/** What the report says of all its assets, beside a page of them. */
export const UtilizationSums = Type.Object(
  {
    used_count: count('Number of assets that moved at least once.'),
    used_percent: Percent(
      'The mean of used_percent of all assets of the report; null without assets or days.',
    ),
    days: Type.Array(
      Type.Object({
        from: Type.String({ ...Timestamp, description: 'Beginning of the day, or of the period.' }),
        to: Type.String({ ...Timestamp, description: 'End of the day, exclusive, of the period, or now.' }),
        used_count: count('Number of assets that moved on the day.'),
      }),
      { description: 'The days of the period that have begun.' },
    ),
    is_current: Type.Boolean({
      description: 'false: the service has not yet counted everything that was recorded before the request.',
    }),
    problems: Type.Array(Problem),
  },
  { $id: 'UtilizationSums' },
)
export type UtilizationSumsView = Static<typeof UtilizationSums>
