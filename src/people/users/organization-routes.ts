import { paging, pathId, toPage } from '../../contract/parameters'
import { json, mergePatch } from '../../http/body'
import { type Endpoint, endpoint, listed, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import type { OrganizationService } from './organizations'
import { NewOrganization, OrganizationChanges, OrganizationDetails, OwnOrganization } from './schema'

const details = { status: 200, description: 'The organization.', schema: itemOf(OrganizationDetails) }
const viewer = { kind: 'session', role: 'viewer' } as const
const organizationParams = { organization: pathId("The organization's id.") }

/** Organizations and their settings (docs/internal-api.md, Organizations). */
export const organizationRoutes = (organizations: OrganizationService): Endpoint[] => [
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
