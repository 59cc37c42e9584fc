import { version } from '../../package.json'
import { type Endpoint, endpoint, ok } from '../http/endpoint'
import { itemOf } from '../http/shapes'
import { licencesPath } from './licences'
import { About } from './schema'

/** What runs here, for the console. */
export const aboutRoutes = (): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/about',
    access: { kind: 'session', role: 'viewer' },
    answer: { status: 200, description: 'The version and the licences.', schema: itemOf(About) },
    handle: async () => ok({ version, licences: await Bun.file(licencesPath).json() }),
  }),
]
