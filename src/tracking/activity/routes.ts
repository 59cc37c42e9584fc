import { type Endpoint, endpoint, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import { Activity, ReaderActivity } from './schema'
import type { ActivityService } from './service'

/** The counts of the console's overview (docs/internal-api.md, Activity). */
export const activityRoutes = (service: ActivityService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/activity',
    access: { kind: 'session', role: 'viewer' },
    response: { status: 200, description: 'The events of the last 24 hours.', schema: itemOf(Activity) },
    handle: async ({ caller }) => ok(await service.activity(caller.organizationId)),
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/activity/readers',
    access: { kind: 'session', role: 'viewer' },
    response: { status: 200, description: 'The state of the fixed readers.', schema: itemOf(ReaderActivity) },
    handle: async ({ caller }) => ok(await service.readers(caller.organizationId)),
  }),
]
