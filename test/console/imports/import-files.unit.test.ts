import { describe, expect, test } from 'bun:test'
import { guessMapping, type Mapping, readingOf } from '../../../src/console/imports/columns'
import { fieldsOf } from '../../../src/console/imports/row-fields'
import { parseCsv } from '../../../src/console/imports/reading/csv'
import { damageOf } from '../../../src/console/imports/cells/damage'
import { decode, type Encoding, guessEncoding } from '../../../src/console/imports/reading/encodings'
import { locationTreeOf } from '../../../src/console/api/location-tree'
import { doubtsIn } from '../../../src/console/imports/doubts'
import { withoutTitle } from '../../../src/console/imports/reading/title'
import { areHeadings } from '../../../src/console/imports/cells/column-names'
import { keyRepairOf } from '../../../src/console/imports/cells/keys'
import { placeFinder } from '../../../src/console/imports/cells/places'
import { planOf } from '../../../src/console/imports/plan'

/** What files from other programs contain, and how the import reads it. */

describe('the encoding of a file', () => {
  const utf16 = (text: string, isBig: boolean): Uint8Array => {
    const bytes = Buffer.from(text, 'utf16le')
    return new Uint8Array(isBig ? bytes.swap16() : bytes)
  }
  const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))

  test.each<[encoding: Encoding, isCertain: boolean, bytes: Uint8Array, text: string]>([
    ['utf-8', true, new TextEncoder().encode('Kühler'), 'Kühler'],
    ['utf-16le', true, utf16('\ufeffKühler', false), 'Kühler'],
    ['utf-16le', true, utf16('Key;Name\nA-1;Kühler', false), 'Key;Name\nA-1;Kühler'],
    ['utf-16be', true, utf16('Key;Name\nA-1;Kühler', true), 'Key;Name\nA-1;Kühler'],
    ['windows-1252', false, hex('4b fc 68 6c 65 72 20 67 72 6f df'), 'Kühler groß'],
    ['windows-1252', false, hex('84 4b fc 68 6c 65 72 93 20 67 72 6f df'), '„Kühler“ groß'],
    ['windows-1252', false, hex('4c 92 e9 63 72 61 6e 20 93 41 94 20 96 20 35 20 80'), 'L’écran “A” – 5 €'],
    [
      'windows-1252',
      false,
      hex('35 20 b5 6d 20 b1 20 32 20 b0 43 3b bd 20 5a 6f 6c 6c'),
      '5 µm ± 2 °C;½ Zoll',
    ],
    ['windows-1252', false, hex('50 75 6d 70 99 20 96 20 62 69 67'), 'Pump™ – big'],
    ['macintosh', false, hex('4c d5 8e 63 72 61 6e 20 d2 41 d3'), 'L’écran “A”'],
    ['ibm850', false, hex('42 94 68 72 65 72 20 66 81 72 20 86 6c'), 'Böhrer für ål'],
    [
      'windows-1250',
      false,
      hex('bf f3 b3 74 79 20 57 f3 7a 65 6b 20 9f 72 f3 64 b3 6f'),
      'żółty Wózek źródło',
    ],
    ['windows-1251', false, hex('cd e0 f1 ee f1 20 ef ee e3 f0 f3 e7 f7 e8 ea'), 'Насос погрузчик'],
    ['windows-1254', false, hex('61 f0 fd 72 20 79 fc 6b 20 74 61 fe fd'), 'ağır yük taşı'],
    ['macintosh', false, hex('4b 9f 68 6c 65 72 20 67 72 6f a7 20 43 61 66 8e'), 'Kühler groß Café'],
    ['ibm850', false, hex('4b 81 68 6c 65 72 20 67 72 6f e1 20 99 6c'), 'Kühler groß Öl'],
    ['gbk', false, hex('41 2d 31 3b b2 e6 b3 b5 0a 41 2d 32 3b d2 ba d1 b9 b1 c3'), 'A-1;叉车\nA-2;液压泵'],
    ['shift_jis', false, hex('83 74 83 48 81 5b 83 4e 83 8a 83 74 83 67'), 'フォークリフト'],
    [
      'euc-kr',
      false,
      hex('41 2d 31 3b c1 f6 b0 d4 c2 f7 0a 41 2d 32 3b c0 af be d0 20 c6 df c7 c1'),
      'A-1;지게차\nA-2;유압 펌프',
    ],
    [
      'euc-kr',
      false,
      hex('c0 fc b5 bf 20 b5 e5 b6 f3 c0 cc b9 f6 3b 33 c3 fe 20 ba b8 b0 fc c7 d4'),
      '전동 드라이버;3층 보관함',
    ],
    ['gbk', false, hex('b5 e7 ba b8 bb fa 3b c8 fd ba c5 b3 b5 bc e4'), '电焊机;三号车间'],
    ['big5', false, hex('bd 73 b8 b9 2c a6 57 ba d9'), '編號,名稱'],
    ['shift_jis', false, hex('91 71 8c c9 2c 97 e2 91 a0 8c c9'), '倉庫,冷蔵庫'],
  ])('is recognized as %s', (encoding, isCertain, bytes, text) => {
    expect(guessEncoding(bytes)).toEqual({ encoding, isCertain })
    expect(decode(bytes, encoding)).toBe(text)
  })

  test('is UTF-8 when it is empty', () => {
    expect(guessEncoding(new Uint8Array())).toEqual({ encoding: 'utf-8', isCertain: true })
  })

  test('is UTF-8 in spite of a single bad byte, which costs one character', () => {
    const bytes = Buffer.concat([
      Buffer.from('Kühler, Öl, groß\nx'),
      Buffer.from([0xe4]),
      Buffer.from('y\nTür'),
    ])
    const { encoding, isCertain } = guessEncoding(bytes)
    expect([encoding, isCertain]).toEqual(['utf-8', false])
    expect(decode(bytes, encoding)).toBe('Kühler, Öl, groß\nx\ufffdy\nTür')
  })
})

