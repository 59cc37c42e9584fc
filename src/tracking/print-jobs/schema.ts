import { type Static, Type } from '@sinclair/typebox'
import { jobStates, labelStates } from '../../base/printing/states'
import { CreatedAt, ExternalKey, Id, Nullable, OneOf, Text, Timestamp } from '../../contract/fields'
import { mintedSchemes } from '../../inventory/numbers/kinds'
import { scopeOf } from '../stocktakes/schema'

/** Print jobs and their labels (docs/internal-api.md, Print jobs). */

const strict = { additionalProperties: false }

const Encode = Type.Object(
  {
    scheme: OneOf(mintedSchemes, { description: 'The kind of the numbers.', example: 'giai' }),
    prefix_id: Type.Integer({ ...Id, description: 'Id of the GS1 company prefix.' }),
    reference: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 7,
          description: 'Asset type of a GRAI, or item reference of an SGTIN with the indicator first.',
          example: '12345',
        }),
      ),
    ),
  },
  {
    $id: 'PrintJobNumbers',
    description: 'Which new numbers the labels get. The tag of an asset is created when its label is live.',
    ...strict,
  },
)
export type EncodeView = Static<typeof Encode>

const TemplateId = Type.Integer({ ...Id, description: 'Id of the label template.' })
const PrinterId = Nullable(
  Type.Integer({ ...Id, description: 'Id of the printer; null: a browser prints the labels.' }),
)

export const NewPrintJob = Type.Object(
  {
    template_id: TemplateId,
    printer_id: PrinterId,
    asset_ids: Type.Optional(
      Type.Array(Id, {
        description: 'The assets, each of which gets a label, in this order. At most 10,000.',
        example: [42],
      }),
    ),
    scope: Type.Optional(
      scopeOf('Instead of asset_ids: which assets get a label, in the order of their keys.'),
    ),
    encode: Type.Optional(Nullable(Encode)),
  },
  { $id: 'PrintJobInput', ...strict },
)
export type NewPrintJob = Static<typeof NewPrintJob>

const Count = (description: string) => Type.Integer({ minimum: 0, description, example: 12 })

export const PrintJob = Type.Object(
  {
    id: Id,
    template_id: TemplateId,
    template_name: Type.String({ description: 'Its name when the job was created.', example: 'Pallet' }),
    printer_id: PrinterId,
    printer_name: Nullable(
      Type.String({ description: 'Name of the printer; null without one.', example: 'Dock 2' }),
    ),
    encode: Nullable(Encode),
    station: Nullable(
      Type.Object(
        {
          reader_id: Type.Integer({ ...Id, description: 'Id of the reader.' }),
          reader_name: Type.String({ description: 'Name of the reader.', example: 'Pad 1' }),
        },
        { description: 'The encode station, which makes labels live; null without one.' },
      ),
    ),
    state: OneOf(jobStates, { description: 'Its state.', example: 'printing' }),
    reason: Nullable(
      Type.String({ description: 'Why it waits or is stopped; null without a reason.', example: null }),
    ),
    reason_text: Nullable(Text),
    since: Type.String({
      ...Timestamp,
      description: 'Since when it has this state, or waits for the printer.',
    }),
    counts: Type.Object(
      {
        queued: Count('Labels that are still to print. Those of a canceled job are never printed.'),
        sent: Count('Labels at the printer.'),
        verified: Count('Labels whose chip was read back.'),
        live: Count('Labels in use.'),
        void: Count('Labels that must not be used.'),
      },
      { description: 'Numbers of labels by state.' },
    ),
    created_by: Type.Object(
      {
        user_id: Nullable(
          Type.String({ description: 'Id of the user.', example: '01K3QF6Z9T1V4W8X2Y5Z7A9BCD' }),
        ),
        name: Type.String({ description: 'Name of the user at that time.', example: 'Ana Costa' }),
      },
      { description: 'Who created it.' },
    ),
    created_at: CreatedAt,
    ended_at: Nullable(
      Type.String({ ...Timestamp, description: 'When it was done or canceled.', example: null }),
    ),
  },
  { $id: 'PrintJob', description: 'Labels that are printed one after another.' },
)
export type PrintJobView = Static<typeof PrintJob>

export const NewStation = Type.Object(
  { reader_id: Type.Integer({ ...Id, description: 'Id of a fixed reader.' }) },
  { $id: 'PrintStationInput', ...strict },
)

export const PrintLabel = Type.Object(
  {
    id: Id,
    asset_id: Type.Integer({ ...Id, description: 'Id of the asset.' }),
    asset_external_key: ExternalKey,
    epc: Nullable(
      Type.String({
        description: 'The number that was minted for it, as the EPC in hexadecimal digits; null without one.',
        example: '3414A4C13C00000000000001',
      }),
    ),
    tid: Nullable(
      Type.String({ description: 'The chip that was read back.', example: 'E2801160200074B2D4C509A3' }),
    ),
    state: OneOf(labelStates, { description: 'Its state.', example: 'live' }),
    reason: Nullable(Type.String({ description: 'Why it is void; otherwise null.', example: null })),
    reason_text: Nullable(Text),
    at: Type.String({ ...Timestamp, description: 'Since when it has this state.' }),
  },
  { $id: 'PrintLabel', description: 'A label of a print job.' },
)
export type PrintLabelView = Static<typeof PrintLabel>
