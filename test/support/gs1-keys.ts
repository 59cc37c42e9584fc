import type { EpcContent, Scheme } from '../../src/base/gs1/epc-bits'

/** Random GS1 keys. */

const sizes: Readonly<Record<Scheme, number>> = { sgtin: 13, sscc: 17, sgln: 12, grai: 12, giai: 30 }
const encodings = [
  'sgtin-96',
  'sscc-96',
  'sgln-96',
  'grai-96',
  'giai-96',
  'sgtin-198',
  'grai-170',
  'giai-202',
  'sgln-195',
]

/** Returns keys of all encodings, of which a number of a linear generator decides each part. */
export function* contents(count: number, alphabet: string): Generator<EpcContent> {
  let state = 7
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
  const text = (length: number, from: string) =>
    Array.from({ length }, () => from[below(from.length)]).join('')
  for (let index = 0; index < count; index++) {
    const encoding = encodings[below(encodings.length)] as string
    const scheme = encoding.split('-')[0] as Scheme
    const isLong = !encoding.endsWith('-96')
    const prefix = text(6 + below(6), '0123456789')
    const word = (most: number) => (isLong ? text(1 + below(most), alphabet) : String(below(2_000_000_000)))
    const isGiai = scheme === 'giai'
    yield {
      encoding,
      scheme,
      filter: below(8),
      prefix,
      reference: isGiai ? word(18) : text(sizes[scheme] - prefix.length, '0123456789'),
      serial: isGiai || scheme === 'sscc' ? null : word(scheme === 'grai' ? 16 : 20),
    }
  }
}
