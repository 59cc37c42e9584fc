import { isTooOld } from '../backups/age'
import { readState } from '../backups/scheduled-state'
import { openTarget } from '../backups/open-target'
import { listCopies, placeOf, toTargetError } from '../backups/target'
import { reasonOf, StartError } from '../../base/errors'
import type { Settings } from '../../settings/table'
import { listBackups } from '../../storage/sqlite/backup-files'
import { instantOf } from '../../base/time'
import type { Message } from '../../base/messages'
import { type Finding, ok, problem, warning } from './finding'
import { doctorMessages as say } from './messages'

/** Hours after which the newest backup is too old, when backups are only made on request. */
const backupHours = 26
/** Time in which the place of the scheduled backups must respond, in milliseconds. */
const placeMillis = 10_000

const requestAdvice = say('doctor.create_backup')
const scheduleAdvice = say('doctor.see_backups')

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
      say('doctor.backup_missing', { name: last, place: placeOf(settings) }),
      say('doctor.create_another'),
    )
  } catch (error) {
    return problem(
      'backup',
      say('doctor.place_unusable', { reason: reasonOf(toTargetError(backupTo, error)) }),
      say('doctor.correct_place'),
    )
  }
}

function withinTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new StartError(say('doctor.place_silent', { seconds: placeMillis / 1000 }))),
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

const ageOf = (backup: Found | undefined, now: Date): Message =>
  backup
    ? say('doctor.backup_age', { name: backup.name, hours: hoursOf(backup, now) })
    : say('doctor.no_backup')
