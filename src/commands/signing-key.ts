import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../errors'
import { createSigningKey } from '../authentication/signing-key'
import { parseFlags } from '../settings/flags'
import { lockDirectory } from '../storage/lock'
import { dataDirFlags, dataDirOf } from './data-dir'

export const signingKeyHelp = `whereabouts signing-key create [--data-dir ./data]

Creates signing.key in the data directory, in the place of one that is lost. Access tokens of the lost key end; programs
and people fetch new ones with what they have. The service must be stopped, and there must be no key.

Without --data-dir, the data directory comes from WHEREABOUTS_DATA_DIR or the TOML file named by --config.`

export async function signingKey(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseFlags(args, dataDirFlags)
  if (positionals.length !== 1 || positionals[0] !== 'create') {
    console.error(signingKeyHelp)
    return 2
  }
  const directory = dataDirOf(values)
  if (!existsSync(join(directory, 'whereabouts.db')))
    throw new StartError(`There is no database in ${directory}. The first start creates both.`)
  process.umask(0o077)
  const lock = lockDirectory(directory)
  try {
    if (!createSigningKey(directory))
      throw new StartError(
        `${directory} has a signing key. Delete it first to end the tokens that it has signed.`,
      )
    console.log(`The signing key of ${directory} was created; the service can be started.`)
    return 0
  } finally {
    lock.close()
  }
}
