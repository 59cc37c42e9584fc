import { type SettingKey, settingsTable } from './table'

/** The settings by subject, for the help and for docs/settings.md. A test checks that each setting is in one group. */
export const settingGroups: readonly (readonly [title: string, keys: readonly SettingKey[]])[] = [
  ['Data', ['data_dir', 'network_data_dir', 'database_url', 'database_replica_url', 'secret_key']],
  ['Network', ['host', 'port', 'public_url', 'trusted_proxies', 'ca']],
  ['TLS', ['tls', 'tls_cert', 'tls_key', 'tls_names']],
  [
    'MQTT',
    [
      'mqtt_host',
      'mqtt_port',
      'mqtts_port',
      'mqtt_url',
      'mqtt_ca',
      'mqtt_group',
      'mqtt_events',
      'mqtt_home_assistant',
    ],
  ],
  ['First start', ['admin_email', 'admin_password', 'org_name', 'environment']],
  ['Sign-in', ['local_sign_in', 'second_factor', 'sign_in_providers', 'provider_session_days']],
  [
    'Backups',
    [
      'backup_schedule',
      'backup_to',
      'backup_passphrase',
      'backup_s3_endpoint',
      'backup_s3_region',
      'backup_s3_access_key_id',
      'backup_s3_secret_access_key',
    ],
  ],
  ['Webhooks and outputs', ['webhook_allow']],
  ['Mail', ['smtp_url', 'smtp_password', 'mail_from']],
  ['Reads', ['read_max_age_days', 'read_max_ahead_seconds']],
  [
    'Limits',
    [
      'rate_limit_burst',
      'rate_limit_per_minute',
      'login_failures_per_account',
      'login_failures_per_address',
      'login_failures_account_total',
      'max_body_bytes',
    ],
  ],
  ['Log and metrics', ['log_level', 'log_format', 'metrics']],
]

/** Settings that are accepted and have no effect any more. The help does not list them. */
export const retiredSettings: readonly SettingKey[] = ['settle_seconds']

/** The default of a setting as the help and docs/settings.md show it. `nameOf` returns the name of another setting. */
export function defaultOf(key: SettingKey, nameOf: (key: SettingKey) => string): string {
  const setting = settingsTable[key]
  if ('sameAs' in setting) return `as ${nameOf(setting.sameAs)}`
  const given: string = 'default' in setting ? setting.default : ''
  return given || ('otherwise' in setting ? setting.otherwise : 'none')
}

/** The meaning of a setting and its choices. */
export function meaningOf(key: SettingKey): string {
  const { meaning, kind } = settingsTable[key]
  return kind.choices ? `${meaning} (${kind.choices})` : meaning
}
