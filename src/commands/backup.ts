import { mkdtempSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { BackupError, createBackup } from '../backups/create'
import { folderOf, listBackups } from '../storage/backup-files'
import { exitCodes } from '../backups/process'
import { restoreBackup } from '../backups/restore'
import { type Verified, verifiedCopy } from '../backups/verify'
import { StartError } from '../errors'
import { createSigningKey } from '../authentication/signing-key'
import { parseFlags } from '../settings/flags'
import { systemClock } from '../time'
import { dataDirFlags, dataDirOf } from './data-dir'

export const backupHelp = `Usage: whereabouts backup create [--data-dir ./data]
       whereabouts backup list [--data-dir ./data]
       whereabouts backup verify <file>

create   Copies the database to the directory backups of the data directory and prints the path. The service may be
         running. The copy contains all acknowledged data. The newest ten backups are kept. A backup does not contain
         the signing key.
list     Prints the path and the size in bytes of each backup, newest first.
verify   Copies a backup to the temporary directory (TMPDIR), checks the copy, compares its kept counts with its rows, and
         prints the number of rows of each table.

Without --data-dir, the data directory comes from WHEREABOUTS_DATA_DIR or from the TOML file (--config).

Exit codes:
  0  The command succeeded.
  1  The command failed; standard error has the reason.
  2  The usage is wrong.
  3  create: another backup is in progress.
  4  create: the disk is full.
  5  create: the directory is not writable.`

export const restoreHelp = `Usage: whereabouts restore <file> [--data-dir ./data]

Replaces the database with a backup. The service must be stopped. The command first verifies the backup. It keeps the
current database in the directory backups.

After the restore, API keys, sessions and members are those of the backup, including API keys and sessions that were
revoked after it. If the data directory has no signing key, the command creates one, and API clients must request new
access tokens.

Without --data-dir, the data directory comes from WHEREABOUTS_DATA_DIR or from the TOML file (--config).

Exit codes:
  0  The backup was restored.
  1  The command failed; standard error has the reason.
  2  The usage is wrong.`

export async function backup(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseFlags(args, dataDirFlags)
  const [action, file, ...others] = positionals
  if (action === 'create' && file === undefined) return printCreated(dataDirOf(values))
  if (action === 'list' && file === undefined) return printList(dataDirOf(values))
  if (action === 'verify' && file !== undefined && others.length === 0) return printVerified(file)
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
  const directory = dataDirOf(values)
  const { verified, former } = restoreBackup(file, directory, systemClock)
  console.log(descriptionOf(file, verified))
  if (verified.miscount !== undefined)
    console.log(`In the backup, ${verified.miscount}. The rows were counted again.`)
  if (former !== null) console.log(`The previous database was moved to ${former}.`)
  if (createSigningKey(directory))
    console.log('The data directory had no signing key. A new one was created.')
  console.log(`Restored to ${directory}. You can start the service.`)
  return 0
}

function printCreated(directory: string): number {
  // Only this user may read the files of the data directory.
  process.umask(0o077)
  // The service has priority over the backup.
  setPriority(constants.priority.PRIORITY_LOW)
  try {
    console.log(createBackup(directory, systemClock))
    return 0
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    console.error(error.message)
    return exitCodes[error.reason]
  }
}

function printList(directory: string): number {
  for (const { name, size } of listBackups(directory))
    console.log(`${join(folderOf(directory), name)}  ${size}`)
  return 0
}

function printVerified(file: string): number {
  const scratch = mkdtempSync(join(tmpdir(), 'whereabouts-verify-'))
  try {
    const verified = verifiedCopy(file, join(scratch, 'copy.db'))
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
