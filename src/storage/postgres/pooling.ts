import { AppError, StartError } from '../../base/errors'
import type { Log } from '../../base/log'
import { planner } from './parameters'
import { openSession, type Session } from './session'

/** Recognizes a pooler that gives the connection of a session to others between its transactions. */

/** Time for which the pooler may let the second session wait for a connection, in milliseconds. */
const waitMillis = 30_000
const rounds = 3

/**
 * Requires that the connection of a session is its own, because locks, prepared statements and notifications belong to it.
 * A pooler that shares it gives another session the same process of the server, or this one another process.
 *
 * @param name the setting of the URL, for the message
 * @throws StartError
 */
export async function requireOwnConnection(
  session: Session,
  url: string,
  name = 'WHEREABOUTS_DATABASE_URL',
): Promise<void> {
  const own = await processOf(session)
  const other = await openSession(url, { silence: waitMillis }).catch((error: unknown) => {
    throw error instanceof AppError ? hasOne(name) : error
  })
  try {
    for (let round = 0; round < rounds; round++) {
      if ((await processOf(other)) === own) throw isShared(name)
      await run(other, 'begin')
      if ((await processOf(other)) === own || (await processOf(session)) !== own) throw isShared(name)
      await run(other, 'rollback')
    }
  } catch (error) {
    // PgBouncer refuses "begin" when it pools by statement.
    throw /statement pooling/.test((error as Error).message) ? isShared(name) : error
  } finally {
    await other.close()
  }
}

/** Requires the same of a server that may be away. */
export async function requireOwnConnectionsAt(url: string, name: string): Promise<void> {
  const session = await openSession(url, { silence: waitMillis }).catch(() => undefined)
  if (!session) return
  try {
    await requireOwnConnection(session, url, name)
  } catch (error) {
    // An unavailable replica does not prevent a start.
    if (error instanceof StartError) throw error
  } finally {
    await session.close()
  }
}

/** Warns when a pooler has ignored the settings of the planner, without which queries of large tables are slow. */
export async function warnOfPlanner(session: Session, log: Log): Promise<void> {
  const missing: string[] = []
  for (const [parameter, value] of Object.entries(planner))
    if ((await run(session, `show ${parameter}`)) !== value) missing.push(parameter)
  if (missing.length > 0)
    log.warn(
      `The pooler of the database ignores settings of the planner (${missing.join(', ')}): set them for the user of the database with "alter role" (docs/postgresql.md)`,
    )
}

const processOf = (session: Session): Promise<unknown> => run(session, 'select pg_backend_pid()')

/** Returns the first value. The statement is not prepared, because it may run on another connection of the pooler. */
async function run({ sql, guard }: Session, text: string): Promise<unknown> {
  const [row] = (await guard(sql.unsafe(text).simple().values())) as unknown[][]
  return row?.[0]
}

const isShared = (name: string): StartError =>
  new StartError(
    `The pooler of the database, such as PgBouncer, shares connections between transactions. Set pool_mode = session for this database (docs/postgresql.md), or connect to PostgreSQL directly. Check ${name}.`,
  )

const hasOne = (name: string): StartError =>
  new StartError(
    `A second connection to the database did not open within ${waitMillis / 1000} s. An instance needs up to 10: check default_pool_size of the pooler, and ${name}.`,
  )
