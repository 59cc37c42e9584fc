import { t } from '../languages/messages'

/**
 * Values that readers and scanners rarely send: digits are missing, or another program has changed them. The service leaves out
 * separators, quotes and leading zeros when it compares tags of the types RFID and BLE, so these cost nothing there.
 */

type TagType = 'rfid' | 'ble' | 'barcode'

export interface Tag {
  readonly tag_type: TagType
  readonly value: string
}

/** A number in scientific notation. A hexadecimal value has neither a decimal mark nor a sign. */
export const isScientific = (text: string): boolean =>
  /^[+-]?(?:\d+[.,]\d+e[+-]?\d+|\d+e[+-]\d+)$/i.test(text)

/** Spreadsheets keep 15 digits of a number, and show zeros for the others. */
const isRounded = (text: string): boolean => /^[1-9]\d{14}0{3,}$/.test(text)

/** Returns why a tag may never match a read; undefined when nothing speaks against it. */
export function doubtOf({ tag_type: type, value }: Tag): string | undefined {
  const text = value.trim()
  if (isScientific(text)) return t('A spreadsheet has shortened this number, and its digits are lost.')
  if (!/[\p{L}\p{N}]/u.test(text)) return t('It has no letters and no digits.')
  if (isRounded(text)) return t('A spreadsheet has replaced the digits after the 15th by zeros.')
  return lookAlikeIn(type, text) ?? (type === 'barcode' ? doubtOfBarcode(text) : doubtOfDigits(type, text))
}

/** The service replaces these letters in hexadecimal values. */
const withoutLookAlikes = (text: string): string => text.normalize('NFKC').replace(/[АВСЕΑΒΕ]/giu, 'A')

/** A letter or a digit of another script in a word of Latin letters and digits. */
function lookAlikeIn(type: TagType, text: string): string | undefined {
  const plain = type === 'barcode' ? text : withoutLookAlikes(text)
  const isReplaced = type !== 'barcode' && digitsOf(plain) !== undefined
  const letter = /[\p{Script=Cyrillic}\p{Script=Greek}]|(?![0-9\uff10-\uff19])\p{Nd}/u.exec(text)?.[0]
  if (letter === undefined || isReplaced || !/[A-Za-z\d]/.test(text)) return undefined
  return t('It contains “{letter}” of another alphabet, which readers do not send.', { letter })
}

