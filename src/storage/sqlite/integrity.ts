import type { Database } from 'bun:sqlite'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../base/errors'
import type { Log } from '../../base/log'
import { ownCommand } from '../../base/executable'
import { type Clock, type Instant, parseInstant } from '../../base/time'
import { writeWhole } from '../../base/whole-file'
import type { Integrity } from '../core/integrity'
import { checkAll, checkPages, damageIn, readAhead } from './integrity-check'
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

export function createIntegrity({ directory, path, now, log }: Options) {
  const record = createRecord(join(directory, integrityFile), log)
  let { checkedAt, damage, miscount } = record.read()
  let due: Extent | undefined
  let reportedAt = Number.NEGATIVE_INFINITY
  let progress: Integrity['progress'] = null
  let child: Bun.Subprocess | undefined
  let running: Promise<void> | undefined
  let isStopped = false
  let mayRun = () => true
  const timers: Timer[] = []

  /**
   * Checks an open database before its first change.
   *
   * @param descriptor the descriptor of the file
   * @param isCurrent reads the migrations; whether none is missing
   * @throws StartError when the database is damaged
   */
  function checkAtStart(db: Database, descriptor: number, isCurrent: () => boolean): void {
    try {
      const isSmall = sizeOf(db) <= smallBytes
      if (isSmall) readAhead(descriptor)
      // A migration would spread the damage.
      if (isSmall || !isCurrent()) {
        const found = damage === undefined ? checkPages(db) : checkAll(db)
        if (found !== undefined) throw damagedError(path, found)
        finish(undefined)
        record.remove()
      } else if (needsLog(db)) request('tables')
    } catch (error) {
      throw toDamageError(error, path)
    }
    if (damage !== undefined) log.error({ damage }, `the database is damaged; writes are refused. ${advice}`)
  }

  /**
   * Counts the rows again if the kept counts differ: in a large database, only if a check has found it. Must be called
   * after the migrations.
   */
  function correctCounts(db: Database): void {
    if (damage !== undefined) return
    if (sizeOf(db) <= smallBytes) miscount = findMiscount(db)
    if (miscount === undefined) return
    recount(db)
    log.warn({ miscount }, 'the kept counts were wrong; the rows were counted again')
    miscount = undefined
    record.remove()
  }

  /** Makes a check due, also after a restart before its end. */
  function request(extent: Extent): void {
    if (due !== 'whole') due = extent
    if (damage === undefined) record.remove()
  }

  function finish(found: string | undefined): void {
    if (damage !== undefined && found === undefined) log.info('the damage is gone; writes are accepted')
    damage = found
    checkedAt = now()
  }

  function runIfDue(): void {
    // Damage that was found is gone only when the most thorough check does not find it.
    if (checkedAt === undefined || !isWithin(checkedAt, now(), checkHours))
      due ??= damage === undefined ? 'tables' : 'whole'
    if (!due || isStopped || running || !mayRun()) return
    const extent = due
    due = undefined
    running = run(extent)
      .catch((err: unknown) => {
        due ??= extent
        log.warn({ err }, 'the check of the database failed; retrying')
      })
      .finally(() => {
        running = undefined
        child = undefined
        progress = null
      })
  }

  async function run(extent: Extent): Promise<void> {
    const startedAt = performance.now()
    progress = { checked: 0, total: 0 }
    log.info('checking the database in the background')
    const ending = setInterval(() => {
      if (!mayRun()) kill()
    }, watchMilliseconds)
    try {
      const { code, reason } = await runChild(extent)
      if (isStopped) return
      if (!mayRun()) throw new Error('the database file was removed or replaced')
      if (![0, damagedExitCode, miscountExitCode].includes(code))
        throw new Error(`exit code ${code}: ${reason}`)
      finish(code === damagedExitCode ? reason : undefined)
      // Damage ends a check before the counts are compared.
      if (damage === undefined) miscount = code === miscountExitCode ? reason : undefined
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10
      if (miscount !== undefined)
        log.error({ seconds, miscount }, `totals of lists are wrong. ${recountAdvice}`)
      if (damage === undefined) log.info({ seconds }, 'the database was checked; it has no damage')
      else log.error({ seconds, damage }, `the database is damaged; writes are refused. ${advice}`)
      // A check that became due meanwhile must also run after a restart.
      if (due) setTimeout(runIfDue).unref()
      else record.write({ checkedAt, damage, miscount })
    } finally {
      clearInterval(ending)
    }
  }

  async function runChild(extent: Extent): Promise<{ code: number; reason: string }> {
    const mode = extent === 'whole' ? [] : ['--by-table']
    const args = ['check', '--data-dir', directory, '--parent', String(process.pid), ...mode]
    const started = Bun.spawn([...ownCommand, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    child = started
    const [, reason, code] = await Promise.all([
      follow(started.stdout),
      started.stderr.text(),
      started.exited,
    ])
    return { code, reason: reason.trimEnd() }
  }

  /** Reads the progress from the lines of the check. */
  async function follow(output: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    for await (const chunk of output) {
      const [, checked, total] = /.*\((\d+) of (\d+)\)/s.exec(decoder.decode(chunk)) ?? []
      if (total !== undefined) progress = { checked: Number(checked), total: Number(total) }
    }
  }

  const kill = (): void => child?.kill('SIGKILL')

  function noteReport(error: unknown): void {
    if (damage !== undefined || damageIn(error) === undefined) return
    if (performance.now() - reportedAt < reportMilliseconds) return
    reportedAt = performance.now()
    log.error({ err: error }, 'SQLite reports that the database is damaged; checking all of it')
    request('whole')
    runIfDue()
  }

  return {
    checkAtStart,
    correctCounts,

    /**
     * Begins the checks in the background.
     *
     * @param isInPlace whether the database file is still under its name
     */
    begin(isInPlace: () => boolean): void {
      mayRun = isInPlace
      timers.push(setTimeout(runIfDue, delayMilliseconds), setInterval(runIfDue, dueMilliseconds))
      for (const timer of timers) timer.unref()
      process.on('exit', kill)
    },

    /** Passes a result on. If SQLite has reported damage, a check of the whole database begins. */
    observe<T>(result: Promise<T>): Promise<T> {
      result.catch(noteReport)
      return result
    },

    /** Returns why writes are refused; undefined when they are accepted. */
    refusal: (): string | undefined =>
      damage === undefined ? undefined : 'The database is damaged. An administrator must restore a backup',

    problems: (): readonly string[] =>
      damage === undefined ? [] : [`The database is damaged (${damage}). ${advice}`],

    /** Readable without authentication, so without the counts. */
    warnings: (): readonly string[] =>
      miscount === undefined ? [] : [`Totals of lists are wrong. ${recountAdvice}`],

    view(): Integrity {
      const state = checkedAt === undefined ? 'unchecked' : 'sound'
      return {
        state: damage === undefined ? (progress ? 'checking' : state) : 'damaged',
        checkedAt: checkedAt ?? null,
        progress,
        damage: damage ?? null,
      }
    },

    /** Ends a running check, so that its connection does not keep the log from being written into the file. */
    async stop(): Promise<void> {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
      process.off('exit', kill)
      kill()
      await running
    },
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

interface Checked {
  readonly checkedAt: Instant | undefined
  readonly damage: string | undefined
  readonly miscount: string | undefined
}

/** Keeps the result of the last check in a file, because a damaged database must not be written. */
function createRecord(path: string, log: Log) {
  function attempt(what: string, act: () => void): void {
    try {
      act()
    } catch (err) {
      // The next start then checks the database, or the next check tries again.
      log.warn({ err, file: path }, what)
    }
  }

  return {
    /**
     * An absent or unreadable file means that no check has ended. After damage, there is no time, so that a start checks
     * whether a backup was restored.
     */
    read(): Checked {
      try {
        const stored = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
        const textOf = (name: string) => (typeof stored[name] === 'string' ? stored[name] : undefined)
        const [at, damage] = [textOf('checked_at'), textOf('damage')]
        return {
          checkedAt: damage === undefined && at !== undefined ? parseInstant(at) : undefined,
          damage,
          miscount: textOf('miscount'),
        }
      } catch {
        return { checkedAt: undefined, damage: undefined, miscount: undefined }
      }
    },
    write: ({ checkedAt, damage, miscount }: Checked): void =>
      attempt('the result of the check cannot be stored', () =>
        writeWhole(
          path,
          `${JSON.stringify({ checked_at: checkedAt, damage: damage ?? null, miscount: miscount ?? null })}\n`,
        ),
      ),
    remove: (): void =>
      attempt('the result of the last check cannot be removed', () => rmSync(path, { force: true })),
  }
}
