import { t } from '../../languages/messages'
import type { Target } from './column-names'
import type { FieldColumn } from '../../fields/field-column'
import { isScientific } from '../../records/doubtful-tags'

/** What spreadsheets and databases leave in cells instead of the data: it is marked, and not imported as data. */

/** Errors of formulas, in the languages of Excel. */
const formulaError =
  /^#(?:N\/?A|REF|VALUE|NAME|DIV\/0|NULL|NUM|SPILL|CALC|NV|WERT|BEZUG|ZAHL|ÜBERLAUF|VALEUR|NOM|NOMBRE|N\/D|¡?REF|¡?VALOR|¿?NOMBRE|VALORE|RIF|NOME|GETALLEN|WAARDE|VERW|NAAM|ARG|ADR|LICZBA|NAZWA|GETTING_DATA|Н\/Д|I\/T|SAKNAS)[!?]?$/iu
/** Those of other languages and versions. */
const otherError = /^#[¡¿]?\p{Lu}[\p{Lu}\d_/]+[!?]$/u

/** Words for no value in exports of databases and scripts. */
const noValue =
  /^(?:null|\(null\)|<null>|\[null\]|\\n|nan|none|nil|<na>|undefined|#?n\/a|n\. ?a\.|k\. ?a\.|\((?:blank|empty|none|leer)\))$/i

const isIdentifier = (target: Target): boolean => target === 'external_key' || target.startsWith('tags_')

const ofFields = (target: Target): target is FieldColumn['target'] => /^(?:text|number|date):/.test(target)

/** Returns why a cell is not the data that it stands for; undefined when it may be. */
export function damageOf(cell: string, target: Target): string | undefined {
  const text = cell.trim()
  if (formulaError.test(text) || otherError.test(text))
    return t('{text} is an error of a formula. Correct the cell in the spreadsheet.', { text })
  const isNamed = isIdentifier(target) || target === 'name'
  if (noValue.test(text) && (isNamed || target === 'description' || ofFields(target)))
    return isNamed || /null/i.test(text)
      ? t('{text} stands for no value. Empty the cell.', { text })
      : undefined
  if (isIdentifier(target) && isScientific(text))
    return t(
      'A spreadsheet has shortened this number to {text}, and its digits are lost. Format the column as text in the original file, and save it again.',
      { text },
    )
  return undefined
}

/**
 * Returns a key or a tag without what a program has added to it: an apostrophe at the beginning, which makes a cell of a spreadsheet a
 * text, and the `.0` of a number.
 */
export const withoutTextMark = (cell: string): string =>
  cell.replace(/^\s*['’](?=[\p{L}\d][^'’]*$)/u, '').replace(/^(\s*\d+)[.,]0\s*$/, '$1')

/** Digits of an RFID tag or a beacon, and of a barcode. */
const digitsOfTag = /^[\da-f](?:[ :._-]?[\da-f]){7,}$/i
const digitsOfBarcode = /^\d{6,}$/
/** One EPC in words of 32 bits, as some readers show it. */
const epcInWords = /^(?:e2|3[\da-f])[\da-f]{6}(?:\s[\da-f]{8})+$/i

/**
 * Returns the values of a cell of tags without a vertical bar, which look like several tags; undefined when it may be one.
 * Commas and slashes also separate the parts of a beacon.
 */
export function severalTags(cell: string, target: Target): readonly string[] | undefined {
  const isTag = target === 'tags_barcode' ? digitsOfBarcode : digitsOfTag
  if (epcInWords.test(cell.trim())) return undefined
  for (const separator of [/\r\n|\r|\n/, /[,;]/, /\//, /\s+/]) {
    const parts = cell
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '')
    if (parts.length > 1 && parts.every((part) => isTag.test(part))) return parts
  }
  return undefined
}

/** Whether a cell of RFID tags is a list of words, such as keywords. */
export const isListOfWords = (cell: string, target: Target): boolean =>
  target === 'tags_rfid' && /\p{L}{3,}\s*[,;\n]\s*\p{L}/u.test(cell) && !/\d/.test(cell)
