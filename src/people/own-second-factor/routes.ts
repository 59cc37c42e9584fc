import { json } from '../../http/body'
import { type Endpoint, endpoint, noContent, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import { originOf } from '../users/cookie'
import type { SecondFactorService } from './service'
import {
  Confirmation,
  FactorChange,
  NewSecondFactor,
  RecoveryCodes,
  SecondFactor,
  TotpSecret,
} from './schema'

const viewer = { kind: 'session', role: 'viewer' } as const
const adding = { ...viewer, beforeSecondFactor: true } as const
const codes = { status: 200, description: 'The recovery codes.', schema: itemOf(RecoveryCodes) }

/** The second factor of the user who is signed in (docs/internal-api.md, Second factor). */
export const secondFactorRoutes = (factor: SecondFactorService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/session/second-factor',
    access: adding,
    response: { status: 200, description: 'The second factor.', schema: itemOf(SecondFactor) },
    handle: async ({ caller }) => ok(await factor.view(caller)),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/session/second-factor',
    access: adding,
    body: { mediaTypes: [json], schema: NewSecondFactor },
    response: { status: 200, description: 'The secret for the app.', schema: itemOf(TotpSecret) },
    mayConflict: true,
    handle: async ({ caller, body, ...from }) => ok(await factor.add(caller, body, originOf(from))),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/session/second-factor/confirm',
    access: adding,
    body: { mediaTypes: [json], schema: Confirmation },
    response: codes,
    mayConflict: true,
    handle: async ({ caller, body, ...from }) => ok(await factor.confirm(caller, body, originOf(from))),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/session/second-factor/remove',
    access: viewer,
    body: { mediaTypes: [json], schema: FactorChange },
    response: { status: 204, description: 'Done.' },
    mayConflict: true,
    async handle({ caller, body, ...from }) {
      await factor.remove(caller, body, originOf(from))
      return noContent
    },
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/session/recovery-codes',
    access: viewer,
    body: { mediaTypes: [json], schema: FactorChange },
    response: codes,
    mayConflict: true,
    handle: async ({ caller, body, ...from }) => ok(await factor.renewCodes(caller, body, originOf(from))),
  }),
]
