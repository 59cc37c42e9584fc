import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { identityOf } from '../../../src/tracking/formats/payloads/advertisement'
import { fromHex, iBeaconFormsOf, toHex } from '../../../src/tracking/formats/payloads/beacon'
import { normalize } from '../../../src/inventory/tags/rules'

const flags = '020106'
const uuid = '0A1B2C3D4E5F60718293A4B5C6D7E8F9'
const iBeacon = `1AFF4C000215${uuid}00070BB8C5`
const iBeaconForms = ['0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9/7/3000', `${uuid}00070BB8`]
const eddystoneUid = '1516AAFE00EE0102030405060708090AA0B0C0D0E0F0'
const eddystoneForms = ['0102030405060708090A-A0B0C0D0E0F0']

describe('identityOf', () => {
  const rows: [string, string, readonly string[]][] = [
    ['finds an iBeacon after the flags', flags + iBeacon, iBeaconForms],
    ['finds an iBeacon in lower case', (flags + iBeacon).toLowerCase(), iBeaconForms],
    ['finds an iBeacon before other data', `${iBeacon}0509414C4C45`, iBeaconForms],
    ['finds an iBeacon after a vendor that is not Apple', `05FF3906CA10${iBeacon}`, iBeaconForms],
    ['finds an iBeacon after service data of another service', `05160F18641A${iBeacon}`, iBeaconForms],
    ['finds an Eddystone-UID', `${flags}0303AAFE${eddystoneUid}`, eddystoneForms],
    [
      'finds an Eddystone-UID with the two reserved bytes',
      `1716${eddystoneUid.slice(4)}0000`,
      eddystoneForms,
    ],
    ['takes the first of two identities', eddystoneUid + iBeacon, eddystoneForms],
    ['finds nothing in Eddystone-URL', `${flags}0C16AAFE10EE03676F6F676C6507`, []],
    ['finds nothing in an Eddystone-URL as long as a UID', `${flags}1516AAFE10EE02${'61'.repeat(15)}`, []],
    ['finds nothing in Eddystone-TLM', `${flags}1116AAFE20000BB81700000000010000000A`, []],
    ['finds nothing in Eddystone-EID, which changes', `${flags}0D16AAFE30EE0102030405060708`, []],
    ['finds nothing in the UID of another service', `1516ABFE${eddystoneUid.slice(8)}`, []],
    ['finds nothing in what else Apple sends', `${flags}0AFF4C001005011C8A2B3C`, []],
    ['finds nothing in the data of an iBeacon under another company', `1AFF4D00${iBeacon.slice(8)}`, []],
    ['finds nothing in the data of an iBeacon under another type', `1A09${iBeacon.slice(4)}`, []],
    ['finds nothing in an Apple frame of another length', `1AFF4C000216${iBeacon.slice(12)}`, []],
    ['finds nothing in a name', `${flags}090950414C4C45542D37`, []],
    ['finds nothing in no data', '', []],
    ['finds nothing in one byte', '1A', []],
    ['finds nothing after the padding', `${flags}00${iBeacon}`, []],
    ['finds an iBeacon whose power is cut off', (flags + iBeacon).slice(0, -2), iBeaconForms],
    ['finds nothing in an iBeacon whose minor is cut off', (flags + iBeacon).slice(0, -4), []],
    ['finds nothing in an Eddystone-UID that is cut off', eddystoneUid.slice(0, -2), []],
    ['finds nothing in an iBeacon that its length makes shorter', `17${iBeacon.slice(2)}`, []],
    ['finds nothing behind a length that leads past the end', `30FF3906${iBeacon}`, []],
    ['finds nothing in text that is not hex', 'PALLET 7', []],
  ]
  test.each(rows)('%s', (_, hex, forms) => {
    expect(identityOf(fromHex(hex))).toEqual([...forms])
  })

  test('never throws for any bytes', () => {
    const structure = fc
      .tuple(fc.constantFrom(0x09, 0x16, 0xff), fc.uint8Array({ maxLength: 30 }), fc.nat(255))
      .map(([type, data, length]) => [length % 2 === 0 ? data.length + 1 : length, type, ...data])
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(structure, { maxLength: 6 }).map((all) => Uint8Array.from(all.flat())),
    )
    fc.assert(fc.property(bytes, (advertisement) => identityOf(advertisement).length <= 2))
  })

  const other = fc
    .tuple(fc.constantFrom(0x01, 0x03, 0x09, 0x0a), fc.uint8Array({ maxLength: 20 }))
    .map(([type, data]) => toHex(Uint8Array.from([data.length + 1, type, ...data])))
  const around = fc.tuple(fc.array(other, { maxLength: 3 }), fc.array(other, { maxLength: 3 }))
  const word = fc.nat(0xffff)
  const hexWord = (number: number) => number.toString(16).padStart(4, '0')

  test('decodes an encoded iBeacon like a gateway', () => {
    const uuids = fc.uint8Array({ minLength: 16, maxLength: 16 })
    fc.assert(
      fc.property(around, uuids, word, word, ([before, after], bytes, major, minor) => {
        const structure = `1AFF4C000215${toHex(bytes)}${hexWord(major)}${hexWord(minor)}C5`
        const forms = identityOf(fromHex([...before, structure, ...after].join('')))
        expect(forms).toEqual([...iBeaconFormsOf(toHex(bytes), major, minor)])
        expect(forms[0]?.split('/').slice(1).map(Number)).toEqual([major, minor])
        expect(forms[0]?.split('/')[0]?.replaceAll('-', '')).toBe(toHex(bytes))
      }),
    )
  })

  test('decodes an encoded Eddystone-UID', () => {
    const identifiers = fc.uint8Array({ minLength: 16, maxLength: 16 })
    fc.assert(
      fc.property(around, identifiers, ([before, after], bytes) => {
        const hex = [...before, `1516AAFE00EE${toHex(bytes)}`, ...after].join('')
        expect(identityOf(fromHex(hex)).map((form) => form.replace('-', ''))).toEqual([toHex(bytes)])
      }),
    )
  })

  test('gives two iBeacons no forms that match', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 4, maxLength: 4 }), ([a, b, c, d]) => {
        fc.pre(a !== c || b !== d)
        const forms = (major?: number, minor?: number) =>
          iBeaconFormsOf(uuid, major, minor).map((form) => normalize('ble', form))
        expect(new Set([...forms(a, b), ...forms(c, d)]).size).toBe(2)
      }),
    )
    const normal = (major: number, minor: number) =>
      normalize('ble', iBeaconFormsOf(uuid, major, minor)[0] ?? '')
    expect(normal(1, 12)).not.toBe(normal(11, 2))
  })
})

describe('iBeaconFormsOf', () => {
  test.each([
    [uuid, 7, 3000],
    [uuid.toLowerCase(), '7', '3000'],
    ['0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9', 7, '3000'],
  ])('reads %p, %p, %p', (...[id, major, minor]: unknown[]) => {
    expect(iBeaconFormsOf(id, major, minor)).toEqual(iBeaconForms)
  })

  test.each([
    [undefined, 7, 3000],
    [uuid, undefined, 3000],
    [uuid, 7, null],
    [uuid, 65_536, 0],
    [uuid, 0, -1],
    [uuid, 0, 1.5],
    [uuid, '', '0x10'],
    [uuid.slice(1), 7, 3000],
    [`${uuid.slice(1)}G`, 7, 3000],
    [{}, [], true],
  ])('finds nothing in %p, %p, %p', (...[id, major, minor]: unknown[]) => {
    expect(iBeaconFormsOf(id, major, minor)).toEqual([])
  })
})
