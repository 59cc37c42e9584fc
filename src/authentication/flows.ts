import { randomHex, sha256 } from '../secrets'
import type { Instances } from '../storage/store'

/** Time to finish what a browser has begun, such as a sign-in at a provider, in seconds. */
export const flowSeconds = 600

/**
 * What browsers have begun, by the hash of a cookie. Only the browser with the cookie can finish, and only once.
 *
 * @param kind distinguishes the flows of different features
 */
export function createFlows<Flow>(instances: Pick<Instances, 'keep' | 'take'>, kind: string) {
  const nameOf = (token: string): string => `${kind} ${sha256(token)}`
  return {
    /** Returns the value of the cookie. */
    async begin(flow: Flow): Promise<string> {
      const token = randomHex(32)
      await instances.keep(nameOf(token), JSON.stringify(flow), flowSeconds)
      return token
    },
    async take(token: string | undefined): Promise<Flow | undefined> {
      const text = await instances.take(nameOf(token ?? ''))
      return text === undefined ? undefined : (JSON.parse(text) as Flow)
    },
  }
}
