import { type Static, Type } from '@sinclair/typebox'
import { type Epc, epcOf } from '../../base/gs1/epc'
import { normalize } from './rules'

const schemeNames: readonly Epc['scheme'][] = ['sgtin-96', 'sscc-96', 'sgln-96', 'grai-96', 'giai-96']

/** The content of a 96-bit EPC (GS1 Tag Data Standard). It is for display only: tags are compared by their value. */
export const EpcHint = Type.Object(
  {
    scheme: Type.Unsafe<Epc['scheme']>({ type: 'string', enum: [...schemeNames] }),
    uri: Type.String({ description: 'Pure identity URI.', example: 'urn:epc:id:giai:0614141.5678' }),
    tag_uri: Type.String({
      description: 'Tag URI, which also contains the filter value.',
      example: 'urn:epc:tag:giai-96:0.0614141.5678',
    }),
    gs1_key: Type.String({
      description:
        'GS1 key as it is printed, with its check digit: GTIN-14, SSCC, GLN, GRAI with serial number, or GIAI.',
    }),
  },
  { description: 'The content of an EPC.' },
)
export type EpcHint = Static<typeof EpcHint>

/** Returns the content of an EPC; null when the value is not an EPC of these schemes. */
export const epcHint = (value: string): EpcHint | null => epcOf(normalize('rfid', value))
