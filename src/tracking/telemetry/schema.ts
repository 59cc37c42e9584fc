import { type Static, Type } from '@sinclair/typebox'
import { Rule, type StringRule } from '../../contract/check'
import { Nullable, OneOf, Timestamp } from '../../contract/fields'
import { metrics } from '../formats/telemetry/measured'
import { telemetryMessages } from './messages'

/** What tags say about themselves (docs/api.md, Telemetry). */

const metric = OneOf(metrics, { description: 'What was measured.', example: 'temperature_c' })
const value = (description: string, example: number) => Type.Number({ description, example })

export const TelemetryHour = Type.Object(
  {
    metric,
    hour: Type.String({ ...Timestamp, description: 'Beginning of the hour, in UTC.' }),
    min: value('The least value of the hour.', 4.1),
    mean: value('The mean of all values of the hour.', 4.65),
    max: value('The greatest value of the hour.', 5.2),
    last: value('The last value of the hour.', 4.8),
    last_at: Type.String({ ...Timestamp, description: 'When the last value was sent.' }),
  },
  { $id: 'TelemetryHour', description: 'The values of one metric of an asset in one hour.' },
)
export type TelemetryHourView = Static<typeof TelemetryHour>

const TelemetryValue = Type.Object(
  { metric, value: Type.Number(), observed_at: Type.String(Timestamp), tag_id: Type.Integer() },
  {
    $id: 'TelemetryValue',
    description: 'The last value of one metric of an asset, and the tag that sent it.',
  },
)

export const AssetTelemetry = Type.Object(
  {
    values: Type.Array(TelemetryValue),
    tag_ids_with_key: Type.Array(Type.Integer({ description: 'The tags of the asset that have a key.' })),
  },
  { $id: 'AssetTelemetry', description: 'What the tags of an asset measured last.' },
)
export type AssetTelemetryView = Static<typeof AssetTelemetry>

const isKey: StringRule = (value, field) =>
  /^[\da-f]{32}$/i.test(value) ? undefined : telemetryMessages('telemetry.key', { field })

export const TagKeyInput = Type.Object(
  { key: Nullable(Type.String({ description: 'The key as 32 hexadecimal digits.', [Rule]: isKey })) },
  { $id: 'TagKeyInput', description: 'The key with which the frames of a tag are read; null deletes it.' },
)
