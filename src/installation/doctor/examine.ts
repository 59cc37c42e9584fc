import { accessSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { systemSources } from '../clock/clock'
import { describeDoubt, openClock } from '../clock/keeper'
import { StartError } from '../../base/errors'
import type { Settings } from '../../settings/table'
import { readDirectly } from '../../storage/direct-access'
import { networkFileSystemOf } from '../../storage/sqlite/system/file-system'
import { checkDatabase } from '../../storage/sqlite/integrity-check'
import { isHeld, lockFile } from '../../storage/sqlite/system/lock'
import { toWire } from '../../base/time'
import { checkBackup } from './backup'
import { checkDiskSpace } from './disk-space'
import { type CheckName, type Finding, ok, problem, warning } from './finding'
import { checkCertificate, checkExternalBroker, checkPorts } from './network'
import { checkProviders } from './providers'

/**
 * Examines an installation, while its service runs or is stopped, and changes nothing. A check that throws an error
 * is reported as a problem, and the other checks continue.
 *
 * @param versions a sentence with the versions of the executable
 */
export async function* examine(settings: Settings, versions: string): AsyncGenerator<Finding> {
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
    ? ok('service', 'The service is running.')
    : warning('service', 'The service is stopped.', 'Start the service.')
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
    const advice = 'Run the doctor as the user of the service, with its settings.'
    return problem(check, `This could not be checked: ${(error as Error).message}`, advice)
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
      ? problem(
          'data_directory',
          `${dataDir} contains no database.`,
          'Check the data directory (--data-dir), or start the service once.',
        )
      : problem(
          'data_directory',
          `The data directory can't be read: ${message}`,
          'Run the doctor as the user of the service, with its settings.',
        )
  }
}

function checkDirectory(dataDir: string): Finding {
  const { uid, mode } = statSync(dataDir)
  const own = process.getuid?.()
  if (own !== undefined && own !== 0 && uid !== own)
    return problem(
      'data_directory',
      `${dataDir} belongs to another user (id ${uid}).`,
      'Run the doctor as the user of the service.',
    )
  const network = networkFileSystemOf(dataDir)
  if (network !== undefined)
    return warning(
      'data_directory',
      `${dataDir} is on a network file system (${network}), where the database can be damaged and lose data.`,
      'Move the data directory to a local disk, or use PostgreSQL.',
    )
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    return warning(
      'data_directory',
      `Other users of this machine have access to ${dataDir}.`,
      `Run: chmod 700 ${dataDir}`,
    )
  return ok('data_directory', `Only the owner has access to ${dataDir}.`)
}

/** A server checks and backs up its databases with its own tools. */
async function checkServer(settings: Settings): Promise<Finding> {
  await readDirectly(settings, (read) => read.accounts.hasUsers())
  return ok(
    'database',
    'The PostgreSQL database can be read. Check its backups with the tools of PostgreSQL.',
  )
}

/** Checks each table in a separate transaction, like the service, because a long one would keep its log from shrinking. */
function checkContents(dataDir: string): Finding {
  const { damage, miscount } = checkDatabase(join(dataDir, 'whereabouts.db'), () => {})
  if (damage !== undefined)
    return problem(
      'database',
      `The database is damaged: ${damage}.`,
      "Stop the service, restore a backup with 'whereabouts restore', and start the service.",
    )
  if (miscount !== undefined)
    return problem(
      'database',
      `Totals of lists are wrong: ${miscount}.`,
      'Restart the service, which counts the rows again.',
    )
  return ok('database', 'The database has no damage, and the kept counts agree with the rows.')
}

async function checkClock(settings: Settings): Promise<Finding> {
  const clock = await readDirectly(settings, (read) => openClock({ read }, systemSources))
  const doubt = clock.doubt()
  if (!doubt) return ok('clock', `The machine time ${toWire(clock.machineTime())} is accepted.`)
  const report = doubt.mayHaveBeenOff ? warning : problem
  return report(
    'clock',
    `${describeDoubt(doubt)}.`,
    "Correct the clock of this machine, or run 'whereabouts clock confirm' if it is right.",
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
