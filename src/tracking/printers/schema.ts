import { type Static, Type } from '@sinclair/typebox'
import { printerStates } from '../../base/printing/states'
import { CreatedAt, Id, Name, Nullable, OneOf, Text, Timestamp, UpdatedAt } from '../../contract/fields'

/** Label printers (docs/internal-api.md, Printers). */

const correctionMax = 50
const defaultPort = 9_100
const defaultDpi = 203

const Correction = (description: string) =>
  Type.Number({ minimum: -correctionMax, maximum: correctionMax, description, example: 0 })

const fields = {
  name: Name,
  host: Type.String({
    minLength: 1,
    maxLength: 253,
    description: 'Host name or IP address.',
    example: '10.0.0.40',
  }),
  port: Type.Integer({
    minimum: 1,
    maximum: 65_535,
    description: 'Port on which it accepts ZPL; 9100 if absent.',
    example: defaultPort,
  }),
  dpi: Type.Integer({
    minimum: 100,
    maximum: 1_200,
    description: 'Dots per inch: usually 203, 300 or 600; 203 if absent.',
    example: defaultDpi,
  }),
  has_rfid: Type.Boolean({
    description: 'Whether it writes the chips of labels.',
    example: true,
  }),
  correction_x: Correction('How far everything is moved to the right, in millimeters.'),
  correction_y: Correction('How far everything is moved down, in millimeters.'),
}
const optional = {
  port: Type.Optional(fields.port),
  dpi: Type.Optional(fields.dpi),
  has_rfid: Type.Optional(fields.has_rfid),
  correction_x: Type.Optional(fields.correction_x),
  correction_y: Type.Optional(fields.correction_y),
}
const strict = { additionalProperties: false }

export const NewPrinter = Type.Object(
  { name: fields.name, host: fields.host, ...optional },
  { $id: 'PrinterInput', ...strict },
)
export const PrinterChange = Type.Object(
  { name: Type.Optional(fields.name), host: Type.Optional(fields.host), ...optional },
  { $id: 'PrinterChange', ...strict },
)

export const Printer = Type.Object(
  {
    id: Id,
    ...fields,
    state: OneOf(printerStates, {
      description: 'What the printer has said last. It is asked by a test, and while it has print jobs.',
      example: 'ready',
    }),
    since: Type.String({ ...Timestamp, description: 'Since when it has said so.' }),
    problem: Nullable(
      Type.String({
        description: 'What must be done before it prints; null without a problem.',
        example: null,
      }),
    ),
    problem_text: Nullable(Text),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  },
  { $id: 'Printer', description: 'A label printer.' },
)
export type PrinterView = Static<typeof Printer>

export const defaults = {
  port: defaultPort,
  dpi: defaultDpi,
  has_rfid: false,
  correction_x: 0,
  correction_y: 0,
} as const
