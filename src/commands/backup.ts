import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BackupError, createBackup } from '../installation/backups/create'
import { folderOf, listBackups } from '../storage/sqlite/backup-files'
import { exitCodes } from '../installation/backups/process'
import { type FetchSettings, fetchCopy } from '../installation/backups/fetch'
import { type Job, runJob } from '../installation/backups/job'
import { restoreBackup } from '../installation/backups/restore'
import { type Verified, verifiedCopy } from '../installation/backups/verify'
import { StartError } from '../base/errors'
import { storedOf } from '../base/messages'
import { createSigningKey } from '../people/authentication/signing-key'
import { parseFlags } from '../settings/flags'
import { endWithParent, lowerPriority } from '../storage/sqlite/system/low-priority'
import { systemClock } from '../base/time'
import { dataDirFlags, settingsForFiles, settingsOf } from './data-dir'
import { unknownAction } from './flags'
import { fitted } from './help'

export const backupHelp = fitted(`Usage: whereabouts backup create [--data-dir ./data]
       whereabouts backup list [--data-dir ./data]
       whereabouts backup verify <file, directory or s3:// URL>

create   Copies the database to the directory backups of the data directory and prints the path. The service may be
         running. The copy contains all acknowledged data. The newest ten backups are kept. A backup does not contain
         the signing key.
list     Prints the path and the size in bytes of each backup, newest first.
verify   Copies a backup to the temporary directory (TMPDIR), checks the copy, compares its kept counts with its rows, and
         prints the number of rows of each table. For a directory or s3:// URL with scheduled backups, it verifies the
         newest one. The settings backup_s3_* and backup_passphrase apply.

Without --data-dir, the data directory comes from WHEREABOUTS_DATA_DIR or from the TOML file (--config).

Exit codes:
  0  The command succeeded.
  1  The command failed; standard error has the reason.
  2  The usage is wrong.
  3  create: another backup is in progress.
  4  create: the disk is full.
  5  create: the directory is not writable.`)

export const restoreHelp =
  fitted(`Usage: whereabouts restore <file, directory or s3:// URL> [--data-dir ./data]

Replaces the database with a backup. The service must be stopped. The command first verifies the backup. It keeps the
current database in the directory backups. For a directory or s3:// URL with scheduled backups, it restores the newest
one. A scheduled backup also contains the signing key and the certificate authority, which are restored if the data
directory does not have them.

The environment must contain the credentials for s3:// (WHEREABOUTS_BACKUP_S3_ENDPOINT, _REGION, _ACCESS_KEY_ID and
_SECRET_ACCESS_KEY) and the passphrase of an encrypted backup (WHEREABOUTS_BACKUP_PASSPHRASE).

After the restore, API keys, sessions and members are those of the backup, including API keys and sessions that were
revoked after it. If the data directory has no signing key, the command creates one, and API clients must request new
access tokens.

Without --data-dir, the data directory comes from WHEREABOUTS_DATA_DIR or from the TOML file (--config).

Exit codes:
  0  The backup was restored.
  1  The command failed; standard error has the reason.
  2  The usage is wrong.`)

/** The service runs `job`, which the help does not name, to create a scheduled backup. */
const actions: readonly string[] = ['create', 'list', 'verify', 'job']

const backupFlags = { ...dataDirFlags, parent: { type: 'string' } } as const

export async function backup(args: readonly string[]): Promise<number> {
  const {
    values: { parent, ...given },
    positionals,
  } = parseFlags(args, backupFlags)
  const [action, file, ...others] = positionals
  if (action === 'create' && file === undefined) return printCreated(settingsForFiles(given).dataDir, parent)
  if (action === 'list' && file === undefined) return printList(settingsForFiles(given).dataDir)
  if (action === 'job' && file === undefined) return doJob(parent)
  if (action === 'verify' && file !== undefined && others.length === 0)
    return printVerified(file, settingsOf(given))
  if (action !== undefined && !actions.includes(action)) throw unknownAction('backup', action, actions)
  console.error(backupHelp)
  return 2
}

export async function restore(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseFlags(args, dataDirFlags)
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) {
    console.error(restoreHelp)
    return 2
  }
  process.umask(0o077)
  const settings = settingsForFiles(values)
  const directory = settings.dataDir
  const { verified, former, files, name } = await restoreBackup(file, directory, settings, systemClock)
  console.log(descriptionOf(name, verified))
  if (verified.miscount !== undefined)
    console.log(`In the backup, ${verified.miscount}. The rows were counted again.`)
  if (former !== null) console.log(`The previous database was moved to ${former}.`)
  if (files.length > 0) console.log(`Also restored from the backup: ${files.join(', ')}.`)
  if (createSigningKey(directory))
    console.log('The data directory had no signing key. A new one was created.')
  console.log(`Restored to ${directory}. You can start the service.`)
  return 0
}

/** The service, which is the parent, gets the reason of a failure with what the console needs to translate it. */
const printReason = (error: StartError, parent: string | undefined): void =>
  console.error(parent !== undefined && error.said ? storedOf(error.said) : error.message)

function printCreated(directory: string, parent: string | undefined): number {
  // Only this user may read the files of the data directory.
  process.umask(0o077)
  // The service has priority over the backup.
  lowerPriority()
  try {
    console.log(createBackup(directory, systemClock))
    return 0
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    printReason(error, parent)
    return error instanceof BackupError ? exitCodes[error.reason] : 1
  }
}

/** Does a job of a running service: standard input has the job, and standard output gets the result. */
async function doJob(parent: string | undefined): Promise<number> {
  process.umask(0o077)
  if (parent !== undefined) endWithParent(Number(parent))
  lowerPriority()
  const job = (await Bun.stdin.json()) as Job
  try {
    console.log(JSON.stringify(await runJob(job)))
    return 0
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    printReason(error, parent)
    return 1
  }
}

function printList(directory: string): number {
  if (!existsSync(directory)) throw new StartError(`The data directory ${directory} does not exist.`)
  for (const { name, size } of listBackups(directory))
    console.log(`${join(folderOf(directory), name)}  ${size}`)
  return 0
}

async function printVerified(source: string, settings: FetchSettings): Promise<number> {
  const scratch = mkdtempSync(join(tmpdir(), 'whereabouts-verify-'))
  try {
    const fetched = join(scratch, 'fetched.db')
    const name = await fetchCopy(source, fetched, settings)
    const file = name ?? source
    const verified = verifiedCopy(name === undefined ? source : fetched, join(scratch, 'copy.db'), file)
    if (verified.miscount !== undefined)
      throw new StartError(
        `${file} is damaged: ${verified.miscount}. Its rows have no damage. 'whereabouts restore' counts them again.`,
      )
    console.log(descriptionOf(file, verified))
    return 0
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

const descriptionOf = (file: string, { migration, rows }: Verified): string =>
  [
    `${file} is valid. Its schema version is ${migration}. Rows of its tables:`,
    ...[...rows].map(([table, count]) => `${String(count).padStart(12)} ${table}`),
  ].join('\n')
