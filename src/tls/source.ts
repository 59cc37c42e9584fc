import type { KeyPair } from '../key-pair'

/** The origin of the server's certificate and key. */
export interface Source {
  /** Returns the pair to use from now on. Throws PairError when there is no usable pair. */
  next(): Promise<KeyPair>
  /** The authority that devices have to trust; null when the certificate is from another authority. */
  readonly authority: Authority | null
}

export interface Authority {
  /** PEM. */
  readonly cert: string
  /** SHA-256 of the certificate, as hexadecimal pairs separated by colons. */
  readonly fingerprint: string
}
