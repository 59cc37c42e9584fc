/** A sign-in that a browser has begun at a provider. */
export interface Flow {
  readonly providerId: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** The user who connects the account; null for a sign-in. */
  readonly userId: string | null
}
