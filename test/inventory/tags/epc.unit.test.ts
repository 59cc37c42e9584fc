import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { epcHint } from '../../../src/inventory/tags/epc'

/** EPCs of 96 bits, against the tables of GS1's Tag Data Standard. */

/** By scheme: the header, and for each partition the digits and bits of the reference, then the bits after it. */
const tables = {
  'sgtin-96': { header: 0x30, digits: [1, 2, 3, 4, 5, 6, 7], bits: [4, 7, 10, 14, 17, 20, 24], rest: 38 },
  'sscc-96': { header: 0x31, digits: [5, 6, 7, 8, 9, 10, 11], bits: [18, 21, 24, 28, 31, 34, 38], rest: 24 },
  'sgln-96': { header: 0x32, digits: [0, 1, 2, 3, 4, 5, 6], bits: [1, 4, 7, 11, 14, 17, 21], rest: 41 },
  'grai-96': { header: 0x33, digits: [0, 1, 2, 3, 4, 5, 6], bits: [4, 7, 10, 14, 17, 20, 24], rest: 38 },
  'giai-96': { header: 0x34, digits: null, bits: [42, 45, 48, 52, 55, 58, 62], rest: 0 },
} as const
type SchemeName = keyof typeof tables
const prefixBits = [40, 37, 34, 30, 27, 24, 20]
const hasSerial = (name: SchemeName) => name !== 'sscc-96' && name !== 'giai-96'

interface Parts {
  readonly name: SchemeName
  readonly filter: number
  readonly partition: number
  readonly prefix: bigint
  readonly reference: bigint
  readonly rest: bigint
}

function encode({ name, filter, partition, prefix, reference, rest }: Parts): string {
  const { header, bits, rest: restBits } = tables[name]
  const fields: [bigint | number, number][] = [
    [header, 8],
    [filter, 3],
    [partition, 3],
    [prefix, prefixBits[partition] ?? 20],
    [reference, bits[partition] ?? 0],
    [rest, restBits],
  ]
  return fields
    .map(([value, length]) => (length === 0 ? '' : value.toString(2).padStart(length, '0')))
    .join('')
    .match(/.{4}/g)!
    .map((nibble) => Number.parseInt(nibble, 2).toString(16).toUpperCase())
    .join('')
}

/** Any field within its bits; not all of them stand for as many digits as there is room for. */
const anyParts: fc.Arbitrary<Parts> = fc
  .record({ name: fc.constantFrom(...(Object.keys(tables) as SchemeName[])), partition: fc.nat(6) })
  .chain(({ name, partition }) => {
    const { bits, rest } = tables[name]
    const ofBits = (length: number) => fc.bigInt(0n, 2n ** BigInt(length) - 1n)
    return fc.record({
      name: fc.constant(name),
      partition: fc.constant(partition),
      filter: fc.nat(7),
      prefix: ofBits(prefixBits[partition] as number),
      reference: ofBits(bits[partition] as number),
      rest: ofBits(rest),
    })
  })

const isPossible = ({ name, partition, prefix, reference, rest }: Parts): boolean => {
  const digits = tables[name].digits?.[partition]
  return (
    prefix < 10n ** BigInt(12 - partition) &&
    (digits === undefined || reference < 10n ** BigInt(digits)) &&
    (hasSerial(name) || rest === 0n)
  )
}

/** The check digit, computed in another way than the service does: the sum with it is a multiple of ten. */
const isChecked = (digits: string): boolean =>
  Array.from(digits.padStart(18, '0')).reduce(
    (sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 3 : 1),
    0,
  ) %
    10 ===
  0

