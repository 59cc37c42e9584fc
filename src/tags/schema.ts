import { type Static, Type } from '@sinclair/typebox'
import { asUnion, Id, TagValue } from '../contract/fields'

/** A tag as it is read (spec, Tag). */
export const Tag = Type.Object(
  {
    id: Id,
    tag_type: Type.String({
      description: 'rfid, ble or barcode. Clients pass through types that they do not know.',
      example: 'rfid',
    }),
    value: TagValue,
  },
  { $id: 'Tag', description: 'An identifier attached to an asset or a location.' },
)

export const tagTypes = ['rfid', 'ble', 'barcode'] as const
export type TagType = (typeof tagTypes)[number]

const anyType = Type.Unsafe<TagType>({
  type: 'string',
  enum: [...tagTypes],
  description: 'What carries the identifier.',
  example: 'rfid',
})

const variant = (tagType: TagType, $id: string, kind: string, example: string) =>
  Type.Object(
    {
      tag_type: Type.Unsafe<TagType>({
        type: 'string',
        enum: [tagType],
        description: `Always ${tagType}.`,
        example: tagType,
      }),
      value: Type.String({ ...TagValue, example }),
    },
    { $id, description: `A new ${kind} tag.`, additionalProperties: false },
  )

export const RfidTagRequest = variant('rfid', 'RfidTagRequest', 'RFID', '3414257BF40000000000162E')
export const BleTagRequest = variant('ble', 'BleTagRequest', 'BLE', 'AC233F5E1A02')
export const BarcodeTagRequest = variant('barcode', 'BarcodeTagRequest', 'barcode', '4006381333931')

/** What a union of the three is checked as. */
const AnyTagRequest = Type.Object({ tag_type: anyType, value: TagValue })

/** The union of three variants, discriminated by tag_type. */
export const TagRequest = asUnion(
  Type.Unsafe<Static<typeof AnyTagRequest>>({
    $id: 'TagRequest',
    oneOf: [Type.Ref('RfidTagRequest'), Type.Ref('BleTagRequest'), Type.Ref('BarcodeTagRequest')],
    discriminator: {
      propertyName: 'tag_type',
      mapping: {
        rfid: '#/components/schemas/RfidTagRequest',
        ble: '#/components/schemas/BleTagRequest',
        barcode: '#/components/schemas/BarcodeTagRequest',
      },
    },
    description: 'A new tag.',
  }),
  AnyTagRequest,
)

/** For the body of an attach: checked like TagRequest. */
export const NewTag = AnyTagRequest
export type NewTag = Static<typeof NewTag>

export type TagView = Static<typeof Tag>
