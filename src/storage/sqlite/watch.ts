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
export class FileWatch {
  readonly #directory: string
  readonly #db: Database
  readonly #settled: () => Promise<void>
  readonly #mark: Mark
  readonly #lock: DirectoryLock
  readonly #now: Clock
  readonly #log: Log
  readonly #onFatal: (error: unknown) => void
  readonly #wal: string
  readonly #shm: string
  readonly #known: Map<string, string>
  #fault: Fault | undefined
  #rescued: string | undefined
  #checksUntilRescue = 0
  #checksWithoutLock = 0
  #checking: Promise<void> = Promise.resolve()
  #isChecking = false
  readonly #timer: NodeJS.Timeout

  constructor({ directory, db, settled, mark, lock, now, log, onFatal }: WatchOptions) {
    this.#directory = directory
    this.#db = db
    this.#settled = settled
    this.#mark = mark
    this.#lock = lock
    this.#now = now
    this.#log = log
    this.#onFatal = onFatal
    const [wal, shm] = [`${db.filename}-wal`, `${db.filename}-shm`]
    this.#wal = wal
    this.#shm = shm
    this.#known = new Map(
      [db.filename, this.#wal, this.#shm, lock.path].map((path) => [path, identityOf(statSync(path))]),
    )
    this.#timer = setInterval(() => {
      if (this.#isChecking) return
      this.#isChecking = true
      this.#checking = this.#check()
        .catch((err: unknown) => log.error({ err }, 'checking the database files failed; retrying'))
        .finally(() => {
          this.#isChecking = false
        })
    }, checkMilliseconds)
    this.#timer.unref()
  }

  async #isUnchanged(path: string): Promise<boolean> {
    try {
      return identityOf(await stat(path)) === this.#known.get(path)
    } catch {
      // A file on a failing disk counts as missing.
      return false
    }
  }

  async #check(): Promise<void> {
    if (!(await this.#isUnchanged(this.#db.filename))) return this.#saveDatabase()
    if (this.#mark.isOverwritten()) this.#endAtOnce()
    if (!(await this.#isUnchanged(this.#wal)) || !(await this.#isUnchanged(this.#shm))) return this.#saveLog()
    if (!(await this.#isUnchanged(this.#lock.path))) this.#lockAgain()
    else if (this.#fault) this.#recover()
  }

  async #saveDatabase(): Promise<void> {
    const reason = storageMessages('storage.no_file')
    if (!this.#fault) {
      this.#fault = { reason, advice: 'The service is saving its data. Do not stop the service yet' }
      this.#log.error(
        { file: this.#db.filename },
        'the database file was removed or replaced; writes are refused',
      )
    }
    if (this.#rescued !== undefined || this.#checksUntilRescue-- > 0) return
    try {
      await this.#settled()
      await fold(this.#db, this.#mark)
      this.#rescued = await rescue(this.#lock.lockDatabase().descriptor, this.#directory, this.#now())
      this.#fault = {
        reason,
        advice: `All acknowledged data is saved in ${basename(this.#rescued)}. Stop the service, restore that file with 'whereabouts restore', and start the service`,
      }
      this.#log.error({ file: this.#rescued }, this.#fault.advice)
    } catch (err) {
      this.#checksUntilRescue = retryChecks
      const advice =
        'Saving its data failed; the log has the reason. Do not stop the service: fix the cause or put the file back'
      this.#fault = { reason, advice }
      this.#log.error({ err }, advice)
    }
  }

  /** Writes the log into the database file, which is still under its name, and ends the process. */
  async #saveLog(): Promise<void> {
    const reason = storageMessages('storage.no_log')
    this.#fault = { reason, advice: 'The service is saving its data and then exits' }
    try {
      await this.#settled()
      await fold(this.#db, this.#mark)
      this.#onFatal(new Error(`${reason.english}. All data was saved in the database file`))
    } catch (err) {
      this.#log.error({ err }, `${reason.english}; saving its data in the database file failed; retrying`)
    }
  }

  /** Kills the process, because SQLite would write its log into the other database at a normal exit. */
  #endAtOnce(): void {
    this.#log.fatal(
      { file: this.#db.filename },
      'the database file was overwritten with another database; exiting',
    )
    process.kill(process.pid, 'SIGKILL')
  }

  #lockAgain(): void {
    try {
      this.#lock.renew()
      this.#known.set(this.#lock.path, identityOf(statSync(this.#lock.path)))
      this.#log.warn('lock.db was removed or replaced; the service locked a new file')
      this.#recover()
    } catch (err) {
      if (++this.#checksWithoutLock < lockChecks) return
      if (!this.#fault) this.#log.error({ err }, 'lock.db was removed or replaced; writes are refused')
      this.#fault = {
        reason: storageMessages('storage.no_lock'),
        advice: 'Stop the other process that uses the data directory',
      }
    }
  }

  #recover(): void {
    this.#checksWithoutLock = 0
    this.#checksUntilRescue = 0
    if (this.#rescued !== undefined) rmSync(this.#rescued, { force: true })
    this.#rescued = undefined
    if (this.#fault) this.#log.info('the database files are back; writes are accepted again')
    this.#fault = undefined
  }

  /** Returns why writes are refused; undefined when they are accepted. */
  refusal(): Message | undefined {
    return this.#fault?.reason
  }

  problems(): readonly string[] {
    return this.#fault ? [`${this.#fault.reason.english}. ${this.#fault.advice}`] : []
  }

  /** Stops the checks and waits for a running rescue. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#checking
  }
}

const identityOf = ({ dev, ino }: { readonly dev: number; readonly ino: number }): string => `${dev}:${ino}`
