import { systemClock } from '../base/time'
import { systemActor } from '../base/caller'
import { UsageError } from '../base/errors'
import { randomHex } from '../base/secrets'
import { parseFlags } from '../settings/flags'
import { configKey, flagOf, settingKeys, type Settings } from '../settings/table'
import { readDirectly, writeDirectly } from '../storage/direct-access'
import type { UserMembership } from '../storage/core/store'
import {
  accountOf,
  createAdministrator,
  handOver,
  recover,
  requireValid,
  setPassword,
} from '../people/users/operator'
import { createResetLink } from '../people/users/password-resets'
import { hashPassword } from '../people/users/passwords'
import { settingsAsOwner } from './data-dir'
import { unknownAction } from './flags'
import { localUrlOf } from './local-url'
import { fitted } from './help'

export const adminHelp = fitted(`Usage: whereabouts admin list [--json]
       whereabouts admin create <email> [--name <name>] [--organization <slug>] [--password-stdin]
       whereabouts admin reset-password <email> [--password-stdin] [--remove-second-factor] [--allow-local-sign-in]
       whereabouts admin hand-over <from email> <to email>

Manages the accounts of users on the machine of the service. The service may be running or stopped. The audit log of each
organization of the user has an entry for each change.

list            Prints all users: owners of the installation, organizations and roles. With --json, prints JSON.
create          Creates a user who is an owner of the installation and an admin of an organization. Prints a link that sets
                the password. --organization is needed only when there are several. The name is the e-mail address
                unless --name is set.
reset-password  Prints a link that sets a new password. The link works once, within an hour. A newer link replaces it.
                Using the link ends all sessions of the user.
hand-over       Gives the ownership of the installation and the memberships of the first user to the second user, for
                example when an administrator leaves. The first user is signed out and can't sign in again.

  --password-stdin        reads the password from the first line of standard input instead of printing a link
  --remove-second-factor  removes the authenticator app, the recovery codes and the passkeys immediately
  --allow-local-sign-in   accepts the password of the user for a day although local_sign_in is off

A link begins with public_url or, without it, with the address of the service on this machine. To open it on another machine,
replace that part with the address of the console there. The service must be running to open the link.

The data directory and the address come from the flags, variables and TOML file of serve (for example --data-dir). Run the
command as the user of the service or root.

Exit codes:
  0  The action succeeded.
  1  The command failed; standard error has the reason.
  2  The usage is wrong.`)

interface Options {
  readonly settings: Settings
  readonly name: string | undefined
  readonly organization: string | undefined
  readonly json: boolean
  readonly readsPassword: boolean
  readonly removesSecondFactor: boolean
  readonly allowsLocalSignIn: boolean
}

interface Action {
  /** The e-mail addresses in the order of the arguments. */
  readonly emails: readonly string[]
  readonly flags: readonly OwnFlag[]
  run(emails: readonly string[], options: Options): Promise<void>
}

const actions: Readonly<Record<string, Action>> = {
  list: { emails: [], flags: ['json'], run: (_, options) => list(options) },
  create: {
    emails: ['<email>'],
    flags: ['name', 'organization', 'password-stdin'],
    run: ([email], options) => create(email as string, options),
  },
  'reset-password': {
    emails: ['<email>'],
    flags: ['password-stdin', 'remove-second-factor', 'allow-local-sign-in'],
    run: ([email], options) => resetPassword(email as string, options),
  },
  'hand-over': {
    emails: ['<from email>', '<to email>'],
    flags: [],
    run: ([from, to], { settings }) =>
      writeDirectly(settings, (tx) =>
        handOver(tx, { from: from as string, to: to as string }, systemClock()),
      ),
  },
}

export async function admin(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseFlags(args, flags)
  const [name, ...emails] = positionals
  if (name === undefined) {
    console.error(adminHelp)
    return 2
  }
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action) throw unknownAction('admin', name, Object.keys(actions))
  requireUsage(name, action, emails, values)
  // Only this user may read the files of the data directory.
  process.umask(0o077)
  const {
    name: userName,
    organization,
    json = false,
    'password-stdin': readsPassword = false,
    'remove-second-factor': removesSecondFactor = false,
    'allow-local-sign-in': allowsLocalSignIn = false,
    ...ofSettings
  } = values
  await action.run(emails, {
    settings: settingsAsOwner(ofSettings),
    name: userName,
    organization,
    json,
    readsPassword,
    removesSecondFactor,
    allowsLocalSignIn,
  })
  return 0
}

