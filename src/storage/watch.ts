import type { Database } from 'bun:sqlite'
import { rmSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Log } from '../log'
import type { Clock } from '../time'
import type { DirectoryLock } from './lock'
import type { Mark } from './mark'
import { fold, rescue } from './rescue'

/** So soon it is noticed that a file was removed or replaced. */
const lookMilliseconds = 2000
/** After a rescue that failed. */
const retryLooks = 30
/** A second process that is about to be refused holds `lock.db` for a moment. */
const lockLooks = 2

interface WatchOptions {
  readonly directory: string
  /** Open for writing, with its log. */
  readonly db: Database
  readonly mark: Mark
  readonly lock: DirectoryLock
  readonly now: Clock
  readonly log: Log
  /** Ends the process: a new start finds everything in the database file. */
  readonly onFatal: (error: unknown) => void
}

interface Fault {
  /** Why writes are refused. */
  readonly reason: string
  /** What to do about it. */
  readonly advice: string
}

/** Compares the names of the open files with the files, so that nothing is acknowledged into a file that is gone. */
export function watchFiles({ directory, db, mark, lock, now, log, onFatal }: WatchOptions) {
  const [wal, shm] = [`${db.filename}-wal`, `${db.filename}-shm`]
  const known = new Map([db.filename, wal, shm, lock.path].map((path) => [path, identityOf(statSync(path))]))
  let fault: Fault | undefined
  let rescued: string | undefined
  let looksUntilRescue = 0
  let looksWithoutLock = 0

  async function isThere(path: string): Promise<boolean> {
    try {
      return identityOf(await stat(path)) === known.get(path)
    } catch {
      // Neither a missing file nor one on a disk that fails can be relied on.
      return false
    }
  }

  async function look(): Promise<void> {
    if (!(await isThere(db.filename))) return saveDatabase()
    if (mark.isOverwritten()) endAtOnce()
    if (!(await isThere(wal)) || !(await isThere(shm))) return saveLog()
    if (!(await isThere(lock.path))) lockAgain()
    else if (fault) recover()
  }

  async function saveDatabase(): Promise<void> {
    const reason = 'The database file was removed or replaced'
    if (!fault) {
      fault = { reason, advice: 'The service is saving its data. Do not stop the service yet' }
      log.error({ file: db.filename }, 'the database file was removed or replaced; writes are refused')
    }
    if (rescued !== undefined || looksUntilRescue-- > 0) return
    try {
      await fold(db, mark)
      rescued = await rescue(lock.lockDatabase().descriptor, directory, now())
      fault = {
        reason,
        advice: `All acknowledged data is saved in ${basename(rescued)}. Stop the service, restore that file with 'whereabouts restore', and start the service`,
      }
      log.error({ file: rescued }, fault.advice)
    } catch (err) {
      looksUntilRescue = retryLooks
      const advice =
        'Saving its data failed; the log has the reason. Do not stop the service: fix the cause or put the file back'
      fault = { reason, advice }
      log.error({ err }, advice)
    }
  }

  /** The database file is in its place: with all of the log in it, a start needs nothing else. */
  async function saveLog(): Promise<void> {
    const reason = 'The write-ahead log was removed or replaced'
    fault = { reason, advice: 'The service is saving its data and then exits' }
    try {
      await fold(db, mark)
      onFatal(new Error(`${reason}. All data was saved in the database file`))
    } catch (err) {
      log.error({ err }, `${reason}; saving its data in the database file failed; retrying`)
    }
  }

  /** Not by an exit, with which SQLite would write its log into the other database. */
  function endAtOnce(): void {
    log.fatal({ file: db.filename }, 'the database file was overwritten with another database; exiting')
    process.kill(process.pid, 'SIGKILL')
  }

  function lockAgain(): void {
    try {
      lock.renew()
      known.set(lock.path, identityOf(statSync(lock.path)))
      log.warn('lock.db was removed or replaced; the service locked a new file')
      recover()
    } catch (err) {
      if (++looksWithoutLock < lockLooks) return
      if (!fault) log.error({ err }, 'lock.db was removed or replaced; writes are refused')
      fault = {
        reason: 'The lock file was removed or replaced and cannot be locked again',
        advice: 'Stop the other process that uses the data directory',
      }
    }
  }

  function recover(): void {
    looksWithoutLock = 0
    looksUntilRescue = 0
    if (rescued !== undefined) rmSync(rescued, { force: true })
    rescued = undefined
    if (fault) log.info('the database files are back; writes are accepted again')
    fault = undefined
  }

  let looking: Promise<void> = Promise.resolve()
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    looking = look()
      .catch((err: unknown) => log.error({ err }, 'checking the database files failed; retrying'))
      .finally(() => {
        isLooking = false
      })
  }, lookMilliseconds)
  timer.unref()

  return {
    /** Why nothing may be written. */
    refusal: (): string | undefined => fault?.reason,
    problems: (): readonly string[] => (fault ? [`${fault.reason}. ${fault.advice}`] : []),
    /** Waits for a rescue that is under way. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await looking
    },
  }
}

const identityOf = ({ dev, ino }: { readonly dev: number; readonly ino: number }): string => `${dev}:${ino}`
