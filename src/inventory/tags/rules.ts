import { withoutSeparators } from '../../base/gs1/element-strings'
import { hexOf, readCode } from '../../base/gs1/identity'
import type { AttachedTag } from '../../storage/core/store'
import { beaconDigits, beaconPrefixDigits } from './beacon-spelling'
import type { TagView } from './schema'

export const toTagView = ({ id, tagType, value }: AttachedTag): TagView => ({ id, tag_type: tagType, value })

/** Values as most readers send them are their own normal form. */
const isPlain = /^[1-9A-Z][0-9A-Z]*$/

const isAscii = /^[ -~]*$/
/** Separators, quotes and brackets, and characters that nobody sees. No reader sends them in the value of an RFID or BLE tag. */
const noise = /[\s:._\-\p{Pd}\u2212"'`\u2018-\u201f\u00ab\u00bb\u2039\u203a()[\]{}<>\p{Cc}\p{Cf}\p{Z}]/gu
const invisible = /[\p{Cf}\p{Cc}]/gu
/** Control characters except tab, LF and CR, and characters that nobody sees. */
const invisibleButLayout = /(?![\t\r\n])[\p{Cf}\p{Cc}]/gu

/** Letters of other scripts that look like the digits A, B, C and E, and come from keyboards and documents. */
const lookAlikes = new Map([
  // Cyrillic
  ['\u0410', 'A'],
  ['\u0412', 'B'],
  ['\u0421', 'C'],
  ['\u0415', 'E'],
  // Greek
  ['\u0391', 'A'],
  ['\u0392', 'B'],
  ['\u0395', 'E'],
])

/** Returns what is left of a value without what its normal form leaves out. */
const essence = (tagType: string, value: string): string =>
  tagType === 'barcode' ? barcodeEssence(value) : idEssence(tagType, value)

function idEssence(tagType: string, value: string): string {
  if (isPlain.test(value)) return value
  const upper = (isAscii.test(value) ? value : value.normalize('NFKC')).toUpperCase()
  const beacon = tagType === 'ble' ? beaconDigits(toAscii(upper)) : undefined
  const digits = beacon ?? inHexDigits(upper.replace(noise, ''))
  return digits.replace(/^0X(?=[\dA-F]+$)/, '').replace(/^0+(?=.)/, '')
}

/** Returns the text for the search for the parts of a beacon: without quotes around it, and with ASCII hyphens. */
const toAscii = (text: string): string =>
  text
    .replace(invisible, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[^\dA-F]+|[^\dA-F]+$/g, '')

/** Replaces letters that look like hexadecimal digits if the whole value is hexadecimal then. */
function inHexDigits(text: string): string {
  if (isAscii.test(text)) return text
  const latin = Array.from(text, (character) => lookAlikes.get(character) ?? character).join('')
  return /^(0X)?[\dA-F]+$/.test(latin) ? latin : text
}

/**
 * Scanners may be set to send the symbology before a value (`]C1`), and the start and stop characters of Code 39 around it
 * (`*`). They separate the parts of a GS1 code with control characters.
 */
const barcodeEssence = (value: string): string =>
  value
    .replace(invisibleButLayout, '')
    .trim()
    .replace(/^\][A-Za-z][0-9A-Za-z]/, '')
    .trim()
    .replace(/^\*([^*]+)\*$/, '$1')
    .trim()

/**
 * Returns the normal form in which values of reads and of tags are compared (docs/history.md, Tag match). A value of which
 * nothing would be left is its own normal form: otherwise, all such values would be the same tag.
 */
export const normalize = (tagType: string, value: string): string => essence(tagType, value) || value

/**
 * Returns the object that a value names, in one spelling: the element string of its GS1 key, or the bits of its EPC without a
 * protocol-control word (docs/history.md, Tag match). Empty: none. Beacons have identifiers of their own.
 */
export function identityKey(tagType: string, value: string): string {
  if (tagType === 'ble') return ''
  const { identity } = readCode(value)
  return identity?.element_string ?? (tagType === 'rfid' ? hexOf(value) : undefined) ?? ''
}

/** Maximum length of the value of a tag. */
const valueMax = 255

/**
 * Returns the value of a tag with a code: in brackets if the code has separators. Without an identity, reads with separators would
 * not match it then.
 */
export function tagValueOf(tagType: string, value: string): string {
  const code = withoutSeparators(value)
  return code !== undefined && code.length <= valueMax && identityKey(tagType, code) !== '' ? code : value
}

/** Returns the normal form of the beginning of values. */
export function normalizePrefix(tagType: string, value: string): string {
  const beacons = tagType === 'ble' ? beaconPrefixDigits(value.trim().toUpperCase()) : undefined
  return normalize(tagType, beacons ?? value)
}

/** Whether a value consists of what its normal form leaves out. */
export const hasOnlySeparators = (tagType: string, value: string): boolean => essence(tagType, value) === ''