describe('the columns of an export of', () => {
  test.each<[program: string, csv: string, mapping: string]>([
    [
      'Shelf',
      'title,description,category,tags,location,barcode_Code128,qrId\nPump,Old,Tools,"red, blue",Hall A,4006381,q1\n',
      'name description - - location tags_barcode -',
    ],
    [
      'Snipe-IT',
      'Name,Item Name,Asset Tag,Serial number,Model name,Status,Notes\n,Laptop 1,AT-1,S1,X1,Ready to Deploy,Old\n',
      '- name external_key - - - description',
    ],
    [
      'Homebox',
      'HB.import_ref,HB.location,HB.labels,HB.asset_id,HB.name,HB.description,HB.notes\nr1,Hall,tools;blue,000-001,Drill,Big,x\n',
      '- location - external_key name description -',
    ],
    [
      'InvenTree',
      'Stock Item ID,Part,Part Name,Serial Number,Location Path,Barcode Data,Notes\n7,12,Pump,S1,Hall/A,B1,x\n',
      'external_key - name - location tags_barcode description',
    ],
  ])('%s are recognized, and keywords are not tags', (_, csv, mapping) => {
    const [heads, ...rows] = parseCsv(csv)
    expect(
      guessMapping(heads?.cells ?? [], [], rows)
        .map((target) => target ?? '-')
        .join(' '),
    ).toBe(mapping)
  })

  test.each([
    ['Asset Tag ID,Description,Serial No', 'external_key description -'],
    ['Asset #,Name,RFID Tag #', 'external_key name tags_rfid'],
    ['Inventar-Nr.,Geraet,Gueltig bis,Schluessel', '- name valid_to external_key'],
    ['Tag #,Asset,Owner', 'external_key name -'],
  ])('of other programs are recognized: %s', (heads, mapping) => {
    const guessed = guessMapping(heads.split(',')).map((target) => target ?? '-')
    expect(guessed.join(' ')).toBe(mapping)
  })

  test('the location of an exported file is not imported', () => {
    const heads = ['location_external_key', 'location_name', 'location_path', 'last_seen']
    expect(guessMapping(heads)).toEqual([null, null, null, null])
    expect(guessMapping(['Standort'])).toEqual(['location'])
  })

  test('tags are RFID tags if they look like tags', () => {
    const rows = parseCsv('E2801160600002|E2801160600003\n\nE2801160600004\n')
    expect(guessMapping(['Tags'], [], rows)).toEqual(['tags_rfid'])
  })

  test.each([
    ['Active,Inactive,yes', 'is_active'],
    ['Deployed,Pending,Broken', null],
  ])('states are yes and no if most of them are: %s', (states, target) => {
    expect(guessMapping(['Status'], [], parseCsv(states.replaceAll(',', '\n')))).toEqual([
      target as 'is_active',
    ])
  })

  test('fields of other programs are those of this name', () => {
    const field = { target: 'text:serial', label: 'Serial', heads: ['Serial number'] } as const
    for (const head of ['cf:Serial number,type:text', 'HB.serial_number', 'HB.field.Serial Number'])
      expect(guessMapping([head], [field])).toEqual(['text:serial'])
  })
})

