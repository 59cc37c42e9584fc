import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'

/**
 * Signatures of minisign (https://jedisct1.github.io/minisign/), by a secret key without a password, as `minisign -G -W`
 * creates it.
 */
interface SigningKey {
  readonly id: Uint8Array
  readonly key: KeyObject
}

const secretLength = 158

/** Reads the text of a secret key file, or only its second line. Throws if it is not a key without a password. */
export function readSecretKey(text: string): SigningKey {
  const bytes = Buffer.from(text.trim().split('\n').at(-1) ?? '', 'base64')
  if (bytes.length !== secretLength || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new Error('The key is not a secret key of minisign. Create one with "minisign -G -W".')
  if (bytes.readUInt16LE(2) !== 0)
    throw new Error('The key has a password. Create one without a password with "minisign -G -W".')
  // After 54 bytes of the header: the number of the key, then the seed and the public key.
  const [id, seed, publicKey] = [bytes.subarray(54, 62), bytes.subarray(62, 94), bytes.subarray(94, 126)]
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  const key = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' })
  if (!createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).equals(publicKey))
    throw new Error('The key is damaged: its public part does not belong to its secret part.')
  return { id, key }
}

/**
 * Returns the text of a signature file. The same content, comment and key have the same signature.
 *
 * @param comment - one line that the signature covers
 */
export function signatureOf(content: Uint8Array, comment: string, { id, key }: SigningKey): string {
  const hash = new Bun.CryptoHasher('blake2b512').update(content).digest()
  const signature = sign(null, hash, key)
  const covering = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key)
  const encoded = Buffer.concat([Buffer.from('ED'), id, signature]).toString('base64')
  return `untrusted comment: signature of a release of Whereabouts
${encoded}
trusted comment: ${comment}
${covering.toString('base64')}
`
}
