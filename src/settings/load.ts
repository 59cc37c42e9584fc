import { UsageError } from '../base/errors'
import { parseFlagsOnly } from './flags'
import { suggestion } from './nearest'
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

/** The sources of settings. They are parameters so that tests need no process and no disk. */
export interface Sources {
  /** The arguments after the command. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Returns the text of a file. Throws if it can't be read. */
  readonly readFile: (path: string) => string
}

interface Given {
  /** The name that the user gave, such as `--port` or `WHEREABOUTS_PORT`. */
  readonly name: string
  /** The subject of a sentence about the value. */
  readonly origin: string
  readonly value: unknown
}

/** The settings that the user has set, with the names that the user gave. Warnings about ineffective settings use them. */
type GivenNames = ReadonlyMap<SettingKey, string>

type Source = (key: SettingKey) => Given | undefined

type ReadFile = Sources['readFile']

export interface Configuration {
  readonly settings: Settings
  readonly given: GivenNames
  /** The flags that were given. A separate process with these flags has the same settings. */
  readonly args: readonly string[]
}

export const loadSettings = (sources: Sources): Settings => readSettings(sources).settings

/** Reads all settings. The order of precedence is flag, environment, file, default. Throws UsageError. */
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
  // `Settings` has the same keys and types: it is derived from the same table.
  const settings = Object.freeze(values) as Settings
  assertAdminIsComplete(settings)
  assertTlsIsComplete(settings)
  assertBackupIsComplete(settings)
  assertSignInIsPossible(settings)
  assertMailIsComplete(settings)
  return { settings, given, args }
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
  const problem = kind.problemOf?.(value)
  if (problem !== undefined) throw new UsageError(`${origin} ${problem}.`)
  const found = secret ? '' : `is ${shown(value)}, but `
  throw new UsageError(`${origin} ${found}must be ${kind.allowed}.`)
}

/** Returns a value as text. Numbers do not use JSON because TOML has infinity and JSON has not. */
const shown = (value: unknown): string => (typeof value === 'number' ? String(value) : JSON.stringify(value))

function assertAdminIsComplete({ adminEmail, adminPassword }: Settings): void {
  const hasEmail = adminEmail !== undefined
  const hasPassword = adminPassword !== undefined
  if (hasEmail === hasPassword) return
  const [present, absent]: SettingKey[] = hasEmail
    ? ['admin_email', 'admin_password']
    : ['admin_password', 'admin_email']
  throw new UsageError(`${present} is set, but ${absent} is not. Set both to create an administrator.`)
}

function assertTlsIsComplete({ tls, tlsCert, tlsKey, tlsNames }: Settings): void {
  const given: Partial<Record<SettingKey, boolean>> = {
    tls_cert: tlsCert !== undefined,
    tls_key: tlsKey !== undefined,
  }
  for (const [key, isGiven] of Object.entries(given)) {
    if (tls === 'files' && !isGiven) throw new UsageError(`tls is files, but ${key} is not set. Set ${key}.`)
    if (tls !== 'files' && isGiven)
      throw new UsageError(`${key} is set, but tls is ${tls}. Set tls to files, or remove ${key}.`)
  }
  if (tls !== 'self-signed' && tlsNames.length > 0)
    throw new UsageError(`tls_names is set, but tls is ${tls}. Set tls to self-signed, or remove tls_names.`)
}

function assertBackupIsComplete({ backupTo, backupS3AccessKeyId, backupS3SecretAccessKey }: Settings): void {
  if (backupTo?.kind !== 's3') return
  const keys: Partial<Record<SettingKey, string | undefined>> = {
    backup_s3_access_key_id: backupS3AccessKeyId,
    backup_s3_secret_access_key: backupS3SecretAccessKey,
  }
  for (const [key, value] of Object.entries(keys))
    if (value === undefined) throw new UsageError(`backup_to is s3://, but ${key} is not set. Set ${key}.`)
}

function assertSignInIsPossible({ localSignIn, signInProviders, publicUrl }: Settings): void {
  if (signInProviders.length > 0 && publicUrl === undefined)
    throw new UsageError(
      'sign_in_providers is set, but public_url is not. Set public_url to the address of the console.',
    )
  if (!localSignIn && signInProviders.length === 0)
    throw new UsageError('local_sign_in is off, but sign_in_providers is not set. Nobody could sign in.')
}

function assertMailIsComplete({ smtpUrl, smtpPassword, mailFrom }: Settings): void {
  if (smtpUrl !== undefined && mailFrom === undefined)
    throw new UsageError('smtp_url is set, but mail_from is not. Set mail_from to the sender of mail.')
  if (smtpPassword === undefined) return
  if (smtpUrl !== undefined && smtpUrl.username === undefined)
    throw new UsageError('smtp_password is set, but smtp_url has no user name. Add it: smtp://user@host.')
  if (smtpUrl?.password !== undefined)
    throw new UsageError('smtp_password is set, but smtp_url has a password, too. Remove one of them.')
}

// Command line

const knownFlags = Object.fromEntries(
  [configKey, ...settingKeys].map((key) => [flagOf(key).slice(2), { type: 'string' }] as const),
)

type Flags = ReadonlyMap<string, string>

const parseFlags = (args: readonly string[]): Flags =>
  new Map(
    Object.entries(parseFlagsOnly('serve', args, knownFlags)).map(([name, value]) => [
      `--${name}`,
      String(value),
    ]),
  )

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
      throw new UsageError(`${direct} and ${file} are both set. Remove one of them.`)
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
    throw new UsageError(`${origin} names ${shown(path)}, which can't be read (${reason}).`)
  }
}

// File

/** Reads the file only if the user names it. A file in the working directory must not change the configuration. */
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
    // Bun's message ends with the value in quotes. The value may be a password without quotes.
    const reason = (error as Error).message.replace(/^TOML Parse error: /, '').replace(/: ".*$/s, '')
    throw new UsageError(`${path} is not valid TOML at line ${lineOfError(content)} (${reason}).`)
  }
}

/** Returns the first line of the statement that is not valid, because the errors of Bun do not have it. */
function lineOfError(content: string): number {
  const lines = content.split('\n')
  const isValid = (count: number): boolean => {
    try {
      Bun.TOML.parse(lines.slice(0, count).join('\n'))
      return true
    } catch {
      return false
    }
  }
  let valid = lines.length - 1
  while (valid > 0 && !isValid(valid)) valid--
  return valid + 1
}

const unknown = (what: string, name: string, known: readonly string[], where = ''): UsageError =>
  new UsageError(
    `Unknown ${what} ${name}${where}${suggestion(withoutPrefix(name), known.map(withoutPrefix), settingsList, what === 'variable' ? environmentPrefix : '')}`,
  )

const settingsList = 'whereabouts serve --help lists all settings.'

/** The variables all begin with the same letters, which would make any two of them alike. */
const withoutPrefix = (name: string): string =>
  name.startsWith(environmentPrefix) ? name.slice(environmentPrefix.length) : name
