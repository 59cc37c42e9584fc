import { BoundedMap } from '../bounded-map'
import { randomHex, sha256 } from '../secrets'

/** Time for a sign-in at the provider, in seconds. */
export const flowSeconds = 600
const flowsMax = 10_000

/** A sign-in that a browser has begun at a provider. */
export interface Flow {
  readonly providerId: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** The user who connects the account; null for a sign-in. */
  readonly userId: string | null
}

/** The sign-ins in progress, in memory, by the hash of the cookie of the browser. Each can be finished once. */
export function createFlows() {
  const flows = new BoundedMap<string, Flow & { readonly until: number }>(flowsMax)
  return {
    /** Returns the value of the cookie. */
    begin(flow: Flow): string {
      const token = randomHex(32)
      flows.set(sha256(token), { ...flow, until: performance.now() + flowSeconds * 1000 })
      return token
    },
    take(token: string | undefined): Flow | undefined {
      const key = sha256(token ?? '')
      const flow = flows.get(key)
      flows.delete(key)
      return flow && flow.until > performance.now() ? flow : undefined
    },
  }
}
