import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

/** Why a certificate and a key can't be used, in words that end a sentence and hold no secret. */
export class PairError extends Error {}

/** The server's own certificate, the first of a chain. Throws PairError. */
export function certificateOf(pem: string, name: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new PairError(`${name} contains no certificate in PEM format`)
  }
}

/** Throws PairError where the key is none, or another certificate's. */
export function requireMatch(certificate: X509Certificate, key: string, keyName: string, name: string): void {
  if (!certificate.checkPrivateKey(keyOf(key, keyName)))
    throw new PairError(`the key in ${keyName} does not belong to the certificate in ${name}`)
}

function keyOf(pem: string, name: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new PairError(`${name} contains no private key in PEM format without a passphrase`)
  }
}
