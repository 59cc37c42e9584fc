import { paging, pathId, text, toPage } from '../contract/parameters'
import { json, mergePatch } from '../http/body'
import { created, type Endpoint, endpoint, listed, noContent, ok } from '../http/endpoint'
import { itemOf, pageOf } from '../http/openapi/shapes'
import type { AccountService } from './account'
import { originOf, settingDevice, signedOut, withCookies } from './cookie'
import type { InvitationService } from './invitations'
import type { MemberService } from './members'
import type { OwnerService } from './owners'
import type { PasswordResetService } from './password-resets'
import {
  Acceptance,
  Invitation,
  InvitationLook,
  InvitationToken,
  CreatedInvitation,
  Member,
  MemberChanges,
  NewInvitation,
  NewOwner,
  Owner,
  OwnSession,
  PasswordChange,
  PasswordReset,
  Profile,
  ProfileChanges,
} from './member-schema'
import { Session } from './schema'

const anyone = { kind: 'anyone' } as const
const viewer = { kind: 'session', role: 'viewer' } as const
const admin = { kind: 'session', role: 'admin' } as const
const done = { status: 204, description: 'Done.' }
const session = { description: 'The session in that organization.', schema: itemOf(Session) }
const memberParams = { user_id: text('The id of the user.') }

/** Members of an organization, and invitations (docs/internal-api.md, Members). */
export const memberRoutes = (members: MemberService, invitations: InvitationService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/members',
    access: viewer,
    isList: true,
    query: paging,
    response: { status: 200, description: 'A page of members, by name.', schema: pageOf(Member) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await members.list(caller, page)
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

const owner = { kind: 'owner' } as const
const ownersPath = '/internal/v1/installation/owners'

/** The owners of the installation (decision 0011). */
export const ownerRoutes = (owners: OwnerService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: ownersPath,
    access: owner,
    isList: true,
    query: paging,
    response: {
      status: 200,
      description: 'A page of owners, in the order in which they were added.',
      schema: pageOf(Owner),
    },
    async handle({ query }) {
      const page = toPage(query)
      const all = await owners.list()
      return listed(all.slice(page.offset, page.offset + page.limit), page, all.length)
    },
  }),
  endpoint({
    method: 'POST',
    path: ownersPath,
    access: owner,
    body: { mediaTypes: [json], schema: NewOwner },
    response: { status: 201, description: 'The new owner.', schema: itemOf(Owner) },
    mayConflict: true,
    async handle({ caller, body }) {
      const added = await owners.add(caller, body)
      return created(`${ownersPath}/${added.user_id}`, added)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `${ownersPath}/:user_id`,
    access: owner,
    params: memberParams,
    response: done,
    mayConflict: true,
    async handle({ caller, params }) {
      await owners.remove(caller, params.user_id)
      return noContent
    },
  }),
]

/** The account of the user who is signed in (docs/internal-api.md, Own account). */
export const ownAccountRoutes = (account: AccountService, resets: PasswordResetService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/internal/v1/password-reset',
    access: anyone,
    body: { mediaTypes: [json], schema: PasswordReset },
    response: done,
    async handle({ body, ...from }) {
      const deviceCookie = await resets.reset(body, originOf(from))
      return { ...noContent, cookies: [settingDevice(deviceCookie, from.isSecure)] }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/session/password',
    access: viewer,
    body: { mediaTypes: [json], schema: PasswordChange },
    response: done,
    async handle({ caller, body, ...from }) {
      await account.changePassword(caller, body, originOf(from))
      return noContent
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/internal/v1/session/user',
    access: viewer,
    body: { mediaTypes: [mergePatch], schema: ProfileChanges },
    response: { status: 200, description: 'The user.', schema: itemOf(Profile) },
    handle: async ({ caller, body }) => ok(await account.changeProfile(caller, body)),
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/sessions',
    access: viewer,
    isList: true,
    query: paging,
    response: {
      status: 200,
      description: 'A page of the sessions of the user, the most recently used first.',
      schema: pageOf(OwnSession),
    },
    async handle({ caller, query }) {
      const page = toPage(query)
      const all = await account.listSessions(caller)
      return listed(all.slice(page.offset, page.offset + page.limit), page, all.length)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/internal/v1/sessions',
    access: viewer,
    response: done,
    async handle({ caller, isSecure }) {
      await account.signOutEverywhere(caller)
      return signedOut(isSecure)
    },
  }),
]
