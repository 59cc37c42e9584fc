import { type Endpoint, endpoint, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import { SimulatedData, SimulatedDataRemoval } from './schema'
import type { SimulatedDataService } from './service'

const path = '/internal/v1/simulated-data'

/** What `whereabouts simulate` has created, for admins (docs/internal-api.md, Simulated data). */
export const simulatedDataRoutes = (simulated: SimulatedDataService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access: { kind: 'session', role: 'admin' },
    response: {
      status: 200,
      description: 'The numbers of simulated records.',
      schema: itemOf(SimulatedData),
    },
    handle: async ({ caller }) => ok(await simulated.count(caller.organizationId)),
  }),
  endpoint({
    method: 'DELETE',
    path,
    access: { kind: 'session', role: 'admin' },
    response: {
      status: 200,
      description: 'Up to 200 simulated records are removed.',
      schema: itemOf(SimulatedDataRemoval),
    },
    handle: async ({ caller }) => ok(await simulated.remove(caller)),
  }),
]
