import { version } from '../../../package.json'
import { type Endpoint, endpoint, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import type { InstallationService } from './installation'
import { licensesPath } from './licenses'
import { About, Installation } from './schema'

/** The version, the licenses and the limits, for the console (docs/internal-api.md, Installation). */
export const aboutRoutes = (installation: InstallationService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/about',
    access: { kind: 'session', role: 'viewer' },
    response: { status: 200, description: 'The version and the licenses.', schema: itemOf(About) },
    handle: async () => ok({ version, licenses: await Bun.file(licensesPath).json() }),
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/installation',
    access: { kind: 'session', role: 'admin' },
    response: {
      status: 200,
      description: 'The limits of the installation and the ports of its built-in broker.',
      schema: itemOf(Installation),
    },
    handle: async () => ok(installation.view()),
  }),
]
