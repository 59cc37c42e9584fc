import { sha256 } from '../../base/secrets'

const codesOfUser = 10
/** Base 32 without letters and digits that look alike (Crockford). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 20 characters are 100 random bits. An unsalted hash is enough for them (src/base/secrets.ts). */
const length = 20

export function newRecoveryCodes(): string[] {
  return Array.from({ length: codesOfUser }, () => {
    const bytes = crypto.getRandomValues(new Uint8Array(length))
    const text = [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('')
    return text.replaceAll(/(.{5})(?=.)/g, '$1-')
  })
}

/** Returns the stored hash of a code. `-` does not count, and I, L and O are read as the digits that they look like. */
export const hashOfRecoveryCode = (code: string): string =>
  sha256(code.replaceAll('-', '').toUpperCase().replaceAll(/[IL]/g, '1').replaceAll('O', '0'))
