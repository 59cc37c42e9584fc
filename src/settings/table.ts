import { isIP } from 'node:net'
import { isHostName } from './host-name'
import { codePoints, hasControl, hasSpaceAtAnEdge } from '../text'
import { type BrokerUrl, brokerUrlForm, parseBrokerUrl } from './broker-url'

/**
 * The one table of settings. Flags, environment variables, keys of the TOML file, help, defaults, bounds and
 * the type of the result all come from it (README.md, Configuration).
 */

/** How a value is read: a text from anywhere, or a number, boolean or array from the TOML file. */
export interface Kind<T> {
  /** Completes the sentence "must be ...". */
  readonly allowed: string
  /** Shown behind the meaning in the help, where it is short enough to say all there is to choose from. */
  readonly choices?: string
  /** The value, or undefined where it is not allowed. */
  read(value: unknown): T | undefined
}

export interface Setting {
  readonly kind: Kind<unknown>
  readonly meaning: string
  /** As a user would write it. */
  readonly default?: string
  /** Unless given, the value is that of this other setting. */
  readonly sameAs?: 'host'
  /** Only for the help, where there is neither: what happens then. */
  readonly otherwise?: string
  /** Never shown in a message. */
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

/** Above any rate that a benchmark needs; budgets are raised, not switched off. */
const rateMax = 1_000_000_000
const gibibyte = 1024 ** 3
const yearInSeconds = 31_536_000

/** In the order of the help. A key must not end in `_file`: that ending names the file of a variable. */
export const settingsTable = {
  data_dir: { kind: text(4096), default: './data', meaning: 'folder of database, signing key and backups' },
  host: { kind: text(255), default: '0.0.0.0', meaning: 'address to serve HTTP on' },
  port: { kind: port, default: '8080', meaning: 'port to serve HTTP on; 0 picks a free one' },
  environment: {
    kind: choice('production', 'preview'),
    default: 'production',
    meaning: 'what this installation is for; credentials of one kind never work in the other',
  },
  admin_email: {
    kind: text(254),
    meaning: 'e-mail address of the administrator that an unattended first start creates',
  },
  admin_password: { kind: password(8), secret: true, meaning: 'password of that administrator' },
  org_name: {
    kind: text(255),
    default: 'Warehouse',
    meaning: 'name of the organization made with that administrator',
  },
  rate_limit_burst: {
    kind: integer(1, rateMax),
    default: '1200',
    meaning: 'requests that a caller may make at once',
  },
  rate_limit_per_minute: {
    kind: integer(1, rateMax),
    default: '6000',
    meaning: 'requests a minute that a caller may make for long',
  },
  login_failures_per_account: {
    kind: integer(1, rateMax),
    default: '10',
    meaning: 'failed sign-ins a minute to one account or client id, from one address or device',
  },
  login_failures_per_address: {
    kind: integer(1, rateMax),
    default: '100',
    meaning: 'failed sign-ins a minute from one address, to all accounts and client ids',
  },
  login_failures_account_total: {
    kind: integer(1, rateMax),
    default: '300',
    meaning:
      'failed sign-ins a minute to one account or client id, from all addresses and devices that never signed in to it',
  },
  max_body_bytes: {
    kind: integer(1, gibibyte),
    default: '1048576',
    meaning: 'largest request body, in bytes; where no credentials are needed at most 16384',
  },
  read_max_age_days: {
    kind: integer(1, 36_500),
    default: '30',
    meaning: 'a read whose time is older gets the time of receipt',
  },
  read_max_ahead_seconds: {
    kind: integer(1, yearInSeconds),
    default: '300',
    meaning: 'a read whose time is further ahead gets the time of receipt',
  },
  settle_seconds: {
    kind: integer(0, 3600),
    default: '10',
    meaning: 'how long two places that hear an asset are compared, and the least time between its moves',
  },
  tls: {
    kind: choice('off', 'self-signed', 'files'),
    default: 'off',
    meaning: 'HTTPS, and MQTT over TLS, with an authority of its own or with a certificate that is there',
  },
  tls_cert: {
    kind: text(4096),
    meaning: 'PEM file of the certificate, with those that lead to its authority',
  },
  tls_key: { kind: text(4096), meaning: 'PEM file of its private key' },
  tls_names: {
    kind: hostsOrAddresses,
    default: '',
    meaning: 'further names and addresses of this machine for a self-signed certificate',
  },
  trusted_proxies: {
    kind: ipAddresses,
    default: '',
    meaning: 'IP addresses whose X-Forwarded-* headers count',
  },
  mqtt_host: { kind: text(255), sameAs: 'host', meaning: 'address of the built-in MQTT broker' },
  mqtt_port: {
    kind: portOrOff,
    default: '1883',
    meaning: 'port of the built-in MQTT broker; 0 picks a free one, off disables it',
  },
  mqtts_port: {
    kind: portOrOff,
    default: '8883',
    meaning:
      'port of the built-in MQTT broker over TLS, where tls is on; 0 picks a free one, off disables it',
  },
  mqtt_url: {
    kind: brokerUrl,
    secret: true,
    meaning: 'external MQTT broker to subscribe to as well: mqtt:// or mqtts://, with user and password',
  },
  mqtt_ca: {
    kind: text(4096),
    meaning: 'PEM file of the authority that vouches for an mqtts:// broker; by default the well-known ones',
  },
  mqtt_group: {
    kind: groupName,
    meaning:
      'installations of the same group share the messages of the external broker; by default each gets all',
  },
  metrics: { kind: onOrOff, default: 'on', meaning: 'Prometheus metrics at /metrics' },
  log_level: {
    kind: choice('trace', 'debug', 'info', 'warn', 'error'),
    default: 'info',
    meaning: 'least level of what is logged',
  },
  log_format: {
    kind: choice('pretty', 'json'),
    otherwise: 'by terminal',
    meaning: 'form of the log, by default pretty on a terminal and json elsewhere',
  },
} as const satisfies Record<string, Setting>

export type SettingKey = keyof typeof settingsTable

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S

type ValueOf<S extends Setting> =
  | (S['kind'] extends Kind<infer T> ? T : never)
  | (S extends { default: string } | { sameAs: string } ? never : undefined)

/** What the program is told, frozen. `mqttPort` is null where the broker is off. */
export type Settings = {
  readonly [K in SettingKey as CamelCase<K>]: ValueOf<(typeof settingsTable)[K]>
}

export const settingKeys = Object.keys(settingsTable) as SettingKey[]

/** Names the optional TOML file. Not a setting itself: the file can't name another. */
export const configKey = 'config' as const

type AnyKey = SettingKey | typeof configKey

export const environmentPrefix = 'WHEREABOUTS_'

export const environmentVariable = (key: AnyKey): string => environmentPrefix + key.toUpperCase()

/** Names a file that holds the value, as secrets are handed to containers and services. */
export const environmentFileVariable = (key: SettingKey): string => `${environmentVariable(key)}_FILE`

export const flagOf = (key: AnyKey): string => `--${key.replaceAll('_', '-')}`

/** The setting's name in `Settings`. */
export const propertyOf = (key: SettingKey): string =>
  key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** The part of the help that lists the settings, in aligned columns. */
export function settingsHelp(): string {
  const rows = [
    ['Flag', 'Variable', 'Default', 'Meaning'],
    [
      flagOf(configKey),
      environmentVariable(configKey),
      'none',
      'TOML file with settings, by names such as data_dir',
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
