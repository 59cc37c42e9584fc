import { json } from '../../http/body'
import { type Endpoint, endpoint, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import { ClockConfirmation, ClockState } from './schema'
import type { ClockService } from './service'

/**
 * The clock of the machine (decision 0012). Admins can view it, and owners of the installation can confirm its time.
 */
export const clockRoutes = (clock: ClockService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/clock',
    access: { kind: 'session', role: 'admin' },
    response: { status: 200, description: 'The state of the clock.', schema: itemOf(ClockState) },
    handle: async () => ok(clock.view()),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/clock/confirmation',
    access: { kind: 'owner' },
    body: { mediaTypes: [json], schema: ClockConfirmation },
    response: {
      status: 200,
      description: 'The state of the clock; the time is now accepted.',
      schema: itemOf(ClockState),
    },
    mayConflict: true,
    handle: async ({ caller, body }) => ok(await clock.confirm(caller, body)),
  }),
]