describe('epcHint', () => {
  test.each([
    // The examples of the Tag Data Standard.
    ['3074257BF7194E4000001A85', 'sgtin-96', '3', '0614141.812345.6789', '80614141123458'],
    ['3114257BF4499602D2000000', 'sscc-96', '0', '0614141.1234567890', '106141412345678908'],
    ['3214257BF460720000000190', 'sgln-96', '0', '0614141.12345.400', '0614141123452'],
    ['3274257BF460720000000190', 'sgln-96', '3', '0614141.12345.400', '0614141123452'],
    ['3314257BF40C0E4000000190', 'grai-96', '0', '0614141.12345.400', '0614141123452400'],
    ['3414257BF40000000000162E', 'giai-96', '0', '0614141.5678', '06141415678'],
    // Where numbers get large, small or empty.
    ['341A57BF7FFFFFFFFFFFFFFF', 'giai-96', '0', '614141.4611686018427387903', '6141414611686018427387903'],
    ['34180DCF4000000000000000', 'giai-96', '0', '014141.0', '0141410'],
    ['30380DCF4000003FFFFFFFFF', 'sgtin-96', '1', '014141.0000000.274877906943', '00141410000003'],
    ['32023BF6A76DF00000000190', 'sgln-96', '0', '614141123452..400', '6141411234524'],
    ['33023BF6A76DF00000000190', 'grai-96', '0', '614141123452..400', '6141411234524400'],
  ])('reads %s as %s', (epc, scheme, filter, parts, key) => {
    const identity = scheme.slice(0, -3)
    expect(epcHint(epc)).toEqual({
      scheme: scheme as SchemeName,
      uri: `urn:epc:id:${identity}:${parts}`,
      tag_uri: `urn:epc:tag:${scheme}:${filter}.${parts}`,
      gs1_key: key,
    })
  })

  test.each([
    ['a partition that there is not', '307C00000000000000000001'],
    ['a company prefix with a digit too many', '3077D0900000004000000001'],
    ['an item reference with a digit too many', '3074257BF7F7A00000000001'],
    ['a location reference where there is no room for a digit', '32023BF6A76DF20000000190'],
    ['bits after an SSCC', '3114257BF4499602D2000007'],
    ['another scheme', '3514257BF40000000000162E'],
    ['a tag of a vendor', 'E28011606000020000000000'],
    ['fewer digits', '3414257BF4000000000016'],
    ['more digits', '3414257BF40000000000162E0000'],
    ['letters that are not digits', '30ZZ257BF7194E4000001A85'],
    ['nothing', ''],
    ['a name', 'constructor'],
  ])('returns nothing for %s', (_, value) => {
    expect(epcHint(value)).toBeNull()
  })

  test('reads a value as a user types it', () => {
    const plain = epcHint('3414257BF40000000000162E')
    expect(epcHint('3414-257b-f400-0000-0000-162e')).toEqual(plain)
    expect(epcHint('34 14 25 7B F4 00 00 00 00 00 16 2E')).toEqual(plain)
  })

  test('decodes encoded values, and rejects impossible values', () => {
    let possible = 0
    fc.assert(
      fc.property(anyParts, (parts) => {
        const hint = epcHint(encode(parts))
        expect(hint !== null).toBe(isPossible(parts))
        if (!hint) return
        possible++
        const [scheme, numbers] = hint.tag_uri.slice('urn:epc:tag:'.length).split(':')
        const [filter, prefix, reference, serial = '0'] = (numbers as string).split('.')
        expect([scheme, Number(filter), 12 - (prefix as string).length]).toEqual([
          parts.name,
          parts.filter,
          parts.partition,
        ])
        expect([prefix, reference, serial].map((part) => BigInt(part as string))).toEqual([
          parts.prefix,
          parts.reference,
          parts.rest,
        ])
        const digits = tables[parts.name].digits?.[parts.partition]
        if (digits !== undefined) expect(reference).toHaveLength(digits)
      }),
      { numRuns: 2000 },
    )
    expect(possible).toBeGreaterThan(200)
  })

  test('ends keys with the correct check digit', () => {
    fc.assert(
      fc.property(anyParts.filter(isPossible), (parts) => {
        const key = epcHint(encode(parts))?.gs1_key as string
        const checked = { 'sgtin-96': 14, 'sscc-96': 18, 'sgln-96': 13, 'grai-96': 13, 'giai-96': 0 }[
          parts.name
        ]
        if (parts.name !== 'grai-96' && checked > 0) expect(key).toHaveLength(checked)
        if (checked > 0) expect(isChecked(key.slice(0, checked))).toBe(true)
      }),
    )
  })
})
