import { type Endpoint, endpoint, ok } from '../http/endpoint'
import { itemOf } from '../http/openapi/shapes'
import { Activity, ReaderActivity } from './schema'
import type { ActivityService } from './service'

/** What the console's overview shows. */
export const activityRoutes = (service: ActivityService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/activity',
    access: { kind: 'session', role: 'viewer' },
    response: { status: 200, description: 'The last 24 hours.', schema: itemOf(Activity) },
    handle: async ({ caller }) => ok(await service.activity(caller.organizationId)),
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/activity/readers',
    access: { kind: 'session', role: 'viewer' },
    response: { status: 200, description: 'The fixed readers now.', schema: itemOf(ReaderActivity) },
    handle: async ({ caller }) => ok(await service.readers(caller.organizationId)),
  }),
]
