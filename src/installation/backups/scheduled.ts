import { resolve } from 'node:path'
import { conflict } from '../../base/errors'
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

export type ScheduledBackups = ReturnType<typeof createScheduledBackups>

/**
 * Makes backups by a schedule, in another process at low priority (decision 0027). After a failure, it tries again. A
 * backup that was due while the service was stopped is made after the start.
 */
export function createScheduledBackups(settings: Settings, now: Clock, log: Log) {
  // PostgreSQL is backed up by its own tools.
  const schedule = settings.databaseUrl === undefined ? settings.backupSchedule : null
  const directory = resolve(settings.dataDir)
  const place = placeOf(settings)
  let state: ScheduledState = readState(directory, place, now())
  let copies: readonly StoredCopy[] = []
  let problem: Problem | null = state.failure ? { ...state.failure, kind: 'copy' } : null
  let failures = 0
  let retryAt = 0
  let running: Promise<void> | null = null
  let runningSince: string | null = null
  let child: Bun.Subprocess | undefined
  let timer: Timer | undefined
  let isStopped = false

  const millis = (): number => Date.parse(now())

  /** The time that the next backup is counted from. A time in the future is from a wrong clock. */
  function lastMillis(): number {
    const last = Date.parse(state.last?.createdAt ?? state.since)
    return last > millis() ? 0 : last
  }

  const isDue = (): boolean => schedule !== null && nextAfter(schedule, lastMillis()) <= millis()

  const isOverdue = (): boolean => schedule !== null && isTooOld(schedule, lastMillis(), millis())

  /** Whether a copy is due, or the last one has failed. */
  const mustCopy = (): boolean => isDue() || problem?.kind === 'copy'

  function look(): void {
    if (isStopped || schedule === null) return
    if (!running && performance.now() >= retryAt) {
      if (mustCopy()) run('copy')
      else if (problem) run('list')
    }
    const wait = Math.min(lookMillis, Math.max(nextAfter(schedule, millis()) - millis(), 100))
    clearTimeout(timer)
    timer = setTimeout(look, wait).unref()
  }

  function run(kind: Job['kind']): void {
    runningSince = kind === 'copy' ? now() : null
    running = attempt(kind).finally(() => {
      running = null
      runningSince = null
    })
  }

  async function attempt(kind: Job['kind']): Promise<void> {
    try {
      const result = await runChild(kind)
      copies = result.copies
      if (result.made) {
        state = { ...state, last: result.made, failure: null }
        writeState(directory, state)
        log.info({ backup: result.made }, 'a scheduled backup was made and verified')
      } else if (problem?.kind === 'list')
        log.info({ place }, 'the place of the scheduled backups can be used again')
      // A place that can be listed may still refuse a copy.
      if (result.made || problem?.kind === 'list') problem = null
      failures = 0
    } catch (error) {
      if (isStopped) return
      const reason = (error as Error).message
      const failure = { at: now(), reason }
      if (kind === 'copy') saveFailure(failure)
      // The failure of a list must not hide the one of a copy.
      problem = { ...failure, kind: problem?.kind === 'copy' ? 'copy' : kind }
      retryAt = performance.now() + Math.min(retryMillis.first * 2 ** failures, retryMillis.max)
      failures++
      log.error({ place, reason }, 'the scheduled backup failed; retrying')
    }
  }

  async function runChild(kind: Job['kind']): Promise<JobResult> {
    const job: Job = { ...jobSettings(settings), kind, directory, at: now() }
    const started = Bun.spawn([...ownCommand, 'backup', 'job', '--parent', String(process.pid)], {
      stdin: new Blob([JSON.stringify(job)]),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    child = started
    const [output, reason, code] = await Promise.all([
      started.stdout.text(),
      started.stderr.text(),
      started.exited,
    ])
    if (code !== 0) throw new Error(reason.trimEnd() || `The process ended with ${code}.`)
    return JSON.parse(output) as JobResult
  }

  /** Stores that a copy has failed, so that a start makes it. */
  function saveFailure(failure: Failure): void {
    state = { ...state, failure }
    try {
      writeState(directory, state)
    } catch (err) {
      log.warn({ err }, 'the failure of the backup cannot be stored')
    }
  }

  /** Stores since when backups are scheduled. A full disk does not prevent the start. */
  function saveStart(): void {
    try {
      writeState(directory, state)
    } catch (err) {
      log.warn({ err }, 'the beginning of the schedule of backups cannot be stored')
    }
  }

  const kill = (): void => child?.kill('SIGKILL')

  return {
    start(): void {
      if (schedule === null) return
      saveStart()
      process.on('exit', kill)
      timer = setTimeout(() => {
        if (!mustCopy()) run('list')
        look()
      }, startMillis).unref()
    },

    /** Begins a backup now. Throws `conflict`. */
    begin(): void {
      if (schedule === null) throw conflict('Scheduled backups are off. Set WHEREABOUTS_BACKUP_SCHEDULE')
      if (runningSince !== null) throw conflict('A scheduled backup is being made')
      if (!running) return run('copy')
      // The target is being listed.
      runningSince = now()
      void running.then(() => {
        if (!isStopped) run('copy')
      })
    },

    /** Readable without authentication, so without the place and the reason. */
    warnings(): string[] {
      if (schedule === null) return []
      const old = isOverdue() ? ['The last good scheduled backup is too old'] : []
      const failed = problem ? ['The last attempt to use the place of scheduled backups failed'] : []
      return [...old, ...failed].map((text) => `${text}. The backups page of the console has the details`)
    },

    view(): Omit<ScheduledBackupsView, 'requested_since'> {
      const { last } = state
      return {
        is_supported: settings.databaseUrl === undefined,
        schedule,
        place,
        is_beside_data: settings.backupTo === undefined,
        is_encrypted: settings.backupPassphrase !== undefined,
        next_at: schedule === null ? null : nextTime(schedule, millis()),
        running_since: runningSince === null ? null : toWireOf(runningSince),
        is_overdue: isOverdue(),
        problem: problem && { at: toWireOf(problem.at), reason: problem.reason },
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
        copies: copies.map(({ name, createdAt, size, isEncrypted }) => ({
          name,
          created_at: createdAt,
          size,
          is_encrypted: isEncrypted,
        })),
      }
    },

    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      process.off('exit', kill)
      kill()
      await running
    },
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
