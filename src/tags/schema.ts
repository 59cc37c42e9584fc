import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { asUnion, RowId, TagValue, unlessSet } from '../contract/fields'

export const tagTypes = ['rfid', 'ble', 'barcode'] as const
export type TagType = (typeof tagTypes)[number]

const anyType = Type.Unsafe<TagType>({
  type: 'string',
  enum: [...tagTypes],
  description: 'What carries the identifier.',
  example: 'rfid',
})

/** The document shows tags as unions, one variant for each type. */
const kinds = [
  { tagType: 'rfid', name: 'Rfid', noun: 'RFID', example: '3414257BF40000000000162E' },
  { tagType: 'ble', name: 'Ble', noun: 'BLE', example: 'AC233F5E1A02' },
  { tagType: 'barcode', name: 'Barcode', noun: 'barcode', example: '4006381333931' },
] as const satisfies readonly { tagType: TagType; name: string; noun: string; example: string }[]

type Kind = (typeof kinds)[number]

const fieldsOf = ({ tagType, name, noun, example }: Kind) => ({
  // Named, so that generated Go clients check its value: by it they find the one variant that a tag is.
  tag_type: Type.Unsafe<TagType>({
    $id: `${name}TagType`,
    type: 'string',
    enum: [tagType],
    description: `The tag_type of ${noun} tags.`,
    example: tagType,
  }),
  value: Type.String({ ...TagValue, example }),
})

/** A union by tag_type; its variants are named like itself. */
const unionOf = (name: string, variantOf: (kind: Kind, $id: string) => TSchema) => ({
  $id: name,
  oneOf: kinds.map((kind) => variantOf(kind, `${kind.name}${name}`)),
  discriminator: {
    propertyName: 'tag_type',
    mapping: Object.fromEntries(
      kinds.map((kind) => [kind.tagType, `#/components/schemas/${kind.name}${name}`]),
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
  ...unionOf('Tag', (kind, $id) =>
    Type.Object({ id: RowId, ...fieldsOf(kind) }, { $id, description: `A ${kind.noun} tag.` }),
  ),
  description:
    'An identifier attached to an asset or a location. More types may come: pass through those you do not know.',
})

export const tagsOf = (owner: string) =>
  Type.Array(Tag, { readOnly: true, description: `The tags of the ${owner}, in order of creation.` })

/** Tags in a merge patch. */
export const EchoedTags = unlessSet(
  Type.Array(Tag, { $id: 'Tags', description: 'Tags, in order of creation.' }),
  {
    readOnly: true,
    description: 'Changed through POST and DELETE on .../tags: leave them out, or send them back unchanged.',
  },
)

/** What a union of the three is checked as. */
const AnyTagRequest = Type.Object({ tag_type: anyType, value: TagValue })

/** A tag as it is written. */
export const TagRequest = asUnion(
  Type.Unsafe<Static<typeof AnyTagRequest>>({
    ...unionOf('TagRequest', (kind, $id) =>
      Type.Object(fieldsOf(kind), {
        $id,
        description: `A new ${kind.noun} tag.`,
        additionalProperties: false,
      }),
    ),
    description: 'A new tag.',
  }),
  AnyTagRequest,
)

/** For the body of an attach: checked like TagRequest. */
export const NewTag = AnyTagRequest
export type NewTag = Static<typeof NewTag>
