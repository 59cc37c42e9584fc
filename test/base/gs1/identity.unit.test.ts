import { describe, expect, test } from 'bun:test'
import tds from 'epc-tds'
import { decodeEpc, encodeEpc } from '../../../src/base/gs1/epc-bits'
import { hexOf, readCode } from '../../../src/base/gs1/identity'
import { contents } from '../../support/gs1-keys'

/** The object that a code names. The vectors are from the GS1 standards and from public reports of codes that were read wrongly. */

const gs = '\u001d'
const sgtin = '(01)00052427185402(21)202524899560'

// Rule: api.md, Identity
describe('a code', () => {
  test.each([
    ['the bits of an SGTIN-96', '303403332C121B2F276CB8E8', sgtin],
    ['the same with a protocol-control word', '3000303403332C121B2F276CB8E8', sgtin],
    ['the same in lower case, in groups', '3034 0333 2c12 1b2f 276c b8e8', sgtin],
    ['its pure identity URI', 'urn:epc:id:sgtin:0052427.018540.202524899560', sgtin],
    ['its tag URI', 'urn:epc:tag:sgtin-96:1.0052427.018540.202524899560', sgtin],
    ['its Digital Link', 'https://id.gs1.org/01/00052427185402/21/202524899560', sgtin],
    [
      'a Digital Link of another host, with other data',
      `HTTPS://SHOP.EXAMPLE/a/01/052427185402/10/B7/21/202524899560?17=270101`,
      sgtin,
    ],
    ['an element string with brackets', '(01)00052427185402(10)B7(21)202524899560', sgtin],
    ['a GS1 DataMatrix', `]d20100052427185402${gs}21202524899560`, sgtin],
    ['a GS1 DataMatrix without a prefix', `${gs}010005242718540210B7${gs}21202524899560`, sgtin],
    [
      'a GS1-128 that has no separator because its only variable part is the last one',
      '0109521234543213211234567',
      '(01)09521234543213(21)1234567',
    ],
    ['a check digit of 0', '3036142C8C008F8000053244', '(01)08719139005740(21)340548'],
    [
      'a Digital Link of a GRAI',
      'https://example.com/8003/04007537168421100034022',
      '(8003)04007537168421100034022',
    ],
    ['a GIAI', ']C18004061414156A', '(8004)061414156A'],
    ['the bits of an SSCC', '3154257BF4499602D2000000', '(00)106141412345678908'],
    ['an SSCC', '00106141412345678908', '(00)106141412345678908'],
    ['a GLN without an extension', '(414)9521321000018', '(414)9521321000018'],
    ['the SGLN of it', 'urn:epc:id:sgln:9521321.00001.0', '(414)9521321000018'],
    [
      'characters that are escaped',
      'https://id.gs1.org/01/09521234543213/21/A%2FB%25',
      '(01)09521234543213(21)A/B%',
    ],
    ['the same in an EPC URI', 'urn:epc:id:sgtin:9521234.054321.A%2FB%25', '(01)09521234543213(21)A/B%'],
    ['a serial number that is a dot', 'https://id.gs1.org/01/09521234543213/21/.', '(01)09521234543213(21).'],
    [
      'a serial number with a bracket',
      `]C10109521234543213${'21A(01)B'}`,
      String.raw`(01)09521234543213(21)A\(01)B`,
    ],
  ])('names one object: %s', (_what, value, elements) => {
    const { identity, problem } = readCode(value)
    expect({ elements: identity?.element_string, problem }).toEqual({ elements, problem: null })
    // What was printed from it names the same.
    for (const form of [identity?.element_string, identity?.digital_link, identity?.uri, identity?.tag_uri])
      if (form) expect(readCode(form).identity?.element_string).toBe(elements)
  })

  test.each([
    ['a wrong check digit', '(01)00052427185403(21)1', 'check_digit'],
    ['a wrong check digit in a Digital Link', 'https://id.gs1.org/00/106141412345678907', 'check_digit'],
    [
      'lost separators, so that a serial number may end at several places',
      '0109521234543213211234561725010112',
      'ambiguous',
    ],
    ['a serial number that is too long', `]d20109521234543213${'21'}${'1'.repeat(21)}`, 'length'],
    ['an EPC URI with too few digits', 'urn:epc:id:sgtin:0614141.12345.400', 'length'],
  ] as const)('stays text, and says why: %s', (_what, value, problem) => {
    expect(readCode(value)).toEqual({ identity: null, problem })
  })

  test.each([
    ['a batch and dates without separators', '1021072911172405310100693570007182'],
    ['data of a company', ']C190MPT00034110R20060043'],
    ['a GTIN without a serial number, which names a kind of thing', '(01)09521234543213'],
    ['an EAN-13', '4006381333931'],
    ['bits of no scheme', 'E2009A9040060AF000000372'],
    ['a URL of no key', 'https://example.com/assets/17'],
    ['a UUID', '3f0c6f3e-0c77-4f0e-9e7f-6f3ad9f6a1d2'],
    ['a text', 'Pallet 17'],
    ['nothing', ''],
  ])('that names no object is text: %s', (_what, value) => {
    expect(readCode(value)).toEqual({ identity: null, problem: null })
  })

  test('loses a protocol-control word only when its length fits', () => {
    expect(hexOf('3000E2009A9040060AF000000372')).toBe('E2009A9040060AF000000372')
    expect(hexOf('E2009A9040060AF000000372')).toBe('E2009A9040060AF000000372')
    expect(hexOf('2000E2009A9040060AF000000372')).toBe('2000E2009A9040060AF000000372')
    expect(hexOf('ABC')).toBeUndefined()
  })
})

