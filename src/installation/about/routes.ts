import { version } from '../../../package.json'
import { type Endpoint, endpoint, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import type { InstallationService } from './installation'
import { licencesPath } from './licences'
import { About, Installation } from './schema'

/** The version, the licences and the limits, for the console (docs/internal-api.md, Installation). */
export const aboutRoutes = (installation: InstallationService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/about',
    access: { kind: 'session', role: 'viewer' },
    response: { status: 200, description: 'The version and the licences.', schema: itemOf(About) },
    handle: async () => ok({ version, licences: await Bun.file(licencesPath).json() }),
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
