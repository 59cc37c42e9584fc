import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port'
import { startBalancer } from './balancer'
import { copyInto, preparedInstallation } from './installation'
import { copyDatabase, databaseSettings, dropDatabase, instances } from './postgres'
import { type ServerProcess, spawnServer } from './server-process'

/** The executable. `bun run build` builds it before the tests run. */
export const executable = join(import.meta.dir, '../../dist/whereabouts')

export const administrator = { email: 'ada@example.org', password: 'correct horse battery' }

/** The lines that the service prints when it is ready. */
const addressLine = /^(http|mqtt) {2}listening on (\S+)$|^(setup) {2}(\S+)$/

export interface Program {
  readonly http: string
  /** Undefined when the broker is off. */
  readonly mqtt: string | undefined
  /** Undefined when TLS is off. */
  readonly mqtts: string | undefined
  /** The one-time link of a first start without an administrator. */
  readonly setup: string | undefined
  /** The self-signed authority, as PEM. */
  readonly ca: string | undefined
  readonly dataDir: string
  readonly process: ServerProcess
  /** Returns the cookie of a session of the administrator, another one each time; undefined when none is left. */
  takeSession(): string | undefined
  /** The standard output until the service was ready. */
  output(): string
  /** The standard output so far. */
  allOutput(): string
  /** The standard error so far. */
  log(): string
  /** Ends the service like a service manager, and returns the exit code. */
  stop(): Promise<number>
  /** Kills the service. */
  kill(): Promise<void>
}

export interface ProgramOptions {
  /** Kept when given, so that a later start finds it; else a new one that is removed after the tests. */
  readonly dataDir?: string
  readonly args?: readonly string[]
  /** Path of the executable; by default the one of the last build. */
  readonly executable?: string
  /** A command that runs the executable, such as strace with its options. */
  readonly under?: readonly string[]
  /** Undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** False leaves the administrator out, so that the service prints its set-up link. */
  readonly withAdministrator?: boolean
  /** Whether the start sets up the installation, instead of finding one that is set up. */
  readonly isFirst?: boolean
}

const started: Program[] = []

/** Returns the settings of a program that is started again at the same addresses. */
export const fixedPorts = async (): Promise<Record<string, string>> => ({
  WHEREABOUTS_PORT: String(await freePort()),
  WHEREABOUTS_MQTT_PORT: String(await freePort()),
})

export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'whereabouts-'))

const identity = {
  WHEREABOUTS_ADMIN_EMAIL: administrator.email,
  WHEREABOUTS_ADMIN_PASSWORD: administrator.password,
  WHEREABOUTS_ORG_NAME: 'North',
}

/** Settings that take effect when an installation is set up, or decide which sessions it accepts. */
const settingsOfSetUp = [...Object.keys(identity), 'WHEREABOUTS_ENVIRONMENT']

/** Starts the executable on free ports and waits until it prints its addresses. */
export async function startProgram(options: ProgramOptions = {}): Promise<Program> {
  const { dataDir = newDataDir(), args = [], under = [], env = {} } = options
  const { withAdministrator = true, isFirst = under.length > 0 } = options
  const command = [...under, options.executable ?? executable, 'serve', ...args]
  const isOwnSetUp = isFirst || !withAdministrator || settingsOfSetUp.some((name) => name in env)
  if (isOwnSetUp || !isEmpty(dataDir))
    return launch(dataDir, command, withAdministrator ? { ...identity, ...env } : env)
  const installation = await preparedInstallation(executable, setUp)
  copyInto(dataDir, installation)
  await copyDatabase(dataDir)
  return launch(dataDir, command, env, installation.cookies)
}

const isEmpty = (directory: string): boolean => !existsSync(directory) || readdirSync(directory).length === 0

/** More than most tests use. */
const sessionCount = 10

/** Sets up an installation and returns the cookies of sessions of the administrator. */
async function setUp(dataDir: string): Promise<string[]> {
  mkdirSync(dataDir)
  const program = await launchOne(dataDir, [executable, 'serve'], identity)
  const cookies = await Promise.all(Array.from({ length: sessionCount }, () => newSession(program)))
  const exitCode = await program.stop()
  if (exitCode !== 0) throw new Error(`The program ended with ${exitCode}: ${program.log()}`)
  started.splice(started.indexOf(program), 1)
  return cookies
}

async function newSession({ http }: Program): Promise<string> {
  const response = await fetch(`${http}/internal/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  const [cookie] = response.headers.getSetCookie()
  if (cookie === undefined)
    throw new Error(`Signing in returned ${response.status}: ${await response.text()}`)
  return cookie.split(';', 1)[0] as string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Starts the program: several instances on PostgreSQL if TEST_INSTANCES says so. */
async function launch(
  dataDir: string,
  command: readonly string[],
  env: Environment,
  cookies: readonly string[] = [],
): Promise<Program> {
  const first = await launchOne(dataDir, command, env, cookies)
  if (instances === 1) return first
  const others = Array.from({ length: instances - 1 }, async () => {
    const copy = newDataDir()
    cpSync(dataDir, copy, { recursive: true })
    return launchOne(copy, command, env)
  })
  return behindBalancer([first, ...(await Promise.all(others))])
}

/** Returns the first of these programs, with the addresses of a balancer in front of all. */
async function behindBalancer(programs: readonly [Program, ...Program[]]): Promise<Program> {
  const [first] = programs
  const balance = async (urls: (string | undefined)[]): Promise<string | undefined> => {
    const present = urls.filter((url) => url !== undefined)
    if (present.length === 0) return undefined
    const { url } = await startBalancer(present)
    return `${new URL(present[0] as string).protocol}//${new URL(url).host}`
  }
  return {
    ...first,
    http: (await balance(programs.map(({ http }) => http))) as string,
    mqtt: await balance(programs.map(({ mqtt }) => mqtt)),
    mqtts: await balance(programs.map(({ mqtts }) => mqtts)),
    log: () => programs.map((program) => program.log()).join(''),
    async stop() {
      const [code] = await Promise.all(programs.map((program) => program.stop()))
      return code as number
    },
    async kill() {
      await Promise.all(programs.map((program) => program.kill()))
    },
  }
}

