import type { SecretBox } from '../../base/secret-box'
import { randomHex } from '../../base/secrets'
import type { Instances } from '../../storage/core/store'
import { type Clock, type Instant, plusSeconds } from '../../base/time'

/** Time to finish what a browser has begun, such as a sign-in at a provider, in seconds. */
export const flowSeconds = 600

interface Sealed<Flow> {
  readonly kind: string
  readonly id: string
  readonly until: Instant
  /** Identifies the set of claims that records whether the flow was finished. */
  readonly claimsId: string
  readonly flow: Flow
}

/**
 * What browsers have begun. It is sealed in a cookie, so that the requests of others, which need no authentication, cannot displace
 * it. Only the browser with the cookie can finish, and only once: the service stores which flows were finished. When
 * it has forgotten them, no flow that was begun before can be finished.
 *
 * @param kind distinguishes the flows of different features
 */
export function createFlows<Flow>(
  instances: Pick<Instances, 'claim' | 'claimsId'>,
  box: SecretBox,
  kind: string,
  now: Clock,
) {
  function opened(cookie: string | undefined): Sealed<Flow> | undefined {
    const text = box.open(cookie ?? '')
    if (text === undefined) return undefined
    const sealed = JSON.parse(text) as Sealed<Flow>
    return sealed.kind === kind && sealed.until > now() ? sealed : undefined
  }

  return {
    /** Returns the value of the cookie. */
    async begin(flow: Flow): Promise<string> {
      const claimsId = await instances.claimsId()
      const until = plusSeconds(now(), flowSeconds)
      const sealed: Sealed<Flow> = { kind, id: randomHex(16), until, claimsId, flow }
      return box.seal(JSON.stringify(sealed))
    },
    /** Returns the flow of the cookie, which can still be finished if it could be before; undefined if it has expired. */
    read: (cookie: string | undefined): Flow | undefined => opened(cookie)?.flow,
    /** Returns the flow of the cookie, of which only the first call gets it; undefined if it has expired. */
    async take(cookie: string | undefined): Promise<Flow | undefined> {
      const sealed = opened(cookie)
      if (!sealed || !(await instances.claim(`${kind} ${sealed.id}`, flowSeconds))) return undefined
      // Compared after the claim, which may be the first one after the others were forgotten.
      return sealed.claimsId === (await instances.claimsId()) ? sealed.flow : undefined
    },
  }
}
