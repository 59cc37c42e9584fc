import type { components } from '../api/schema'

/** What people call the formats of fixed readers, and what their own pages need beside the usual (docs/readers.md). */

type Reader = components['schemas']['Reader']
export type Format = NonNullable<Reader['format']>

interface FormatInfo {
  readonly name: string
  readonly group: string
  readonly protocols: readonly ('mqtt' | 'http')[]
  /** Settings to make there, a sentence each. */
  readonly notes: readonly string[]
}

const both = ['mqtt', 'http'] as const
const fixed = 'RFID readers'
const gateways = 'BLE gateways'
const own = 'Anything else'

export const formats: Readonly<Record<Format, FormatInfo>> = {
  csl_cs463: {
    name: 'CSL CS463',
    group: fixed,
    protocols: both,
    notes: [
      'Send JSON in the reader’s default format; in a data format of your own, keep the names of its fields.',
      'Include epc, antennaPort and a time: timeStampOfRead, or timeOfRead together with timeZone.',
    ],
  },
  impinj_iot: {
    name: 'Impinj R700, R720 (IoT Device Interface)',
    group: fixed,
    protocols: both,
    notes: [
      'Set the RFID interface to the Impinj IoT Device Interface (RESTful Interface in older firmware).',
      'Switch on the fields epcHex, antennaPort, lastSeenTime and peakRssiCdbm. HTTP is called webhook there.',
    ],
  },
  impinj_smartreader: {
    name: 'Impinj with SmartReader',
    group: fixed,
    protocols: both,
    notes: [
      'Enter the topic as that for tag events. That for management events may be within the filter as well.',
    ],
  },
  impinj_speedway_connect: {
    name: 'Impinj Speedway Connect',
    group: fixed,
    protocols: ['http'],
    notes: ['Choose HTTP Post, with JSON as the output format instead of key-value pairs.'],
  },
  zebra_iotc: {
    name: 'Zebra FX7500, FX9600, ATR7000 (IoT Connector)',
    group: fixed,
    protocols: both,
    notes: [
      'Add an endpoint under Communication, Zebra IoT Connector, and use it for tag data.',
      'Switch on antenna and RSSI in the metadata of tags: without the antenna every read is one of antenna 1.',
      'Management events may go to the same endpoint: they tell which antennas are connected.',
      'Keep the topics of commands and responses outside of the filter.',
    ],
  },
  zebra_rfd: {
    name: 'Zebra RFD40, RFD90',
    group: fixed,
    protocols: ['mqtt'],
    notes: [
      'Use an active endpoint of type DATA1. Those of type MDM and CTRL belong to a broker of your own.',
      'Switch on RSSI in the metadata of tags.',
    ],
  },
  aprbrother_v4: {
    name: 'April Brother BLE Gateway V4',
    group: gateways,
    protocols: both,
    notes: ['The gateway has no clock: reads get the time at which they arrive.'],
  },
  gl_s10: { name: 'GL.iNet GL-S10', group: gateways, protocols: ['mqtt'], notes: [] },
  minew_g1: {
    name: 'Minew G1, MG3, MG4',
    group: gateways,
    protocols: both,
    notes: ['Set the BLE data format to JSON-LONG (JSON-RAW works, too); binary formats are not understood.'],
  },
  moko_mk107: {
    name: 'MOKO MK107, MKGW',
    group: gateways,
    protocols: ['mqtt'],
    notes: ['Include raw data in the scan report where that is optional.'],
  },
  openmqttgateway: {
    name: 'OpenMQTTGateway, Theengs',
    group: gateways,
    protocols: ['mqtt'],
    notes: [
      'Switch on pubadvdata, so that beacons are known by their identity and not only by their address.',
    ],
  },
  whereabouts_v1: {
    name: 'A script of your own (Whereabouts JSON)',
    group: own,
    protocols: both,
    notes: ['Send { "reads": [{ "value", "antenna", "observed_at", "rssi" }] }; only value is required.'],
  },
  mapping: {
    name: 'Other JSON, by a field mapping',
    group: own,
    protocols: both,
    notes: [],
  },
}

const names = Object.keys(formats) as Format[]

/** For a select, by what kind of reader it is. */
export const formatChoices = [fixed, gateways, own].map((group) => ({
  group,
  items: names
    .filter((format) => formats[format].group === group)
    .map((value) => ({ value, label: formats[value].name })),
}))

/** The filter that suits the format; the service's own default is the usual one. */
export const topicFor = (format: string, slug: string, key: string): string =>
  `${slug}/readers/${key}/${format === 'openmqttgateway' ? 'BTtoMQTT/+' : '#'}`

/** A topic within a filter. */
const topicWithin = (filter: string): string => filter.replace(/[#+]/g, 'reads')

/** What goes where the reader asks for a topic. */
export function topicSettings({
  format,
  topic,
  external_key: key,
}: Pick<Reader, 'format' | 'topic' | 'external_key'>): readonly (readonly [string, string])[] {
  const filter = topic ?? ''
  const parts = filter.split('/')
  if (format === 'openmqttgateway' && filter.endsWith(`${key}/BTtoMQTT/+`)) {
    return [
      ['MQTT base topic', filter.slice(0, -`${key}/BTtoMQTT/+`.length)],
      ['Gateway name', key],
    ]
  }
  // The reader puts its serial number at the end itself.
  if (format === 'zebra_rfd' && parts.length > 2 && parts.at(-1) === '#')
    return [
      ['Tenant', parts[0] as string],
      ['Base topic', parts.slice(1, -1).join('/')],
    ]
  return [['Topic', topicWithin(filter)]]
}
