import type { Configuration } from './load'
import type { SettingKey, Settings } from './table'

/** The facts that determine whether a setting has an effect. */
interface Start {
  readonly settings: Settings
  /** Whether the installation had been set up before this start. */
  readonly hadAdministrator: boolean
}

interface Rule {
  readonly keys: readonly SettingKey[]
  readonly applies: (start: Start) => boolean
  /** Completes the sentence "... has no effect because ...". */
  readonly reason: string
  /** The action to take, in one or two sentences. */
  readonly remedy: string
}

/** The settings that other settings can make ineffective. Contradictory settings are errors (load.ts). */
const rules: readonly Rule[] = [
  {
    keys: ['admin_email', 'admin_password', 'org_name'],
    applies: ({ hadAdministrator }) => hadAdministrator,
    reason: 'the installation is already set up',
    remedy:
      'Change passwords and names in the console, ' +
      'or run "whereabouts admin reset-password <email>" to set a new password.',
  },
  {
    keys: ['org_name'],
    applies: ({ settings, hadAdministrator }) => !hadAdministrator && settings.adminEmail === undefined,
    reason: 'admin_email is not set',
    remedy: 'Set admin_email and admin_password too, or enter the name on the set-up page.',
  },
  {
    keys: ['secret_key', 'database_replica_url'],
    applies: ({ settings: { databaseUrl } }) => databaseUrl === undefined,
    reason: 'database_url is not set',
    remedy: 'Set database_url to use PostgreSQL.',
  },
  {
    keys: ['provider_session_days'],
    applies: ({ settings: { signInProviders } }) => signInProviders.length === 0,
    reason: 'sign_in_providers is not set',
    remedy: 'Set sign_in_providers to sign users in with a provider.',
  },
  {
    keys: ['network_data_dir'],
    applies: ({ settings: { databaseUrl } }) => databaseUrl !== undefined,
    reason: 'the database is PostgreSQL',
    remedy: 'Remove it.',
  },
  {
    keys: ['mqtts_port'],
    applies: ({ settings: { tls, mqttsPort } }) => tls === 'off' && mqttsPort !== null,
    reason: 'tls is off',
    remedy: 'Set tls to enable MQTT over TLS.',
  },
  {
    keys: ['mqtt_host'],
    applies: ({ settings: { tls, mqttPort, mqttsPort } }) =>
      mqttPort === null && (tls === 'off' || mqttsPort === null),
    reason: 'the built-in broker is off',
    remedy: 'Set mqtt_port to a port to turn on the broker.',
  },
  {
    keys: ['mqtt_events', 'mqtt_home_assistant'],
    applies: ({ settings: { mqttUrl } }) => mqttUrl === undefined,
    reason: 'mqtt_url is not set',
    remedy: 'Set mqtt_url to publish to an external broker.',
  },
  {
    keys: ['mqtt_home_assistant'],
    applies: ({ settings: { mqttUrl, mqttEvents } }) => mqttUrl !== undefined && !mqttEvents,
    reason: 'mqtt_events is off',
    remedy: 'Set mqtt_events to on.',
  },
  {
    keys: ['mqtt_ca', 'mqtt_group'],
    applies: ({ settings: { mqttUrl } }) => mqttUrl === undefined,
    reason: 'mqtt_url is not set',
    remedy: 'Set mqtt_url to subscribe to an external broker.',
  },
  {
    keys: ['mqtt_ca'],
    applies: ({ settings: { mqttUrl } }) => mqttUrl?.protocol === 'mqtt',
    reason: 'mqtt_url is not mqtts://',
    remedy: 'Use mqtts:// in mqtt_url to verify the certificate of the broker.',
  },
  {
    keys: ['backup_schedule', 'backup_to', 'backup_passphrase'],
    applies: ({ settings: { databaseUrl } }) => databaseUrl !== undefined,
    reason: 'the database is PostgreSQL',
    remedy: 'Remove it, and back up the database with the tools of PostgreSQL.',
  },
  {
    keys: ['smtp_password', 'mail_from'],
    applies: ({ settings: { smtpUrl } }) => smtpUrl === undefined,
    reason: 'smtp_url is not set',
    remedy: 'Set smtp_url to send mail.',
  },
  {
    keys: ['backup_to', 'backup_passphrase'],
    applies: ({ settings: { backupSchedule } }) => backupSchedule === null,
    reason: 'backup_schedule is off',
    remedy: 'Remove it, or set backup_schedule.',
  },
  {
    keys: [
      'backup_s3_endpoint',
      'backup_s3_region',
      'backup_s3_access_key_id',
      'backup_s3_secret_access_key',
    ],
    applies: ({ settings: { backupTo } }) => backupTo?.kind !== 's3',
    reason: 'backup_to is not s3://',
    remedy: 'Remove it, or set backup_to to s3:// with a bucket.',
  },
  {
    keys: ['settle_seconds'],
    applies: () => true,
    reason: 'the service no longer uses a settle window',
    remedy: 'Remove it, and set the sensitivity of the organization on the Settings page of the console.',
  },
]

const listed = new Intl.ListFormat('en')

/** Returns a message for each reason. It contains the settings by the names that the user gave, and never a value. */
export function withoutEffect({ settings, given }: Configuration, hadAdministrator: boolean): string[] {
  return rules.flatMap(({ keys, applies, reason, remedy }) => {
    const names = keys.flatMap((key) => given.get(key) ?? [])
    if (names.length === 0 || !applies({ settings, hadAdministrator })) return []
    return `${listed.format(names)} ${names.length === 1 ? 'has' : 'have'} no effect because ${reason}. ${remedy}`
  })
}
