import type { components } from '../api/schema'
import { t } from '../languages/messages'

/** The names of the formats of fixed readers, and the settings that each model needs (docs/readers.md). */

type Reader = components['schemas']['Reader']
export type Format = NonNullable<Reader['format']>

interface FormatInfo {
  readonly name: string
  /** For sentences and buttons; the name without it. */
  readonly shortName?: string
  readonly group: string
  readonly protocols: readonly ('mqtt' | 'http')[]
  /** Settings to make in the reader, one sentence each. */
  readonly notes: readonly string[]
}

const both = ['mqtt', 'http'] as const
const fixed = t('RFID readers')
const gateways = t('BLE gateways')
const other = t('Other')

export const formats: Readonly<Record<Format, FormatInfo>> = {
  csl_cs463: {
    name: 'CSL CS463',
    group: fixed,
    protocols: both,
    notes: [
      t("Send JSON in the reader's default format. In a custom data format, keep the names of the fields."),
      t('Include epc, antennaPort and a time: timeStampOfRead, or timeOfRead together with timeZone.'),
    ],
  },
  impinj_iot: {
    name: 'Impinj R700, R720 (IoT Device Interface)',
    shortName: 'Impinj IoT Device Interface',
    group: fixed,
    protocols: both,
    notes: [
      t('Set the RFID interface to the Impinj IoT Device Interface (RESTful Interface in older firmware).'),
      t(
        'Switch on the fields epcHex, antennaPort, lastSeenTime and peakRssiCdbm. HTTP is called webhook there.',
      ),
    ],
  },
  impinj_smartreader: {
    name: 'Impinj with SmartReader',
    group: fixed,
    protocols: both,
    notes: [
      t(
        'Enter the topic as the topic for tag events. The topic for management events can match the filter too.',
      ),
    ],
  },
  impinj_speedway_connect: {
    name: 'Impinj Speedway Connect',
    group: fixed,
    protocols: ['http'],
    notes: [t('Choose HTTP Post, with JSON as the output format instead of key-value pairs.')],
  },
  llrp: {
    name: t('Impinj, Zebra, Alien and others (LLRP)'),
    shortName: 'LLRP',
    group: fixed,
    protocols: [],
    notes: [t('The service connects to the reader and sets it up. Nothing needs to be set in the reader.')],
  },
  zebra_iotc: {
    name: 'Zebra FX7500, FX9600, ATR7000 (IoT Connector)',
    shortName: 'Zebra IoT Connector',
    group: fixed,
    protocols: both,
    notes: [
      t('Add an endpoint under Communication, Zebra IoT Connector, and use it for tag data.'),
      t(
        'Switch on antenna and RSSI in the metadata of tags. Without the antenna, every read counts for antenna 1.',
      ),
      t('You can send management events to the same endpoint. They report which antennas are connected.'),
      t('Choose topics for commands and responses that do not match the filter.'),
    ],
  },
  zebra_rfd: {
    name: 'Zebra RFD40, RFD90',
    shortName: 'Zebra RFD',
    group: fixed,
    protocols: ['mqtt'],
    notes: [
      t('Use an active endpoint of type DATA1. Connect endpoints of type MDM and CTRL to another broker.'),
      t('Switch on RSSI in the metadata of tags.'),
    ],
  },
  aprbrother_v4: {
    name: 'April Brother BLE Gateway V4',
    shortName: 'April Brother V4',
    group: gateways,
    protocols: both,
    notes: [t('The gateway has no clock, so each read is stored with the time when it arrives.')],
  },
  gl_s10: { name: 'GL.iNet GL-S10', group: gateways, protocols: ['mqtt'], notes: [] },
  ingics: {
    name: 'Ingics iGS01, iGS02, iGS03',
    shortName: 'Ingics',
    group: gateways,
    protocols: both,
    notes: [t('Switch on time synchronization (NTP), so that each read has the time of the gateway.')],
  },
  minew_g1: {
    name: 'Minew G1, MG3, MG4',
    shortName: 'Minew',
    group: gateways,
    protocols: both,
    notes: [t('Set the BLE data format to JSON-LONG or JSON-RAW. Binary formats are not supported.')],
  },
  moko_mk107: {
    name: 'MOKO MK107, MKGW',
    shortName: 'MOKO',
    group: gateways,
    protocols: ['mqtt'],
    notes: [t('If raw data is optional in the scan report, include it.')],
  },
  openmqttgateway: {
    name: 'OpenMQTTGateway, Theengs',
    shortName: 'OpenMQTTGateway',
    group: gateways,
    protocols: ['mqtt'],
    notes: [
      t('Switch on pubadvdata, so that beacons are identified by their ID and not only by their address.'),
    ],
  },
  ruuvi_gateway: {
    name: 'Ruuvi Gateway',
    group: gateways,
    protocols: both,
    notes: [
      t('Use the custom server. The gateway adds the address of each tag to the MQTT topic prefix.'),
      t('Scan all sensors to find beacons other than RuuviTags.'),
    ],
  },
  espresense: {
    name: 'ESPresense',
    group: gateways,
    protocols: ['mqtt'],
    notes: [
      t('Register each node as a reader. Its room is the last level of the topic.'),
      t('The node sends no time, so each read is stored with the time when it arrives.'),
    ],
  },
  whereabouts_v1: {
    name: t('Custom script (Whereabouts JSON)'),
    shortName: 'Whereabouts JSON',
    group: other,
    protocols: both,
    notes: [t('Send { "reads": [{ "value", "antenna", "observed_at", "rssi" }] }; only value is required.')],
  },
  mapping: {
    name: t('Other JSON (field mapping)'),
    shortName: t('field mapping'),
    group: other,
    protocols: both,
    notes: [],
  },
}

