import { flowSeconds } from '../authentication/flows'
import { text } from '../../contract/parameters'
import { json } from '../../http/body'
import { type Endpoint, endpoint, noContent, ok, type Reply } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import { flowOf, originOf, settingFlow, withCookies } from '../users/cookie'
import { Session } from '../users/schema'
import {
  NewConnection,
  OwnProviders,
  ProviderResponse,
  ProviderSignOut,
  ProviderUrl,
  SignInOptions,
} from './schema'
import type { Begun, ProviderService } from './service'

const anyone = { kind: 'anyone' } as const
const viewer = { kind: 'session', role: 'viewer' } as const
const params = { provider: text('The id of the provider.') }
const begun = { status: 200, description: 'The address of the provider.', schema: itemOf(ProviderUrl) }
const done = { status: 204, description: 'Done.' }

const toReply = ({ url, cookie }: Begun, isSecure: boolean): Reply => ({
  status: 200,
  body: { data: { url } },
  cookies: [settingFlow(cookie, flowSeconds, isSecure)],
})

const clearedFlow = (isSecure: boolean): string => settingFlow('', 0, isSecure)

/** Sign-in with providers (docs/internal-api.md, Providers). */
export const providerRoutes = (providers: ProviderService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/sign-in',
    access: anyone,
    response: { status: 200, description: 'The ways to sign in.', schema: itemOf(SignInOptions) },
    handle: async () => ok(providers.options()),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/sign-in/:provider',
    access: anyone,
    params,
    response: begun,
    mayConflict: true,
    handle: async ({ params: { provider }, isSecure }) => toReply(await providers.begin(provider), isSecure),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/sign-in',
    access: anyone,
    body: { mediaTypes: [json], schema: ProviderResponse },
    response: { status: 200, description: 'The session.', schema: itemOf(Session) },
    mayConflict: true,
    async handle({ body, ...from }) {
      const { request, isSecure } = from
      const reply = withCookies(
        200,
        await providers.signIn(body, flowOf(request, isSecure), originOf(from)),
        isSecure,
      )
      return { ...reply, cookies: [...(reply.cookies ?? []), clearedFlow(isSecure)] }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/session/providers',
    access: viewer,
    response: { status: 200, description: 'The providers.', schema: itemOf(OwnProviders) },
    handle: async ({ caller }) => ok(await providers.listOwn(caller)),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/session/providers/:provider',
    access: viewer,
    params,
    body: { mediaTypes: [json], schema: NewConnection },
    response: begun,
    mayConflict: true,
    handle: async ({ caller, params: { provider }, body, ...from }) =>
      toReply(await providers.beginConnecting(caller, provider, body, originOf(from)), from.isSecure),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/session/providers',
    access: viewer,
    body: { mediaTypes: [json], schema: ProviderResponse },
    response: done,
    mayConflict: true,
    async handle({ caller, body, request, isSecure }) {
      await providers.connect(caller, body, flowOf(request, isSecure))
      return { ...noContent, cookies: [clearedFlow(isSecure)] }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/internal/v1/session/providers/:provider',
    access: viewer,
    params,
    response: done,
    mayConflict: true,
    async handle({ caller, params: { provider } }) {
      await providers.disconnect(caller, provider)
      return noContent
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/session/provider-sign-out',
    access: viewer,
    response: { status: 200, description: 'Where to sign out.', schema: itemOf(ProviderSignOut) },
    mayConflict: true,
    handle: async ({ caller }) => ok(await providers.signOutUrl(caller)),
  }),
]
