import { storageMessages } from '../core/messages'
import type { Migration } from '../../../migrations'
import type { Log } from '../../base/log'
import type { Clock } from '../../base/time'
import { EventRecorder } from '../core/event-recorder'
import { withDelegatedReads, type RunRead } from '../core/long-reads'
import { createReads, createWrites } from '../core/areas'
import type { Connection, Value } from '../sql/connection'
import { openDrizzle } from '../sql/drizzle'
import type { Instances } from '../core/instances'
import type { DatabaseRole, Reads, Store, Writes } from '../core/store'
import { Writer } from '../core/writer'
import { AppError, retryAfter } from '../../base/errors'
import { problemOf, toDatabaseError, toStartError } from './errors'
import { migrate, NewerSchemaError, requireKnownTo } from './migrate'
import { shareWriting } from './locks'
import { PostgresInstances } from './instances'
import { ReadSessions } from './reads'
import { Replica } from './replica'
import { ofWriter } from './parameters'
import { createPool, type Pool } from './pool'
import { requireOwnConnection, requireOwnConnectionsAt, warnOfPlanner } from './pooling'
import { createPresence, type Presence } from './presence'
import { openSession, prepareOn, type Session } from './session'
import { startStatistics } from './statistics'
import { PostgresTransactions } from './transactions'

interface PostgresOptions {
  /** A connection URI (PostgreSQL manual, Connection URIs). */
  readonly url: string
  /** The URI of a replica that serves reads. */
  readonly replicaUrl?: string | undefined
  /** The name of this instance. */
  readonly name: string
  readonly now: Clock
  readonly log: Log
  /** Called when only a restart can repair the state of the process. */
  readonly onFatal: (error: unknown) => void
  readonly migrations: readonly Migration[]
}

/** Interval at which an instance looks for events of which no announcement has arrived, in milliseconds. */
const lookMillis = 5_000

/** Interval at which the service looks whether the database can be reached. */
const pingMilliseconds = 2_000

/** Opens the database and migrates it (decision 0031). @throws StartError */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const { url, replicaUrl, name, now, log, onFatal, migrations } = options
  await migrateAt(url, migrations, now, log)
  if (replicaUrl !== undefined) await requireOwnConnectionsAt(replicaUrl, 'WHEREABOUTS_DATABASE_REPLICA_URL')
  const presence = createPresence()
  const pool = createPool(url, presence)
  const requireSchema = (sql: Session['sql']) => requireSchemaOf(sql, migrations, onFatal)
  const instances = await PostgresInstances.join({ url, pool, presence, name, log, requireSchema })
  const writable = new PostgresTransactions(() => openWriter(url, presence, requireSchema))
  const db = openDrizzle(writable.connection)
  const tx: Writes = Object.assign(createWrites(db), {
    announce: instances.announcingBy((channel, payload) => writable.notify(channel, payload)),
  })
  const writer = writerOf(writable, tx, new EventRecorder(db, now), {
    onFatal,
    onEvents: (organizationIds) => events.tell(organizationIds),
  })
  let readProblem: string | undefined
  const reading = readingFrom(pool, (problem) => {
    readProblem = problem
  })
  const sessions = new ReadSessions(url, presence)
  const onPrimary: RunRead = (...read) => sessions.run(...read)
  const replica =
    replicaUrl === undefined
      ? undefined
      : await Replica.open({ url: replicaUrl, primary: pool, onPrimary, log })
  const read = withDelegatedReads(
    createReads(openDrizzle(reading)),
    replica ? (...read) => replica.run(...read) : onPrimary,
  )
  const events = shareEvents(instances, read)
  const role = await watchRole(reading)
  const statistics = startStatistics(pool, instances, log)

  return {
    read,
    write: (work, scope, order) => writer.write(() => work(tx), scope, order),
    isBusy: () => true,
    onEvents: events.listen,
    dryRun: (work, scope) => writer.dryRun(() => work(tx), scope),
    instances,
    problems: () => [...new Set([...writer.problems(), ...(readProblem === undefined ? [] : [readProblem])])],
    role: role.current,
    replica: () => replica?.state() ?? null,
    warnings: () => replica?.warnings() ?? [],
    integrity: () => ({ state: 'unchecked', checkedAt: null, progress: null, damage: null }),
    async close() {
      role.stop()
      events.stop()
      statistics.stop()
      await writer.close()
      await instances.close()
      await replica?.close()
      await sessions.close()
      await pool.close()
      await writable.close()
    },
  }
}

