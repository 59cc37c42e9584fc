import { instant, required } from '../../contract/parameters'
import { type Endpoint, endpoint } from '../../http/endpoint'
import { Findings } from './schema'
import type { FindingService } from './service'

export const findingRoutes = (findings: FindingService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/reports/findings',
    access: { kind: 'session', role: 'viewer' },
    query: {
      before: required(instant('Beginning of the period before, which ends at `from`.')),
      from: required(instant('Beginning of the period.')),
      to: required(instant('End of the period, exclusive; at most 366 days after `from`.')),
    },
    response: { status: 200, description: 'What stands out in the period.', schema: Findings },
    handle: async ({ caller, query }) => ({
      status: 200,
      body: await findings.find(caller.organizationId, query),
    }),
  }),
]
