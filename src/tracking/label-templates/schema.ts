import { type Static, Type } from '@sinclair/typebox'
import { CreatedAt, ExternalKey, Id, Name, Nullable, OneOf, TagValue, UpdatedAt } from '../../contract/fields'
import { labelFields } from './values'

/** Label templates (docs/internal-api.md, Label templates). All lengths are in millimeters. */

const elementsMax = 100
/** Maximum number of characters in Base64 of the images of a template. */
export const imagesMax = 40_000

const elementKinds = ['text', 'code128', 'qr', 'datamatrix', 'image', 'line'] as const

const strict = { additionalProperties: false }
const length = (description: string, minimum: number, maximum: number, example: number) =>
  Type.Number({ minimum, maximum, description: `${description}, in millimeters with two decimals.`, example })
/** An element may be placed outside of the label by mistake. The answer says by how much. */
const outermost = 1_000

const lengths = {
  left_mm: length('From the left edge of the label to the element', -outermost, outermost, 4),
  top_mm: length('From the upper edge of the label to the element', -outermost, outermost, 4),
  width_mm: length('Width of the element', 0.1, outermost, 40),
  height_mm: length('Height of the element', 0.1, outermost, 8),
}

const content = {
  kind: Type.Unsafe<(typeof elementKinds)[number]>({
    type: 'string',
    enum: [...elementKinds],
    description: 'What the element is.',
    example: 'text',
  }),
  field: Nullable(
    Type.String({
      maxLength: 106,
      description: `What a text or code shows: ${labelFields.join(', ')}, or field: and the key of an asset field. Null: text is shown.`,
      example: 'external_key',
    }),
  ),
  text: Nullable(
    Type.String({
      ...TagValue,
      description: 'A text that all labels have. Null: field is shown.',
      example: 'Acme',
    }),
  ),
  image: Nullable(
    Type.String({
      maxLength: imagesMax,
      description: 'The picture of an image: a PNG in Base64. Null: the element is not an image.',
      example: null,
    }),
  ),
  fits: Type.Boolean({
    description: 'Whether a text is made smaller until it fits. Otherwise, what does not fit is not printed.',
    example: true,
  }),
}

const NewElement = Type.Object(
  {
    kind: content.kind,
    field: Type.Optional(content.field),
    text: Type.Optional(content.text),
    image: Type.Optional(content.image),
    ...lengths,
    fits: Type.Optional(content.fits),
  },
  { $id: 'LabelElementInput', description: 'A part of a label.', ...strict },
)

const Element = Type.Object(
  { ...content, ...lengths },
  { $id: 'LabelElement', description: 'A part of a label.' },
)
export type LabelElement = Static<typeof Element>

const size = {
  width_mm: length('Width of the label', 4, 400, 76.2),
  height_mm: length('Height of the label', 4, 400, 50.8),
  gap_mm: length('Space between two labels of a roll', 0, 50, 3),
  margin_mm: length('Space at the edges that printers may not reach. Elements may be in it', 0, 50, 2),
}
const elements = {
  maxItems: elementsMax,
  description: 'From back to front.',
}

export const NewTemplate = Type.Object(
  {
    name: Name,
    width_mm: size.width_mm,
    height_mm: size.height_mm,
    gap_mm: Type.Optional(size.gap_mm),
    margin_mm: Type.Optional(size.margin_mm),
    elements: Type.Array(NewElement, elements),
  },
  { $id: 'LabelTemplateInput', ...strict },
)
export type NewElement = Static<typeof NewElement>

export const TemplateChange = Type.Object(
  {
    name: Type.Optional(Name),
    width_mm: Type.Optional(size.width_mm),
    height_mm: Type.Optional(size.height_mm),
    gap_mm: Type.Optional(size.gap_mm),
    margin_mm: Type.Optional(size.margin_mm),
    elements: Type.Optional(Type.Array(NewElement, elements)),
  },
  { $id: 'LabelTemplatePatch', ...strict },
)

export const LabelTemplate = Type.Object(
  {
    id: Id,
    name: Name,
    ...size,
    elements: Type.Array(Element, { description: elements.description }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  },
  { $id: 'LabelTemplate', description: 'How labels are printed.' },
)
export type TemplateView = Static<typeof LabelTemplate>

export const LabelValues = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          kind: OneOf(['asset', 'location'], { description: 'Kind of the record.', example: 'asset' }),
          id: Id,
          external_key: ExternalKey,
          values: Type.Unsafe<Record<string, string>>({
            type: 'object',
            additionalProperties: { type: 'string' },
            description:
              'The text of each field that has one. The number is that of a tag; a print job replaces it with a minted one.',
            example: { external_key: 'PALLET-0042', name: 'Pallet 42', code: 'PALLET-0042' },
          }),
        },
        { $id: 'LabelRecord', description: 'What labels of a record show.' },
      ),
      {
        description:
          'The assets, then the locations. Those that are not there or not in effect are left out.',
      },
    ),
  },
  { $id: 'LabelValues', description: 'What the labels of records show.' },
)
export type LabelRecord = Static<typeof LabelValues>['data'][number]
