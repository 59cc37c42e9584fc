import { version } from '../package.json'
import { versionLine } from './commands/version'
import { StartError, UsageError } from './base/errors'
import { suggestion } from './settings/nearest'

/** A command: what it prints with `--help`, and what it does. `run` returns the exit code. */
interface Loaded {
  readonly help: () => string
  run(args: readonly string[]): Promise<number>
}

interface Command {
  readonly summary: string
  /** Loads the code of the command, because to load that of all commands takes longer than many of them run. */
  readonly load: () => Promise<Loaded>
}

const commands: Readonly<Record<string, Command>> = {
  serve: {
    summary: 'Run the service (default command)',
    async load() {
      const { serve, serveHelp } = await import('./commands/serve')
      return { help: serveHelp, run: serve }
    },
  },
  demo: {
    summary: 'Run a demo warehouse with simulated readers',
    async load() {
      const { demo, demoHelp } = await import('./commands/demo/demo')
      return { help: () => demoHelp, run: demo }
    },
  },
  replay: {
    summary: 'Publish a capture of messages over MQTT',
    async load() {
      const { replay, replayHelp } = await import('./commands/replay')
      return { help: () => replayHelp, run: (args) => replay(args, output) }
    },
  },
  simulate: {
    summary: 'Publish messages of simulated readers over MQTT',
    async load() {
      const { simulate } = await import('./commands/simulate/simulate')
      const { simulateHelp } = await import('./commands/simulate/settings')
      return { help: () => simulateHelp, run: (args) => simulate(args, output) }
    },
  },
  listen: {
    summary: 'Forward events to a program on this machine',
    async load() {
      const { listen, listenHelp } = await import('./commands/listen')
      return { help: () => listenHelp, run: listen }
    },
  },
  backup: {
    summary: 'Create, list or verify backups of the database',
    async load() {
      const { backup, backupHelp } = await import('./commands/backup')
      return { help: () => backupHelp, run: backup }
    },
  },
  restore: {
    summary: 'Replace the database with a backup',
    async load() {
      const { restore, restoreHelp } = await import('./commands/backup')
      return { help: () => restoreHelp, run: restore }
    },
  },
  copy: {
    summary: 'Copy an installation to PostgreSQL, or back',
    async load() {
      const { copy, copyHelp } = await import('./commands/copy')
      return { help: () => copyHelp, run: copy }
    },
  },
  check: {
    summary: 'Check the database for damage',
    async load() {
      const { check, checkHelp } = await import('./commands/check')
      return { help: () => checkHelp, run: check }
    },
  },
  doctor: {
    summary: 'Examine the installation and print what to do about problems',
    async load() {
      const { doctor, doctorHelp } = await import('./commands/doctor')
      return { help: () => doctorHelp, run: doctor }
    },
  },
  'signing-key': {
    summary: 'Create a new signing key',
    async load() {
      const { signingKey, signingKeyHelp } = await import('./commands/signing-key')
      return { help: () => signingKeyHelp, run: signingKey }
    },
  },
  service: {
    summary: 'Run the service at each start of this machine',
    async load() {
      const { service, serviceHelp } = await import('./commands/service/service')
      return { help: () => serviceHelp, run: service }
    },
  },
  admin: {
    summary: 'List, create and hand over accounts; reset passwords',
    async load() {
      const { admin, adminHelp } = await import('./commands/admin')
      return { help: () => adminHelp, run: admin }
    },
  },
  clock: {
    summary: 'Show, confirm or repair the time',
    async load() {
      const { clock, clockHelp } = await import('./commands/clock')
      return { help: () => clockHelp, run: clock }
    },
  },
  openapi: {
    summary: 'Print the OpenAPI document',
    async load() {
      const { openapi, openapiHelp } = await import('./commands/openapi')
      return { help: () => openapiHelp, run: openapi }
    },
  },
  healthcheck: {
    summary: 'Check whether the service is ready',
    async load() {
      const { healthcheck, healthcheckHelp } = await import('./commands/healthcheck')
      return { help: () => healthcheckHelp, run: healthcheck }
    },
  },
}

const output = { stdout: process.stdout, stderr: process.stderr }

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
      `Unknown command ${name}${suggestion(name, [...Object.keys(commands), 'help'], 'whereabouts --help lists the commands.')}`,
    )
    return 2
  }
  const own = name === first ? rest : args
  const asksForHelp = own.includes('--help') || own.includes('-h')
  if (!asksForHelp && own.includes('--version')) {
    console.log(versionLine())
    return 0
  }
  const loaded = await command.load()
  if (!asksForHelp) return loaded.run(own)
  console.log(loaded.help())
  return 0
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
