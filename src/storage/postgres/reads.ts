import { storageMessages } from '../core/messages'
import { AppError } from '../../base/errors'
import { createFairQueue } from '../../base/turns/fair-queue'
import { currentWork, serviceRequester, type Work } from '../../base/turns/request-work'
import type { RunRead } from '../core/long-reads'
import { createReads } from '../core/areas'
import type { Connection, Value } from '../sql/connection'
import { openDrizzle } from '../sql/drizzle'
import { toDatabaseError } from './errors'
import type { Presence } from './presence'
import { ofReader } from './parameters'
import { openSession, prepareOn, type Session } from './session'

type AnyMethod = (...args: readonly unknown[]) => Promise<unknown>
type Areas = Readonly<Record<string, Readonly<Record<string, AnyMethod>>>>

function methodOf(areas: Areas, area: string, method: string): AnyMethod {
  const found = areas[area]?.[method]
  if (!found) throw new Error(`There is no read ${area}.${method}.`)
  return found
}

/** Number of connections for long reads. */
const sessionsMax = 4
/** Time after which a connection without a read is closed, in milliseconds. */
const idleMilliseconds = 30_000

interface Job {
  readonly run: (areas: Areas) => Promise<unknown>
  readonly work: Work | undefined
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** A connection with its queries. */
interface Reader {
  readonly areas: Areas
  session: Session | undefined
  idleTimer: Timer | undefined
}

/**
 * Connections for reads with several statements, which see one snapshot. Requesters take turns, and one requester never occupies all
 * connections. So a long read of one organization does not delay those of another.
 */
export class ReadSessions {
  readonly #url: string
  readonly #presence: Presence
  readonly #ready: (session: Session) => Promise<void>
  readonly #waiting = createFairQueue<string, Job>()
  readonly #idle: Reader[] = []
  readonly #running = new Map<Reader, string>()
  readonly #readers: Reader[] = []
  #isClosed = false

  /** @param ready called before each read, on its connection. The read fails if it does */
  constructor(url: string, presence: Presence, ready: (session: Session) => Promise<void> = async () => {}) {
    this.#url = url
    this.#presence = presence
    this.#ready = ready
  }

  run(...[area, method, args]: Parameters<RunRead>): ReturnType<RunRead> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(shuttingDown())
      const work = currentWork()
      const startedAt = performance.now()
      this.#waiting.push(work?.requester ?? serviceRequester, {
        run: (areas) => methodOf(areas, area, method)(...args),
        work,
        resolve: (value) => resolve({ value, milliseconds: performance.now() - startedAt }),
        reject,
      })
      return this.#assign()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (let next = this.#waiting.next(); next; next = this.#waiting.next()) next.item.reject(shuttingDown())
    for (const reader of this.#readers) clearTimeout(reader.idleTimer)
    await Promise.all(this.#readers.map(closeSession))
  }

  #hasRoom(requester: string): boolean {
    return [...this.#running.values()].filter((one) => one === requester).length < sessionsMax - 1
  }

  #addReader(): Reader {
    const reader = openReader()
    this.#readers.push(reader)
    return reader
  }

  #assign(): void {
    while (this.#waiting.size > 0 && this.#running.size < sessionsMax) {
      const next = this.#waiting.next((key) => this.#hasRoom(key))
      if (!next) return
      const { key: requester, item: job } = next
      if (job.work?.isWanted?.() === false) {
        job.reject(new AppError('unavailable', storageMessages('storage.client_gone')))
        continue
      }
      const reader = this.#idle.pop() ?? this.#addReader()
      clearTimeout(reader.idleTimer)
      this.#running.set(reader, requester)
      void this.#inSnapshot(reader, job)
        .catch(job.reject)
        .finally(() => this.#rest(reader))
    }
  }

  #rest(reader: Reader): void {
    this.#running.delete(reader)
    this.#idle.push(reader)
    reader.idleTimer = setTimeout(() => void closeSession(reader), idleMilliseconds)
    reader.idleTimer.unref()
    this.#assign()
  }

  /** Runs a read. It need not wait for the end of its transaction, which has changed nothing. */
  async #inSnapshot(reader: Reader, job: Job): Promise<void> {
    try {
      if (!reader.session || reader.session.isLost) {
        await closeSession(reader)
        reader.session = await openSession(this.#url, { ...ofReader, presence: this.#presence })
      }
      const { session } = reader
      // The snapshot is taken after it.
      await this.#ready(session)
      const command = (text: string) => session.guard(session.sql.unsafe(text).simple())
      // The statements that follow need not wait for it.
      const begun = command('begin isolation level repeatable read read only')
      const [value] = await Promise.all([job.run(reader.areas), begun])
      job.resolve(value)
      await command('commit')
    } catch (error) {
      // The state of the transaction is unknown.
      await closeSession(reader)
      throw toDatabaseError(error)
    }
  }
}

function openReader(): Reader {
  const connection: Connection = {
    engine: 'postgres',
    prepare(text) {
      const statement = prepareOn(text)
      const current = () => reader.session as Session
      return {
        values: async (...values: Value[]) => (await statement(current(), values)).rows,
        run: (...values: Value[]) => statement(current(), values),
      }
    },
  }
  const areas = createReads(openDrizzle(connection)) as unknown as Areas
  const reader: Reader = { areas, session: undefined, idleTimer: undefined }
  return reader
}

async function closeSession(reader: Reader): Promise<void> {
  const { session } = reader
  reader.session = undefined
  await session?.close()
}

const shuttingDown = () => new AppError('unavailable', storageMessages('storage.stopping'))
