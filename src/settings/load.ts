import { closest } from 'fastest-levenshtein'
import {
  configKey,
  environmentFileVariable,
  environmentPrefix,
  environmentVariable,
  flagOf,
  propertyOf,
  type Setting,
  type SettingKey,
  settingKeys,
  type Settings,
  settingsTable,
} from './table'

/** Settings that can't be used. The message is one sentence for the operator and holds no secret. */
export class SettingsError extends Error {}

/** Where settings come from, passed in so that a test needs neither a process nor a disk. */
export interface Sources {
  /** What follows the command on the command line. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** The text of a file; throws where it can't be read. */
  readonly readFile: (path: string) => string
}

interface Given {
  /** How the setting is given, such as `--port` or `WHEREABOUTS_PORT`. */
  readonly name: string
  /** The subject of a sentence about the value. */
  readonly origin: string
  readonly value: unknown
}

/** The names by which settings are given, of those that are: what has no effect is said of them alone. */
export type GivenNames = ReadonlyMap<SettingKey, string>

type Source = (key: SettingKey) => Given | undefined

type ReadFile = Sources['readFile']

export interface Configuration {
  readonly settings: Settings
  readonly given: GivenNames
}

export const loadSettings = (sources: Sources): Settings => readSettings(sources).settings

/** A flag wins over the environment, that over the file, that over the default. Throws SettingsError. */
export function readSettings({ args, env, readFile }: Sources): Configuration {
  const flags = parseFlags(args)
  const variables = knownVariables(env)
  const sources = [
    fromFlags(flags),
    fromVariables(variables, readFile),
    fromConfig(flags, variables, readFile),
  ]

  const given = new Map<SettingKey, string>()
  const valueOf = (key: SettingKey): unknown => {
    const setting: Setting = settingsTable[key]
    const found = firstOf(sources, key)
    if (found) {
      given.set(key, found.name)
      return accepted(setting, found)
    }
    if (setting.sameAs) return valueOf(setting.sameAs)
    return setting.default === undefined ? undefined : setting.kind.read(setting.default)
  }

  const values = Object.fromEntries(settingKeys.map((key) => [propertyOf(key), valueOf(key)]))
  // The type says the same of the table as the lines above do, key by key.
  const settings = Object.freeze(values) as Settings
  assertAdminIsWhole(settings)
  assertTlsIsWhole(settings)
  return { settings, given }
}

function firstOf(sources: readonly Source[], key: SettingKey): Given | undefined {
  for (const source of sources) {
    const given = source(key)
    if (given) return given
  }
  return undefined
}

function accepted({ kind, secret }: Setting, { origin, value }: Given): unknown {
  const read = kind.read(value)
  if (read !== undefined) return read
  const found = secret ? '' : `is ${shown(value)}, but `
  throw new SettingsError(`${origin} ${found}must be ${kind.allowed}.`)
}

/** JSON has no infinity, TOML has. */
const shown = (value: unknown): string => (typeof value === 'number' ? String(value) : JSON.stringify(value))

function assertAdminIsWhole({ adminEmail, adminPassword }: Settings): void {
  const hasEmail = adminEmail !== undefined
  const hasPassword = adminPassword !== undefined
  if (hasEmail === hasPassword) return
  const [present, absent]: SettingKey[] = hasEmail
    ? ['admin_email', 'admin_password']
    : ['admin_password', 'admin_email']
  throw new SettingsError(
    `The setting ${present} is given without ${absent}, but an administrator needs both.`,
  )
}

function assertTlsIsWhole({ tls, tlsCert, tlsKey, tlsNames }: Settings): void {
  const given: Partial<Record<SettingKey, boolean>> = {
    tls_cert: tlsCert !== undefined,
    tls_key: tlsKey !== undefined,
  }
  for (const [key, isGiven] of Object.entries(given)) {
    if (tls === 'files' && !isGiven) throw new SettingsError(`The setting tls is files, which needs ${key}.`)
    if (tls !== 'files' && isGiven)
      throw new SettingsError(`The setting ${key} is given, but tls is ${tls}: it needs to be files.`)
  }
  if (tls !== 'self-signed' && tlsNames.length > 0)
    throw new SettingsError(`The setting tls_names is given, but tls is ${tls}: it needs to be self-signed.`)
}

// Command line

const knownFlags = [configKey, ...settingKeys].map(flagOf)

