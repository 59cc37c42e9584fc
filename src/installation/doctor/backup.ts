import { isTooOld } from '../backups/age'
import { readState } from '../backups/scheduled-state'
import { openTarget } from '../backups/open-target'
import { listCopies, placeOf, toTargetError } from '../backups/target'
import { StartError } from '../../base/errors'
import type { Settings } from '../../settings/table'
import { listBackups } from '../../storage/sqlite/backup-files'
import { instantOf } from '../../base/time'
import { type Finding, ok, problem, warning } from './finding'

/** Hours after which the newest backup is too old, when backups are only made on request. */
const backupHours = 26
/** Time in which the place of the scheduled backups must respond, in milliseconds. */
const placeMillis = 10_000

const requestAdvice =
  "Create one with 'whereabouts backup create' or on the page Backups, and keep a copy elsewhere."
const scheduleAdvice = 'The page Backups and the log show the reason for the last failure.'

interface Found {
  readonly name: string
  readonly createdAt: string
}

/** Checks the age of the newest backup and, when backups are scheduled, that their place responds and has the last one. */
export async function checkBackup(settings: Settings, now: Date): Promise<Finding> {
  const requested = listBackups(settings.dataDir).slice(0, 1)
  const { backupSchedule } = settings
  if (backupSchedule === null) return ofAge(requested, now)
  const { last, since } = readState(settings.dataDir, placeOf(settings), instantOf(now))
  const missing = await problemOfPlace(settings, last?.name)
  if (missing) return missing
  const scheduled = last ? [last] : []
  const isOld = isTooOld(backupSchedule, Date.parse(last?.createdAt ?? since), now.getTime())
  if (isOld) return problem('backup', ageOf(last ?? undefined, now), scheduleAdvice)
  return ofAge([...requested, ...scheduled], now, backupSchedule)
}

/** Returns a problem when the place that is set does not respond or does not have the last backup. */
async function problemOfPlace(settings: Settings, last: string | undefined): Promise<Finding | undefined> {
  const { backupTo } = settings
  if (!backupTo) return undefined
  try {
    const copies = await withinTime(listCopies(openTarget(backupTo, settings)))
    if (last === undefined || copies.some(({ name }) => name === last)) return undefined
    return problem(
      'backup',
      `The last backup ${last} is missing from ${placeOf(settings)}.`,
      'Create another backup on the page Backups.',
    )
  } catch (error) {
    return problem(
      'backup',
      `The place of the scheduled backups can't be used: ${toTargetError(backupTo, error).message}`,
      'Make the directory or bucket available, or correct the settings backup_to and backup_s3_*. The service tries again by itself.',
    )
  }
}

function withinTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new StartError(`It does not respond within ${placeMillis / 1000} s.`)),
    placeMillis,
  )
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

function ofAge(backups: readonly Found[], now: Date, schedule?: string): Finding {
  const [newest] = backups.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
  const summary = ageOf(newest, now)
  const isOld = schedule === undefined && hoursOf(newest, now) > backupHours
  return newest && !isOld ? ok('backup', summary) : warning('backup', summary, requestAdvice)
}

const hoursOf = (backup: Found | undefined, now: Date): number =>
  backup ? Math.floor((now.getTime() - Date.parse(backup.createdAt)) / 3_600_000) : 0

const ageOf = (backup: Found | undefined, now: Date): string =>
  backup ? `The newest backup ${backup.name} is ${hoursOf(backup, now)} hours old.` : 'There is no backup.'
