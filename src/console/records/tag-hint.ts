import type { Schemas } from '../api/client'

type Hint = NonNullable<Schemas['UnknownTag']['hint']>

/** The names of GS1 keys, by the scheme of an EPC. */
export const keyKinds: Readonly<Record<string, string>> = {
  sgtin: 'GTIN',
  sscc: 'SSCC',
  sgln: 'GLN',
  grai: 'GRAI',
  giai: 'GIAI',
}

/** Returns the GS1 key that an EPC encodes, with its name. */
export const hintText = ({ scheme, gs1_key: key }: Hint): string =>
  `${keyKinds[scheme.slice(0, scheme.indexOf('-'))]} ${key}`
