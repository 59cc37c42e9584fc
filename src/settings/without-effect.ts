import type { Configuration } from './load'
import type { SettingKey, Settings } from './table'

/** What decides whether a setting has an effect. */
interface Start {
  readonly settings: Settings
  /** Whether the installation had been set up before this start. */
  readonly hadAdministrator: boolean
}

interface Rule {
  readonly keys: readonly SettingKey[]
  readonly applies: (start: Start) => boolean
  /** Completes the sentence "... has no effect: ...". */
  readonly reason: string
  /** What to do, in a sentence or two. */
  readonly remedy: string
}

/** The settings that can be given in vain. Those that contradict each other are refused instead (load.ts). */
const rules: readonly Rule[] = [
  {
    keys: ['admin_email', 'admin_password', 'org_name'],
    applies: ({ hadAdministrator }) => hadAdministrator,
    reason: 'the installation is set up already',
    remedy:
      'Remove what is named here. Passwords and names are changed in the console; ' +
      '"whereabouts admin reset-password <email>" sets a new password.',
  },
  {
    keys: ['org_name'],
    applies: ({ settings, hadAdministrator }) => !hadAdministrator && settings.adminEmail === undefined,
    reason: 'it names the organization of admin_email, which is not given',
    remedy: 'Give admin_email and admin_password too, or name the organization on the set-up page.',
  },
  {
    keys: ['mqtts_port'],
    applies: ({ settings: { tls, mqttsPort } }) => tls === 'off' && mqttsPort !== null,
    reason: 'tls is off',
    remedy: 'Set tls to offer MQTT over TLS, or remove it.',
  },
  {
    keys: ['mqtt_host'],
    applies: ({ settings: { tls, mqttPort, mqttsPort } }) =>
      mqttPort === null && (tls === 'off' || mqttsPort === null),
    reason: 'the built-in broker is off',
    remedy: 'Set mqtt_port to a port to turn the broker on, or remove it.',
  },
  {
    keys: ['mqtt_ca', 'mqtt_group'],
    applies: ({ settings: { mqttUrl } }) => mqttUrl === undefined,
    reason: 'there is no external broker',
    remedy: 'Set mqtt_url to subscribe to one, or remove what is named here.',
  },
  {
    keys: ['mqtt_ca'],
    applies: ({ settings: { mqttUrl } }) => mqttUrl?.protocol === 'mqtt',
    reason: 'mqtt_url is not mqtts://',
    remedy: 'Use mqtts:// in mqtt_url, or remove it.',
  },
]

const listed = new Intl.ListFormat('en')

/** A line for each reason: which settings are given in vain, by the names by which they are given, never with a value. */
export function withoutEffect({ settings, given }: Configuration, hadAdministrator: boolean): string[] {
  return rules.flatMap(({ keys, applies, reason, remedy }) => {
    const names = keys.flatMap((key) => given.get(key) ?? [])
    if (names.length === 0 || !applies({ settings, hadAdministrator })) return []
    return `${listed.format(names)} ${names.length === 1 ? 'has' : 'have'} no effect: ${reason}. ${remedy}`
  })
}