describe('a cell', () => {
  test.each<[cell: string, target: Parameters<typeof damageOf>[1], problem: RegExp | undefined]>([
    ['3.03408E+23', 'tags_rfid', /digits are lost/],
    ['3,03408E+23', 'external_key', /digits are lost/],
    ['4E+12', 'tags_barcode', /digits are lost/],
    ['3034E23', 'tags_rfid', undefined],
    ['3.5E+3', 'name', undefined],
    ['#N/A', 'tags_rfid', /error of a formula/],
    ['#N/A', 'name', /error of a formula/],
    ['#REF!', 'description', /error of a formula/],
    ['#BEZUG!', 'external_key', /error of a formula/],
    ['#NV', 'text:owner', /error of a formula/],
    ['#1 pump', 'name', undefined],
    ['#GETTING_DATA', 'tags_rfid', /error of a formula/],
    ['#CONNECT!', 'tags_rfid', /error of a formula/],
    ['#ССЫЛКА!', 'name', /error of a formula/],
    ['#VÄRDEFEL!', 'name', /error of a formula/],
    ['None', 'tags_rfid', /no value/],
    ['<NA>', 'external_key', /no value/],
    ['(blank)', 'tags_ble', /no value/],
    ['k. A.', 'tags_rfid', /no value/],
    ['None', 'text:owner', undefined],
    ['NULL', 'tags_rfid', /no value/],
    ['null', 'name', /no value/],
    ['NULL', 'description', /no value/],
    ['n/a', 'tags_barcode', /no value/],
    ['n/a', 'description', undefined],
    ['Nullarbor', 'name', undefined],
  ])('%p of %s is marked if a program has damaged it', (cell, target, problem) => {
    const found = damageOf(cell, target)
    if (problem) expect(found).toMatch(problem)
    else expect(found).toBeUndefined()
  })

  const read = (cell: string, target: NonNullable<Mapping[number]>) =>
    fieldsOf([cell], readingOf([], [target], new Map()))

  test.each<[cell: string, target: 'tags_rfid' | 'tags_ble' | 'tags_barcode', values: string[]]>([
    ["'E2001", 'tags_rfid', ['E2001']],
    ['E2801160600002, E2801160600003', 'tags_rfid', ['E2801160600002', 'E2801160600003']],
    ['E2801160600002\nE2801160600003', 'tags_rfid', ['E2801160600002', 'E2801160600003']],
    ['E2801160600002/E2801160600003', 'tags_rfid', ['E2801160600002', 'E2801160600003']],
    ['AC:23:3F:5E:1A:02; AC:23:3F:5E:1A:03', 'tags_ble', ['AC:23:3F:5E:1A:02', 'AC:23:3F:5E:1A:03']],
    ['E280 1160 6000 02', 'tags_rfid', ['E280 1160 6000 02']],
    ['4006381333931.0', 'tags_barcode', ['4006381333931']],
    ['1001,0', 'tags_rfid', ['1001']],
    ['E2801160 60000205 20A0614E', 'tags_rfid', ['E2801160 60000205 20A0614E']],
    ['04A1B2C3 04A1B2C4', 'tags_rfid', ['04A1B2C3', '04A1B2C4']],
    ['4006381333931,4006381333948', 'tags_barcode', ['4006381333931', '4006381333948']],
    ['BOX/12, left', 'tags_barcode', ['BOX/12, left']],
    ['FDA50693-A4E2-4FB1-AFCF-C6EB07647825,1,2', 'tags_ble', ['FDA50693-A4E2-4FB1-AFCF-C6EB07647825,1,2']],
  ])('%p of %s contains the tags %j', (cell, target, values) => {
    const { body, problems } = read(cell, target)
    expect((body['tags'] as { value: string }[]).map(({ value }) => value)).toEqual(values)
    expect(problems).toEqual([])
  })

  test.each(['-', '–', '---'])('of tags that is only %s has no tag', (cell) => {
    const { body, problems } = read(cell, 'tags_rfid')
    expect([body['tags'], problems]).toEqual([undefined, []])
  })

  test('of RFID tags that is a list of words is marked', () => {
    expect(read('red, blue', 'tags_rfid').problems[0]?.message).toContain('list of words')
  })

  test.each(['31.02.2027', '2027-13-01', 'soon', '00.00.0000'])(
    '%p is not a date, in the words of the file',
    (cell) => {
      const { body, problems } = read(cell, 'valid_to')
      expect(body['valid_to']).toBeUndefined()
      expect(problems).toEqual([{ column: 0, message: `${cell} is not a date. Write it like 2027-12-31` }])
    },
  )
})

