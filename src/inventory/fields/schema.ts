import { assetFieldMessages } from './messages'
import { type Static, Type } from '@sinclair/typebox'
import { CreatedAt, Id, Name, UpdatedAt, withKnown } from '../../contract/fields'
import { echoedOnPatch, readOnlyOnPatch } from '../../contract/read-only'

/** Fields of assets that an organization defines (docs/internal-api.md, Asset fields). */

export const fieldsMax = 30
const optionsMax = 100

const kinds = ['text', 'number', 'date', 'choice'] as const

const Kind = Type.Unsafe<(typeof kinds)[number]>({
  type: 'string',
  enum: [...kinds],
  description: 'How forms show the field. The value of a number is a JSON number, all others are strings.',
})

const Options = Type.Array(Name, {
  maxItems: optionsMax,
  description: 'The values of a choice, in their order; empty for all other types.',
})

const Key = Type.String({ ...Name, maxLength: 100, description: 'The key of the value in metadata.' })
const Required = Type.Boolean({ description: 'Whether the forms of the console require a value.' })
const Position = Type.Integer({
  minimum: 1,
  maximum: fieldsMax,
  description: 'The order in forms and lists, from 1.',
})

export const AssetField = Type.Object(
  {
    id: Id,
    key: Key,
    name: Name,
    type: Kind,
    options: Options,
    is_required: Required,
    position: Position,
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  },
  { $id: 'AssetField', description: 'A field of assets that the organization has defined.' },
)
export type AssetFieldView = Static<typeof AssetField>

export const NewAssetField = Type.Object(
  {
    key: Key,
    name: Name,
    type: Kind,
    options: Type.Optional(Options),
    is_required: Type.Optional(Required),
  },
  { $id: 'NewAssetField', additionalProperties: false },
)

const unchangeable = {
  code: 'invalid_context' as const,
  message: (field: string) => assetFieldMessages('asset_field.fixed', { field }),
  echoes: (sent: unknown, current: unknown) => sent === current,
}

export const AssetFieldChanges = withKnown(
  Type.Object(
    {
      name: Type.Optional(Name),
      options: Type.Optional(Options),
      is_required: Type.Optional(Required),
      position: Type.Optional(Position),
      updated_at: readOnlyOnPatch.updated_at,
    },
    { $id: 'AssetFieldPatch', additionalProperties: false },
  ),
  {
    key: unchangeable,
    type: unchangeable,
    updated_at: echoedOnPatch['updated_at'] as (typeof echoedOnPatch)[string],
  },
)
