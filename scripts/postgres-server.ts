import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port'
import { whenEnded } from './when-ended'

/** A PostgreSQL server for tests, from the package of Debian, in a temporary directory and on a free port. */

export interface PostgresServer {
  /** The URL of the database `postgres`, as a user who may create databases. */
  readonly url: string
  readonly port: number
  /** The directory of the data. */
  readonly data: string
  /** Ends the server, at once or after the transactions, and keeps the data for the next start. */
  halt(mode: 'fast' | 'immediate'): void
  start(): void
  /** Starts a server that replicates this one and can be promoted. */
  addStandby(): Promise<PostgresServer>
  /** Makes a standby the primary server. */
  promote(): void
  /** Ends the server and removes its data. */
  stop(): void
}

const installed = '/usr/lib/postgresql'

/** Returns the directory of the programs of the newest version; undefined when PostgreSQL is not installed. */
function programs(): string | undefined {
  if (!existsSync(installed)) return undefined
  const versions = readdirSync(installed).map(Number).filter(Number.isFinite)
  const newest = versions.toSorted((one, other) => other - one)[0]
  return newest === undefined ? undefined : join(installed, String(newest), 'bin')
}

export const isInstalled = programs() !== undefined

/** Where a server runs. */
export interface Place {
  readonly address: string
  /** A command that runs the server in another network namespace. */
  readonly under: readonly string[]
}

const here: Place = { address: '127.0.0.1', under: [] }

/** Starts a server; undefined when PostgreSQL is not installed. */
export async function startPostgres(
  place = here,
  settings: readonly string[] = [],
): Promise<PostgresServer | undefined> {
  const bin = programs()
  if (bin === undefined) return undefined
  return startServer(bin, place, settings, (command, data) => {
    command(
      'initdb',
      '--no-sync',
      '-D',
      data,
      '-U',
      'tests',
      '-A',
      'trust',
      '--encoding',
      'UTF8',
      '--no-locale',
    )
    appendFileSync(join(data, 'pg_hba.conf'), 'host all tests all trust\n')
  })
}

/**
 * Stops a server and removes its directory when the process that started it did not. The server leaves the process group of
 * the tests, so it does not end with them. It may be about to start: then only a later attempt stops it.
 */
const endServer = `directory=$1; shift
for attempt in 1 2 3 4 5; do "$@" && break; sleep 1; done
cd /; rm -rf "$directory"`

type Command = (program: string, ...args: string[]) => void

/** @param create creates the directory of the data */
async function startServer(
  bin: string,
  place: Place,
  settings: readonly string[],
  create: (command: Command, data: string) => void,
): Promise<PostgresServer> {
  const directory = mkdtempSync(join(tmpdir(), 'whereabouts-postgres-'))
  // PostgreSQL does not run as root. The package has a user for it.
  const isRoot = userInfo().uid === 0
  const asUser = isRoot ? ['runuser', '-u', 'postgres', '--'] : []
  if (isRoot) chownSync(directory, ...idsOf('postgres'))
  const data = join(directory, 'data')
  const command: Command = (program, ...args) =>
    void execute([...place.under, ...asUser, join(bin, program), ...args], directory)
  const control = (...args: string[]) => command('pg_ctl', '-D', data, ...args)
  const cancel = whenEnded(
    endServer,
    [directory, ...asUser, join(bin, 'pg_ctl'), '-D', data, '-m', 'immediate', 'stop'],
    directory,
  )
  create(command, data)
  const port = await freePort()
  const options = [
    `-p ${port} -k ${directory} -c listen_addresses=${place.address} -c fsync=off -c max_connections=200`,
    ...settings.map((setting) => `-c ${setting}`),
  ].join(' ')
  const log = join(directory, 'log')
  const start = () => {
    try {
      control('-o', options, '-l', log, '-w', 'start')
    } catch (error) {
      // It names only the file, which is removed.
      throw new Error(`${String(error)}\nThe log of the server ends with:\n${endOf(log)}`)
    }
  }
  start()
  return {
    halt: (mode) => control('-m', mode, 'stop'),
    start,
    url: `postgres://tests@${place.address}:${port}/postgres`,
    port,
    data,
    addStandby: () =>
      startServer(bin, here, [], (program, standby) =>
        program(
          'pg_basebackup',
          '-h',
          '127.0.0.1',
          '-p',
          String(port),
          '-U',
          'tests',
          '-D',
          standby,
          '-R',
          '-c',
          'fast',
        ),
      ),
    promote: () => control('-w', 'promote'),
    stop() {
      // Files of tests share a server.
      if (!existsSync(directory)) return
      control('-m', 'immediate', 'stop')
      cancel()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function execute(command: readonly string[], cwd: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { cwd, stdin: 'ignore' })
  if (exitCode !== 0) throw new Error(`${command.join(' ')} ended with ${exitCode}: ${stderr.toString()}`)
  return stdout.toString()
}

function idsOf(user: string): [uid: number, gid: number] {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execute(['id', flag, user], '/')))
  return [uid as number, gid as number]
}

const endOf = (log: string): string => (existsSync(log) ? readFileSync(log, 'utf8').slice(-2000) : '(no log)')
