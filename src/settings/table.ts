import { isIP } from 'node:net'
import { isHostName } from './host-name'
import { codePoints, hasControl, hasSpaceAtAnEdge } from '../text'
import { type BrokerUrl, brokerUrlForm, parseBrokerUrl } from './broker-url'

/**
 * The table of settings. The flags, the environment variables, the keys of the TOML file, the help, the defaults, the
 * bounds and the type of the result come from this table (README.md, Configuration).
 */

/** The type of a setting. Values are text, or a number, boolean or array of the TOML file. */
export interface Kind<T> {
  /** Completes the sentence "must be ...". */
  readonly allowed: string
  /** The allowed values, for a setting with a short list of them. The help shows it after the meaning. */
  readonly choices?: string
  /** Returns the value, or undefined if it is not allowed. */
  read(value: unknown): T | undefined
}

export interface Setting {
  readonly kind: Kind<unknown>
  readonly meaning: string
  /** The default value as text. */
  readonly default?: string
  /** Name of the setting whose value is the default. */
  readonly sameAs?: 'host'
  /** Text of the help in place of a default, for a setting that has neither of the two above. */
  readonly otherwise?: string
  /** True if messages must not contain the value. */
  readonly secret?: true
}

const isText = (value: unknown): value is string => typeof value === 'string' && !hasControl(value)

const text = (lengthMax: number): Kind<string> => ({
  allowed: `1 to ${lengthMax} characters, without control characters or white space at either end`,
  read(value) {
    if (!isText(value) || value === '' || hasSpaceAtAnEdge(value)) return undefined
    return codePoints(value) <= lengthMax ? value : undefined
  },
})

const password = (lengthMin: number): Kind<string> => ({
  allowed: `at least ${lengthMin} characters long, without control characters`,
  read: (value) => (isText(value) && codePoints(value) >= lengthMin ? value : undefined),
})

const integer = (minimum: number, maximum: number): Kind<number> => ({
  allowed: `a whole number from ${minimum} to ${maximum}`,
  read(value) {
    const isWritten = typeof value === 'string' && /^(0|[1-9]\d*)$/.test(value)
    const number = isWritten ? Number(value) : value
    if (typeof number !== 'number' || !Number.isInteger(number)) return undefined
    return minimum <= number && number <= maximum ? number : undefined
  },
})

const port = integer(0, 65535)

const portOrOff: Kind<number | null> = {
  allowed: `${port.allowed}, or off`,
  read: (value) => (value === 'off' ? null : port.read(value)),
}

function choice<const T extends string>(...values: readonly T[]): Kind<T> {
  const allowed = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
  return { allowed, choices: allowed, read: (value) => values.find((known) => known === value) }
}

const onOrOff: Kind<boolean> = {
  allowed: 'on or off',
  choices: 'on or off',
  read(value) {
    if (value === 'on' || value === true) return true
    return value === 'off' || value === false ? false : undefined
  },
}

const brokerUrl: Kind<Readonly<BrokerUrl>> = {
  allowed: brokerUrlForm,
  read: (value) => (typeof value === 'string' ? parseBrokerUrl(value) : undefined),
}

const groupName: Kind<string> = {
  allowed: '1 to 100 letters, digits, _ and -',
  read: (value) => (isText(value) && /^[\w-]{1,100}$/.test(value) ? value : undefined),
}

const ipAddresses: Kind<readonly string[]> = {
  allowed: 'IP addresses separated by commas',
  read(value) {
    const parts = typeof value === 'string' ? splitAtCommas(value) : value
    if (!Array.isArray(parts)) return undefined
    return parts.every(isAddress) ? Object.freeze([...parts]) : undefined
  },
}

const hostsOrAddresses: Kind<readonly string[]> = {
  allowed: 'host names and IP addresses separated by commas',
  read(value) {
    const parts = typeof value === 'string' ? splitAtCommas(value) : value
    if (!Array.isArray(parts)) return undefined
    const names = parts.map((part: unknown) => (typeof part === 'string' ? part.toLowerCase() : ''))
    return names.every((name) => isAddress(name) || isHostName(name)) ? Object.freeze(names) : undefined
  },
}

