/** A certificate with its chain to the CA, and its private key, both as PEM. */
export interface KeyPair {
  readonly cert: string
  readonly key: string
}
