import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

/** The certificate or the key cannot be used. The message is the end of a sentence and contains no secret. */
export class PairError extends Error {}

/** Returns the first certificate of a PEM chain, which is that of the server. Throws PairError. */
export function certificateOf(pem: string, name: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new PairError(`${name} contains no PEM certificate`)
  }
}

/** Throws PairError when the key is invalid or does not belong to the certificate. */
export function requireMatch(certificate: X509Certificate, key: string, keyName: string, name: string): void {
  if (!certificate.checkPrivateKey(keyOf(key, keyName)))
    throw new PairError(`the key in ${keyName} does not belong to the certificate in ${name}`)
}

function keyOf(pem: string, name: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new PairError(`${name} contains no PEM private key without a passphrase`)
  }
}
