import { paging, pathId, text, toPage, words } from '../../contract/parameters'
import { json, mergePatch } from '../../http/body'
import { created, type Endpoint, endpoint, listed, noContent, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import { originOf, withCookies } from './cookie'
import type { InvitationService } from './invitations'
import {
  Acceptance,
  CreatedInvitation,
  Invitation,
  InvitationLook,
  InvitationToken,
  Member,
  MemberChanges,
  NewInvitation,
  ResetLink,
} from './member-schema'
import type { MemberService } from './members'
import { Session } from './schema'

const anyone = { kind: 'anyone' } as const
const viewer = { kind: 'session', role: 'viewer' } as const
const admin = { kind: 'session', role: 'admin' } as const
const done = { status: 204, description: 'Done.' }
const session = { description: 'The session in that organization.', schema: itemOf(Session) }
const memberParams = { user_id: text('The id of the user.') }

/** Members of an organization (docs/internal-api.md, Members) and invitations (docs/internal-api.md, Invitations). */
export const memberRoutes = (members: MemberService, invitations: InvitationService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/members',
    access: viewer,
    isList: true,
    query: {
      q: words('Only members with each of these words in the name or the e-mail address, case-insensitive.'),
      ...paging,
    },
    response: { status: 200, description: 'A page of members, by name.', schema: pageOf(Member) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await members.list(caller, query.q, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/internal/v1/members/:user_id',
    access: admin,
    params: memberParams,
    exists: ({ caller, params }) => members.requireMember(caller, params.user_id),
    body: { mediaTypes: [mergePatch], schema: MemberChanges },
    response: { status: 200, description: 'The member.', schema: itemOf(Member) },
    mayConflict: true,
    handle: async ({ caller, params, body }) => ok(await members.change(caller, params.user_id, body)),
  }),
  endpoint({
    method: 'DELETE',
    path: '/internal/v1/members/:user_id',
    access: viewer,
    params: memberParams,
    exists: ({ caller, params }) => members.requireRemovable(caller, params.user_id),
    response: done,
    mayConflict: true,
    async handle({ caller, params }) {
      await members.remove(caller, params.user_id)
      return noContent
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/members/:user_id/reset-link',
    access: admin,
    params: memberParams,
    exists: ({ caller, params }) => members.requireMember(caller, params.user_id),
    response: { status: 201, description: 'The link.', schema: itemOf(ResetLink) },
    handle: async ({ caller, params }) => ({
      status: 201,
      body: { data: await members.createResetLink(caller, params.user_id) },
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/invitations',
    access: admin,
    isList: true,
    query: paging,
    response: { status: 200, description: 'A page of pending invitations.', schema: pageOf(Invitation) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await invitations.list(caller, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/invitations',
    access: admin,
    body: { mediaTypes: [json], schema: NewInvitation },
    response: { status: 201, description: 'The invitation.', schema: itemOf(CreatedInvitation) },
    mayConflict: true,
    async handle({ caller, body }) {
      const invitation = await invitations.create(caller, body)
      return created(`/internal/v1/invitations/${invitation.id}`, invitation)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/internal/v1/invitations/:invitation',
    access: admin,
    params: { invitation: pathId("The invitation's id.") },
    response: done,
    async handle({ caller, params }) {
      await invitations.revoke(caller, params.invitation)
      return noContent
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/invitations/look',
    access: anyone,
    body: { mediaTypes: [json], schema: InvitationToken },
    response: {
      status: 200,
      description: 'The organization and role that the invitation offers.',
      schema: itemOf(InvitationLook),
    },
    handle: async ({ body }) => ok(await invitations.look(body)),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/invitations/accept',
    access: anyone,
    body: { mediaTypes: [json], schema: Acceptance },
    response: { ...session, status: 201 },
    mayConflict: true,
    handle: async ({ body, ...from }) =>
      withCookies(201, await invitations.accept(body, originOf(from)), from.isSecure),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/invitations/join',
    access: viewer,
    body: { mediaTypes: [json], schema: InvitationToken },
    response: { ...session, status: 200 },
    mayConflict: true,
    handle: async ({ caller, body }) => ok(await invitations.join(caller, body)),
  }),
]
