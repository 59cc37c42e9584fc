import { paging, pathId, toPage } from '../contract/parameters'
import { json, mergePatch } from '../http/body'
import { type Endpoint, endpoint, listed, ok } from '../http/endpoint'
import { refreshTokenOf, originOf, signedOut, withCookies } from './cookie'
import type { OrganizationService } from './organizations'
import {
  NewOrganization,
  OrganizationChanges,
  OrganizationChoice,
  OrganizationDetails,
  OwnOrganization,
  Session,
  Setup,
  SignIn,
} from './schema'
import type { SessionService } from './sessions'
import { itemOf, pageOf } from '../http/openapi/shapes'

const session = {
  status: 200,
  description: 'The session. Its refresh token is in a cookie.',
  schema: itemOf(Session),
}
const done = { status: 204, description: 'Done.' }
const details = { status: 200, description: 'The organization.', schema: itemOf(OrganizationDetails) }
const anyone = { kind: 'anyone' } as const
const viewer = { kind: 'session', role: 'viewer' } as const
const organizationParams = { organization: pathId("The organization's id.") }

/** The private endpoints for sessions and organizations (docs/internal-api.md, Sessions). */
export const accountRoutes = (sessions: SessionService, organizations: OrganizationService): Endpoint[] => [
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
    access: viewer,
    body: { mediaTypes: [json], schema: OrganizationChoice },
    response: session,
    handle: async ({ caller, body }) => ok(await sessions.switchOrganization(caller, body)),
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/organizations',
    access: viewer,
    isList: true,
    query: paging,
    response: {
      status: 200,
      description: 'A page of the organizations of the user.',
      schema: pageOf(OwnOrganization),
    },
    async handle({ caller, query }) {
      const page = toPage(query)
      const all = await organizations.list(caller)
      return listed(all.slice(page.offset, page.offset + page.limit), page, all.length)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/organizations',
    access: { kind: 'owner' },
    body: { mediaTypes: [json], schema: NewOrganization },
    response: { status: 201, description: 'The new organization.', schema: itemOf(OwnOrganization) },
    async handle({ caller, body }) {
      const organization = await organizations.create(caller, body)
      return { status: 201, body: { data: organization } }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/organizations/:organization',
    access: viewer,
    params: organizationParams,
    response: details,
    handle: async ({ caller, params }) => ok(await organizations.get(caller, params.organization)),
  }),
  endpoint({
    method: 'PATCH',
    path: '/internal/v1/organizations/:organization',
    access: viewer,
    params: organizationParams,
    exists: ({ caller, params }) => organizations.requireAdmin(caller, params.organization),
    body: { mediaTypes: [mergePatch], schema: OrganizationChanges },
    response: details,
    handle: async ({ caller, params, body }) =>
      ok(await organizations.change(caller, params.organization, body)),
  }),
]
