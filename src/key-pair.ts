/** A certificate with what leads from it to an authority, and its private key, both PEM. */
export interface KeyPair {
  readonly cert: string
  readonly key: string
}
