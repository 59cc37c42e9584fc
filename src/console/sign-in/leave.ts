import { api, dataOf } from '../api/client'
import { session, signOut } from '../api/session'

/** Signs out here, and then at the provider that signed the user in. */
export async function leave(): Promise<void> {
  const state = session.get()
  const hasProvider = state.phase === 'in' && state.view.issuer !== null
  // The sign-out here does not depend on the provider.
  const url = hasProvider ? await providerSignOut().catch(() => null) : null
  await signOut()
  if (url !== null) location.assign(url)
}

/** How long the sign-out here waits for a provider that does not respond, in milliseconds: the user may leave the device. */
const patienceMs = 2000

async function providerSignOut(): Promise<string | null> {
  const signal = AbortSignal.timeout(patienceMs)
  return (await dataOf(api.POST('/internal/v1/session/provider-sign-out', { signal }))).data.url
}
