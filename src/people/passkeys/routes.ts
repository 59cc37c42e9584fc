import { flowSeconds } from '../authentication/flows'
import { text } from '../../contract/parameters'
import { json } from '../../http/body'
import { type Endpoint, endpoint, noContent, ok, type Reply } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import { flowOf, originOf, settingFlow, withCookies } from '../users/cookie'
import { Session } from '../users/schema'
import { NewPasskey, Passkey, PasskeyOptions, PasskeyPassword, PasskeyResponse, Passkeys } from './schema'
import type { Asked, PasskeyService } from './service'

const anyone = { kind: 'anyone' } as const
const viewer = { kind: 'session', role: 'viewer' } as const
const asked = { status: 200, description: 'The options for the browser.', schema: itemOf(PasskeyOptions) }

const toReply = ({ options, cookie }: Asked, isSecure: boolean): Reply => ({
  status: 200,
  body: { data: { options } },
  cookies: [settingFlow(cookie, flowSeconds, isSecure)],
})

/** Passkeys (docs/internal-api.md, Passkeys). */
export const passkeyRoutes = (passkeys: PasskeyService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/internal/v1/passkey/options',
    access: anyone,
    response: asked,
    mayConflict: true,
    handle: async ({ isSecure }) => toReply(await passkeys.ask(), isSecure),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/passkey',
    access: anyone,
    body: { mediaTypes: [json], schema: PasskeyResponse },
    response: { status: 200, description: 'The session.', schema: itemOf(Session) },
    mayConflict: true,
    async handle({ body, ...from }) {
      const cookie = flowOf(from.request, from.isSecure)
      return withCookies(200, await passkeys.signIn(body, cookie, originOf(from)), from.isSecure)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/session/passkeys',
    access: viewer,
    response: { status: 200, description: 'The passkeys.', schema: itemOf(Passkeys) },
    handle: async ({ caller }) => ok(await passkeys.list(caller)),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/session/passkeys/options',
    access: viewer,
    body: { mediaTypes: [json], schema: PasskeyPassword },
    response: asked,
    mayConflict: true,
    handle: async ({ caller, body, ...from }) =>
      toReply(await passkeys.askToAdd(caller, body, originOf(from)), from.isSecure),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/session/passkeys',
    access: viewer,
    body: { mediaTypes: [json], schema: NewPasskey },
    response: { status: 201, description: 'The passkey.', schema: itemOf(Passkey) },
    mayConflict: true,
    async handle({ caller, body, request, isSecure }) {
      const data = await passkeys.add(caller, body, flowOf(request, isSecure))
      return { status: 201, body: { data } }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/internal/v1/session/passkeys/:passkey',
    access: viewer,
    params: { passkey: text('The id of the passkey.') },
    response: { status: 204, description: 'Done.' },
    async handle({ caller, params: { passkey } }) {
      await passkeys.remove(caller, passkey)
      return noContent
    },
  }),
]
