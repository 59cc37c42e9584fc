import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError, UsageError } from '../../base/errors'
import { ownCommand } from '../../base/executable'
import { parseFlags } from '../../settings/flags'
import {
  dataDirectory,
  otherSystems,
  serviceName,
  serviceUser,
  settingsPath,
  settingsText,
  unitText,
} from './unit'
import { fitted } from '../help'

const unitPath = `/etc/systemd/system/${serviceName}`
const packagedUnitPath = `/usr/lib/systemd/system/${serviceName}`
const executablePath = '/usr/local/bin/whereabouts'

export const serviceHelp = fitted(`Usage: whereabouts service install|uninstall|status

  install    Runs Whereabouts at each start of this machine (systemd). Needs root. It copies the executable to
             ${executablePath}, creates the user ${serviceUser}, ${settingsPath}
             and ${unitPath}, and starts the service. Repeat it with a newer executable to
             upgrade; existing settings are kept.
  uninstall  Stops the service and removes its unit. The data, the settings, the user and the executable are kept.
  status     Prints the state of the service.

  --root <dir>  With install and uninstall: writes the files below this directory, for an image of a machine. Creates no
                user and starts nothing.

On Windows and macOS, install prints the steps instead. The Debian package installs the service by itself.

Exit codes:
  0  Done; with status, the service is running.
  1  The command failed; standard error has the reason.
  2  The usage is wrong.
  3  With status: the service is not running.`)

const actions = ['install', 'uninstall', 'status'] as const

/** Installs, removes or describes the service of this machine. Returns the exit code. */
export async function service(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseFlags(args, { root: { type: 'string' } })
  const [given, extra] = positionals
  const action = actions.find((known) => known === given)
  if (action === undefined || extra !== undefined)
    throw new UsageError('Name one action: whereabouts service install, uninstall or status.')
  const steps = otherSystems[process.platform]
  if (steps) {
    console.log(steps(process.execPath))
    return action === 'install' ? 0 : 1
  }
  if (action === 'status') return status()
  if (action === 'install') install(values.root)
  else uninstall(values.root)
  return 0
}

function install(root: string | undefined): void {
  const [executable, ...source] = ownCommand
  if (executable === undefined || source.length > 0)
    throw new StartError('Only the executable can be installed. Build it with "bun run build".')
  assertPossible(root)
  const at = (path: string): string => join(root ?? '/', path)
  if (executable !== at(executablePath)) replaceFile(executable, at(executablePath))
  if (!existsSync(at(settingsPath))) {
    mkdirSync(dirname(at(settingsPath)), { recursive: true })
    writeFileSync(at(settingsPath), settingsText, { mode: 0o640 })
  }
  mkdirSync(dirname(at(unitPath)), { recursive: true })
  writeFileSync(at(unitPath), unitText(executablePath))
  if (root === undefined) {
    run(['systemd-sysusers', '--inline', `u ${serviceUser} - "Whereabouts" ${dataDirectory}`])
    chownSync(settingsPath, 0, Number(run(['id', '-g', serviceUser])))
    chmodSync(settingsPath, 0o640)
    run(['systemctl', 'daemon-reload'])
    run(['systemctl', 'enable', serviceName])
    run(['systemctl', 'restart', serviceName])
  }
  console.log(`Installed ${serviceName}.
Settings: ${settingsPath}
Data:     ${dataDirectory}
Log:      journalctl -u ${serviceName}
The log of the first start has the link to set up the installation.`)
}

function uninstall(root: string | undefined): void {
  assertPossible(root)
  const path = join(root ?? '/', unitPath)
  if (!existsSync(path)) throw new StartError(`The service is not installed: ${path} does not exist.`)
  if (root === undefined) run(['systemctl', 'disable', '--now', serviceName])
  rmSync(path)
  if (root === undefined) run(['systemctl', 'daemon-reload'])
  console.log(`Removed ${serviceName}. Kept: ${dataDirectory}, ${settingsPath}, ${executablePath}.`)
}

/** Throws when the package manages the service, and without a root also when systemd does not run or the user is not root. */
function assertPossible(root: string | undefined): void {
  if (existsSync(join(root ?? '/', packagedUnitPath)))
    throw new StartError(
      `A package has installed ${packagedUnitPath}. Use systemctl to start and stop the service, and apt to upgrade or remove it.`,
    )
  if (root !== undefined) return
  assertSystemd()
  if (process.getuid?.() !== 0) throw new StartError('Only root can install or remove the service. Use sudo.')
}

function assertSystemd(): void {
  if (!existsSync('/run/systemd/system'))
    throw new StartError(
      'systemd does not run on this machine. Run "whereabouts serve" from its service manager, or write the files with --root.',
    )
}

/** Replaces the executable at once: the service may be running from the previous file. */
function replaceFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, `${to}.new`)
  chmodSync(`${to}.new`, 0o755)
  renameSync(`${to}.new`, to)
}

/** Runs a command and returns its output. Throws StartError if it fails. */
function run(command: string[]): string {
  const { success, stdout, stderr } = spawn(command)
  if (!success) throw new StartError(`"${command.join(' ')}" failed: ${stderr.toString().trim()}`)
  return stdout.toString()
}

function spawn(command: string[]) {
  try {
    return Bun.spawnSync(command, { stdin: 'ignore' })
  } catch (error) {
    throw new StartError(`"${command[0]}" cannot be run: ${(error as Error).message}`)
  }
}

function status(): number {
  assertSystemd()
  const properties = ['LoadState', 'ActiveState', 'SubState', 'StatusText', 'MainPID', 'FragmentPath']
  const text = run(['systemctl', 'show', serviceName, `--property=${properties.join(',')}`])
  const states = new Map(text.split('\n').map((line) => line.split(/=(.*)/s, 2) as [string, string]))
  if (states.get('LoadState') !== 'loaded') {
    console.log(`${serviceName} is not installed. Run "whereabouts service install".`)
    return 3
  }
  const isRunning = states.get('ActiveState') === 'active'
  console.log(`${serviceName} is ${states.get('ActiveState')} (${states.get('SubState')})
Unit:    ${states.get('FragmentPath')}
Process: ${states.get('MainPID')}
Status:  ${states.get('StatusText') || 'none'}`)
  return isRunning ? 0 : 3
}
