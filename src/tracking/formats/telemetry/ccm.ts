import { createCipheriv, timingSafeEqual } from 'node:crypto'

const blockBytes = 16
/** Bytes of a nonce, which leave two for the number of a block. */
const nonceBytes = 13

/**
 * Decrypts AES-128-CCM (RFC 3610) with a nonce of 13 bytes and without associated data. Returns undefined when the code is
 * wrong. The cryptography of the runtime has AES, but not this mode.
 */
export function openCcm(
  key: Uint8Array,
  nonce: Uint8Array,
  encrypted: Uint8Array,
  code: Uint8Array,
): Uint8Array | undefined {
  const blocks = Math.ceil(encrypted.length / blockBytes)
  const counters = new Uint8Array((blocks + 1) * blockBytes)
  for (let block = 0; block <= blocks; block++)
    counters.set([1, ...nonce, block >> 8, block & 0xff], block * blockBytes)
  const stream = encrypt('aes-128-ecb', key, counters)
  const plain = encrypted.map((byte, index) => byte ^ (stream[blockBytes + index] as number))
  // The code is the last block of a chain over the parameters and the text, which is filled up with zeros.
  const flags = 8 * ((code.length - 2) / 2) + (15 - nonceBytes - 1)
  const chained = new Uint8Array((blocks + 1) * blockBytes)
  chained.set([flags, ...nonce, plain.length >> 8, plain.length & 0xff])
  chained.set(plain, blockBytes)
  const last = encrypt('aes-128-cbc', key, chained).subarray(-blockBytes)
  const expected = Uint8Array.from(code, (_, index) => (last[index] as number) ^ (stream[index] as number))
  return timingSafeEqual(expected, code) ? plain : undefined
}

function encrypt(cipher: 'aes-128-ecb' | 'aes-128-cbc', key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const vector = cipher === 'aes-128-ecb' ? null : new Uint8Array(blockBytes)
  const encrypting = createCipheriv(cipher, key, vector)
  encrypting.setAutoPadding(false)
  return Buffer.concat([encrypting.update(bytes), encrypting.final()])
}
