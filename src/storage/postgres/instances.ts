import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../base/errors'
import { type Log, oncePerMinute } from '../../base/log'
import { randomHex } from '../../base/secrets'
import type { Instances, Topic } from '../core/instances'
import { toDatabaseError, toStartError } from './errors'
import { isAlone, shareInstallation, tryToLead } from './locks'
import type { Pool } from './pool'
import type { Presence } from './presence'
import { openSession, type Session } from './session'
import type { Writable } from './transactions'
import type { Writes } from '../core/store'

const channel = 'whereabouts'
/** Interval at which an instance checks its connection, and tries to become the leader. In milliseconds. */
const checkMillis = 1_000
/** Time after which a connection without a response counts as lost, in milliseconds. */
const silenceMillis = 5_000
/** Interval at which an instance assumes that it has missed announcements, in milliseconds. */
const missedMillis = 30_000
/** Interval at which the leader deletes what has expired, in milliseconds. */
const cleanMillis = 60_000
/** Time for which announcements are gathered, in milliseconds. */
const gatherMillis = 5
/** Time after which announcements that failed are sent again, in milliseconds. */
const retryMillis = 1_000
/** Maximum number of announcements that wait to be sent. */
const waitingMax = 5_000
/** Age at which every bucket is full again, as an interval of PostgreSQL. */
const bucketAge = '2 hours'

/** Name of the text that identifies the claims. */
const claimsName = 'claims'

/** What is announced when announcements were dropped. */
const missed = 'missed'

export interface PostgresInstances extends Instances {
  /** Returns the function that announces at the commit of a transaction. */
  announcingBy(notify: Writable['notify']): Writes['announce']
  close(): Promise<void>
}

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
 * Joins the instances on a database (decision 0033). The connection that listens holds the locks of the instance, so that others
 * notice when it ends. @throws StartError
 */
