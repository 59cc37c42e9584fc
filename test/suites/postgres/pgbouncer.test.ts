import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import postgres from 'postgres'
import { parameterNames, planner } from '../../../src/storage/postgres/parameters'
import { apiClient, signIn } from '../../support/client'
import { newDatabase, server, startInstance } from '../../support/instances'
import { type PgBouncer, pgbouncerSuffix, startPgBouncer } from '../../support/pgbouncer'
import { newDataDir, runProgram, stopPrograms } from '../../support/program'
import { newAsset } from '../../support/records'
import { logged } from '../../support/until'

/** PgBouncer between the service and PostgreSQL (docs/postgresql.md). */

setDefaultTimeout(120_000)

const poolers: PgBouncer[] = []
afterAll(async () => {
  await stopPrograms()
  for (const pooler of poolers) await pooler.stop()
  server?.stop()
})

const ignored = `ignore_startup_parameters = ${parameterNames.join(',')}`

async function pooled(...settings: string[]): Promise<{ direct: string; url: string }> {
  const direct = await newDatabase()
  const pooler = await startPgBouncer(direct, settings)
  poolers.push(pooler)
  return { direct, url: pooler.through(direct) }
}

const serve = (env: Record<string, string>) =>
  runProgram(['serve', '--port', '0', '--mqtt-port', '0', '--data-dir', newDataDir()], { env })

describe.skipIf(!server || pgbouncerSuffix !== '')(`PgBouncer${pgbouncerSuffix}`, () => {
  const shared = ['pool_mode = transaction', 'pool_mode = statement']
  const variants = shared.flatMap((mode) => [
    [mode],
    [mode, 'default_pool_size = 1'],
    [mode, 'server_round_robin = 1', 'min_pool_size = 5'],
  ])
  test.each(variants.map((settings) => [settings]))('is refused with %p', async (settings) => {
    const { url, direct } = await pooled(ignored, ...settings)
    const { code, stderr } = await serve({ WHEREABOUTS_DATABASE_URL: url })
    expect(stderr).toContain('shares connections between transactions. Set pool_mode = session')
    expect(stderr).toContain('WHEREABOUTS_DATABASE_URL')
    expect(code).toBe(1)
    const sql = postgres(direct, { max: 1 })
    const [left] = await sql`
      select (select count(*)::int from pg_locks where locktype = 'advisory') as locks,
        (select count(*)::int from pg_tables where schemaname = 'public') as tables`
    expect(left).toEqual({ locks: 0, tables: 0 })
    await sql.end()
  })

  test('is refused as a replica and for commands, too', async () => {
    const { url, direct } = await pooled(ignored, 'pool_mode = transaction')
    const replica = await serve({ WHEREABOUTS_DATABASE_URL: direct, WHEREABOUTS_DATABASE_REPLICA_URL: url })
    expect(replica.stderr).toContain('Check WHEREABOUTS_DATABASE_REPLICA_URL')
    const admin = await runProgram(['admin', 'list'], { env: { WHEREABOUTS_DATABASE_URL: url } })
    expect(admin.stderr).toContain('shares connections between transactions')
    const copy = await runProgram(['copy', '--from', url, '--to', newDataDir()])
    expect(copy.stderr).toContain('shares connections between transactions')
  })

  test.each(['session', 'transaction'])(
    'that refuses start-up parameters in the mode %s is named, with the settings that it needs',
    async (mode) => {
      const { url } = await pooled(`pool_mode = ${mode}`)
      const { code, stderr } = await serve({ WHEREABOUTS_DATABASE_URL: url })
      expect(stderr).toContain('PgBouncer refuses a parameter of the connection')
      expect(stderr).toContain(ignored)
      expect(code).toBe(1)
    },
  )

  test('works in session mode, and says which settings of the planner it ignores', async () => {
    const { url, direct } = await pooled(ignored, 'pool_mode = session')
    const program = await startInstance(url)
    await logged(program, 'ignores settings of the planner (enable_seqscan, ')
    const client = await apiClient(program, await signIn(program))
    await Promise.all(Array.from({ length: 50 }, () => newAsset(client)))
    expect((await client.get('/api/v1/assets?limit=1')).body.total_count).toBe(50)
    await program.stop()
    const sql = postgres(direct, { max: 1 })
    for (const [name, value] of Object.entries(planner))
      await sql.unsafe(`alter role tests set ${name} = ${value}`)
    const other = await startPgBouncer(direct, [ignored, 'pool_mode = session'])
    poolers.push(other)
    const again = await startInstance(other.through(direct), {}, { dataDir: program.dataDir })
    expect(again.log()).not.toContain('settings of the planner')
    await sql.unsafe('alter role tests reset all')
    await sql.end()
  })
})
