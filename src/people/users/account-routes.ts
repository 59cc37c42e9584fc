import { paging, toPage } from '../../contract/parameters'
import { json, mergePatch } from '../../http/body'
import { type Endpoint, endpoint, listed, noContent, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import type { AccountService } from './account'
import { originOf, settingDevice, signedOut } from './cookie'
import { OwnSession, PasswordChange, PasswordReset, Profile, ProfileChanges } from './member-schema'
import type { PasswordResetService } from './password-resets'

const anyone = { kind: 'anyone' } as const
const viewer = { kind: 'session', role: 'viewer' } as const
const done = { status: 204, description: 'Done.' }

/** The account of the user who is signed in (docs/internal-api.md, Own account). */
export const accountRoutes = (account: AccountService, resets: PasswordResetService): Endpoint[] => [
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
      const { rows, total } = await account.listSessions(caller, page)
      return listed(rows, page, total)
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
