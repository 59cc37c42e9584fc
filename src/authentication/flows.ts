import { BoundedMap } from '../bounded-map'
import { randomHex, sha256 } from '../secrets'

/** Time to finish what a browser has begun, such as a sign-in at a provider, in seconds. */
export const flowSeconds = 600
const flowsMax = 10_000

/**
 * What browsers have begun, in memory, by the hash of a cookie. Only the browser with the cookie can finish, and only once.
 */
export function createFlows<Flow>() {
  const flows = new BoundedMap<string, { readonly flow: Flow; readonly until: number }>(flowsMax)
  return {
    /** Returns the value of the cookie. */
    begin(flow: Flow): string {
      const token = randomHex(32)
      flows.set(sha256(token), { flow, until: performance.now() + flowSeconds * 1000 })
      return token
    },
    take(token: string | undefined): Flow | undefined {
      const key = sha256(token ?? '')
      const known = flows.get(key)
      flows.delete(key)
      return known && known.until > performance.now() ? known.flow : undefined
    },
  }
}
