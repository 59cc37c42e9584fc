import { foreign, type Message, readStored } from '../../base/messages'
import { backupMessages } from './messages'
import { resolve } from 'node:path'
import { conflict, reasonOf, StartError } from '../../base/errors'
import type { Log } from '../../base/log'
import { ownCommand } from '../../base/executable'
import type { Settings } from '../../settings/table'
import type { Clock } from '../../base/time'
import { isTooOld, nextAfter } from './age'
import type { Job, JobResult } from './job'
import type { ScheduledBackupsView } from './schema'
import { type Failure, readState, type ScheduledState, writeState } from './scheduled-state'
import { placeOf, type StoredCopy } from './target'

/** Maximum interval between looks at the clock, which may be changed, in milliseconds. */
const lookMillis = 30_000
/** Time from the start to the first look at the target. The start has priority. */
const startMillis = 2_000
/** Time to the next attempt after a failure; it doubles with each further failure. */
const retryMillis = { first: 60_000, max: 3_600_000 } as const

interface Problem extends Failure {
  /** What failed. Only a copy shows that a copy can be made. */
  readonly kind: Job['kind']
}

/**
 * Makes backups by a schedule, in another process at low priority (decision 0027). After a failure, it tries again. A
 * backup that was due while the service was stopped is made after the start.
 */
export class ScheduledBackups {
  readonly #settings: Settings
  readonly #now: Clock
  readonly #log: Log
  // PostgreSQL is backed up by its own tools.
  readonly #schedule: string | null
  readonly #directory: string
  readonly #place: string
  #state: ScheduledState
  #copies: readonly StoredCopy[] = []
  #problem: Problem | null
  #failures = 0
  #retryAt = 0
  #running: Promise<void> | null = null
  #runningSince: string | null = null
  #child: Bun.Subprocess | undefined
  #timer: Timer | undefined
  #isStopped = false

  constructor(settings: Settings, now: Clock, log: Log) {
    this.#settings = settings
    this.#now = now
    this.#log = log
    this.#schedule = settings.databaseUrl === undefined ? settings.backupSchedule : null
    this.#directory = resolve(settings.dataDir)
    this.#place = placeOf(settings)
    this.#state = readState(this.#directory, this.#place, now())
    this.#problem = this.#state.failure ? { ...this.#state.failure, kind: 'copy' } : null
  }

  #millis(): number {
    return Date.parse(this.#now())
  }

  /** The time that the next backup is counted from. A time in the future is from a wrong clock. */
  #lastMillis(): number {
    const last = Date.parse(this.#state.last?.createdAt ?? this.#state.since)
    return last > this.#millis() ? 0 : last
  }