const splitAtCommas = (list: string): string[] =>
  list.trim() === '' ? [] : list.split(',').map((part) => part.trim())

const isAddress = (value: unknown): value is string => typeof value === 'string' && isIP(value) !== 0

/** Higher than the rate of any benchmark. A budget cannot be switched off. */
const rateMax = 1_000_000_000
const gibibyte = 1024 ** 3
const yearInSeconds = 31_536_000

/** The settings in the order of the help. A key must not end in `_file`, which is the ending of a variable that names a file. */
export const settingsTable = {
  data_dir: {
    kind: text(4096),
    default: './data',
    meaning: 'Directory of the database, the signing key and the backups',
  },
  host: { kind: text(255), default: '0.0.0.0', meaning: 'Address for HTTP' },
  port: { kind: port, default: '8080', meaning: 'Port for HTTP; 0 selects a free port' },
  environment: {
    kind: choice('production', 'preview'),
    default: 'production',
    meaning: 'Kind of installation; API keys and tokens of one kind do not work in the other',
  },
  admin_email: {
    kind: text(254),
    meaning: 'E-mail address of the administrator that an unattended first start creates',
  },
  admin_password: { kind: password(8), secret: true, meaning: 'Password of that administrator' },
  org_name: {
    kind: text(255),
    default: 'Warehouse',
    meaning: 'Name of the organization that an unattended first start creates',
  },
  rate_limit_burst: {
    kind: integer(1, rateMax),
    default: '1200',
    meaning: 'Maximum number of requests of a caller at once',
  },
  rate_limit_per_minute: {
    kind: integer(1, rateMax),
    default: '6000',
    meaning: 'Maximum number of sustained requests of a caller per minute',
  },
  login_failures_per_account: {
    kind: integer(1, rateMax),
    default: '10',
    meaning:
      'Maximum number of failed sign-ins per minute to one account or client id from one address or device',
  },
  login_failures_per_address: {
    kind: integer(1, rateMax),
    default: '100',
    meaning: 'Maximum number of failed sign-ins per minute from one address to all accounts and client ids',
  },
  login_failures_account_total: {
    kind: integer(1, rateMax),
    default: '300',
    meaning:
      'Maximum number of failed sign-ins per minute to one account or client id from all addresses and devices that have never signed in to it',
  },
  second_factor: {
    kind: choice('optional', 'required'),
    default: 'optional',
    meaning: 'Whether users who sign in with a password must have a second factor',
  },
  local_sign_in: {
    kind: onOrOff,
    default: 'on',
    meaning: 'Sign-in with a password of this installation; off needs a provider',
  },
  max_body_bytes: {
    kind: integer(1, gibibyte),
    default: '1048576',
    meaning: 'Maximum size of a request body, in bytes; at most 16384 for endpoints without credentials',
  },
  read_max_age_days: {
    kind: integer(1, 36_500),
    default: '30',
    meaning: 'Maximum age of a read, in days; an older read gets the time of receipt',
  },
  read_max_ahead_seconds: {
    kind: integer(1, yearInSeconds),
    default: '300',
    meaning:
      'Maximum time of a read ahead of the clock, in seconds; a read further ahead gets the time of receipt',
  },
  settle_seconds: {
    kind: integer(0, 3600),
    default: '10',
    meaning: 'Not used any more. Set the sensitivity of the organization on the Settings page instead',
  },
  tls: {
    kind: choice('off', 'self-signed', 'files'),
    default: 'off',
    meaning:
      'HTTPS, and MQTT over TLS: with a certificate authority of the installation, or with existing certificate files',
  },
  tls_cert: {
    kind: text(4096),
    meaning: 'PEM file of the certificate with its chain, when tls is files',
  },
  tls_key: { kind: text(4096), meaning: 'PEM file of the private key, when tls is files' },
  tls_names: {
    kind: hostsOrAddresses,
    default: '',
    meaning: 'Additional names and addresses of a self-signed certificate, separated by commas',
  },
  trusted_proxies: {
    kind: ipAddresses,
    default: '',
    meaning: 'IP addresses of proxies whose X-Forwarded-* headers are used, separated by commas',
  },
  mqtt_host: { kind: text(255), sameAs: 'host', meaning: 'Address of the built-in MQTT broker' },
  mqtt_port: {
    kind: portOrOff,
    default: '1883',
    meaning: 'Port of the built-in MQTT broker; 0 selects a free port, off disables it',
  },
  mqtts_port: {
    kind: portOrOff,
    default: '8883',
    meaning:
      'Port of the built-in MQTT broker over TLS, when tls is on; 0 selects a free port, off disables it',
  },
  mqtt_url: {
    kind: brokerUrl,
    secret: true,
    meaning: 'External MQTT broker to subscribe to: mqtt:// or mqtts://, with user name and password',
  },
  mqtt_ca: {
    kind: text(4096),
    meaning:
      'PEM file of the certificate authority of an mqtts:// broker; by default the public ones are trusted',
  },
  mqtt_group: {
    kind: groupName,
    meaning:
      'Group of installations that share the messages of the external broker; by default each gets all messages',
  },
  metrics: { kind: onOrOff, default: 'on', meaning: 'Prometheus metrics at /metrics' },
  log_level: {
    kind: choice('trace', 'debug', 'info', 'warn', 'error'),
    default: 'info',
    meaning: 'Minimum log level',
  },
  log_format: {
    kind: choice('pretty', 'json'),
    otherwise: 'by terminal',
    meaning: 'Format of the log; by default pretty on a terminal and json elsewhere',
  },
} as const satisfies Record<string, Setting>

