import { type Static, Type } from '@sinclair/typebox'
import { readCode } from '../../base/gs1/identity'
import { Nullable, OneOf } from '../../contract/fields'

const schemes = ['sgtin', 'sscc', 'sgln', 'grai', 'giai'] as const

const uri = (description: string, example: string) => Nullable(Type.String({ description, example }))

/** The object that a code names (docs/api.md, Identity). */
export const TagIdentity = Type.Object(
  {
    scheme: OneOf(schemes, { description: 'Scheme of the GS1 key.', example: 'sgtin' }),
    gs1_key: Type.String({
      description: 'GS1 key as it is printed: GTIN-14, SSCC, GLN, GRAI with serial number, or GIAI.',
      example: '09521234543213',
    }),
    serial: Nullable(
      Type.String({ description: 'Serial number or extension; null when the key has none.', example: '400' }),
    ),
    element_string: Type.String({
      description: 'Element string with brackets. It is equal for all spellings of one key.',
      example: '(01)09521234543213(21)400',
    }),
    uri: uri(
      'Pure identity URI; null when the code does not say how long the company prefix is.',
      'urn:epc:id:sgtin:9521234.054321.400',
    ),
    tag_uri: uri(
      'Tag URI; null when the code has no filter value.',
      'urn:epc:tag:sgtin-96:1.9521234.054321.400',
    ),
    digital_link: Type.String({
      description: 'GS1 Digital Link of the key, at the resolver of GS1.',
      example: 'https://id.gs1.org/01/09521234543213/21/400',
    }),
  },
  { $id: 'TagIdentity', description: 'The object that a code names: a GS1 key with its serial number.' },
)
/** Returns the object that a value names; null when it names none. */
export const identityOf = (value: string): Static<typeof TagIdentity> | null => readCode(value).identity
