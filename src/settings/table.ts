import { backupPlace, scheduleOrOff } from './backup-kinds'
import {
  brokerUrl,
  choice,
  databaseUrl,
  groupName,
  hostsOrAddresses,
  hostsOrNetworks,
  httpUrl,
  integer,
  ipAddresses,
  type Kind,
  onOrOff,
  password,
  port,
  portOrOff,
  text,
} from './kinds'
import { mailSender, smtpUrl } from './mail-settings'
import { providers } from './providers'

/**
 * The table of settings. The flags, the environment variables, the keys of the TOML file, the help, the defaults, the
 * bounds and the type of the result come from this table (docs/settings.md).
 */

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
  network_data_dir: {
    kind: onOrOff,
    default: 'off',
    meaning: 'Allow a new database on a network file system (NFS, SMB, 9p, FUSE), where it can be damaged',
  },
  database_url: {
    kind: databaseUrl,
    secret: true,
    otherwise: 'SQLite in data_dir',
    meaning: 'PostgreSQL database: postgres:// with user name and password',
  },
  database_replica_url: {
    kind: databaseUrl,
    secret: true,
    meaning: 'Standby of the PostgreSQL database that serves reports, histories and exports',
  },
  secret_key: {
    kind: password(16),
    secret: true,
    meaning: 'Key that encrypts the signing key in the PostgreSQL database, for several instances',
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
    meaning: 'Maximum sustained number of requests of a caller per minute',
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
  public_url: {
    kind: httpUrl,
    meaning:
      'Address of the console for users, such as https://whereabouts.example.com; providers and passkeys need it',
  },
  sign_in_providers: {
    kind: providers,
    secret: true,
    default: '[]',
    meaning: 'OpenID Connect providers, as tables of the file or as JSON (docs/sign-in.md)',
  },
  provider_session_days: {
    kind: integer(1, 30),
    default: '30',
    meaning: 'Days after which users who signed in with a provider must sign in again',
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
  mqtt_events: {
    kind: onOrOff,
    default: 'off',
    meaning: 'Publish events and the places of assets to the external broker',
  },
  mqtt_home_assistant: {
    kind: onOrOff,
    default: 'off',
    meaning: 'Announce assets as sensors to Home Assistant on the external broker, when mqtt_events is on',
  },
  backup_schedule: {
    kind: scheduleOrOff,
    default: '30 1 * * *',
    meaning: 'Times of scheduled backups, as a cron expression in local time; off disables them',
  },
  backup_to: {
    kind: backupPlace,
    otherwise: 'data directory',
    meaning:
      'Place of scheduled backups: an existing directory, or s3://bucket/prefix; by default copies in the data directory',
  },
  backup_passphrase: {
    kind: password(12),
    secret: true,
    meaning:
      'Passphrase that encrypts scheduled backups and decrypts them for a restore; at least 12 characters',
  },
  backup_s3_endpoint: {
    kind: httpUrl,
    meaning: 'URL of the S3 service, such as https://s3.example.org; by default Amazon S3',
  },
  backup_s3_region: { kind: text(100), default: 'us-east-1', meaning: 'Region of the S3 service' },
  backup_s3_access_key_id: { kind: text(255), meaning: 'Access key ID for the S3 service' },
  backup_s3_secret_access_key: {
    kind: text(255),
    secret: true,
    meaning: 'Secret access key for the S3 service',
  },
  webhook_allow: {
    kind: hostsOrNetworks,
    default: '',
    meaning:
      'Hosts and IP addresses, each possibly with a port, and networks (CIDR) that webhooks, outputs, printers and LLRP readers may have although they are loopback or link-local, separated by commas',
  },
  smtp_url: {
    kind: smtpUrl,
    secret: true,
    otherwise: 'no mail',
    meaning:
      'SMTP server for mail about alerts: smtp:// (with STARTTLS if offered) or smtps://, with user name',
  },
  smtp_password: { kind: password(1), secret: true, meaning: 'Password for the SMTP server' },
  mail_from: {
    kind: mailSender,
    meaning: 'Sender of mail: an e-mail address, or a name with one such as Warehouse <alerts@example.com>',
  },
  ca: {
    kind: text(4096),
    meaning:
      'PEM file of certificate authorities that webhooks, outputs and mail trust in addition to those of the system',
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
