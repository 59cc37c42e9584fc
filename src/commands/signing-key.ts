import { StartError } from '../base/errors'
import { createSigningKey } from '../people/authentication/signing-key'
import { parseFlags } from '../settings/flags'
import { databaseIn } from '../storage/sqlite/data-directory'
import { lockDirectory } from '../storage/sqlite/system/lock'
import { dataDirFlags, settingsAsOwner } from './data-dir'
import { fitted } from './help'

export const signingKeyHelp = fitted(`Usage: whereabouts signing-key create [--data-dir ./data]

Creates the file signing.key in the data directory, to replace a lost one. The service must be stopped, and the data
directory must have no signing key. Access tokens that the lost key signed become invalid; API clients and users get new
ones with their client secret or session.

Without --data-dir, the data directory comes from WHEREABOUTS_DATA_DIR or from the TOML file (--config).

Exit codes:
  0  The signing key was created.
  1  The command failed; standard error has the reason.
  2  The usage is wrong.`)

export async function signingKey(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseFlags(args, dataDirFlags)
  if (positionals.length !== 1 || positionals[0] !== 'create') {
    console.error(signingKeyHelp)
    return 2
  }
  const directory = settingsAsOwner(values).dataDir
  databaseIn(directory)
  process.umask(0o077)
  const lock = lockDirectory(directory)
  try {
    if (!createSigningKey(directory))
      throw new StartError(
        `${directory} already has a signing key. Delete signing.key first to replace it and to invalidate its tokens.`,
      )
    console.log(`The signing key of ${directory} was created. You can start the service.`)
    return 0
  } finally {
    lock.close()
  }
}
