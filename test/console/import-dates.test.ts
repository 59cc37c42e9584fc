import { describe, expect, test } from 'bun:test'
import { guessMapping } from '../../src/console/imports/columns'
import { inWords, isNoDate, orderOf, readDate } from '../../src/console/imports/cells/dates'
import { readYesNo } from '../../src/console/imports/cells/yes-no'
import { endDates } from '../support/messy-sheet'

/** What the import understands of cells and headings. */

const words = (text: string, order: 'day-first' | 'month-first' = 'day-first') => {
  const read = readDate(text, order)
  return read && inWords(read)
}

describe('a date', () => {
  test.each(endDates.filter((text) => !text.includes(':')))('%s is 28 December 2027', (text) => {
    expect(words(text)).toBe('28 December 2027')
    expect(words(text, 'month-first')).toBe('28 December 2027')
  })

  test.each([
    ['31.12.2027 14:30', '31 December 2027 at 14:30'],
    ['31/12/2027 2:05 PM', '31 December 2027 at 14:05'],
    ['12/31/27, 12:00 am', '31 December 2027 at 00:00'],
    ['2027-12-31T06:15', '31 December 2027 at 06:15'],
    ['2027-12-31 06:15:59', '31 December 2027 at 06:15'],
    ['31.12.2027 8.05 Uhr', '31 December 2027 at 08:05'],
    ['45678.75', '21 January 2025 at 18:00'],
    ['Fri 31 Dec 2027', '31 December 2027'],
    ['Freitag, 31. Dezember 2027', '31 December 2027'],
    ['Friday, December 31, 2027', '31 December 2027'],
    ['31 de diciembre de 2027', '31 December 2027'],
    ['1er mars 2027', '1 March 2027'],
    ['31 déc. 2027', '31 December 2027'],
    ['29.02.2028', '29 February 2028'],
    ['5/6/69', '5 June 2069'],
    ['5-6-70', '5 June 1970'],
  ])('%s is %s', (text, expected) => {
    expect(words(text)).toBe(expected)
  })

  test.each([
    '31.02.2027',
    '29.02.2027',
    '2027',
    '13/13/2027',
    '31.12.2027 25:00',
    '12/31/2027 13:00 pm',
    'tbd',
    '12.2027',
    '0.1.2027',
    '1234567',
    '31 Foo 2027',
    '2027-12-31Z',
  ])('%s is not a date', (text) => {
    expect(readDate(text, 'day-first')).toBeUndefined()
    expect(readDate(text, 'month-first')).toBeUndefined()
  })

  test.each(['-', 'never', 'Unlimited', 'nie', 'Unbegrenzt', 'keine', 'jamais', 'aucun', 'nunca', 'ninguno'])(
    'that does not exist may be written as %s',
    (text) => expect(isNoDate(text)).toBeTrue(),
  )

  test('that fits both orders is read in the order of its column', () => {
    expect(words('03/04/2027', 'day-first')).toBe('3 April 2027')
    expect(words('03/04/2027', 'month-first')).toBe('4 March 2027')
    expect(words('03.04.2027', 'month-first')).toBe('3 April 2027')
  })
})

test.each([
  [['03/04/2027', '31/12/2027'], 'day-first'],
  [['03/04/2027', '12/31/2027'], 'month-first'],
  [['03/04/2027', '05/06/2027', ''], 'open'],
  [['03/04/2027', '31/12/2027', '12/31/2027'], 'open'],
  [['03.04.2027', '2027-04-03', '45678'], 'none'],
  [['04/04/2027'], 'none'],
] as const)('the order of the dates %j is %s', (texts, expected) => {
  expect(orderOf(texts)).toBe(expected)
})

test.each([
  [true, 'yes y TRUE 1 x ja oui sí si da tak sim active aktiv actif activo'],
  [false, 'no N false 0 nein non нет nie não inactive inaktiv inactif inactivo'],
])('the words for %s are understood', (value, list) => {
  expect(list.split(' ').filter((word) => readYesNo(word) !== value)).toEqual([])
  expect([readYesNo(' In  Use '), readYesNo('Not in use'), readYesNo('perhaps')]).toEqual([
    true,
    false,
    undefined,
  ])
})

describe('headings', () => {
  test.each([
    [
      ['Asset No.', 'Designation', 'Remarks', 'In use', 'Expiry date'],
      'external_key name description is_active valid_to',
    ],
    [['Inventory number', 'ITEM_NAME', 'Valid until'], 'external_key name valid_to'],
    [
      ['Inventar-Nr.', 'Bezeichnung', 'Bemerkungen', 'Aktiv', 'Gültig bis'],
      'external_key name description is_active valid_to',
    ],
    [
      ["N° d'inventaire", 'Désignation', 'Remarques', 'En service', "Valable jusqu'au"],
      'external_key name description is_active valid_to',
    ],
    [
      ['Código', 'Nombre', 'Observaciones', 'En uso', 'Válido hasta'],
      'external_key name description is_active valid_to',
    ],
  ])('%j are recognized', (headings, expected) => {
    expect(guessMapping(headings)).toEqual(expected.split(' ') as ReturnType<typeof guessMapping>[number][])
  })

  test('that match the same field: the clearest is recognized', () => {
    expect(guessMapping(['No.', 'Asset No.', 'Name', 'Title'])).toEqual([null, 'external_key', 'name', null])
  })
})
