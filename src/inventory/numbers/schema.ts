import { type Static, Type } from '@sinclair/typebox'
import { isCompanyPrefix } from '../../base/gs1/uris'
import { Rule, type StringRule } from '../../contract/check'
import { CreatedAt, Id, Nullable, OneOf } from '../../contract/fields'
import { mintedSchemes } from './kinds'
import { numberMessages } from './messages'

/** GS1 company prefixes and minted numbers (docs/internal-api.md, GS1 numbers). */

const isPrefix: StringRule = (value, field) =>
  isCompanyPrefix(value) ? undefined : numberMessages('numbers.prefix', { field })

const Prefix = Type.String({
  pattern: '^[0-9]{6,12}$',
  description: 'GS1 company prefix: 6 to 12 digits.',
  example: '9521234',
  [Rule as unknown as string]: isPrefix,
})
const Scheme = OneOf(mintedSchemes, { description: 'The kind of the number.', example: 'giai' })
const Reference = Nullable(
  Type.String({
    maxLength: 7,
    description:
      'Asset type of a GRAI, or item reference of an SGTIN as in its URI, with the indicator first. Null: GIAI and SSCC, which have none.',
    example: '12345',
  }),
)
const Serial = Type.Integer({
  format: 'int64',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The serial of the next number.',
  example: 1001,
})
const strict = { additionalProperties: false }

export const NewGs1Prefix = Type.Object(
  {
    prefix: Prefix,
    is_shared: Type.Optional(
      Type.Boolean({
        description:
          'True: another organization may have the prefix, too. Only for owners of the installation.',
        example: false,
      }),
    ),
  },
  { $id: 'Gs1PrefixInput', ...strict },
)

export const CounterChange = Type.Object(
  { scheme: Scheme, reference: Type.Optional(Reference), next_serial: Serial },
  { $id: 'Gs1CounterChange', ...strict },
)

export const Minting = Type.Object(
  {
    scheme: Scheme,
    prefix_id: Id,
    reference: Type.Optional(Reference),
    count: Type.Integer({ minimum: 1, maximum: 1_000, description: 'How many numbers.', example: 10 }),
  },
  { $id: 'Gs1Minting', ...strict },
)

const Gs1Counter = Type.Object(
  {
    scheme: Scheme,
    reference: Reference,
    next_serial: Serial,
    needs_confirmation: Type.Boolean({
      description:
        'Whether nothing is minted before a person confirms the next serial, after a restore or a copy.',
      example: false,
    }),
    proposed_serial: Nullable(
      Type.Integer({
        format: 'int64',
        description: 'The highest known serial plus 10,000, if it needs confirmation; null in lists.',
        example: 11_000,
      }),
    ),
  },
  { $id: 'Gs1Counter' },
)
export type CounterView = Static<typeof Gs1Counter>

export const Gs1Prefix = Type.Object(
  {
    id: Id,
    prefix: Prefix,
    is_shared: Type.Boolean({
      description: 'Whether an owner of the installation allows it although another organization has it.',
      example: false,
    }),
    counters: Type.Array(Gs1Counter, { description: 'The next serial of each kind.' }),
    created_at: CreatedAt,
  },
  { $id: 'Gs1Prefix' },
)
export type PrefixView = Static<typeof Gs1Prefix>

const example = (description: string, value: string) => Type.String({ description, example: value })

export const MintedNumbers = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        epc: example('The bits of the EPC in hexadecimal digits.', '3414A4C13C00000000000001'),
        uri: example('Pure identity URI.', 'urn:epc:id:giai:9521234.1'),
        gs1_key: example('GS1 key as it is printed.', '95212341'),
        serial: example('The serial.', '1'),
        element_string: example('Element string with brackets.', '(8004)95212341'),
      }),
      { description: 'The numbers, in order of their serials.' },
    ),
  },
  { $id: 'MintedNumbersResponse', description: 'Minted numbers.' },
)
