import type { KeyPair } from '../key-pair'

/** Where the certificate comes from. */
export interface Source {
  /** What is to be served now; throws PairError where there is nothing that can be. */
  next(): Promise<KeyPair>
  /** The authority that devices are to trust; null where it is somebody else's. */
  readonly authority: Authority | null
}

export interface Authority {
  /** PEM. */
  readonly cert: string
  /** SHA-256 of the certificate, as hexadecimal pairs between colons. */
  readonly fingerprint: string
}
