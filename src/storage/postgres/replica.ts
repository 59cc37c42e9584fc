import type { Message } from '../../base/messages'
import { storageMessages } from '../core/messages'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../base/log'
import type { RunRead } from '../core/long-reads'
import { createReadSessions } from './reads'
import { problemOf } from './errors'
import type { Pool } from './pool'
import { createPresence, noResponse } from './presence'
import { createClient, type Session } from './session'
import type { ReplicaState } from '../core/store'

type Client = ReturnType<typeof createClient>

/** The reads that a replica serves. They may take long, and no write depends on them. */
const replicated: Readonly<Record<string, readonly string[]>> = {
  activity: ['events', 'assetsAtLocations', 'readers', 'silent'],
  assets: ['listIds', 'listWith', 'ofIds'],
  audit: ['list'],
  events: ['ofAsset'],
  floor: ['counts', 'countsAt', 'moves', 'moveCounts'],
  locationMoves: ['of', 'part', 'subtree'],
  placesAt: ['at'],
  report: ['list'],
  seen: ['counts', 'list', 'never'],
  tracking: ['history'],
}

/** Interval at which the state of the replica is checked, in milliseconds. */
const checkMillis = 2_000
/** Time for which a read waits for the replica, in milliseconds. */
const waitMillis = 100
/** Time for which a check waits for it. A replica that needs longer is behind. */
const checkWaitMillis = 1_000
const pollMillis = 5
/** Time after which a replica without a response is unavailable, in milliseconds. */
const silenceMillis = 5_000

/** Name of the value that identifies the primary server that a replica follows. */
const originName = 'origin'

const sentences = {
  behind: storageMessages('storage.replica_behind'),
  unavailable: storageMessages('storage.replica_unavailable'),
} as const

interface Replica {
  readonly run: RunRead
  state(): ReplicaState
  warnings(): readonly Message[]
  close(): Promise<void>
}

/** What the primary server has committed: a position in its log, and the history of servers that the position belongs to. */
interface Mark {
  readonly position: string
  readonly origin: string
}

class Behind extends Error {}

/**
 * Opens the replica (decision 0035). A read asks the primary server for its position and runs on the replica when that has replayed
 * it. So it sees all that was committed before it began. Otherwise, and when the replica fails, it runs on the primary server.
 *
 * @param primary runs statements on the primary server
 * @param onPrimary runs a read there
 */
export async function openReplica(
  url: string,
  primary: Pick<Pool, 'query'>,
  onPrimary: RunRead,
  log: Log,
): Promise<Replica> {
  const client = createClient(url, { max: 1 })
  const presence = createPresence()
  const sessions = createReadSessions(url, presence, (session) =>
    requireReplayed((found) => replayedOn(session, found), waitMillis),
  )
  let current: ReplicaState | undefined
  let isClosed = false

  async function markOf(): Promise<Mark> {
    const [mark] = await primary.query<Mark[]>`
      select pg_current_wal_flush_lsn()::text as position,
        id || ' ' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as origin
      from installation`
    if (!mark) throw new Error('The database has no installation.')
    return mark
  }

  /** Waits until the replica has replayed what is committed now. Throws Behind. */
  async function requireReplayed(hasReplayed: (mark: Mark) => Promise<boolean>, wait: number): Promise<void> {
    const mark = await markOf()
    for (const end = performance.now() + wait; !(await hasReplayed(mark));) {
      if (performance.now() >= end) throw new Behind(sentences.behind.english)
      await sleep(pollMillis)
    }
  }

  /** A position means nothing on a server that has followed another one since a fail-over. */
  async function saveOrigin(): Promise<void> {
    const { origin } = await markOf()
    await primary.query`insert into installation_secrets values (${originName}, ${origin})
      on conflict (name) do update set value = excluded.value where installation_secrets.value <> excluded.value`
  }

  function note(state: ReplicaState, err?: unknown): void {
    if (state === current || isClosed) return
    if (state === 'current') log.info('the replica of the database is used')
    else log.warn({ err }, sentences[state].english)
    current = state
    // A connection may never report that its other end has vanished.
    presence.note(state === 'unavailable' ? noResponse() : undefined)
  }

  async function check(): Promise<void> {
    try {
      await saveOrigin()
    } catch {
      // The problems of the primary server are reported elsewhere.
      return
    }
    try {
      await Promise.race([
        requireReplayed((mark) => replayedBy(client, mark), checkWaitMillis),
        sleep(silenceMillis, undefined, { ref: false }).then(() => {
          throw new Error('The replica does not respond.')
        }),
      ])
      note('current')
    } catch (err) {
      note(err instanceof Behind ? 'behind' : 'unavailable', err)
    }
  }

  async function keepChecking(): Promise<void> {
    while (!isClosed) {
      await sleep(checkMillis, undefined, { signal: closing.signal }).catch(() => {})
      if (!isClosed) await check()
    }
  }

  const closing = new AbortController()
  await check()
  const checking = keepChecking()

  return {
    async run(area, method, args) {
      if (current !== 'current' || replicated[area]?.includes(method) !== true)
        return onPrimary(area, method, args)
      try {
        return await sessions.run(area, method, args)
      } catch (error) {
        if (problemOf((error as Error).cause ?? error) !== undefined) note('unavailable', error)
        return onPrimary(area, method, args)
      }
    },
    state: () => current ?? 'unavailable',
    warnings: () => (current === 'behind' || current === 'unavailable' ? [sentences[current]] : []),
    async close() {
      isClosed = true
      closing.abort()
      await checking
      await sessions.close()
      await client.end({ timeout: 5 })
    },
  }
}

/** Whether a standby has replayed what is before the mark. A server that is not a standby has replayed nothing. */
async function replayedBy(sql: Client | Session['sql'], { position, origin }: Mark): Promise<boolean> {
  const [found] = await sql<{ replayed: number }[]>`
    select coalesce(pg_last_wal_replay_lsn() >= ${position}::pg_lsn and pg_is_in_recovery()
      and exists (select from installation_secrets where name = ${originName} and value = ${origin}), false) as replayed`
  return found?.replayed === 1
}

const replayedOn = (session: Session, mark: Mark): Promise<boolean> =>
  session.guard(replayedBy(session.sql, mark))