function doubtOfBarcode(text: string): string | undefined {
  const character = /[\p{Pd}\u2212\u2018-\u201f\u00ab\u00bb\uff01-\uff5e]/u.exec(
    text.replaceAll('-', ''),
  )?.[0]
  if (character !== undefined)
    return t('It contains “{character}”, which scanners do not send. Type the character of the keyboard.', {
      character,
    })
  if (/^(['"]).+\1$/.test(text)) return t('It has quotes around it, which scanners do not send.')
  const digits = text.replaceAll(/[\s-]/g, '')
  if (digits !== text && isGtin(digits))
    return t('Scanners send it without spaces and hyphens: {value}.', { value: digits })
  if (isCutGtin(text)) return t('Its leading zero may be missing: scanners send 0{value}.', { value: text })
  return undefined
}

/** Whether it is a GTIN, as products have it printed with spaces, and books with hyphens. */
const isGtin = (digits: string): boolean => /^(?:\d{8}|\d{12,14})$/.test(digits) && hasCheckDigit(digits)

/** Whether a GTIN-8, GTIN-12, GTIN-13 or SSCC results when a zero is added: spreadsheets cut it. */
const isCutGtin = (text: string): boolean => /^(?:\d{7}|\d{11}|\d{17})$/.test(text) && hasCheckDigit(text)

/** Whether the last digit is the check digit of the others (GS1 General Specifications, 7.9). */
function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** Separators, quotes and brackets, which the service leaves out. */
const noise = /[\s:._\-\p{Pd}\u2212"'`\u2018-\u201f\u00ab\u00bb\u2039\u203a()[\]{}<>\p{Cc}\p{Cf}\p{Z}]/gu

/** Returns the hexadecimal digits of a value; undefined when it has other characters. */
function digitsOf(text: string): string | undefined {
  const digits = text.replace(noise, '').replace(/^0x/i, '')
  return /^[\da-f]+$/i.test(digits) ? digits : undefined
}

/** Returns the form of a tag in which the service compares it with others, for the spellings that files contain. */
export function comparedForm({ tag_type: type, value }: Tag): string {
  if (type === 'barcode') return `${type} ${value}`
  const plain = value.normalize('NFKC').toUpperCase().replace(noise, '').replace(/^0X/, '').replace(/^0+/, '')
  return `${type} ${plain || value}`
}

/** The shortest value that is taken as bytes: a shorter one may be any text. */
const digitsMin = 8
/** The longest unique identifier of a tag that is not an EPC has 8 bytes. An EPC consists of words of 16 bits. */
const uidDigitsMax = 16
/** Numbers of animals, of containers and of other kinds have no letters. */
const decimalDigitsMax = 20

/** The longest EPC has 31 words of 16 bits, and a protocol-control word. */
const epcDigitsMax = 128

const beacon = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}[^\da-f]+(\d+)[^\da-f]+(\d+)$/i
const wordMax = 0xffff
/** The identity of an iBeacon as the service reads it. */
const readBeacon =
  /^[^\da-f]*[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}( ?[-/,:;|_. ] ?)(?:0x)?[\da-f]{1,5}\1(?:0x)?[\da-f]{1,5}[^\da-f]*$/i
const withUuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}(?![\da-f])/i
/** The pairs of an address, and of a number with 64 bits. */
const [addressPairs, longAddressPairs] = [6, 8]
/** The shortest value that is taken for an EPC with other characters, and the most of these. */
const [valueMin, othersMax] = [20, 2]
/** Pairs of characters, as a Bluetooth address is written. */
const pairs = /^[\da-z]{2}(?:[:-][\da-z]{2}){3,}$/i

const withAsciiDashes = (text: string): string => text.normalize('NFKC').replaceAll(/[\p{Pd}\u2212]/gu, '-')

function doubtOfDigits(type: TagType, text: string): string | undefined {
  if (/^(?:urn:|https?:)/i.test(text))
    return t('It is an address. Readers send the hexadecimal digits of the tag.')
  const [, major, minor] = type === 'ble' ? (beacon.exec(text) ?? []) : []
  if (major !== undefined && Math.max(Number(major), Number(minor)) > wordMax)
    return t('The major and the minor number of a beacon are at most 65535.')
  if (type === 'ble') {
    if (readBeacon.test(withAsciiDashes(text))) return undefined
    const doubt = doubtOfBle(text)
    if (doubt !== undefined) return doubt
  }
  const digits = digitsOf(withoutLookAlikes(text))
  const count = digits?.length ?? 0
  if (digits === undefined) return wronglyRead(text) ?? (type === 'rfid' ? otherThanDigits(text) : undefined)
  if (count < digitsMin || (count <= decimalDigitsMax && /^\d+$/.test(digits))) return undefined
  if (count % 2 === 1)
    return t(
      'It has {count} hexadecimal digits, but readers send an even number of them. A digit is missing, or one is too many.',
      { count },
    )
  if (type === 'rfid' && count > uidDigitsMax && count % 4 !== 0)
    return t(
      'It has {count} hexadecimal digits, but the number of digits of an EPC is a multiple of four. Digits are missing, or some are too many.',
      { count },
    )
  if (type === 'rfid' && count > epcDigitsMax)
    return t('It has {count} hexadecimal digits, but an EPC has at most {max}.', { count, max: epcDigitsMax })
  const half = digits.slice(0, count / 2)
  if (count > 2 * uidDigitsMax && digits === half + half) return t('It contains the same digits twice.')
  return undefined
}

function doubtOfBle(text: string): string | undefined {
  const uuid = withUuid.exec(text)?.[0]
  if (uuid !== undefined)
    return t('A beacon has a UUID, a major and a minor number, such as {example}.', {
      example: `${uuid}/1/2`,
    })
  if (!pairs.test(text)) return undefined
  const letter = /[g-z]/i.exec(text)?.[0]
  if (letter !== undefined)
    return t('It contains the letter {letter}. Hexadecimal digits are 0 to 9 and A to F.', { letter })
  const count = text.split(/[:-]/).length
  return count === addressPairs || count === longAddressPairs
    ? undefined
    : t('A Bluetooth address has 12 hexadecimal digits.')
}

/** A few other characters among many hexadecimal digits, such as those of `EPC:` before them. */
function otherThanDigits(text: string): string | undefined {
  const characters = Array.from(text.replace(noise, ''))
  const others = characters.filter((character) => !/[\da-f]/i.test(character))
  if (characters.length < valueMin || others.length > othersMax) return undefined
  return t('It contains “{character}”, but readers send hexadecimal digits only.', {
    character: others[0] ?? '',
  })
}

/** The letters O, I and L are read from paper instead of 0 and 1. */
function wronglyRead(text: string): string | undefined {
  const letter = /[oil]/i.exec(text)?.[0]
  const digits = digitsOf(text.replace(/o/gi, '0').replace(/[il]/gi, '1'))
  if (letter === undefined || digits === undefined || digits.length < uidDigitsMax) return undefined
  return t('It contains the letter {letter}. Hexadecimal digits are 0 to 9 and A to F.', { letter })
}