export async function joinInstances(options: JoinOptions): Promise<PostgresInstances> {
  const { url, pool, presence, name, log, requireSchema } = options
  const self = crypto.randomUUID()
  const announced = new Map<string, ((text: string) => void)[]>()
  const missedListeners: (() => void)[] = []
  const leaderListeners: (() => void)[] = []
  const waiting = new Set<string>()
  let sending: Promise<void> | undefined
  let isLeader = false
  let isClosed = false
  let cleanedAt = 0
  let missedAt = performance.now()
  const logError = oncePerMinute(
    (what, suppressed, detail) => log.error({ ...detail, suppressed }, what),
    () => performance.now(),
  )

  function receive(payload: string): void {
    const [sender, topic = '', ...lines] = payload.split('\n')
    if (sender === self) return
    if (topic === missed) return noteMissed()
    for (const listener of announced.get(topic) ?? []) listener(lines.join('\n'))
  }

  function noteMissed(): void {
    missedAt = performance.now()
    for (const listener of missedListeners) listener()
  }

  async function connect(): Promise<Session> {
    const onnotify = (_: string, payload: string): void => receive(payload)
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

  let session = await connect().catch((error: unknown) => {
    throw toStartError(error)
  })

  /** Checks the connection, opens it again if it is lost, and tries to become the leader. */
  async function check(): Promise<void> {
    if (session.isLost) await reconnect()
    await session.guard(session.sql`select 1`)
    presence.note()
    // An instance that is killed after a commit does not announce it.
    if (performance.now() - missedAt >= missedMillis) noteMissed()
    if (!isLeader && (await session.guard(tryToLead(session.sql)))) {
      isLeader = true
      log.info('this instance is the leader')
      for (const listener of leaderListeners) listener()
    }
  }

  /** Deletes what has expired, while this instance is the leader. */
  async function clean(): Promise<void> {
    if (!isLeader || performance.now() - cleanedAt < cleanMillis) return
    cleanedAt = performance.now()
    try {
      await pool.query`delete from kept_texts where expires_at < now()`
      await pool.query`delete from token_buckets where filled_at < now() - ${bucketAge}::interval`
    } catch (err) {
      logError('deleting what has expired failed; retrying', { err })
    }
  }

  async function reconnect(): Promise<void> {
    isLeader = false
    await session.close()
    session = await connect()
    noteMissed()
  }

  let isRetried = false
  async function keepChecking(): Promise<void> {
    while (!isClosed) {
      try {
        await check()
        isRetried = false
        // It may wait for a connection, and the checks go on.
        void clean()
      } catch (err) {
        presence.note(err)
        // The first failure is that of a statement on the lost connection.
        if (isRetried) logError('the connection to the other instances is lost; retrying', { err })
        isRetried = true
        isLeader &&= !session.isLost
      }
      await sleep(checkMillis, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  /** A text that waits already is sent once, after the others: the last one is what applies. */
  function queue(text: string): void {
    waiting.delete(text)
    if (waiting.size >= waitingMax) {
      waiting.clear()
      waiting.add(missed)
    } else waiting.add(text)
  }

  /** Sends what waits, in one statement at a time, until nothing waits. It tries once after the instance has closed. */
  async function send(): Promise<void> {
    while (waiting.size > 0) {
      // Announcements of this time share a statement.
      await sleep(gatherMillis)
      const texts = [...waiting]
      waiting.clear()
      try {
        const payloads = JSON.stringify(texts.map((text) => `${self}\n${text}`))
        await pool.query`select pg_notify(${channel}, value) from json_each(${payloads})`
      } catch (err) {
        logError('announcing to the other instances failed; retrying', { err })
        if (isClosed) break
        const later = [...waiting]
        waiting.clear()
        for (const text of [...texts, ...later]) queue(text)
        await sleep(retryMillis, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
    sending = undefined
  }

  const asRequest = async <T>(statement: PromiseLike<T>): Promise<T> => {
    try {
      return await statement
    } catch (error) {
      throw toDatabaseError(error)
    }
  }

  async function findText(text: string): Promise<string | undefined> {
    const [row] = await asRequest(pool.query<{ value: string }[]>`
      select value from kept_texts where name = ${text} and expires_at > now()`)
    return row?.value
  }

  const closing = new AbortController()
  await check().catch((error: unknown) => {
    throw toStartError(error)
  })
  const checking = keepChecking()

  return {
    isShared: true,
    name,
    announce(topic: Topic, text: string) {
      queue(`${topic}\n${text}`)
      if (!isClosed) sending ??= send()
    },
    announcingBy: (notify) => (topic, text) => notify(channel, `${self}\n${topic}\n${text}`),
    onAnnounced(topic, listener) {
      announced.getOrInsertComputed(topic, () => []).push(listener)
    },
    onMissed: (listener) => void missedListeners.push(listener),
    get isLeader() {
      return isLeader
    },
    onLeader(listener) {
      leaderListeners.push(listener)
      if (isLeader) setImmediate(listener)
    },
    async keep(text, value, seconds) {
      await asRequest(pool.query`insert into kept_texts values (${text}, ${value}, now() + ${`${seconds} s`}::interval)
        on conflict (name) do update set value = excluded.value, expires_at = excluded.expires_at`)
    },
    find: findText,
    async claim(text, seconds) {
      const claimed =
        await asRequest(pool.query`insert into kept_texts values (${text}, '', now() + ${`${seconds} s`}::interval)
        on conflict (name) do nothing returning name`)
      return claimed.length > 0
    },
    async claimsId() {
      for (;;) {
        const found = await findText(claimsName)
        if (found !== undefined) return found
        // In the table of the claims, which is empty after a crash of the server.
        await asRequest(pool.query`insert into kept_texts values (${claimsName}, ${randomHex(16)}, 'infinity')
          on conflict (name) do nothing`)
      }
    },
    tokens: {
      async take(bucket, { burst, perMinute }, wanted) {
        const [row] = await asRequest(pool.query<{ granted: number; left: number }[]>`
          select granted, remaining as left from take_tokens(${bucket}, ${burst}, ${perMinute / 60}, ${wanted})`)
        return row ?? { granted: 0, left: 0 }
      },
      async begin(bucket, { burst, perMinute }) {
        const [row] = await asRequest(pool.query<{ isBegun: number; left: number; mayReturn: number }[]>`
          select is_begun as "isBegun", remaining as left, may_return as "mayReturn"
          from begin_attempt(${bucket}, ${burst}, ${perMinute / 60})`)
        return { isBegun: row?.isBegun === 1, left: row?.left ?? 0, mayReturn: row?.mayReturn === 1 }
      },
      async end(bucket, { burst }, hasFailed) {
        await asRequest(pool.query`select end_attempt(${bucket}, ${burst}, ${hasFailed ? 0 : 1})`)
      },
      async fill(bucket, { burst }) {
        await asRequest(pool.query`update token_buckets set tokens = ${burst} where name = ${bucket}`)
      },
    },
    values: {
      async find(value) {
        const [row] = await pool.query<{ value: string }[]>`
          select value from installation_secrets where name = ${value}`
        return row?.value
      },
      async insert(value, text) {
        await pool.query`insert into installation_secrets values (${value}, ${text}) on conflict do nothing`
        return (await this.find(value)) ?? text
      },
      async replaceWhenAlone(value, text) {
        if (!(await session.guard(isAlone(session.sql)))) return false
        await pool.query`update installation_secrets set value = ${text} where name = ${value}`
        return true
      },
    },
    async close() {
      isClosed = true
      isLeader = false
      closing.abort()
      await checking
      await sending
      await session.close()
    },
  }
}
