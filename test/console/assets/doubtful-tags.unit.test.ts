import { describe, expect, test } from 'bun:test'
import { doubtOf } from '../../../src/console/records/doubtful-tags'

/** Tags that may never match a read. */

const epc = '303403332C121B2F276CB8E8'
const uuid = 'F7826DA6-4FA2-4E98-8024-BC5B71E0893E'

describe('a tag may never match when', () => {
  test.each<[why: string, type: 'rfid' | 'ble' | 'barcode', value: string, doubt: string]>([
    ['a spreadsheet has shortened it', 'rfid', '3.03408E+23', 'has shortened'],
    ['a spreadsheet has shortened it', 'barcode', '4,00638E+12', 'has shortened'],
    ['a spreadsheet has rounded it', 'rfid', '303403332412172000000000', 'after the 15th'],
    ['a spreadsheet has rounded it', 'barcode', '123456789012345000', 'after the 15th'],
    ['a digit is missing', 'rfid', epc.slice(0, -1), 'has 23 hexadecimal digits'],
    ['a digit is missing', 'rfid', '3034 0333 2C12 1B2F 276C B8E', 'has 23 hexadecimal digits'],
    ['a digit is missing', 'ble', 'AC:23:3F:A1:B2:C', 'has 11 hexadecimal digits'],
    ['a byte is missing', 'rfid', epc.slice(0, -2), 'has 22 hexadecimal digits'],
    ['a byte is too many', 'rfid', `${epc}00`, 'has 26 hexadecimal digits'],
    ['it contains the letter O', 'rfid', epc.replace('0', 'O'), 'contains the letter O'],
    ['it contains a letter of another alphabet', 'rfid', 'TАG-1', '“А” of another alphabet'],
    ['it contains a letter of another alphabet', 'barcode', 'PАL-1', '“А” of another alphabet'],
    ['it has the dash of a document', 'barcode', 'AB–12', '“–”'],
    ['it has full-width digits', 'barcode', '４００６', '“４”'],
    ['it is in quotes', 'barcode', '“AB12”', '“'],
    ['it is in quotes', 'barcode', '"AB12"', 'quotes'],
    ['the zero of a UPC is missing', 'barcode', '12345678905', 'scanners send 012345678905'],
    ['the zero of an EAN-8 is missing', 'barcode', '1234565', 'scanners send 01234565'],
    ['it is an EPC URI', 'rfid', 'urn:epc:id:sgtin:0614141.112345.400', 'is an address'],
    ['it has no letters', 'rfid', '?', 'no letters'],
    ['it has a word before it', 'rfid', `EPC:${epc}`, '“P”'],
    ['it contains another letter', 'rfid', epc.replace('1', 'S'), '“S”'],
    ['two tags are in one value', 'rfid', `${epc},E2001122`, '“,”'],
    ['it is there twice', 'rfid', epc + epc, 'same digits twice'],
    ['it is too long', 'rfid', epc.repeat(9), 'at most 128'],
    ['it has digits of another alphabet', 'rfid', epc.replace('4', '٤'), '“٤” of another alphabet'],
    ['a byte is missing', 'ble', 'AC:23:3F:A1:B2', '12 hexadecimal digits'],
    ['it contains the letter O', 'ble', 'AC:23:3F:A1:B2:CO', 'contains the letter O'],
    ['the numbers of a beacon are missing', 'ble', uuid, `such as ${uuid}/1/2`],
    ['a number of a beacon is missing', 'ble', `${uuid}/7`, `such as ${uuid}/1/2`],
    ['the numbers of a beacon have different separators', 'ble', `${uuid}-1:2`, `such as ${uuid}/1/2`],
    ['a beacon is written in words', 'ble', `${uuid} major 1 minor 2`, `such as ${uuid}/1/2`],
    ['a GTIN has spaces', 'barcode', '4 006381 333931', '4006381333931'],
    ['an ISBN has hyphens', 'barcode', '978-3-16-148410-0', '9783161484100'],
    ['a number of a beacon is too large', 'ble', `${uuid}-70000-1`, 'at most 65535'],
  ])('%s (%s %s)', (_, type, value, doubt) => {
    expect(doubtOf({ tag_type: type, value })).toContain(doubt)
  })
})

test.each<[type: 'rfid' | 'ble' | 'barcode', value: string]>([
  ['rfid', epc],
  ['rfid', epc.toLowerCase()],
  ['rfid', `0x${epc}`],
  ['rfid', `“${epc}”`],
  ['rfid', epc.replace('C', 'С')],
  ['rfid', '3034–0333–2C12–1B2F–276C–B8E8'],
  ['rfid', `3000${epc}`],
  ['rfid', `${epc}B8E8B8E8`],
  ['rfid', 'E004015012345678'],
  ['rfid', '04A1B2C3D4E5F6'],
  ['rfid', '276098106123456'],
  ['rfid', 'E2001'],
  ['rfid', 'Gate 7'],
  ['rfid', 'Шкаф'],
  ['rfid', 'pallet-oil-12'],
  ['ble', 'AC:23:3F:A1:B2:C3'],
  ['ble', `${uuid}-1-65535`],
  ['ble', `${uuid}/300/4`],
  ['ble', `{${uuid}:1:2}`],
  ['ble', `${uuid}, 1, 2`],
  ['ble', `${uuid}_0x1F_2`],
  ['ble', '0102030405060708090A-0B0C0D0E0F10'],
  ['ble', 'AC-23-3F-FF-FE-A1-B2-C3'],
  ['rfid', `${epc.slice(0, 16)}`.repeat(2)],
  ['barcode', '12-34'],
  ['ble', `${uuid.replaceAll('-', '')}00010002`],
  ['barcode', '012345678905'],
  ['barcode', '4006381333931'],
  ['barcode', '12345678901'],
  ['barcode', 'AB-12'],
  ['barcode', 'Größe-5'],
])('nothing speaks against the %s tag %s', (type, value) => {
  expect(doubtOf({ tag_type: type, value })).toBeUndefined()
})
