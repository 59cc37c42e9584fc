import type { Message } from '../../base/messages'
import { storageMessages } from '../core/messages'
import type { Database } from 'bun:sqlite'
import { rmSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Log } from '../../base/log'
import type { Clock } from '../../base/time'
import type { DirectoryLock } from './system/lock'
import type { Mark } from './mark'
import { fold, rescue } from './rescue'

/** Interval at which removed and replaced files are detected. */
const checkMilliseconds = 2000
/** Number of checks between a failed rescue and the next one. */
const retryChecks = 30
/**
 * Number of failed attempts to lock before writes are refused. A second process that is refused holds `lock.db` for a
 * moment.
 */
const lockChecks = 2

interface WatchOptions {
  readonly directory: string
  /** Open for writing, with its log. */
  readonly db: Database
  /** Resolves when all commits are on disk. */
  readonly settled: () => Promise<void>
  readonly mark: Mark
  readonly lock: DirectoryLock
  readonly now: Clock
  readonly log: Log
  /** Ends the process. The database file is then complete. */
  readonly onFatal: (error: unknown) => void
}

interface Fault {
  /** Why writes are refused. */
  readonly reason: Message
  /** What the operator should do. */
  readonly advice: string
}

/** Checks that the open files are still under their names, so that no write is acknowledged into a deleted file. */
export function watchFiles({ directory, db, settled, mark, lock, now, log, onFatal }: WatchOptions) {
  const [wal, shm] = [`${db.filename}-wal`, `${db.filename}-shm`]
  const known = new Map([db.filename, wal, shm, lock.path].map((path) => [path, identityOf(statSync(path))]))
  let fault: Fault | undefined
  let rescued: string | undefined
  let checksUntilRescue = 0
  let checksWithoutLock = 0

  async function isUnchanged(path: string): Promise<boolean> {
    try {
      return identityOf(await stat(path)) === known.get(path)
    } catch {
      // A file on a failing disk counts as missing.
      return false
    }
  }

  async function check(): Promise<void> {
    if (!(await isUnchanged(db.filename))) return saveDatabase()
    if (mark.isOverwritten()) endAtOnce()
    if (!(await isUnchanged(wal)) || !(await isUnchanged(shm))) return saveLog()
    if (!(await isUnchanged(lock.path))) lockAgain()
    else if (fault) recover()
  }

  async function saveDatabase(): Promise<void> {
    const reason = storageMessages('storage.no_file')
    if (!fault) {
      fault = { reason, advice: 'The service is saving its data. Do not stop the service yet' }
      log.error({ file: db.filename }, 'the database file was removed or replaced; writes are refused')
    }
    if (rescued !== undefined || checksUntilRescue-- > 0) return
    try {
      await settled()
      await fold(db, mark)
      rescued = await rescue(lock.lockDatabase().descriptor, directory, now())
      fault = {
        reason,
        advice: `All acknowledged data is saved in ${basename(rescued)}. Stop the service, restore that file with 'whereabouts restore', and start the service`,
      }
      log.error({ file: rescued }, fault.advice)
    } catch (err) {
      checksUntilRescue = retryChecks
      const advice =
        'Saving its data failed; the log has the reason. Do not stop the service: fix the cause or put the file back'
      fault = { reason, advice }
      log.error({ err }, advice)
    }
  }

  /** Writes the log into the database file, which is still under its name, and ends the process. */
  async function saveLog(): Promise<void> {
    const reason = storageMessages('storage.no_log')
    fault = { reason, advice: 'The service is saving its data and then exits' }
    try {
      await settled()
      await fold(db, mark)
      onFatal(new Error(`${reason.english}. All data was saved in the database file`))
    } catch (err) {
      log.error({ err }, `${reason.english}; saving its data in the database file failed; retrying`)
    }
  }

  /** Kills the process, because SQLite would write its log into the other database at a normal exit. */
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
      if (++checksWithoutLock < lockChecks) return
      if (!fault) log.error({ err }, 'lock.db was removed or replaced; writes are refused')
      fault = {
        reason: storageMessages('storage.no_lock'),
        advice: 'Stop the other process that uses the data directory',
      }
    }
  }

  function recover(): void {
    checksWithoutLock = 0
    checksUntilRescue = 0
    if (rescued !== undefined) rmSync(rescued, { force: true })
    rescued = undefined
    if (fault) log.info('the database files are back; writes are accepted again')
    fault = undefined
  }

  let checking: Promise<void> = Promise.resolve()
  let isChecking = false
  const timer = setInterval(() => {
    if (isChecking) return
    isChecking = true
    checking = check()
      .catch((err: unknown) => log.error({ err }, 'checking the database files failed; retrying'))
      .finally(() => {
        isChecking = false
      })
  }, checkMilliseconds)
  timer.unref()

  return {
    /** Returns why writes are refused; undefined when they are accepted. */
    refusal: (): Message | undefined => fault?.reason,
    problems: (): readonly string[] => (fault ? [`${fault.reason.english}. ${fault.advice}`] : []),
    /** Stops the checks and waits for a running rescue. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await checking
    },
  }
}

const identityOf = ({ dev, ino }: { readonly dev: number; readonly ino: number }): string => `${dev}:${ino}`