type Flags = ReadonlyMap<string, string>

function parseFlags(args: readonly string[]): Flags {
  const flags = new Map<string, string>()
  const rest = args.values()
  for (const argument of rest) {
    if (!argument.startsWith('-')) throw new SettingsError(`Unexpected argument ${shown(argument)}.`)
    const equals = argument.indexOf('=')
    const name = equals === -1 ? argument : argument.slice(0, equals)
    if (!knownFlags.includes(name)) throw unknown('flag', name, [...knownFlags, '--help', '--version'])
    if (flags.has(name)) throw new SettingsError(`${name} is given more than once.`)
    flags.set(name, equals === -1 ? nextValue(name, rest) : argument.slice(equals + 1))
  }
  return flags
}

/** In `--host --port 80` the host was forgotten. A value that begins with dashes can be given after `=`. */
function nextValue(name: string, rest: Iterator<string>): string {
  const next = rest.next()
  if (next.done || next.value.startsWith('--')) throw new SettingsError(`${name} needs a value.`)
  return next.value
}

function fromFlags(flags: Flags): Source {
  return (key) => {
    const value = flags.get(flagOf(key))
    return value === undefined ? undefined : { name: flagOf(key), origin: flagOf(key), value }
  }
}

// Environment

const knownVariableNames = [
  ...[configKey, ...settingKeys].map(environmentVariable),
  ...settingKeys.map(environmentFileVariable),
]

type Variables = ReadonlyMap<string, string>

function knownVariables(env: Sources['env']): Variables {
  const variables = new Map<string, string>()
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith(environmentPrefix) || value === undefined) continue
    if (!knownVariableNames.includes(name)) throw unknown('variable', name, knownVariableNames)
    variables.set(name, value)
  }
  for (const key of settingKeys) {
    const [direct, file] = [environmentVariable(key), environmentFileVariable(key)]
    if (variables.has(direct) && variables.has(file))
      throw new SettingsError(`Only one of ${direct} and ${file} may be given.`)
  }
  return variables
}

function fromVariables(variables: Variables, readFile: ReadFile): Source {
  return (key) => {
    const origin = environmentVariable(key)
    const direct = variables.get(origin)
    if (direct !== undefined) return { name: origin, origin, value: direct }

    const fileOrigin = environmentFileVariable(key)
    const path = variables.get(fileOrigin)
    if (path === undefined) return undefined
    const content = contentOf(fileOrigin, path, readFile)
    const value = content.replace(/\r?\n$/, '')
    return { name: fileOrigin, origin: `The content of ${fileOrigin}`, value }
  }
}

function contentOf(origin: string, path: string, readFile: ReadFile): string {
  try {
    return readFile(path)
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split(', ')
    throw new SettingsError(`${origin} names ${shown(path)}, which can't be read (${reason}).`)
  }
}

// File

/** Read only where it is named: what happens to lie in the working directory must not configure anything. */
function fromConfig(flags: Flags, variables: Variables, readFile: ReadFile): Source {
  const flag = flagOf(configKey)
  const variable = environmentVariable(configKey)
  const path = flags.get(flag) ?? variables.get(variable)
  if (path === undefined) return () => undefined

  const values = parseConfig(path, contentOf(flags.has(flag) ? flag : variable, path, readFile))
  return (key) => {
    const name = `${key} in ${path}`
    return values.has(key) ? { name, origin: name, value: values.get(key) } : undefined
  }
}

function parseConfig(path: string, content: string): ReadonlyMap<string, unknown> {
  const values = new Map(Object.entries(parseToml(path, content)))
  const known: readonly string[] = settingKeys
  for (const key of values.keys()) {
    if (!known.includes(key)) throw unknown('key', key, known, ` in ${path}`)
  }
  return values
}

function parseToml(path: string, content: string): object {
  try {
    return Bun.TOML.parse(content)
  } catch (error) {
    // A quoted end of Bun's message repeats the value, which may be a password that lacks its quotes.
    const reason = (error as Error).message.replace(/^TOML Parse error: /, '').replace(/: ".*$/s, '')
    throw new SettingsError(`${path} is not valid TOML (${reason}).`)
  }
}

const unknown = (what: string, name: string, known: readonly string[], where = ''): SettingsError =>
  new SettingsError(`Unknown ${what} ${name}${where}; did you mean ${closest(name, known)}?`)