export const shortNameOf = (format: Format): string => formats[format].shortName ?? formats[format].name

const names = Object.keys(formats) as Format[]

/** The options of a select, grouped by the type of the reader. */
export const formatChoices = [fixed, gateways, other].map((group) => ({
  group,
  items: names
    .filter((format) => formats[format].group === group)
    .map((value) => ({ value, label: formats[value].name })),
}))

/** Returns the topic filter for a format. For most formats it is the default of the service. */
export function topicFor(format: string, slug: string, key: string): string {
  if (format === 'openmqttgateway') return `${slug}/readers/${key}/BTtoMQTT/+`
  return format === 'espresense' ? `espresense/devices/+/${key}` : `${slug}/readers/${key}/#`
}

/** Whether the topic for a format is not the default of the service: the gateway publishes other messages, too. */
export const hasOwnTopic = (format: string): boolean =>
  format === 'openmqttgateway' || format === 'espresense'

/** Returns a topic that matches the filter. */
const topicWithin = (filter: string): string => filter.replace(/[#+]/g, 'reads')

/** Returns the settings of the reader that together form its topic, each with its label. */
export function topicSettings({
  format,
  topic,
  external_key: key,
}: Pick<Reader, 'format' | 'topic' | 'external_key'>): readonly (readonly [string, string])[] {
  const filter = topic ?? ''
  const parts = filter.split('/')
  if (format === 'openmqttgateway' && filter.endsWith(`${key}/BTtoMQTT/+`)) {
    return [
      [t('MQTT base topic'), filter.slice(0, -`${key}/BTtoMQTT/+`.length)],
      [t('Gateway name'), key],
    ]
  }
  if (format === 'espresense' && parts.at(-1) === key) return [[t('Room'), key]]
  // The gateway appends the address of each tag.
  if (format === 'ruuvi_gateway' && parts.length > 1 && parts.at(-1) === '#')
    return [[t('Topic prefix'), parts.slice(0, -1).join('/')]]
  // The reader itself appends its serial number.
  if (format === 'zebra_rfd' && parts.length > 2 && parts.at(-1) === '#')
    return [
      [t('Tenant'), parts[0] as string],
      [t('Base topic'), parts.slice(1, -1).join('/')],
    ]
  return [[t('Topic'), topicWithin(filter)]]
}