describe('a file', () => {
  const recordsOf = (text: string) =>
    withoutTitle(parseCsv(text), areHeadings).map(({ line, cells }) => [line, ...cells])

  test.each<[what: string, text: string, line: number]>([
    ['blank lines', '\r\n  \r\nkey;name\r\nA-1;Pump', 4],
    ['a title without delimiters', 'Inventory 2026\r\n\r\nkey;name\r\nA-1;Pump', 4],
    ['a title', 'Inventory 2026;\nBerlin;\nkey;name\nA-1;Pump', 4],
  ])('with %s above its headings is read', (_, text, line) => {
    expect(recordsOf(text)).toEqual([
      [line - 1, 'key', 'name'],
      [line, 'A-1', 'Pump'],
    ])
  })

  test.each(['Name\nPump\nFan', 'Name,\nPump,x', 'Owner,\nAda,x'])('has no title: %j', (text) => {
    expect(recordsOf(text)[0]?.[0]).toBe(1)
  })

  test('with a tag in two spellings says so', () => {
    const epc = 'e2801160600002'
    const { rows } = planOf(
      parseCsv(`A,${epc}\nB,E280-1160-6000-02\nC,E2801160600003\n`),
      readingOf([], ['name', 'tags_rfid'], new Map()),
      new Map(),
    )
    expect([...doubtsIn(rows)].map(([row, doubts]) => [row.line, doubts])).toEqual([
      [2, [{ column: 1, message: 'Line 1 has the same tag in another spelling.' }]],
    ])
  })
})

describe('a location', () => {
  const node = (id: number, parent_id: number | null, name: string) => ({
    id,
    external_key: `LOC-00${id}`,
    name,
    parent_id,
    is_active: true,
    is_effective: true,
    asset_count: 0,
  })
  const nodes = [
    node(1, null, 'Hall A'),
    node(2, 1, 'Aisle 1'),
    node(3, null, 'Hall B'),
    node(4, 3, 'Aisle 1'),
    node(5, 3, 'Büro / Lager'),
    node(6, 5, 'Hall A'),
  ]
  const find = placeFinder(locationTreeOf(nodes as Parameters<typeof locationTreeOf>[0]))

  test.each([
    ['LOC-004', 4],
    ['Hall B', 3],
    ['hall b', 3],
    ['Hall A > Aisle 1', 2],
    ['Hall B/Aisle 1', 4],
    ['Hall B › Aisle 1', 4],
    ['Büro / Lager', 5],
    ['Hall A', 1],
  ])('is found by its key, its path or its name: %s', (cell, id) => {
    expect(find(cell)).toMatchObject({ id })
  })

  test('that is missing or has the name of another is a problem of the row', () => {
    expect(find('Dock 9')).toEqual({ problem: 'There is no location Dock 9', isMissing: true })
    expect(find('Aisle 1')).toEqual({
      problem: 'Several locations are called Aisle 1. Write the key, or the path such as Hall A › Aisle 1',
      isMissing: false,
    })
    const { rows, sent, missingPlaces } = planOf(
      parseCsv('A,Dock 9\n\nB,Hall B\nC,Dock 9\nD,\nE,-\n'),
      readingOf([], ['name', 'location'], new Map()),
      new Map(),
      find,
    )
    expect(rows.map(({ place }) => place?.id)).toEqual([undefined, 3, undefined, undefined, undefined])
    expect(sent.map(({ cells }) => cells[0])).toEqual(['B', 'D', 'E'])
    expect(missingPlaces).toEqual(['Dock 9'])
  })
})

describe('a key with other characters', () => {
  const records = parseCsv("AN 1001\nAN-1002\nAN_1003/7\n\nGerät 5\n'A-9\n")

  test('is repaired on request', () => {
    expect(keyRepairOf(records, 0)).toEqual({ count: 3, from: 'AN 1001', to: 'AN-1001' })
    const keysWith = (hasHyphens: boolean) =>
      records.map(
        ({ cells }) =>
          fieldsOf(cells, readingOf([], ['external_key'], new Map(), hasHyphens)).body['external_key'],
      )
    expect(keysWith(true)).toEqual(['AN-1001', 'AN-1002', 'AN-1003-7', 'Gerat-5', 'A-9'])
    expect(keysWith(false)).toEqual(['AN 1001', 'AN-1002', 'AN_1003/7', 'Gerät 5', 'A-9'])
  })

  test('that is valid needs no repair', () => {
    expect(keyRepairOf(parseCsv('A-1\n\nB2\n1001.0'), 0)).toBeUndefined()
  })
})
