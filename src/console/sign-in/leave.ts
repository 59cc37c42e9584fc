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

const providerSignOut = async (): Promise<string | null> =>
  (await dataOf(api.POST('/internal/v1/session/provider-sign-out'))).data.url
