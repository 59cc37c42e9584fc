import { type Endpoint, endpoint, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import { AuthorityInfo, type AuthorityInfoView } from './schema'
import type { Authority } from '../../base/key-pair'

/**
 * The fingerprint of the certificate authority (docs/internal-api.md, Installation). It is public, because a device
 * must trust the authority before a user signs in on it.
 */
export const tlsRoutes = (authority: Authority | null): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/authority',
    access: { kind: 'anyone' },
    response: {
      status: 200,
      description:
        'The fingerprint by which users verify the certificate authority before a device trusts it.',
      schema: itemOf(AuthorityInfo),
    },
    handle: async () => ok({ fingerprint: authority?.fingerprint ?? null } satisfies AuthorityInfoView),
  }),
]
