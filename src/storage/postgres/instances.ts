import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../base/errors'
import { type Log, oncePerMinute } from '../../base/log'
import { Announcements, channel, type LogError, Received } from './announcements'
import type { Instances, Topic } from '../core/instances'
import { toStartError } from './errors'
import { isAlone, shareInstallation, tryToLead } from './locks'
import type { Pool } from './pool'
import type { Presence } from './presence'
import { openSession, type Session } from './session'
import { createSharedTexts, createSharedTokens, createSharedValues, deleteExpired } from './shared-texts'
import type { PostgresTransactions } from './transactions'
import type { Writes } from '../core/store'

/** Interval at which an instance checks its connection, and tries to become the leader. In milliseconds. */
const checkMillis = 1_000
/** Time after which a connection without a response counts as lost, in milliseconds. */
const silenceMillis = 5_000
/** Interval at which the leader deletes what has expired, in milliseconds. */
const cleanMillis = 60_000

interface JoinOptions {
  readonly url: string
  /** Runs single statements. */
  readonly pool: Pool
  /** Learns whether the database responds. */
  readonly presence: Presence
  readonly name: string
  readonly log: Log
  /** Throws when this version must not use the schema of the database. */
  readonly requireSchema: (sql: Session['sql']) => Promise<void>
}

/**
 * The instances on a database (decision 0033). The connection that listens holds the locks of the instance, so that others
 * notice when it ends.
 */
export class PostgresInstances implements Instances {
  readonly isShared = true
  readonly name: string
  readonly keep: Instances['keep']
  readonly find: Instances['find']
  readonly claim: Instances['claim']
  readonly claimsId: Instances['claimsId']
  readonly tokens: Instances['tokens']
  readonly values: Instances['values']
  readonly onAnnounced: Instances['onAnnounced']
  readonly onReturned: Instances['onReturned']
  readonly onMissed: Instances['onMissed']
  readonly #options: JoinOptions
  readonly #logError: LogError
  readonly #self: string
  readonly #received: Received
  readonly #announcements: Announcements
  readonly #leaderListeners: (() => void)[] = []
  readonly #closing = new AbortController()
  #session: Session
  #checking: Promise<void> | undefined
  #isLeader = false
  #isRetried = false
  #cleanedAt = 0

  /** Joins the instances. @throws StartError */
  static async join(options: JoinOptions): Promise<PostgresInstances> {
    const self = crypto.randomUUID()
    const received = new Received(self)
    try {
      const instances = new PostgresInstances(options, self, received, await connect(options, received))
      await instances.#check()
      instances.#checking = instances.#keepChecking()
      return instances
    } catch (error) {
      throw toStartError(error)
    }
  }

  private constructor(options: JoinOptions, self: string, received: Received, session: Session) {
    const { pool, name, log } = options
    this.#options = options
    this.#self = self
    this.#received = received
    this.#session = session
    this.#logError = oncePerMinute((detail, what) => log.error(detail, what))
    this.#announcements = new Announcements(pool, self, this.#logError)
    this.name = name
    this.onAnnounced = (topic, listener) => received.onAnnounced(topic, listener)
    this.onReturned = (topic, listener) => received.onReturned(topic, listener)
    this.onMissed = (listener) => received.onMissed(listener)
    const { keep, find, claim, claimsId } = createSharedTexts(pool)
    this.keep = keep
    this.find = find
    this.claim = claim
    this.claimsId = claimsId
    this.tokens = createSharedTokens(pool)
    this.values = createSharedValues(pool, () => this.#session.guard(isAlone(this.#session.sql)))
  }

  announce(topic: Topic, text: string): void {
    this.#announcements.add(`${topic}\n${text}`)
  }

  /** Returns the function that announces at the commit of a transaction. */
  announcingBy(notify: PostgresTransactions['notify']): Writes['announce'] {
    return (topic, text) => notify(channel, `${this.#self}\n${topic}\n${text}`)
  }

  get isLeader(): boolean {
    return this.#isLeader
  }

  onLeader(listener: () => void): void {
    this.#leaderListeners.push(listener)
    if (this.#isLeader) setImmediate(listener)
  }

  async close(): Promise<void> {
    this.#isLeader = false
    this.#closing.abort()
    this.#announcements.close()
    await this.#checking
    await this.#announcements.sent()
    await this.#session.close()
  }

  /** Checks the connection, opens it again if it is lost, and tries to become the leader. */
  async #check(): Promise<void> {
    const { presence, log } = this.#options
    if (this.#session.isLost) await this.#reconnect()
    const session = this.#session
    await session.guard(session.sql`select 1`)
    presence.note()
    this.#received.noteTime()
    if (!this.#isLeader && (await session.guard(tryToLead(session.sql)))) {
      this.#isLeader = true
      log.info('this instance is the leader')
      for (const listener of this.#leaderListeners) listener()
    }
  }

  /** Deletes what has expired, while this instance is the leader. */
  async #clean(): Promise<void> {
    if (!this.#isLeader || performance.now() - this.#cleanedAt < cleanMillis) return
    this.#cleanedAt = performance.now()
    try {
      await deleteExpired(this.#options.pool)
    } catch (err) {
      this.#logError('deleting what has expired failed; retrying', { err })
    }
  }

  async #reconnect(): Promise<void> {
    this.#isLeader = false
    await this.#session.close()
    this.#session = await connect(this.#options, this.#received)
    this.#received.noteMissed()
  }

  async #keepChecking(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      try {
        await this.#check()
        this.#isRetried = false
        // It may wait for a connection, and the checks go on.
        void this.#clean()
      } catch (err) {
        this.#options.presence.note(err)
        // The first failure is that of a statement on the lost connection.
        if (this.#isRetried)
          this.#logError('the connection to the other instances is lost; retrying', { err })
        this.#isRetried = true
        this.#isLeader &&= !this.#session.isLost
      }
      await sleep(checkMillis, undefined, { signal }).catch(() => {})
    }
  }
}

/** Opens the connection that listens and holds the locks. */
async function connect({ url, requireSchema }: JoinOptions, received: Received): Promise<Session> {
  const onnotify = (_: string, payload: string): void => received.receive(payload)
  const opened = await openSession(url, { onnotify, silence: silenceMillis })
  try {
    await opened.guard(opened.sql.unsafe(`listen ${channel}`).simple())
    if (!(await opened.guard(shareInstallation(opened.sql))))
      throw new StartError('A command uses the database. Start the service again when it has ended.')
    await opened.guard(requireSchema(opened.sql))
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}
