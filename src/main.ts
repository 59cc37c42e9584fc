import { version } from '../package.json'
import { admin, adminHelp } from './commands/admin'
import { backup, backupHelp, restore, restoreHelp } from './commands/backup'
import { check, checkHelp } from './commands/check'
import { clock, clockHelp } from './commands/clock'
import { copy, copyHelp } from './commands/copy'
import { demo, demoHelp } from './commands/demo/demo'
import { doctor, doctorHelp } from './commands/doctor'
import { fitted } from './commands/help'
import { healthcheck, healthcheckHelp } from './commands/healthcheck'
import { listen, listenHelp } from './commands/listen'
import { openapi, openapiHelp } from './commands/openapi'
import { replay, replayHelp } from './commands/replay'
import { serve } from './commands/serve'
import { service, serviceHelp } from './commands/service/service'
import { signingKey, signingKeyHelp } from './commands/signing-key'
import { simulate } from './commands/simulate/simulate'
import { simulateHelp } from './commands/simulate/settings'
import { versionLine } from './commands/version'
import { StartError, UsageError } from './base/errors'
import { settingsHelp } from './settings/help'
import { suggestion } from './settings/nearest'

interface Command {
  readonly summary: string
  readonly help: () => string
  run(args: readonly string[]): Promise<number>
}

const commands: Readonly<Record<string, Command>> = {
  serve: {
    summary: 'Run the service (default command)',
    help: () =>
      fitted(`Usage: whereabouts serve [flags]

Each setting is a flag, an environment variable and a key of the TOML file (--config), in this order of precedence.
The variable of --data-dir is WHEREABOUTS_DATA_DIR, and its key is data_dir; the others follow the same rule.
A variable with _FILE appended names a file that contains the value.

${settingsHelp()}`),
    run: serve,
  },
  demo: { summary: 'Run a demo warehouse with simulated readers', help: () => demoHelp, run: demo },
  replay: {
    summary: 'Publish a capture of messages over MQTT',
    help: () => replayHelp,
    run: (args) => replay(args, { stdout: process.stdout, stderr: process.stderr }),
  },
  simulate: {
    summary: 'Publish messages of simulated readers over MQTT',
    help: () => simulateHelp,
    run: (args) => simulate(args, { stdout: process.stdout, stderr: process.stderr }),
  },
  listen: { summary: 'Forward events to a program on this machine', help: () => listenHelp, run: listen },
  backup: { summary: 'Create, list or verify backups of the database', help: () => backupHelp, run: backup },
  restore: { summary: 'Replace the database with a backup', help: () => restoreHelp, run: restore },
  copy: { summary: 'Copy an installation to PostgreSQL, or back', help: () => copyHelp, run: copy },
  check: { summary: 'Check the database for damage', help: () => checkHelp, run: check },
  doctor: {
    summary: 'Examine the installation and print what to do about problems',
    help: () => doctorHelp,
    run: doctor,
  },
  'signing-key': {
    summary: 'Create a new signing key',
    help: () => signingKeyHelp,
    run: signingKey,
  },
  service: {
    summary: 'Run the service at each start of this machine',
    help: () => serviceHelp,
    run: service,
  },
  admin: {
    summary: 'List, create and hand over accounts; reset passwords',
    help: () => adminHelp,
    run: admin,
  },
  clock: { summary: 'Show, confirm or repair the time', help: () => clockHelp, run: clock },
  openapi: { summary: 'Print the OpenAPI document', help: () => openapiHelp, run: openapi },
  healthcheck: {
    summary: 'Check whether the service is ready',
    help: () => healthcheckHelp,
    run: healthcheck,
  },
}

const overview = (): string => `whereabouts ${version}: asset and location tracking in one executable

Usage: whereabouts [command] [flags]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`)
  .join('\n')}

  --help       Print this help; after a command, the help of the command
  --version    Print the version, the commit, and the versions of Bun and SQLite
`

async function main(args: readonly string[]): Promise<number> {
  const [first, ...rest] = args
  if (first === '--help' || first === '-h' || first === 'help') {
    console.log(overview())
    return 0
  }
  const name = first === undefined || first.startsWith('-') ? 'serve' : first
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    console.error(
      `Unknown command ${name}${suggestion(name, Object.keys(commands), 'whereabouts --help lists the commands.')}`,
    )
    return 2
  }
  const own = name === first ? rest : args
  if (own.includes('--help') || own.includes('-h')) {
    console.log(command.help())
    return 0
  }
  if (own.includes('--version')) {
    console.log(versionLine())
    return 0
  }
  return command.run(own)
}

/** Prints an error and returns the exit code: 2 for wrong usage, otherwise 1. */
function report(error: unknown): number {
  const isUsage = error instanceof UsageError
  if (isUsage || error instanceof StartError) console.error(error.message)
  else console.error(isOfSystem(error) ? `The command failed: ${error.message}.` : error)
  return isUsage ? 2 : 1
}

/** Whether an error is from the file system, such as a missing permission. Its message has the operation and the path. */
const isOfSystem = (error: unknown): error is Error => error instanceof Error && 'syscall' in error

process.exit(await main(process.argv.slice(2)).catch(report))
