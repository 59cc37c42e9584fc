import { decodeEpc, type EpcContent } from './epc-bits'
import { withCheckDigit } from './check-digit'

/** The content of a 96-bit EPC (GS1 Tag Data Standard), as it is shown. */
export interface Epc {
  readonly scheme: 'sgtin-96' | 'sscc-96' | 'sgln-96' | 'grai-96' | 'giai-96'
  readonly uri: string
  readonly tag_uri: string
  readonly gs1_key: string
}

/** A GTIN and an SSCC begin with the indicator or extension digit, which is the first digit of the reference. */
const withIndicator = (prefix: string, reference: string): string =>
  withCheckDigit(reference.slice(0, 1) + prefix + reference.slice(1))

const keyOf: Readonly<
  Record<EpcContent['scheme'], (prefix: string, reference: string, serial: string) => string>
> = {
  sgtin: withIndicator,
  sscc: withIndicator,
  sgln: (prefix, reference) => withCheckDigit(prefix + reference),
  grai: (prefix, reference, serial) => withCheckDigit(prefix + reference) + serial,
  giai: (prefix, reference) => prefix + reference,
}

/** Returns the GS1 key of an EPC as it is printed: GTIN-14, SSCC, GLN, GRAI with serial number, or GIAI. */
export const gs1KeyOf = ({
  scheme,
  prefix,
  reference,
  serial,
}: Omit<EpcContent, 'encoding' | 'filter'>): string => keyOf[scheme](prefix, reference, serial ?? '')

/**
 * Returns the content of a 96-bit EPC. Returns null when the value is not an EPC of these schemes or not validly encoded: a
 * tag may hold any bits.
 *
 * @param hex upper case, without separators
 */
export function epcOf(hex: string): Epc | null {
  const content = hex.length === 24 ? decodeEpc(hex) : null
  if (!content) return null
  const { scheme, encoding, filter, prefix, reference, serial } = content
  const parts = [prefix, reference, ...(serial === null ? [] : [serial])].join('.')
  return {
    scheme: encoding as Epc['scheme'],
    uri: `urn:epc:id:${scheme}:${parts}`,
    tag_uri: `urn:epc:tag:${encoding}:${filter}.${parts}`,
    gs1_key: gs1KeyOf(content),
  }
}
