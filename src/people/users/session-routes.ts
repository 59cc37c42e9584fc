import { json } from '../../http/body'
import { type Endpoint, endpoint, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import { originOf, refreshTokenOf, signedOut, withCookies } from './cookie'
import { OrganizationChoice, Session, Setup, SignIn } from './schema'
import type { SessionService } from './sessions'

const session = {
  status: 200,
  description: 'The session. Its refresh token is in a cookie.',
  schema: itemOf(Session),
}
const done = { status: 204, description: 'Done.' }
const anyone = { kind: 'anyone' } as const

/** Signing in and out (docs/internal-api.md, Sessions). */
export const sessionRoutes = (sessions: SessionService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/internal/v1/setup',
    access: anyone,
    body: { mediaTypes: [json], schema: Setup },
    response: { ...session, status: 201 },
    handle: async ({ body, ...from }) =>
      withCookies(201, await sessions.setUp(body, originOf(from)), from.isSecure),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/session',
    access: anyone,
    body: { mediaTypes: [json], schema: SignIn },
    response: session,
    handle: async ({ body, ...from }) =>
      withCookies(200, await sessions.signIn(body, originOf(from)), from.isSecure),
  }),
  endpoint({
    method: 'DELETE',
    path: '/internal/v1/session',
    access: anyone,
    response: done,
    async handle({ request, isSecure }) {
      await sessions.signOut(refreshTokenOf(request, isSecure))
      return signedOut(isSecure)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/session/refresh',
    access: anyone,
    response: session,
    handle: async ({ request, isSecure }) =>
      withCookies(200, await sessions.refresh(refreshTokenOf(request, isSecure)), isSecure),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/session/organization',
    access: { kind: 'session', role: 'viewer' },
    body: { mediaTypes: [json], schema: OrganizationChoice },
    response: session,
    handle: async ({ caller, body }) => ok(await sessions.switchOrganization(caller, body)),
  }),
]
