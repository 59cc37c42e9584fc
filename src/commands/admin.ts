import { readFileSync } from 'node:fs'
import { StartError } from '../errors'
import { createResetLink } from '../users/password-resets'
import { parseFlags } from '../settings/flags'
import { loadSettings } from '../settings/load'
import { configKey, flagOf, settingKeys } from '../settings/table'
import { writeBeside } from '../storage/beside'
import { systemClock } from '../time'
import { localUrlOf } from './local-url'

export const adminHelp = `whereabouts admin reset-password <email> [--data-dir ./data]

Prints a link on which the person with this e-mail address sets a new password, whether the service runs or not. The link
can be used once, within an hour; a second link replaces it. Using it ends all sessions of the person. Both are in the audit
log of each organization of the person.

The link begins with the address of the service on this machine, as the settings give it. On another machine, open it with
the address by which that machine reaches the console in its place. The link needs a running service.

The data directory and the address come from the same flags, variables and TOML file as those of serve. Run it as the user
of the service.

Exit code 0: the link is printed; 1: it is not, and why.`

export async function admin(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseFlags(args, flags)
  const [action, email, ...others] = positionals
  if (action !== 'reset-password' || email === undefined || others.length > 0) {
    console.error(adminHelp)
    return 2
  }
  // Files of the data directory are this user's alone.
  process.umask(0o077)
  const settings = loadSettings({
    args: Object.entries(values).map(([name, value]) => `--${name}=${String(value)}`),
    env: process.env,
    readFile: (path) => readFileSync(path, 'utf8'),
  })
  const link = await writeBeside(settings.dataDir, (tx) => createResetLink(tx, email, systemClock()))
  if (link === undefined) throw new StartError(`There is no account with the e-mail address ${email}.`)
  console.log(localUrlOf(settings) + link)
  if (settings.port === 0)
    console.error(
      'The port is chosen at each start: put the address that the service prints in place of this one.',
    )
  return 0
}

const flags = Object.fromEntries(
  [configKey, ...settingKeys].map((key) => [flagOf(key).slice(2), { type: 'string' } as const]),
)
