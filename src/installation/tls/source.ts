import type { Authority, KeyPair } from '../../base/key-pair'

/** The origin of the server's certificate and key. */
export interface Source {
  /** Returns the pair to use from now on. Throws PairError when there is no usable pair. */
  next(): Promise<KeyPair>
  /** The authority that devices have to trust; null when the certificate is from another authority. */
  readonly authority: Authority | null
}
