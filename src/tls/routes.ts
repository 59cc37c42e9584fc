import { type Endpoint, endpoint, ok } from '../http/endpoint'
import { itemOf } from '../http/openapi/shapes'
import { AuthorityInfo, type AuthorityInfoView } from './schema'
import type { Authority } from './source'

/** For the sign-in page: nobody who has yet to trust the authority is signed in. */
export const tlsRoutes = (authority: Authority | null): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/authority',
    access: { kind: 'anyone' },
    response: {
      status: 200,
      description: 'What devices compare before they trust it.',
      schema: itemOf(AuthorityInfo),
    },
    handle: async () => ok({ fingerprint: authority?.fingerprint ?? null } satisfies AuthorityInfoView),
  }),
]
