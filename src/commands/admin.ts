import { readFileSync } from 'node:fs'
import { StartError } from '../errors'
import { createResetLink } from '../users/password-resets'
import { parseFlags } from '../settings/flags'
import { loadSettings } from '../settings/load'
import { configKey, flagOf, settingKeys } from '../settings/table'
import { writeBeside } from '../storage/beside'
import { systemClock } from '../time'
import { localUrlOf } from './local-url'

export const adminHelp = `Usage: whereabouts admin reset-password <email> [--remove-second-factor] [--allow-local-sign-in] [--data-dir ./data]

Prints a link that sets a new password for the user with this e-mail address. The service may be running or stopped.
The link works once, within an hour. A newer link replaces it. Using the link ends all sessions of the user. The audit
log of each organization of the user has an entry for the link and for its use.

  --remove-second-factor  removes the authenticator app and the recovery codes of the user at once
  --allow-local-sign-in   accepts the password of the user for a day although local_sign_in is off

The link begins with the address of the service on this machine, according to the settings. To open it on another
machine, replace that part with the address of the console there. The service must be running to open the link.

The data directory and the address come from the flags, variables and TOML file of serve. Run the command as the user
of the service.

Exit codes:
  0  The link was printed.
  1  The command failed; standard error has the reason.
  2  The usage is wrong.`

export async function admin(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseFlags(args, flags)
  const [action, email, ...others] = positionals
  if (action !== 'reset-password' || email === undefined || others.length > 0) {
    console.error(adminHelp)
    return 2
  }
  const {
    'remove-second-factor': removesSecondFactor,
    'allow-local-sign-in': allowsLocalSignIn,
    ...ofSettings
  } = values
  // Only this user may read the files of the data directory.
  process.umask(0o077)
  const settings = loadSettings({
    args: Object.entries(ofSettings).map(([name, value]) => `--${name}=${String(value)}`),
    env: process.env,
    readFile: (path) => readFileSync(path, 'utf8'),
  })
  const options = {
    removesSecondFactor: removesSecondFactor === true,
    allowsLocalSignIn: allowsLocalSignIn === true,
  }
  const link = await writeBeside(settings.dataDir, (tx) => createResetLink(tx, email, systemClock(), options))
  if (link === undefined)
    throw new StartError(`No account has the e-mail address ${email}. Check the address.`)
  console.log(localUrlOf(settings) + link)
  if (settings.port === 0)
    console.error(
      'The service selects another port at each start. Replace the address in the link with the address that the service prints.',
    )
  return 0
}

const flags = {
  ...Object.fromEntries(
    [configKey, ...settingKeys].map((key) => [flagOf(key).slice(2), { type: 'string' } as const]),
  ),
  'remove-second-factor': { type: 'boolean' },
  'allow-local-sign-in': { type: 'boolean' },
} as const
