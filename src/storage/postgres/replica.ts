import type { Message } from '../../base/messages'
import { storageMessages } from '../core/messages'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../base/log'
import type { RunRead } from '../core/long-reads'
import { ReadSessions } from './reads'
import { problemOf } from './errors'
import type { Pool } from './pool'
import { createPresence, noResponse } from './presence'
import { createClient, type Session } from './session'
import type { ReplicaState } from '../core/store'

type Client = ReturnType<typeof createClient>

/** The reads that a replica serves. They may take long, and no write depends on them. */
const replicated: Readonly<Record<string, readonly string[]>> = {
  activity: ['events', 'assetsAtLocations', 'readers', 'silent'],
  assets: ['ofIds'],
  audit: ['list'],
  events: ['ofAsset'],
  floor: ['counts', 'countsAt', 'moves', 'dayMoves'],
  locationMoves: ['of', 'part', 'subtree'],
  placesAt: ['at'],
  report: ['list'],
  seen: ['counts'],
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

/** What the primary server has committed: a position in its log, and the history of servers that the position belongs to. */
interface Mark {
  readonly position: string
  readonly origin: string
}

class Behind extends Error {}

interface ReplicaParts {
  readonly url: string
  /** Runs statements on the primary server. */
  readonly primary: Pick<Pool, 'query'>
  /** Runs a read there. */
  readonly onPrimary: RunRead
  readonly log: Log
}

/**
 * A replica (decision 0035). A read asks the primary server for its position and runs on the replica when that has replayed it. So
 * it sees all that was committed before it began. Otherwise, and when the replica fails, it runs on the primary server.
 */
export class Replica {
  readonly #primary: Pick<Pool, 'query'>
  readonly #onPrimary: RunRead
  readonly #log: Log
  readonly #client: Client
  readonly #presence = createPresence()
  readonly #sessions: ReadSessions
  readonly #closing = new AbortController()
  #current: ReplicaState | undefined
  #checking: Promise<void> = Promise.resolve()
  /** Number of reads that the replica failed to answer. */
  #failures = 0
  #isClosed = false

  private constructor({ url, primary, onPrimary, log }: ReplicaParts) {
    this.#primary = primary
    this.#onPrimary = onPrimary
    this.#log = log
    this.#client = createClient(url, { max: 1 })
    this.#sessions = new ReadSessions(url, this.#presence, (session) =>
      this.#requireReplayed((found) => replayedOn(session, found), waitMillis),
    )
  }

  static async open(parts: ReplicaParts): Promise<Replica> {
    const replica = new Replica(parts)
    await replica.#check()
    replica.#checking = replica.#keepChecking()
    return replica
  }

  async run(...[area, method, args]: Parameters<RunRead>): ReturnType<RunRead> {
    if (this.#current !== 'current' || replicated[area]?.includes(method) !== true)
      return this.#onPrimary(area, method, args)
    try {
      return await this.#sessions.run(area, method, args)
    } catch (error) {
      if (problemOf((error as Error).cause ?? error) !== undefined) {
        this.#failures++
        this.#note('unavailable', error)
      }
      return this.#onPrimary(area, method, args)
    }
  }

  state(): ReplicaState {
    return this.#current ?? 'unavailable'
  }

  warnings(): readonly Message[] {
    const state = this.#current
    return state === 'behind' || state === 'unavailable' ? [sentences[state]] : []
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#closing.abort()
    await this.#checking
    await this.#sessions.close()
    await this.#client.end({ timeout: 5 })
  }

  async #markOf(): Promise<Mark> {
    const [mark] = await this.#primary.query<Mark[]>`
      select pg_current_wal_flush_lsn()::text as position,
        id || ' ' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as origin
      from installation`
    if (!mark) throw new Error('The database has no installation.')
    return mark
  }

  /** Waits until the replica has replayed what is committed now. Throws Behind. */
  async #requireReplayed(hasReplayed: (mark: Mark) => Promise<boolean>, wait: number): Promise<void> {
    const mark = await this.#markOf()
    for (const end = performance.now() + wait; !(await hasReplayed(mark));) {
      if (performance.now() >= end) throw new Behind(sentences.behind.english)
      await sleep(pollMillis)
    }
  }

  /** A position means nothing on a server that has followed another one since a fail-over. */
  async #saveOrigin(): Promise<void> {
    const { origin } = await this.#markOf()
    await this.#primary.query`insert into installation_secrets values (${originName}, ${origin})
      on conflict (name) do update set value = excluded.value where installation_secrets.value <> excluded.value`
  }

  #note(state: ReplicaState, err?: unknown): void {
    if (state === this.#current || this.#isClosed) return
    if (state === 'current') this.#log.info('the replica of the database is used')
    else this.#log.warn({ err }, sentences[state].english)
    this.#current = state
    // A connection may never report that its other end has vanished.
    this.#presence.note(state === 'unavailable' ? noResponse() : undefined)
  }

  async #check(): Promise<void> {
    try {
      await this.#saveOrigin()
    } catch {
      // The problems of the primary server are reported elsewhere.
      return
    }
    const failuresBefore = this.#failures
    try {
      await Promise.race([
        this.#requireReplayed((mark) => replayedBy(this.#client, mark), checkWaitMillis),
        sleep(silenceMillis, undefined, { ref: false }).then(() => {
          throw new Error('The replica does not respond.')
        }),
      ])
      // A read that failed meanwhile is newer than the start of this check.
      if (this.#failures === failuresBefore) this.#note('current')
    } catch (err) {
      this.#note(err instanceof Behind ? 'behind' : 'unavailable', err)
    }
  }

  async #keepChecking(): Promise<void> {
    while (!this.#isClosed) {
      await sleep(checkMillis, undefined, { signal: this.#closing.signal }).catch(() => {})
      if (!this.#isClosed) await this.#check()
    }
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
