import { feature } from '../../http/feature'
import { tlsRoutes } from './routes'
import type { Tls } from './tls'

interface Needs {
  readonly tls: Tls | null
}

export const tls = feature({
  name: 'tls',
  create: ({ tls }: Needs) => ({ authority: tls?.authority ?? null }),
  routes: ({ authority }) => tlsRoutes(authority),
})
