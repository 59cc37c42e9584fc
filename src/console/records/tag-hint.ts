import type { Schemas } from '../api/client'

type Hint = NonNullable<Schemas['UnknownTag']['hint']>

const kindOf: Readonly<Record<Hint['scheme'], string>> = {
  'sgtin-96': 'GTIN',
  'sscc-96': 'SSCC',
  'sgln-96': 'GLN',
  'grai-96': 'GRAI',
  'giai-96': 'GIAI',
}

/** Returns the GS1 key that an EPC encodes, with its name. */
export const hintText = ({ scheme, gs1_key: key }: Hint): string => `${kindOf[scheme]} ${key}`
