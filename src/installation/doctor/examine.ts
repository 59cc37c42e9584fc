import { accessSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { systemSources } from '../clock/clock'
import { describeDoubt, openClock } from '../clock/keeper'
import { reasonOf, StartError } from '../../base/errors'
import type { Message } from '../../base/messages'
import type { Settings } from '../../settings/table'
import { readDirectly } from '../../storage/direct-access'
import { networkFileSystemOf } from '../../storage/sqlite/system/file-system'
import { checkDatabase } from '../../storage/sqlite/integrity-check'
import { isHeld, lockFile } from '../../storage/sqlite/system/lock'
import { toWire } from '../../base/time'
import { checkBackup } from './backup'
import { checkDiskSpace } from './disk-space'
import { type CheckName, type Finding, ok, problem, warning } from './finding'
import { doctorMessages as say } from './messages'
import { checkCertificate, checkExternalBroker, checkPorts } from './network'
import { checkProviders } from './providers'

/**
 * Examines an installation, while its service runs or is stopped, and changes nothing. A check that throws an error
 * is reported as a problem, and the other checks continue.
 *
 * @param versions a sentence about the versions of the executable
 */
export async function* examine(settings: Settings, versions: Message): AsyncGenerator<Finding> {
  const { dataDir } = settings
  const now = new Date()
  yield ok('version', versions)
  if (settings.databaseUrl !== undefined) {
    yield await attempt('database', () => checkServer(settings))
    yield await attempt('clock', () => checkClock(settings))
    yield await attempt('certificate', () => checkCertificate(settings, now))
    yield await attempt('external_broker', () => checkExternalBroker(settings))
    yield await attempt('sign_in_providers', () => checkProviders(settings))
    return
  }
  const unusable = problemOfDirectory(dataDir)
  if (unusable) {
    yield unusable
    return
  }
  yield checkDirectory(dataDir)
  yield await attempt('database', () => checkContents(dataDir))
  yield await attempt('disk_space', () => checkDiskSpace(dataDir, now))
  yield await attempt('clock', () => checkClock(settings))
  const isRunning = isInUse(dataDir)
  yield isRunning
    ? ok('service', say('doctor.running'))
    : warning('service', say('doctor.stopped'), say('doctor.start'))
  yield await attempt('ports', () => checkPorts(settings, isRunning))
  yield await attempt('certificate', () => checkCertificate(settings, now))
  yield await attempt('backup', () => checkBackup(settings, now))
  yield await attempt('external_broker', () => checkExternalBroker(settings))
  yield await attempt('sign_in_providers', () => checkProviders(settings))
}

async function attempt(check: CheckName, run: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await run()
  } catch (error) {
    return problem(check, say('doctor.not_checked', { reason: reasonOf(error) }), say('doctor.as_owner'))
  }
}

/** Returns a problem when the database is not there or may not be read, so that nothing else can be checked. */
function problemOfDirectory(dataDir: string): Finding | undefined {
  try {
    accessSync(join(dataDir, 'whereabouts.db'))
    return undefined
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return code === 'ENOENT'
      ? problem('data_directory', say('doctor.no_database', { path: dataDir }), say('doctor.start_once'))
      : problem('data_directory', say('doctor.unreadable', { reason: message }), say('doctor.as_owner'))
  }
}

function checkDirectory(dataDir: string): Finding {
  const { uid, mode } = statSync(dataDir)
  const own = process.getuid?.()
  if (own !== undefined && own !== 0 && uid !== own)
    return problem(
      'data_directory',
      say('doctor.other_user', { path: dataDir, id: uid }),
      say('doctor.as_user'),
    )
  const network = networkFileSystemOf(dataDir)
  if (network !== undefined)
    return warning(
      'data_directory',
      say('doctor.network_disk', { path: dataDir, name: network }),
      say('doctor.use_local_disk'),
    )
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    return warning(
      'data_directory',
      say('doctor.open_directory', { path: dataDir }),
      say('doctor.close_directory', { path: dataDir }),
    )
  return ok('data_directory', say('doctor.own_directory', { path: dataDir }))
}

/** A server checks and backs up its databases with its own tools. */
async function checkServer(settings: Settings): Promise<Finding> {
  await readDirectly(settings, (read) => read.accounts.hasUsers())
  return ok('database', say('doctor.postgresql'))
}

/** Checks each table in a separate transaction, like the service, because a long one would keep its log from shrinking. */
function checkContents(dataDir: string): Finding {
  const { damage, miscount } = checkDatabase(join(dataDir, 'whereabouts.db'), () => {})
  if (damage !== undefined)
    return problem('database', say('doctor.damaged', { damage }), say('doctor.restore'))
  if (miscount !== undefined)
    return problem('database', say('doctor.miscount', { miscount }), say('doctor.recount'))
  return ok('database', say('doctor.sound'))
}

async function checkClock(settings: Settings): Promise<Finding> {
  const clock = await readDirectly(settings, (read) => openClock({ read }, systemSources))
  const doubt = clock.doubt()
  if (!doubt) return ok('clock', say('doctor.clock', { machine_at: toWire(clock.machineTime()) }))
  const report = doubt.mayHaveBeenOff ? warning : problem
  return report(
    'clock',
    say('doctor.clock_doubt', { doubt: describeDoubt(doubt) }),
    say('doctor.correct_clock'),
  )
}

/** Reports whether a service uses the data directory. */
function isInUse(dataDir: string): boolean {
  // The lock would create the file.
  if (!existsSync(join(dataDir, 'lock.db'))) return false
  try {
    lockFile(join(dataDir, 'lock.db')).close()
    return false
  } catch (error) {
    if (isHeld(error)) return true
    throw new StartError(`The lock of ${dataDir} can't be read: ${(error as Error).message}.`)
  }
}
