import { type Endpoint, endpoint, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import { Attention } from './schema'
import type { AttentionService } from './service'

export const attentionRoutes = (attention: AttentionService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/attention',
    access: { kind: 'session', role: 'viewer' },
    response: { status: 200, description: 'What needs attention.', schema: itemOf(Attention) },
    handle: async ({ caller }) => ok(await attention(caller)),
  }),
]