const writerOf = (
  writable: PostgresTransactions,
  tx: Writes,
  recorder: EventRecorder,
  hooks: {
    readonly onFatal: (error: unknown) => void
    readonly onEvents: (organizationIds: readonly number[]) => void
  },
): Writer =>
  new Writer(writable, {
    ...hooks,
    clearCaches() {
      tx.history.clearCaches()
      tx.unknownHistory.clearCaches()
    },
    recordEvents: () => recorder.record(),
  })

/** Watches what the server is. Without requests, nothing else would detect that the database is unavailable. */
async function watchRole(reading: Connection) {
  let role: DatabaseRole = 'unknown'
  const isStandby = reading.prepare('select pg_is_in_recovery()')
  const ping = async (): Promise<void> => {
    try {
      const [row] = await isStandby.values()
      role = row?.[0] === 1 ? 'standby' : 'primary'
    } catch {
      // It is noted as a problem.
      role = 'unknown'
    }
  }
  await ping()
  const pinging = setInterval(() => void ping(), pingMilliseconds)
  pinging.unref()
  return { current: (): DatabaseRole => role, stop: () => clearInterval(pinging) }
}

/** A connection whose statements run on any of the pool's, and fail like a request when the database is unavailable. */
const readingFrom = (pool: Pool, note: (problem: string | undefined) => void): Connection => ({
  engine: 'postgres',
  prepare(text) {
    const statement = prepareOn(text)
    const execute = async (values: Value[]) => {
      try {
        const result = await statement(pool, values)
        note(undefined)
        return result
      } catch (error) {
        note(problemOf(error)?.english)
        throw toDatabaseError(error)
      }
    }
    return {
      values: async (...values: Value[]) => (await execute(values)).rows,
      run: (...values: Value[]) => execute(values),
    }
  },
})

/**
 * Ends the service when a newer version has migrated the database since the start. A connection from before that may continue,
 * because the migration was additive (docs/scale.md, Upgrades).
 */
async function requireSchemaOf(
  sql: Session['sql'],
  migrations: readonly Migration[],
  onFatal: (error: unknown) => void,
): Promise<void> {
  try {
    await requireKnownTo(sql, migrations)
  } catch (error) {
    if (error instanceof NewerSchemaError) onFatal(error)
    throw error
  }
}

/** Opens a connection that may write, for as long as it is open. */
async function openWriter(
  url: string,
  presence: Presence,
  requireSchema: (sql: Session['sql']) => Promise<void>,
): Promise<Session> {
  const session = await openSession(url, { ...ofWriter, presence })
  try {
    if (!(await session.guard(shareWriting(session.sql))))
      throw new AppError('unavailable', storageMessages('storage.command'), retryAfter)
    await session.guard(requireSchema(session.sql))
    return session
  } catch (error) {
    await session.close()
    throw error
  }
}

async function migrateAt(url: string, migrations: readonly Migration[], now: Clock, log: Log): Promise<void> {
  let session: Session | undefined
  try {
    session = await openSession(url)
    await requireOwnConnection(session, url)
    await warnOfPlanner(session, log)
    await migrate(session.sql, migrations, now)
  } catch (error) {
    throw toStartError(error)
  } finally {
    await session?.close()
  }
}

/**
 * Notifies the listeners on all instances of organizations with new events. An instance that is killed after a commit does not
 * announce it, so each instance also looks.
 */
function shareEvents(instances: Instances, read: Reads) {
  const listeners: ((organizationIds: readonly number[]) => void)[] = []
  const tellOwn = (organizationIds: readonly number[]): void => {
    for (const listener of listeners) listener(organizationIds)
  }
  instances.onAnnounced('events', (ids) => tellOwn(JSON.parse(ids) as number[]))
  /** The newest event of each organization, at the last look. */
  let known = new Map<number, number>()
  async function look(): Promise<void> {
    const before = known
    const found = await read.eventLog.newestOfAll()
    known = new Map(found.map(({ organizationId, newest }) => [organizationId, newest]))
    const changed = [...known].flatMap(([id, newest]) => (newest === before.get(id) ? [] : [id]))
    if (changed.length > 0) tellOwn(changed)
  }
  // A failure is a problem of the store, and the next look finds the same.
  const tryToLook = (): void => void look().catch(() => {})
  const looking = setInterval(tryToLook, lookMillis)
  looking.unref()
  instances.onMissed(tryToLook)
  return {
    stop: () => clearInterval(looking),
    listen: (listener: (organizationIds: readonly number[]) => void): void => void listeners.push(listener),
    tell(organizationIds: readonly number[]): void {
      tellOwn(organizationIds)
      instances.announce('events', JSON.stringify(organizationIds))
    },
  }
}
