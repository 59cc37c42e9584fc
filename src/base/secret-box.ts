import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts texts that the service must be able to read again (decision 0026). */
export interface SecretBox {
  seal(text: string): string
  /** Returns undefined if the text was sealed with another key, or changed. */
  open(sealed: string): string | undefined
}

/** The name of the encrypted signing key among the values that all instances share (decision 0033). */
export const sealedKeyName = 'signing_key'

const cipher = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

/** @param signingKey the key of the file `signing.key`. The key of the box is derived from it (RFC 5869). */
export function createSecretBox(signingKey: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', signingKey, '', 'whereabouts secret box', 32))
  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes)
      const encrypting = createCipheriv(cipher, key, nonce)
      const content = Buffer.concat([encrypting.update(text, 'utf8'), encrypting.final()])
      return Buffer.concat([nonce, encrypting.getAuthTag(), content]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
      if (tag.length < tagBytes) return undefined
      const decrypting = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decrypting.setAuthTag(tag)
      const content = decrypting.update(bytes.subarray(nonceBytes + tagBytes))
      try {
        return Buffer.concat([content, decrypting.final()]).toString('utf8')
      } catch {
        // The tag does not match: another key, or changed bytes.
        return undefined
      }
    },
  }
}
