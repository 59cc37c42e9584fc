import { formatMessages } from './messages'
import { toHex } from './beacon'
import { DecodeError } from './decoder'

/** Whole bytes in upper case. */
export const hexForm = /^(?:[\dA-F]{2})+$/
/** Either alphabet of Base64 (RFC 4648), with or without padding. */
const base64Form = /^[A-Za-z0-9+/_-]+={0,2}$/

/** Returns the hex digits of a text in upper case, without `0x` and separators. Throws DecodeError. */
export function hexOfHex(text: string): string {
  const digits = text
    .replace(/^0x/i, '')
    .replaceAll(/[\s:._-]/g, '')
    .toUpperCase()
  if (!hexForm.test(digits)) throw new DecodeError(formatMessages('format.hex'))
  return digits
}

/** Returns the bytes of Base64 as hex in upper case. Throws DecodeError. */
export function hexOfBase64(text: string, name = 'value'): string {
  const isBase64 = base64Form.test(text) && text.replace(/=+$/, '').length % 4 !== 1
  if (!isBase64) throw new DecodeError(formatMessages('format.base64', { name }))
  return toHex(Buffer.from(text, 'base64'))
}