export type SettingKey = keyof typeof settingsTable

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S

type ValueOf<S extends Setting> =
  | (S['kind'] extends Kind<infer T> ? T : never)
  | (S extends { default: string } | { sameAs: string } ? never : undefined)

/** The values of all settings, frozen. `mqttPort` is null when the broker is off. */
export type Settings = {
  readonly [K in SettingKey as CamelCase<K>]: ValueOf<(typeof settingsTable)[K]>
}

export const settingKeys = Object.keys(settingsTable) as SettingKey[]

/** Key of the flag and variable that name the optional TOML file. It is not a setting: the file can't name another file. */
export const configKey = 'config' as const

type AnyKey = SettingKey | typeof configKey

export const environmentPrefix = 'WHEREABOUTS_'

export const environmentVariable = (key: AnyKey): string => environmentPrefix + key.toUpperCase()

/** Returns the variable that names a file with the value. Container platforms and service managers pass secrets as files. */
export const environmentFileVariable = (key: SettingKey): string => `${environmentVariable(key)}_FILE`

export const flagOf = (key: AnyKey): string => `--${key.replaceAll('_', '-')}`

/** Returns the name of the setting in `Settings`. */
export const propertyOf = (key: SettingKey): string =>
  key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** Returns the list of settings for the help, in aligned columns. */
export function settingsHelp(): string {
  const rows = [
    ['Flag', 'Variable', 'Default', 'Meaning'],
    [
      flagOf(configKey),
      environmentVariable(configKey),
      'none',
      'TOML file with settings; its keys are names such as data_dir',
    ],
    ...settingKeys.map((key) => {
      const setting: Setting = settingsTable[key]
      return [flagOf(key), environmentVariable(key), defaultInHelp(setting), meaningInHelp(setting)]
    }),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  return `${lines.join('\n')}\n`
}

function defaultInHelp(setting: Setting): string {
  if (setting.sameAs) return `as ${flagOf(setting.sameAs)}`
  return setting.default || (setting.otherwise ?? 'none')
}

const meaningInHelp = ({ meaning, kind }: Setting): string =>
  kind.choices ? `${meaning} (${kind.choices})` : meaning
