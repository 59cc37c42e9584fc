import { postgresMigrations } from '../../../migrations/postgres'
import { StartError } from '../../base/errors'
import type { Value } from '../sql/connection'
import { openDrizzle } from '../sql/drizzle'
import type { Db } from '../sql/database'
import { toStartError } from './errors'
import { scopeCommand } from './locks'
import { hasTable, requireKnownTo } from './migrate'
import { requireOwnConnection } from './pooling'
import { openSession, prepareOn } from './session'

/** How a transaction begins and ends. A transaction that only reads also runs on a server that cannot be written, such as a standby. */
const commands = {
  // Instances do not write meanwhile, and do not migrate.
  write: { begin: `begin; ${scopeCommand('all')}`, commit: 'select fold_counts(); commit' },
  read: { begin: 'begin read only', commit: 'commit' },
} as const

/**
 * Runs `work` of a command as one transaction on a separate connection. The service may be running. The database is not
 * migrated.
 *
 * @throws StartError when the database cannot be reached, or is not of this version
 */
export async function inDirectTransaction<T>(
  url: string,
  kind: 'read' | 'write',
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const session = await openSession(url).catch((error: unknown) => {
    throw toStartError(error)
  })
  try {
    await requireOwnConnection(session, url)
    const { sql } = session
    await sql.unsafe(commands[kind].begin).simple()
    const applied = (await hasTable(sql, 'migrations')) ? await requireKnownTo(sql, postgresMigrations) : []
    if (applied.length < postgresMigrations.length)
      throw new StartError(
        'The database has no schema of this version. Start the service of this version once, then try again.',
      )
    const db = openDrizzle({
      engine: 'postgres',
      prepare(text) {
        const statement = prepareOn(text)
        return {
          values: async (...values: Value[]) => (await statement(session, values)).rows,
          run: (...values: Value[]) => statement(session, values),
        }
      },
    })
    const result = await work(db)
    await sql.unsafe(commands[kind].commit).simple()
    return result
  } catch (error) {
    throw toStartError(error)
  } finally {
    // Closing the connection rolls back what was not committed.
    await session.close()
  }
}