describe('the bits of an EPC', () => {
  test('have the content that they were made of, and all forms of it name one object', () => {
    for (const content of contents(5_000, 'AZaz09!"%&\'()*+,-./:;<=>?_')) {
      const hex = encodeEpc(content) as string
      expect(decodeEpc(hex)).toEqual(content)
      const identity = readCode(hex).identity
      const {
        element_string: elements,
        digital_link: link,
        uri,
        tag_uri: tagUri,
      } = identity as NonNullable<typeof identity>
      for (const form of [elements, link, uri as string, tagUri as string])
        if (readCode(form).identity?.element_string !== elements)
          throw new Error(`${form} is not ${elements}`)
    }
  })

  test('are those of another implementation', () => {
    // It splits a serial number at a dot, escapes no characters, and pads to bytes.
    for (const content of contents(3_000, 'AZaz09-')) {
      const hex = encodeEpc(content) as string
      const other = tds.valueOf(hex)
      const { identity } = readCode(hex)
      expect(identity).toMatchObject({ uri: other.toIdURI(), tag_uri: other.toTagURI() })
      expect(
        tds
          .fromTagURI(identity?.tag_uri as string)
          .toHexString()
          .padEnd(hex.length, '0'),
      ).toBe(hex)
    }
  })

  test('are none when a part does not fit', () => {
    const content = {
      encoding: 'sgtin-96',
      scheme: 'sgtin',
      filter: 1,
      prefix: '0614141',
      reference: '812345',
    } as const
    expect(encodeEpc({ ...content, serial: '274877906943' })).toBe('3034257BF7194E7FFFFFFFFF')
    expect(encodeEpc({ ...content, serial: '274877906944' })).toBeNull()
    expect(encodeEpc({ ...content, serial: '007' })).toBeNull()
    expect(encodeEpc({ ...content, serial: 'A' })).toBeNull()
    expect(encodeEpc({ ...content, serial: '1', prefix: '12345' })).toBeNull()
    expect(encodeEpc({ ...content, encoding: 'sgtin-198', serial: 'A'.repeat(21) })).toBeNull()
    expect(encodeEpc({ ...content, encoding: 'sgtin-97', serial: '1' })).toBeNull()
  })

  test('are not read when they are not validly encoded', () => {
    for (const hex of [
      // Partition value 7; a prefix with more digits than its partition has; bits after the end.
      '303F03332C121B2F276CB8E8',
      '3037FFFFFC121B2F276CB8E8',
      '3154257BF4499602D2000001',
      '3634257BF7194E60800000000000000000000000000000000001',
    ])
      expect(decodeEpc(hex)).toBeNull()
  })
})
