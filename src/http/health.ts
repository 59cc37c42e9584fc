import type { AnyElysia } from 'elysia'
import type { Metrics } from '../base/metrics'
import type { DatabaseRole, ReplicaState } from '../storage/core/store'
import { createPlugin, refuseMethod } from './application'

export interface Health {
  /** Returns the reasons why the service cannot work; empty if it can. */
  problems(): readonly string[]
  /** Returns problems that do not stop the service. */
  warnings(): readonly string[]
  /** Returns the role of the PostgreSQL server; null for SQLite. */
  databaseRole(): DatabaseRole | null
  /** Returns the state of the replica; null without one. */
  replica(): ReplicaState | null
}

/**
 * Creates /healthz, /readyz and /metrics for monitoring. They need no authentication, have no rate limit and show no
 * data of any organization.
 */
export function createHealthRoutes(health: Health, metrics: Metrics | null): AnyElysia {
  const app: AnyElysia = createPlugin('health')
  const serve = (path: string, respond: () => Response | Promise<Response>) => {
    app.route('GET', path, respond)
    app.route('HEAD', path, respond)
    app.all(path, () => refuseMethod('GET, HEAD'))
  }
  serve('/healthz', () => Response.json({ status: 'ok' }))
  serve('/readyz', () => {
    const [problems, warnings] = [health.problems(), health.warnings()]
    const all = [...problems, ...warnings]
    const role = health.databaseRole()
    const replica = health.replica()
    const ofReplica = replica === null ? {} : { replica }
    const database = role === null ? {} : { database: { engine: 'postgresql', role, ...ofReplica } }
    return Response.json(
      { status: all.length === 0 ? 'ready' : 'degraded', problems: all, ...database },
      { status: problems.length === 0 ? 200 : 503 },
    )
  })
  if (metrics) {
    serve('/metrics', async () => {
      return new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } })
    })
  }
  return app
}