  #isDue(): boolean {
    return this.#schedule !== null && nextAfter(this.#schedule, this.#lastMillis()) <= this.#millis()
  }

  #isOverdue(): boolean {
    return this.#schedule !== null && isTooOld(this.#schedule, this.#lastMillis(), this.#millis())
  }

  /** Whether a copy is due, or the last one has failed. */
  #mustCopy(): boolean {
    return this.#isDue() || this.#problem?.kind === 'copy'
  }

  #look(): void {
    if (this.#isStopped || this.#schedule === null) return
    if (!this.#running && performance.now() >= this.#retryAt) {
      if (this.#mustCopy()) this.#run('copy')
      else if (this.#problem) this.#run('list')
    }
    const wait = Math.min(
      lookMillis,
      Math.max(nextAfter(this.#schedule, this.#millis()) - this.#millis(), 100),
    )
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#look(), wait).unref()
  }

  #run(kind: Job['kind']): void {
    this.#runningSince = kind === 'copy' ? this.#now() : null
    this.#running = this.#attempt(kind).finally(() => {
      this.#running = null
      this.#runningSince = null
    })
  }

  async #attempt(kind: Job['kind']): Promise<void> {
    try {
      const result = await this.#runChild(kind)
      this.#copies = result.copies
      if (result.made) {
        this.#state = { ...this.#state, last: result.made, failure: null }
        writeState(this.#directory, this.#state)
        this.#log.info({ backup: result.made }, 'a scheduled backup was made and verified')
      } else if (this.#problem?.kind === 'list')
        this.#log.info({ place: this.#place }, 'the place of the scheduled backups can be used again')
      // A place that can be listed may still refuse a copy.
      if (result.made || this.#problem?.kind === 'list') this.#problem = null
      this.#failures = 0
    } catch (error) {
      if (this.#isStopped) return
      const said = reasonOf(error)
      const { english: reason, text } = typeof said === 'string' ? foreign(said) : said
      const failure = { at: this.#now(), reason, text }
      if (kind === 'copy') this.#saveFailure(failure)
      // The failure of a list must not hide the one of a copy.
      this.#problem = { ...failure, kind: this.#problem?.kind === 'copy' ? 'copy' : kind }
      this.#retryAt = performance.now() + Math.min(retryMillis.first * 2 ** this.#failures, retryMillis.max)
      this.#failures++
      this.#log.error({ place: this.#place, reason }, 'the scheduled backup failed; retrying')
    }
  }

  async #runChild(kind: Job['kind']): Promise<JobResult> {
    const job: Job = { ...jobSettings(this.#settings), kind, directory: this.#directory, at: this.#now() }
    const started = Bun.spawn([...ownCommand, 'backup', 'job', '--parent', String(process.pid)], {
      stdin: new Blob([JSON.stringify(job)]),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    this.#child = started
    const [output, reason, code] = await Promise.all([
      started.stdout.text(),
      started.stderr.text(),
      started.exited,
    ])
    if (code !== 0) throw new StartError(failureOf(reason.trimEnd(), code))
    return JSON.parse(output) as JobResult
  }

  /** Stores that a copy has failed, so that a start makes it. */
  #saveFailure(failure: Failure): void {
    this.#state = { ...this.#state, failure }
    try {
      writeState(this.#directory, this.#state)
    } catch (err) {
      this.#log.warn({ err }, 'the failure of the backup cannot be stored')
    }
  }

  /** Stores since when backups are scheduled. A full disk does not prevent the start. */
  #saveStart(): void {
    try {
      writeState(this.#directory, this.#state)
    } catch (err) {
      this.#log.warn({ err }, 'the beginning of the schedule of backups cannot be stored')
    }
  }

  #kill(): void {
    return this.#child?.kill('SIGKILL')
  }

  start(): void {
    if (this.#schedule === null) return
    this.#saveStart()
    process.on('exit', () => this.#kill())
    this.#timer = setTimeout(() => {
      // A backup that was requested meanwhile looks at the place itself.
      if (!this.#running && !this.#mustCopy()) this.#run('list')
      this.#look()
    }, startMillis).unref()
  }

  /** Begins a backup now. Throws `conflict`. */
  begin(): void {
    if (this.#schedule === null) throw conflict(backupMessages('backup.no_schedule'))
    if (this.#runningSince !== null) throw conflict(backupMessages('backup.running'))
    if (!this.#running) return this.#run('copy')
    // The target is being listed.
    this.#runningSince = this.#now()
    void this.#running.then(() => {
      if (!this.#isStopped) this.#run('copy')
    })
  }

  /** Readable without authentication, so without the place and the reason. */
  warnings(): Message[] {
    if (this.#schedule === null) return []
    const old = this.#isOverdue() ? [backupMessages('backup.too_old')] : []
    return this.#problem ? [...old, backupMessages('backup.place_failed')] : old
  }

  view(): Omit<ScheduledBackupsView, 'requested_since'> {
    const { last } = this.#state
    return {
      is_supported: this.#settings.databaseUrl === undefined,
      schedule: this.#schedule,
      place: this.#place,
      is_beside_data: this.#settings.backupTo === undefined,
      is_encrypted: this.#settings.backupPassphrase !== undefined,
      next_at: this.#schedule === null ? null : nextTime(this.#schedule, this.#millis()),
      running_since: this.#runningSince === null ? null : toWireOf(this.#runningSince),
      is_overdue: this.#isOverdue(),
      problem: this.#problem && problemView(this.#problem),
      last: last && {
        name: last.name,
        created_at: last.createdAt,
        size: last.size,
        database_size: last.databaseSize,
        seconds: last.seconds,
        tables: last.tables,
        rows: last.rows,
        miscount: last.miscount,
      },
      copies: this.#copies.map(({ name, createdAt, size, isEncrypted }) => ({
        name,
        created_at: createdAt,
        size,
        is_encrypted: isEncrypted,
      })),
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    process.off('exit', () => this.#kill())
    this.#kill()
    await this.#running
  }
}

/** Returns the next time of a schedule as in the API; null when there is none. */
function nextTime(schedule: string, now: number): string | null {
  const next = nextAfter(schedule, now)
  return next === Infinity ? null : new Date(next).toISOString()
}

const toWireOf = (instant: string): string => `${instant.slice(0, 23)}Z`

const jobSettings = ({
  backupTo,
  backupPassphrase,
  backupS3Endpoint,
  backupS3Region,
  backupS3AccessKeyId,
  backupS3SecretAccessKey,
}: Settings) => ({
  backupTo,
  backupPassphrase,
  backupS3Endpoint,
  backupS3Region,
  backupS3AccessKeyId,
  backupS3SecretAccessKey,
})

const failureOf = (reason: string, code: number): Message =>
  reason === '' ? backupMessages('backup.ended', { code }) : readStored(reason, foreign)

const problemView = ({ at, reason, text }: Failure) => ({
  at: toWireOf(at),
  reason,
  text: text ?? foreign(reason).text,
})
