import { type Static, Type } from '@sinclair/typebox'
import { CreatedAt, ExternalKey, Id, Name, Nullable, Text, Timestamp, UpdatedAt } from '../../contract/fields'
import { pageOf } from '../../http/openapi/shapes'
import { Asset } from '../../inventory/assets/schema'
import { ConfidenceFields } from '../tracking/schema'

/** The list of assets with conditions, and saved views (docs/internal-api.md, Asset list). */

export const conditionsMax = 20
export const sorts = ['external_key', 'name', 'last_seen', 'created_at', 'updated_at'] as const
/** Each sort, and its reverse. */
export const sortValues = sorts.flatMap((sort) => [sort, `-${sort}`] as const)

const Condition = Type.Object(
  {
    field: Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'A field of the list, or `field:<key>`.',
    }),
    operator: Type.String({ minLength: 1, maxLength: 50 }),
    value: Type.Optional(
      Type.Unknown({ description: 'The value that the operator compares with; absent or null without one.' }),
    ),
  },
  { $id: 'AssetCondition', additionalProperties: false },
)

const problemCodes = [
  'unknown_field',
  'unknown_operator',
  'invalid_value',
  'gone',
  'contradiction',
  'present_only',
] as const

export const Problem = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'The place of the condition, from 0.' }),
    code: Type.Unsafe<(typeof problemCodes)[number]>({ type: 'string', enum: [...problemCodes] }),
    message: Type.String({ description: 'Why the condition does not apply.' }),
    text: Text,
  },
  { $id: 'ConditionProblem', description: 'A condition that does not apply. The others do.' },
)
export type ProblemView = Static<typeof Problem>

const ListedAsset = Type.Object(
  {
    ...Asset.properties,
    location_id: Nullable(
      Type.Integer({ ...Id, description: 'Null without a place, also after its deletion.' }),
    ),
    location_external_key: Nullable(ExternalKey),
    location_name: Nullable(Name),
    asset_last_seen: Nullable(Type.String({ ...Timestamp, description: 'Null when it was never seen.' })),
    arrived_at: Nullable(
      Type.String({ ...Timestamp, description: 'Since when it is at its place. Null in the past.' }),
    ),
    has_open_alert: Type.Boolean({ description: 'false in the past.' }),
    ...ConfidenceFields,
  },
  { $id: 'ListedAsset', description: 'An asset with its place.' },
)
export type ListedAssetView = Static<typeof ListedAsset>

const list = {
  is_count_exact: Type.Boolean({ description: 'false: more than total_count assets meet the conditions.' }),
  is_complete: Type.Boolean({
    description:
      'false: only the first assets of the list were compared, because a condition has no index. total_count is the number among them.',
  }),
  problems: Type.Array(Problem),
}

export const AssetListPage = Type.Object(
  { ...pageOf(ListedAsset).properties, ...list },
  { $id: 'AssetListPage', description: 'A page of the assets that meet the conditions.' },
)

export const AssetListIds = Type.Object(
  {
    asset_ids: Type.Array(Id, { description: 'In the order of the list.' }),
    problems: Type.Array(Problem),
  },
  { $id: 'AssetListIds', description: 'All assets that meet the conditions.' },
)

const Sort = Type.Unsafe<(typeof sortValues)[number]>({
  type: 'string',
  enum: [...sortValues],
  description: 'The order of the list; the prefix - reverses it.',
})

export const AssetViewItem = Type.Object(
  {
    id: Id,
    name: Name,
    is_shared: Type.Boolean({ description: 'Whether all members of the organization see it.' }),
    is_own: Type.Boolean({ description: 'Whether it belongs to the user of the session.' }),
    owner_name: Nullable(
      Type.String({ description: 'Name of who saved it; null when the account is gone.' }),
    ),
    conditions: Type.Array(Condition),
    sort: Nullable(Sort),
    problems: Type.Array(Problem),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  },
  { $id: 'SavedView', description: 'A list of assets with a name.' },
)
export type SavedView = Static<typeof AssetViewItem>

const input = {
  name: Name,
  is_shared: Type.Boolean(),
  conditions: Type.Array(Condition, { maxItems: conditionsMax }),
  sort: Nullable(Sort),
}

export const NewView = Type.Object(
  {
    name: input.name,
    is_shared: Type.Optional(input.is_shared),
    conditions: input.conditions,
    sort: Type.Optional(input.sort),
  },
  { $id: 'NewSavedView', additionalProperties: false },
)

export const ViewChange = Type.Object(
  {
    name: Type.Optional(input.name),
    is_shared: Type.Optional(input.is_shared),
    conditions: Type.Optional(input.conditions),
    sort: Type.Optional(input.sort),
  },
  { $id: 'SavedViewPatch', additionalProperties: false },
)