/** Throws UsageError when the arguments are not those of the action. */
function requireUsage(name: string, action: Action, emails: readonly string[], values: object): void {
  if (emails.length !== action.emails.length)
    throw new UsageError(
      `Usage: ${['whereabouts admin', name, ...action.emails, '[flags]'].join(' ')}; 'whereabouts admin --help' lists the flags.`,
    )
  const foreign = Object.keys(ownFlags).find(
    (flag) => flag in values && !action.flags.some((own) => own === flag),
  )
  if (foreign !== undefined) throw new UsageError(`admin ${name} has no flag --${foreign}.`)
}

async function list({ settings, json }: Options): Promise<void> {
  const rows = await readDirectly(settings, (read) => read.members.everyone())
  const users = [...Map.groupBy(rows, ({ userId }) => userId).values()].map(toUser)
  if (json) return console.log(JSON.stringify(users, null, 2))
  const lines = users.map(({ email, name, is_owner: isOwner, memberships }) => [
    email,
    name,
    isOwner ? 'owner' : '',
    memberships.map(({ organization, role }) => `${organization}: ${role}`).join(', ') || '(no organization)',
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => (line[column] as string).length)))
  for (const line of lines)
    console.log(
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

function toUser(rows: readonly UserMembership[]) {
  const { email, name, isOwner } = rows[0] as UserMembership
  const memberships = rows.flatMap(({ organization, role }) => (organization ? [{ organization, role }] : []))
  return { email, name, is_owner: isOwner, memberships }
}

async function create(email: string, options: Options): Promise<void> {
  const { settings, name = email, organization } = options
  const password = await passwordOf(options)
  const user = { email, name, ...(password !== undefined && { password }) }
  requireValid(user)
  const passwordHash = await hashPassword(password ?? randomHex(32))
  const link = await writeDirectly(settings, async (tx) => {
    const at = systemClock()
    const user = await createAdministrator(tx, { email, name, organization, passwordHash }, at)
    return password === undefined ? createResetLink(tx, user, systemActor, at) : undefined
  })
  if (link !== undefined) printLink(settings, link)
}

async function resetPassword(email: string, options: Options): Promise<void> {
  const { settings } = options
  const password = await passwordOf(options)
  if (password !== undefined) requireValid({ email, name: email, password })
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const link = await writeDirectly(settings, async (tx) => {
    const at = systemClock()
    const user = await accountOf(tx, email)
    await recover(tx, user, options, at)
    if (passwordHash === undefined) return createResetLink(tx, user, systemActor, at)
    await setPassword(tx, user, passwordHash, at)
    return undefined
  })
  if (link !== undefined) printLink(settings, link)
}

function printLink(settings: Settings, link: string): void {
  console.log((settings.publicUrl ?? localUrlOf(settings)) + link)
  if (settings.port === 0 && settings.publicUrl === undefined)
    console.error(
      'The service selects another port at each start. Replace the address in the link with the address that the service prints.',
    )
}

/** Returns the password from standard input if the user asked for it. Throws UsageError if there is none. */
async function passwordOf({ readsPassword }: Options): Promise<string | undefined> {
  if (!readsPassword) return undefined
  // Nothing after the first line is awaited, because a user may type it.
  let password = ''
  for await (const line of console) {
    password = line.replace(/\r$/, '')
    break
  }
  if (password === '') throw new UsageError('Standard input contains no password in its first line.')
  return password
}

const ownFlags = {
  name: { type: 'string' },
  organization: { type: 'string' },
  json: { type: 'boolean' },
  'password-stdin': { type: 'boolean' },
  'remove-second-factor': { type: 'boolean' },
  'allow-local-sign-in': { type: 'boolean' },
} as const
type OwnFlag = keyof typeof ownFlags

const flags = {
  ...Object.fromEntries(
    [configKey, ...settingKeys].map((key) => [flagOf(key).slice(2), { type: 'string' } as const]),
  ),
  ...ownFlags,
} as const
