import { json } from '../http/body'
import { type Endpoint, endpoint, ok } from '../http/endpoint'
import { itemOf } from '../http/openapi/shapes'
import { ClockConfirmation, ClockState } from './schema'
import type { ClockService } from './service'

/** The clock of the machine (decision 0012): admins see it, and owners of the installation confirm its time. */
export const clockRoutes = (clock: ClockService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/clock',
    access: { kind: 'session', role: 'admin' },
    response: { status: 200, description: 'Whether its time is believed.', schema: itemOf(ClockState) },
    handle: async () => ok(clock.view()),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/clock/confirmation',
    access: { kind: 'owner' },
    body: { mediaTypes: [json], schema: ClockConfirmation },
    response: { status: 200, description: 'The time is believed from now on.', schema: itemOf(ClockState) },
    mayConflict: true,
    handle: async ({ caller, body }) => ok(await clock.confirm(caller, body)),
  }),
]
