import { type Log, oncePerMinute } from '../../base/log'
import type { Pool } from './pool'

/**
 * The statistics of the planner. A connection plans each statement once, with the statistics of that moment. The autovacuum of
 * PostgreSQL updates them up to a minute after rows were added, or never where it is off, and a plan for an empty table reads all
 * rows of a large one.
 */

/** Number of rows from which a table needs statistics. */
const fewRows = 50

/** A table has grown when it has this many times the rows of its last statistics. */
const growth = 2

/** Interval at which the leader looks, in milliseconds. */
const interval = 10_000

/**
 * Updates the statistics of the tables that have grown, or have none. Returns their names. The server then plans the statements of
 * all connections again.
 */
async function analyzeGrown(pool: Pool): Promise<string[]> {
  // Creating an index sets the number of rows, but no statistics.
  const grown = await pool.query<{ name: string }[]>`
    select quote_ident(relname) as name from pg_class join pg_stat_user_tables as used using (relname)
    where used.relid = pg_class.oid and used.schemaname = current_schema() and used.n_live_tup >= ${fewRows}
      and (coalesce(used.last_analyze, used.last_autoanalyze) is null or used.n_live_tup >= ${growth} * pg_class.reltuples)`
  for (const { name } of grown) await pool.guard(pool.sql.unsafe(`analyze ${name}`).simple())
  return grown.map(({ name }) => name)
}

/** Keeps the statistics of the tables up to date while this instance is the leader. */
export function startStatistics(pool: Pool, instances: { readonly isLeader: boolean }, log: Log) {
  const logError = oncePerMinute((detail, what) => log.error(detail, what))
  let isRunning = false

  async function run(): Promise<void> {
    if (isRunning || !instances.isLeader) return
    isRunning = true
    try {
      const tables = await analyzeGrown(pool)
      if (tables.length > 0) log.info({ tables }, 'the statistics of tables that have grown are updated')
    } catch (err) {
      logError('updating the statistics of tables failed; retrying', { err })
    } finally {
      isRunning = false
    }
  }

  const timer = setInterval(() => void run(), interval)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
