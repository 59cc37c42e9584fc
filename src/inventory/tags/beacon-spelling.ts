/**
 * The spellings of a beacon's identity. Beacons are configured with decimal numbers and send bytes, so people write the identity
 * of an iBeacon as UUID, major and minor with any separators, or as 40 hexadecimal digits.
 */

const uuid = '[\\dA-F]{8}-?[\\dA-F]{4}-?[\\dA-F]{4}-?[\\dA-F]{4}-?[\\dA-F]{12}'
const iBeacon = new RegExp(`^(${uuid})( ?[-/,:;|_. ] ?)((?:0X)?[\\dA-F]{1,5})\\2((?:0X)?[\\dA-F]{1,5})$`)
const eddystone = /^([\dA-F]{20}) ?[-/,:;|_. ] ?([\dA-F]{12})$/

/** Separators that do not occur between hexadecimal digits. */
const ofNumbers = /[/,:;|]/

/**
 * Returns the bytes of a beacon's identity in hexadecimal digits; undefined when the text is not one with its parts apart.
 *
 * @param text in upper case, with ASCII hyphens
 */
export function beaconDigits(text: string): string | undefined {
  const [, namespace, instance] = eddystone.exec(text) ?? []
  if (namespace !== undefined && instance !== undefined) return namespace + instance
  const [, id = '', between = '', major = '', minor = ''] = iBeacon.exec(text) ?? []
  if (id === '') return undefined
  const words = [major, minor]
  const isHex = words.some(isWrittenInHex) || (!ofNumbers.test(between) && words.every(hasFourDigits))
  const digits = words.map((word) => wordOf(word, isHex))
  return digits.includes(undefined) ? undefined : id.replaceAll('-', '') + digits.join('')
}

const iBeaconPrefix = new RegExp(`^(${uuid})(?:${ofNumbers.source}([\\d]{1,5}))?${ofNumbers.source}?$`)

/** Returns the first bytes of iBeacons with this UUID, or with this UUID and major; undefined for other text. */
export function beaconPrefixDigits(text: string): string | undefined {
  const [, id, major] = iBeaconPrefix.exec(text) ?? []
  if (id === undefined) return undefined
  const word = major === undefined ? '' : wordOf(major, isWrittenInHex(major))
  return word === undefined ? undefined : id.replaceAll('-', '') + word
}

const hasFourDigits = (word: string): boolean => word.length === 4
/** Decimal numbers have no letters, and no zeros that make them four digits long. */
const isWrittenInHex = (word: string): boolean => /[A-FX]/.test(word) || /^0\d{3}$/.test(word)

function wordOf(word: string, isHex: boolean): string | undefined {
  const number = isHex ? Number.parseInt(word.replace(/^0X/, ''), 16) : Number(word)
  return number <= 0xffff ? number.toString(16).toUpperCase().padStart(4, '0') : undefined
}
