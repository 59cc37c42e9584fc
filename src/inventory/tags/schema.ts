import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { withCheckAs, Id, Nullable, RowId, TagValue, wrapped } from '../../contract/fields'

export const tagTypes = ['rfid', 'ble', 'barcode'] as const
export type TagType = (typeof tagTypes)[number]

const anyType = Type.Unsafe<TagType>({
  type: 'string',
  enum: [...tagTypes],
  description: 'The technology of the tag.',
  example: 'rfid',
})

/** The variants of a tag. The OpenAPI document describes a tag as a union of them. */
const variants = [
  { tagType: 'rfid', name: 'Rfid', noun: 'RFID', example: '3414257BF40000000000162E' },
  { tagType: 'ble', name: 'Ble', noun: 'BLE', example: 'AC233F5E1A02' },
  { tagType: 'barcode', name: 'Barcode', noun: 'barcode', example: '4006381333931' },
] as const satisfies readonly { tagType: TagType; name: string; noun: string; example: string }[]

type Variant = (typeof variants)[number]

const fieldsOf = ({ tagType, name, noun, example }: Variant) => ({
  // The schema has a name, so that generated Go clients check its value and find the variant of a tag.
  tag_type: Type.Unsafe<TagType>({
    $id: `${name}TagType`,
    type: 'string',
    enum: [tagType],
    description: `The tag_type of ${noun} tags.`,
    example: tagType,
  }),
  value: Type.String({ ...TagValue, example }),
})

/** Returns a union with the discriminator tag_type. Its variants are named after it, such as RfidTag. */
const unionOf = (name: string, schemaOf: (variant: Variant, $id: string) => TSchema) => ({
  $id: name,
  oneOf: variants.map((variant) => schemaOf(variant, `${variant.name}${name}`)),
  discriminator: {
    propertyName: 'tag_type',
    mapping: Object.fromEntries(
      variants.map((variant) => [variant.tagType, `#/components/schemas/${variant.name}${name}`]),
    ),
  },
})

export interface TagView {
  readonly id: number
  readonly tag_type: string
  readonly value: string
}

/** A tag in a response (docs/api.md, Tag). */
export const Tag = Type.Unsafe<TagView>({
  ...unionOf('Tag', (variant, $id) =>
    Type.Object({ id: RowId, ...fieldsOf(variant) }, { $id, description: `A ${variant.noun} tag.` }),
  ),
  description:
    'An identifier attached to an asset or a location. More types may be added: pass through types that you do not know.',
})

export const tagsOf = (owner: string) =>
  Type.Array(Tag, { readOnly: true, description: `The tags of the ${owner}, in order of creation.` })

/** The tags in a merge patch, which cannot change them. */
export const EchoedTags = wrapped(
  Type.Array(Tag, { $id: 'Tags', description: 'Tags, in order of creation.' }),
  {
    readOnly: true,
    description:
      'Tags are changed through POST and DELETE on .../tags. Leave this field out, or send it back unchanged.',
  },
)

/** The object as which the union of the three variants is checked. */
const AnyTagRequest = Type.Object({ tag_type: anyType, value: TagValue })

/** A tag in a request. */
export const TagRequest = withCheckAs(
  Type.Unsafe<Static<typeof AnyTagRequest>>({
    ...unionOf('TagRequest', (variant, $id) =>
      Type.Object(fieldsOf(variant), {
        $id,
        description: `A new ${variant.noun} tag.`,
        additionalProperties: false,
      }),
    ),
    description: 'A new tag.',
  }),
  AnyTagRequest,
)

/** The schema by which the body of an attach is checked, the same as that of TagRequest. */
export const NewTag = AnyTagRequest
export type NewTag = Static<typeof NewTag>

/** A tag with its asset or location, for the console (docs/internal-api.md, Same tags). */
export const OwnedTag = Type.Object(
  {
    id: Id,
    tag_type: Type.String(),
    value: Type.String(),
    asset_id: Nullable(Id),
    location_id: Nullable(Id),
    owner_external_key: Type.String(),
    owner_name: Type.String(),
  },
  { $id: 'OwnedTag', description: 'A tag and its owner. Either asset_id or location_id is null.' },
)
export type OwnedTagView = Static<typeof OwnedTag>

export const SharedTag = Type.Object(
  { tag_type: Type.String(), tags: Type.Array(OwnedTag, { description: 'The spellings, oldest first.' }) },
  { $id: 'SharedTag', description: 'A tag that several assets or locations have.' },
)
export type SharedTagView = Static<typeof SharedTag>

/** A tag and its new asset or location. */
export const TagMove = Type.Object({
  tag_type: anyType,
  value: TagValue,
  asset_id: Type.Optional(Id),
  location_id: Type.Optional(Id),
})
