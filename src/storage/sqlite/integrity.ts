import type { Message } from '../../base/messages'
import { storageMessages } from '../core/messages'
import type { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { StartError } from '../../base/errors'
import type { Log } from '../../base/log'
import { ownCommand } from '../../base/executable'
import type { Clock, Instant } from '../../base/time'
import type { Integrity } from '../core/integrity'
import { checkAll, checkPages, damageIn, readAhead } from './integrity-check'
import { createRecord } from './integrity-record'
import { findMiscount, recount } from './kept-count-check'
import { needsLog } from './mark'

/**
 * Finds damage in the database file. A small database is checked at each start. A large one is checked in the
 * background, by another process at low priority: once a day, after an unclean stop, and when SQLite reports damage.
 * After damage is found, writes are refused until a check finds none.
 *
 * A check also compares the kept counts with the rows. When they differ, the service works on, with wrong totals, and the
 * next start counts the rows again.
 */

/** Maximum size of a database that is checked before the start continues: this takes up to 0.1 s. */
const smallBytes = 16 * 1024 * 1024
/** The check begins some time after the start, which has priority. */
const delayMilliseconds = 1_000
const checkHours = 24
/** Interval at which the service looks whether a check is due. After a check that failed, it is the next attempt. */
const dueMilliseconds = 600_000
/** Interval of the checks that follow an error of SQLite. */
const reportMilliseconds = 3_600_000
/** Interval at which a running check is ended if the database was removed. */
const watchMilliseconds = 2_000

/** Exit code of `whereabouts check` when it has found damage. */
export const damagedExitCode = 3
/** Exit code of `whereabouts check` when the kept counts differ from the rows. */
export const miscountExitCode = 4

/** Name of the file with the result of the last check. */
export const integrityFile = 'integrity.json'

const advice = "Stop the service, restore a backup with 'whereabouts restore', and start the service"

const recountAdvice = 'Restart the service to count the rows again'

/** Returns an error for the user when the cause is a damaged database; other errors are unchanged. */
export function toDamageError(error: unknown, path: string): unknown {
  const damage = damageIn(error)
  return damage === undefined ? error : damagedError(path, damage)
}

const damagedError = (path: string, damage: string) =>
  new StartError(`The database ${path} is damaged (${damage}). Restore a backup.`)

/** Each table in a separate transaction, or everything in one, which also compares the indexes with the tables. */
type Extent = 'tables' | 'whole'

interface Options {
  readonly directory: string
  readonly path: string
  readonly now: Clock
  readonly log: Log
}

export class IntegrityChecks {
  readonly #directory: string
  readonly #path: string
  readonly #now: Clock
  readonly #log: Log
  readonly #record: ReturnType<typeof createRecord>
  readonly #timers: Timer[] = []
  #checkedAt: Instant | undefined
  #damage: string | undefined
  #miscount: string | undefined
  #due: Extent | undefined
  #reportedAt = Number.NEGATIVE_INFINITY
  #progress: Integrity['progress'] = null
  #child: Bun.Subprocess | undefined
  #running: Promise<void> | undefined
  #isStopped = false
  #mayRun = () => true
  readonly #kill = (): void => this.#child?.kill('SIGKILL')

  constructor({ directory, path, now, log }: Options) {
    this.#directory = directory
    this.#path = path
    this.#now = now
    this.#log = log
    this.#record = createRecord(join(directory, integrityFile), log)
    const { checkedAt, damage, miscount } = this.#record.read()
    this.#checkedAt = checkedAt
    this.#damage = damage
    this.#miscount = miscount
  }

  /**
   * Checks an open database before its first change.
   *
   * @param descriptor the descriptor of the file
   * @param isCurrent reads the migrations; whether none is missing
   * @throws StartError when the database is damaged
   */
  checkAtStart(db: Database, descriptor: number, isCurrent: () => boolean): void {
    try {
      const isSmall = sizeOf(db) <= smallBytes
      if (isSmall) readAhead(descriptor)
      // A migration would spread the damage.
      if (isSmall || !isCurrent()) {
        const found = this.#damage === undefined ? checkPages(db) : checkAll(db)
        if (found !== undefined) throw damagedError(this.#path, found)
        this.#finish(undefined)
        this.#record.remove()
      } else if (needsLog(db)) this.#request('tables')
    } catch (error) {
      throw toDamageError(error, this.#path)
    }
    if (this.#damage !== undefined)
      this.#log.error({ damage: this.#damage }, `the database is damaged; writes are refused. ${advice}`)
  }

  /**
   * Counts the rows again if the kept counts differ: in a large database, only if a check has found it. Must be called
   * after the migrations.
   */
  correctCounts(db: Database): void {
    if (this.#damage !== undefined) return
    if (sizeOf(db) <= smallBytes) this.#miscount = findMiscount(db)
    if (this.#miscount === undefined) return
    recount(db)
    this.#log.warn({ miscount: this.#miscount }, 'the kept counts were wrong; the rows were counted again')
    this.#miscount = undefined
    this.#record.remove()
  }

  /**
   * Begins the checks in the background.
   *
   * @param isInPlace whether the database file is still under its name
   */
  begin(isInPlace: () => boolean): void {
    this.#mayRun = isInPlace
    const look = () => this.#runIfDue()
    this.#timers.push(setTimeout(look, delayMilliseconds), setInterval(look, dueMilliseconds))
    for (const timer of this.#timers) timer.unref()
    process.on('exit', this.#kill)
  }

  /** Passes a result on. If SQLite has reported damage, a check of the whole database begins. */
  observe<T>(result: Promise<T>): Promise<T> {
    result.catch((error: unknown) => this.#noteReport(error))
    return result
  }

  /** Returns why writes are refused; undefined when they are accepted. */
  refusal(): Message | undefined {
    return this.#damage === undefined ? undefined : storageMessages('storage.damaged')
  }

  problems(): readonly string[] {
    return this.#damage === undefined ? [] : [`The database is damaged (${this.#damage}). ${advice}`]
  }

  /** Readable without authentication, so without the counts. */
  warnings(): readonly Message[] {
    return this.#miscount === undefined ? [] : [storageMessages('storage.miscount')]
  }

  view(): Integrity {
    const state = this.#checkedAt === undefined ? 'unchecked' : 'sound'
    return {
      state: this.#damage === undefined ? (this.#progress ? 'checking' : state) : 'damaged',
      checkedAt: this.#checkedAt ?? null,
      progress: this.#progress,
      damage: this.#damage ?? null,
    }
  }

  /** Ends a running check, so that its connection does not keep the log from being written into the file. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    process.off('exit', this.#kill)
    this.#kill()
    await this.#running
  }

  /** Makes a check due, even after a restart before its end. */
  #request(extent: Extent): void {
    if (this.#due !== 'whole') this.#due = extent
    if (this.#damage === undefined) this.#record.remove()
  }

  #finish(found: string | undefined): void {
    if (this.#damage !== undefined && found === undefined)
      this.#log.info('the damage is gone; writes are accepted')
    this.#damage = found
    this.#checkedAt = this.#now()
  }

  #runIfDue(): void {
    // Damage that was found is gone only when the most thorough check does not find it.
    if (this.#checkedAt === undefined || !isWithin(this.#checkedAt, this.#now(), checkHours))
      this.#due ??= this.#damage === undefined ? 'tables' : 'whole'
    if (!this.#due || this.#isStopped || this.#running || !this.#mayRun()) return
    const extent = this.#due
    this.#due = undefined
    this.#running = this.#run(extent)
      .catch((err: unknown) => {
        this.#due ??= extent
        this.#log.warn({ err }, 'the check of the database failed; retrying')
      })
      .finally(() => {
        this.#running = undefined
        this.#child = undefined
        this.#progress = null
      })
  }

  async #run(extent: Extent): Promise<void> {
    const startedAt = performance.now()
    this.#progress = { checked: 0, total: 0 }
    this.#log.info('checking the database in the background')
    const ending = setInterval(() => {
      if (!this.#mayRun()) this.#kill()
    }, watchMilliseconds)
    try {
      const { code, reason } = await this.#runChild(extent)
      if (this.#isStopped) return
      if (!this.#mayRun()) throw new Error('the database file was removed or replaced')
      if (![0, damagedExitCode, miscountExitCode].includes(code))
        throw new Error(`exit code ${code}: ${reason}`)
      this.#finish(code === damagedExitCode ? reason : undefined)
      // Damage ends a check before the counts are compared.
      if (this.#damage === undefined) this.#miscount = code === miscountExitCode ? reason : undefined
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10
      if (this.#miscount !== undefined)
        this.#log.error({ seconds, miscount: this.#miscount }, `totals of lists are wrong. ${recountAdvice}`)
      if (this.#damage === undefined)
        this.#log.info({ seconds }, 'the database was checked; it has no damage')
      else
        this.#log.error(
          { seconds, damage: this.#damage },
          `the database is damaged; writes are refused. ${advice}`,
        )
      // A check that became due meanwhile must also run after a restart.
      if (this.#due) setTimeout(() => this.#runIfDue()).unref()
      else this.#record.write({ checkedAt: this.#checkedAt, damage: this.#damage, miscount: this.#miscount })
    } finally {
      clearInterval(ending)
    }
  }

  async #runChild(extent: Extent): Promise<{ code: number; reason: string }> {
    const mode = extent === 'whole' ? [] : ['--by-table']
    const args = ['check', '--data-dir', this.#directory, '--parent', String(process.pid), ...mode]
    const started = Bun.spawn([...ownCommand, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = started
    const [, reason, code] = await Promise.all([
      this.#follow(started.stdout),
      started.stderr.text(),
      started.exited,
    ])
    return { code, reason: reason.trimEnd() }
  }

  /** Reads the progress from the lines of the check. */
  async #follow(output: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    for await (const chunk of output) {
      const [, checked, total] = /.*\((\d+) of (\d+)\)/s.exec(decoder.decode(chunk)) ?? []
      if (total !== undefined) this.#progress = { checked: Number(checked), total: Number(total) }
    }
  }

  #noteReport(error: unknown): void {
    if (this.#damage !== undefined || damageIn(error) === undefined) return
    if (performance.now() - this.#reportedAt < reportMilliseconds) return
    this.#reportedAt = performance.now()
    this.#log.error({ err: error }, 'SQLite reports that the database is damaged; checking all of it')
    this.#request('whole')
    this.#runIfDue()
  }
}

function sizeOf(db: Database): number {
  const pages = db.query<{ page_count: number }, []>('pragma page_count').get()?.page_count ?? 0
  const bytes = db.query<{ page_size: number }, []>('pragma page_size').get()?.page_size ?? 0
  return pages * bytes
}

const isWithin = (at: Instant, now: Instant, hours: number): boolean => {
  const age = Date.parse(now) - Date.parse(at)
  return age >= 0 && age < hours * 3_600_000
}