/**
 * Lets the runtime compile only code that runs often. The program of a test ends soon, so compiling the rest costs more
 * processor time than it saves.
 */
const lateCompiler = {
  BUN_JSC_thresholdForJITAfterWarmUp: '5000',
  BUN_JSC_thresholdForJITSoon: '1000',
  BUN_JSC_thresholdForOptimizeAfterWarmUp: '20000',
  BUN_JSC_thresholdForOptimizeAfterLongWarmUp: '20000',
  BUN_JSC_thresholdForOptimizeSoon: '20000',
}

/** Makes passwords cheap. Tests of their cost set BUN_OPTIONS to undefined. */
const cheapPasswords = { BUN_OPTIONS: `--preload ${join(import.meta.dir, 'cheap-passwords.ts')}` }

async function launchOne(
  dataDir: string,
  command: readonly string[],
  env: Environment,
  cookies: readonly string[] = [],
): Promise<Program> {
  const database = await databaseSettings(dataDir)
  const settings = {
    ...lateCompiler,
    ...cheapPasswords,
    PATH: Bun.env['PATH'],
    WHEREABOUTS_DATA_DIR: dataDir,
    WHEREABOUTS_HOST: '127.0.0.1',
    WHEREABOUTS_PORT: '0',
    WHEREABOUTS_MQTT_PORT: '0',
    WHEREABOUTS_MQTTS_PORT: '0',
    WHEREABOUTS_BACKUP_SCHEDULE: 'off',
    WHEREABOUTS_RATE_LIMIT_BURST: '1000000',
    WHEREABOUTS_RATE_LIMIT_PER_MINUTE: '1000000000',
    ...database,
    ...env,
  }
  let taken = 0
  const errors: string[] = []
  const ready = whenReady()
  const process = await spawnServer({ command, cwd: dataDir, env: settings }, (kind, text) =>
    kind === 'stdout' ? ready.add(text) : void errors.push(text),
  )
  const early = process.exited.then((code) => {
    throw new Error(`The program ended with ${code} before it was ready: ${errors.join('')}`)
  })
  const { lines, text } = await Promise.race([ready.promise, early])

  const program: Program = {
    http: lines.get('http') as string,
    mqtt: lines.get('mqtt'),
    mqtts: lines.get('mqtts'),
    setup: lines.get('setup'),
    ca: authorityIn(dataDir),
    dataDir,
    process,
    takeSession: () => cookies[taken++],
    output: () => text,
    allOutput: ready.text,
    log: () => errors.join(''),
    async stop() {
      process.kill('SIGTERM')
      return process.exited
    },
    async kill() {
      process.kill('SIGKILL')
      await process.exited
    },
  }
  started.push(program)
  return program
}

function authorityIn(dataDir: string): string | undefined {
  const path = join(dataDir, 'tls', 'authority.crt')
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** For `afterAll`: ends what a test file has started and removes its data. */
export async function stopPrograms(): Promise<void> {
  for (const program of started.splice(0)) {
    await program.kill()
    await dropDatabase(program.dataDir)
    rmSync(program.dataDir, { recursive: true, force: true })
  }
}

/**
 * Returns why a program did not start. `expect(...).rejects` cannot be used: it waits without the messages of the worker that has
 * started the program.
 */
export const startFailure = (start: Promise<unknown>): Promise<string> =>
  start.then(
    () => {
      throw new Error('The program has started.')
    },
    (error: Error) => error.message,
  )

interface Ready {
  readonly lines: ReadonlyMap<string, string>
  readonly text: string
}

/** Collects the standard output until it contains the line with the address of HTTP, the last of the addresses. */
function whenReady(): {
  readonly add: (text: string) => void
  readonly promise: Promise<Ready>
  readonly text: () => string
} {
  const { promise, resolve } = Promise.withResolvers<Ready>()
  let text = ''
  const add = (more: string): void => {
    text += more
    const lines = new Map<string, string>()
    for (const line of text.slice(0, text.lastIndexOf('\n')).split('\n')) {
      const [, door, url, setup, link] = addressLine.exec(line) ?? []
      if (door !== undefined && url !== undefined) lines.set(url.startsWith('mqtts:') ? 'mqtts' : door, url)
      if (setup !== undefined && link !== undefined) lines.set(setup, link)
    }
    if (lines.has('http')) resolve({ lines, text })
  }
  return { add, promise, text: () => text }
}

/** Runs a command of the executable to its end. */
export async function runProgram(
  args: readonly string[],
  options: { readonly env?: Record<string, string>; readonly cwd?: string; readonly stdin?: string } = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const process = Bun.spawn([executable, ...args], {
    cwd: options.cwd ?? tmpdir(),
    stdin: options.stdin === undefined ? 'ignore' : Buffer.from(options.stdin),
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...lateCompiler, ...cheapPasswords, PATH: Bun.env['PATH'], ...options.env },
  })
  const [stdout, stderr] = await Promise.all([
    new Response(process.stdout).text(),
    new Response(process.stderr).text(),
  ])
  return { code: await process.exited, stdout, stderr }
}
