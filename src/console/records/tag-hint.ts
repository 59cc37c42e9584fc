import type { Schemas } from '../api/client'

type Hint = NonNullable<Schemas['UnknownTag']['hint']>

const kindOf: Readonly<Record<Hint['scheme'], string>> = {
  'sgtin-96': 'GTIN',
  'sscc-96': 'SSCC',
  'sgln-96': 'GLN',
  'grai-96': 'GRAI',
  'giai-96': 'GIAI',
}

/** What an EPC says, as it is printed. */
export const hintText = ({ scheme, gs1_key: key }: Hint): string => `${kindOf[scheme]} ${key}`
