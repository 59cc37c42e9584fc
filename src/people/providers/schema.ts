import { type Static, Type } from '@sinclair/typebox'

/** Sign-in with providers (docs/internal-api.md, Providers). */

const provider = {
  id: Type.String({ description: 'The id in the settings.' }),
  name: Type.String({ description: 'The name for users.' }),
}

export const SignInOptions = Type.Object(
  {
    has_local_sign_in: Type.Boolean({ description: 'Whether users may sign in with a password.' }),
    has_passkeys: Type.Boolean({ description: 'Whether the installation supports passkeys.' }),
    public_url: Type.String({
      description: 'The address at which sign-in with providers and passkeys works; empty if it is not set.',
    }),
    providers: Type.Array(Type.Object(provider)),
  },
  { $id: 'SignInOptions', description: 'The ways to sign in.' },
)
export type SignInOptionsView = Static<typeof SignInOptions>

export const ProviderUrl = Type.Object(
  { url: Type.String({ description: 'The address of the provider, for the browser.' }) },
  { $id: 'ProviderUrl', description: 'Where a sign-in with a provider continues.' },
)

/** The provider may have no page for sign-out. */
export const ProviderSignOut = Type.Object(
  { url: Type.Union([Type.String(), Type.Null()], { description: 'Null if there is no such address.' }) },
  { $id: 'ProviderSignOut', description: 'Where the user signs out of the provider.' },
)
export type ProviderSignOutView = Static<typeof ProviderSignOut>

/** The parameters of the redirect, as the provider sent them. */
export const ProviderResponse = Type.Object({ parameters: Type.String({ maxLength: 8000 }) })

export const NewConnection = Type.Object({ current_password: Type.String() })

const OwnProvider = Type.Object(
  { ...provider, is_connected: Type.Boolean({ description: 'Whether the account is connected to it.' }) },
  { $id: 'OwnProvider', description: 'A provider, for the user who is signed in.' },
)
export type OwnProviderView = Static<typeof OwnProvider>

export const OwnProviders = Type.Array(OwnProvider, {
  $id: 'OwnProviders',
  description: 'The providers, in the order of the settings.',
})
