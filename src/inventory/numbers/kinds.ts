import { encodeEpc } from '../../base/gs1/epc-bits'
import { type Identity, readCode } from '../../base/gs1/identity'
import type { Gs1Kind } from '../../storage/core/store'

/** The kinds of numbers of a GS1 company prefix that can be minted, as 96-bit EPCs. */

export type MintedScheme = Gs1Kind['scheme']
export const mintedSchemes = ['giai', 'grai', 'sgtin', 'sscc'] as const satisfies readonly MintedScheme[]

/** Number of digits of the company prefix and the reference together, of the schemes that have a reference. */
const keyDigits: Readonly<Partial<Record<MintedScheme, number>>> = { grai: 12, sgtin: 13 }
/** The serial reference of an SSCC has what its 17 digits leave, after the extension digit and the prefix. */
const ssccDigits = 16
/** The serial number of GRAI-96 and SGTIN-96 has 38 bits. */
const serialMax = 2 ** 38 - 1
/** GIAI-96 has at least 42 bits after the longest prefix, and more than a safe integer after a short one. */
const giaiMaxOfLongest = 2 ** 42 - 1
const giaiMax = 999_999_999_999_999

/** Returns how many digits the reference of a kind has; 0 when it has none. */
export const referenceDigits = (scheme: MintedScheme, prefix: string): number =>
  Math.max(0, (keyDigits[scheme] ?? 0) - prefix.length)

/** Returns the highest serial of a kind. */
export function lastSerial({ scheme, prefix }: Gs1Kind): number {
  if (scheme === 'sscc') return 10 ** (ssccDigits - prefix.length) - 1
  if (scheme === 'giai') return prefix.length === 12 ? giaiMaxOfLongest : giaiMax
  return serialMax
}

export interface MintedNumber {
  /** The bits of the EPC in hexadecimal digits. */
  readonly epc: string
  readonly uri: string
  readonly gs1_key: string
  readonly serial: string
  readonly element_string: string
}

/** Returns the number with a serial, in all its spellings. */
export function numberOf({ scheme, prefix, reference }: Gs1Kind, serial: number): MintedNumber {
  const digits = String(serial)
  const parts = {
    giai: { reference: digits, serial: null },
    grai: { reference, serial: digits },
    sgtin: { reference, serial: digits },
    sscc: { reference: `0${digits.padStart(ssccDigits - prefix.length, '0')}`, serial: null },
  }[scheme]
  const epc = encodeEpc({ scheme, encoding: `${scheme}-96`, filter: 0, prefix, ...parts })
  const identity = epc === null ? null : readCode(epc).identity
  if (epc === null || identity === null) throw new Error(`${scheme} ${prefix} has no serial ${serial}.`)
  const { uri, gs1_key, element_string } = identity as Identity & { readonly uri: string }
  return { epc, uri, gs1_key, serial: digits, element_string }
}

/** Returns what the identities of a kind begin with, before their serial. */
function stemOf(kind: Gs1Kind): string {
  if (kind.scheme === 'sscc') return `(00)0${kind.prefix}`
  return numberOf(kind, 1).element_string.slice(0, -1)
}

/** Returns the range of the identities of a kind whose serial begins with a digit. */
export function identitiesOf(kind: Gs1Kind): { readonly from: string; readonly to: string } {
  const stem = stemOf(kind)
  return { from: `${stem}0`, to: `${stem}:` }
}

/** Returns the highest serial of identities of a kind; 0 when none has one of digits only. */
export function highestSerial(kind: Gs1Kind, identities: readonly string[]): number {
  const { length } = stemOf(kind)
  const serials = identities.map((identity) =>
    identity.slice(length, kind.scheme === 'sscc' ? -1 : undefined),
  )
  return Math.max(0, ...serials.filter((text) => /^\d{1,15}$/.test(text)).map(Number))
}
