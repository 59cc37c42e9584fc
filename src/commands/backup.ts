import { mkdtempSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { BackupError, createBackup } from '../backups/create'
import { folderOf, listBackups } from '../storage/backup-files'
import { exitCodes } from '../backups/process'
import { restoreBackup } from '../backups/restore'
import { type Verified, verifiedCopy } from '../backups/verify'
import { createSigningKey } from '../authentication/signing-key'
import { parseFlags } from '../settings/flags'
import { systemClock } from '../time'
import { dataDirFlags, dataDirOf } from './data-dir'

export const backupHelp = `whereabouts backup create [--data-dir ./data]
whereabouts backup list [--data-dir ./data]
whereabouts backup verify <file>

create copies the database into the folder backups of the data directory, also while the service runs, and prints the
path. The copy holds all that was acknowledged before. The newest ten are kept. The signing key is not in it.

list prints what backups there are, newest first, with their sizes in bytes.

verify copies a backup to the folder for temporary files (TMPDIR), checks all of the copy and prints how many rows each
table has.

Without --data-dir, the data directory comes from WHEREABOUTS_DATA_DIR or the TOML file named by --config.

Exit code 0: done; 1: it is not, and why; of create also 3: another backup is being made; 4: there is no room;
5: the folder cannot be written.`

export const restoreHelp = `whereabouts restore <file> [--data-dir ./data]

Puts a backup in the place of the database, once the service is stopped. The backup is verified first; the database
that was there is kept in the folder backups. API keys, sessions and members are then those of the backup again, also
those that were revoked since. A directory without a signing key gets a new one; programs then fetch new access tokens.

Without --data-dir, the data directory comes from WHEREABOUTS_DATA_DIR or the TOML file named by --config.`

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
  if (former !== null) console.log(`The database that was there is now ${former}.`)
  if (createSigningKey(directory)) console.log('There was no signing key; a new one was created.')
  console.log(`Restored to ${directory}; the service can be started.`)
  return 0
}

function printCreated(directory: string): number {
  // Files of the data directory are this user's alone.
  process.umask(0o077)
  // The service and its readers go first.
  setPriority(constants.priority.PRIORITY_LOW)
  try {
    console.log(createBackup(directory, systemClock))
    return 0
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    console.error(error.message)
    return exitCodes[error.obstacle]
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
    console.log(descriptionOf(file, verifiedCopy(file, join(scratch, 'copy.db'))))
    return 0
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

const descriptionOf = (file: string, { migration, rows }: Verified): string =>
  [
    `${file} is sound, of the version with the migration ${migration}:`,
    ...[...rows].map(([table, count]) => `${String(count).padStart(12)} ${table}`),
  ].join('\n')
