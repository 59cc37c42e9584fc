/** A certificate with its chain to the CA, and its private key, both as PEM. */
export interface KeyPair {
  readonly cert: string
  readonly key: string
}

/** The certificate authority of an installation. */
export interface Authority {
  /** PEM. */
  readonly cert: string
  /** SHA-256 of the certificate, as hexadecimal pairs separated by colons. */
  readonly fingerprint: string
}
