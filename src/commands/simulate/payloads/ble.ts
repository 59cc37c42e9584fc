import { encode as toMessagePack } from '@msgpack/msgpack'
import { type Micros, second } from '../../../base/time'
import { bthomeOf } from '../../bthome'
import { type EncodableRead, type Encoder, millisecondsText, withColons } from './encoder'

/** Encoders of BLE gateways. The beacons advertise a name and have a static address. */

const ble = { tagType: 'ble', hasAntennas: false, hasRssi: true, tick: 1000 } as const

const nameOf = (mac: string): string => `TAG-${mac.slice(-6)}`

/**
 * Returns an advertisement with flags and complete local name (Bluetooth Core, Supplement part A), as hex. Every fourth beacon
 * also sends what it measures.
 */
function advertisementOf({ value: mac, at }: EncodableRead): string {
  const name = Buffer.from(nameOf(mac)).toString('hex').toUpperCase()
  const length = (name.length / 2 + 1).toString(16).toUpperCase().padStart(2, '0')
  return `020106${length}09${name}${measuredBy(mac, at)}`
}

const measuringShare = 4
/** How long a battery lasts. */
const batteryDays = 500
const day: Micros = 86_400 * second

/** The battery of each beacon has another age. The temperature is lowest in the early morning. */
function measuredBy(mac: string, at: Micros): string {
  const tag = Number.parseInt(mac.slice(-6), 16)
  if (tag % measuringShare !== 0) return ''
  const days = at / day
  const left = 1 - ((days + tag * 37) % batteryDays) / batteryDays
  const temperature = 19 + (tag % 5) - 3 * Math.cos((days - 4 / 24) * 2 * Math.PI)
  return bthomeOf(100 * left, temperature)
}

export const glS10: Encoder = {
  ...ble,
  batch: 10,
  encode: (reads, { mac }) =>
    JSON.stringify({
      dev_id: `ic${mac.slice(-5).toLowerCase()}`,
      dev_sn: mac.toLowerCase().padStart(16, '0'),
      dev_ble_mac: mac,
      dev_list: reads.map((read) => ({
        n: nameOf(read.value),
        ad: advertisementOf(read),
        ts: read.at / 1000,
        mac: read.value,
        rssi: read.rssi,
      })),
    }),
}

/** Encodes scans of newer firmware (message 3070), with times in milliseconds. */
export const mokoMk107: Encoder = {
  ...ble,
  batch: 5,
  encode: (reads, { mac }) =>
    JSON.stringify({
      msg_id: 3070,
      device_info: { mac: mac.toLowerCase() },
      data: reads.map((read) => ({
        mac: read.value.toLowerCase(),
        timestamp: read.at / 1000,
        rssi: read.rssi,
        adv_data: advertisementOf(read),
        rsp_data: '',
      })),
    }),
}

/** Encodes an array whose first entry is the gateway. */
export const minewG1: Encoder = {
  ...ble,
  batch: 10,
  encode: (reads, { mac }) =>
    JSON.stringify([
      {
        timestamp: millisecondsText((reads.at(-1) as EncodableRead).at),
        type: 'Gateway',
        mac,
        gatewayFree: 80,
        gatewayLoad: 0.5,
      },
      ...reads.map((read) => ({
        timestamp: millisecondsText(read.at),
        type: 'Unknown',
        mac: read.value,
        bleName: nameOf(read.value),
        rssi: read.rssi,
        rawData: advertisementOf(read),
      })),
    ]),
}

/** Maximum time since a gateway was switched on, in seconds. */
const bootPeriod = 2_592_000

/** Encodes the time since the gateway was switched on. */
export const aprbrotherV4: Encoder = {
  ...ble,
  tick: null,
  batch: 10,
  encode: (reads, { mac, messages }) =>
    toMessagePack({
      v: '1.5.3',
      mid: messages % 65_536,
      time: Math.floor((reads[0] as EncodableRead).at / second) % bootPeriod,
      ip: '192.0.2.1',
      mac,
      devices: reads.map((read) => {
        const signal = (256 + read.rssi).toString(16).padStart(2, '0')
        return Buffer.from(`00${read.value}${signal}${advertisementOf(read)}`, 'hex')
      }),
    }),
}

export const openMqttGateway: Encoder = {
  ...ble,
  tick: null,
  batch: 1,
  encode([read]) {
    const { value, rssi } = read as EncodableRead
    return JSON.stringify({ id: withColons(value), mac_type: 1, rssi, name: nameOf(value) })
  },
}

/** Encodes a message as over HTTP, which also works over MQTT, of a gateway without time synchronization. */
export const ruuviGateway: Encoder = {
  ...ble,
  tick: null,
  batch: 1,
  encode([read], { mac, messages }) {
    const { value, rssi } = read as EncodableRead
    const tags = { [withColons(value)]: { rssi, data: advertisementOf(read as EncodableRead) } }
    return JSON.stringify({
      data: { coordinates: '', nonce: String(messages), gw_mac: withColons(mac), tags },
    })
  },
}

export const espresense: Encoder = {
  ...ble,
  tick: null,
  batch: 1,
  encode([read]) {
    const { value, rssi } = read as EncodableRead
    const mac = value.toLowerCase()
    return JSON.stringify({ mac, id: mac, 'rssi@1m': -65, rssi, distance: 2.5, var: 0.4, int: 1000 })
  },
}

/** Encodes lines of a gateway without time synchronization. With it, the times are whole seconds: too few for a load test. */
export const ingics: Encoder = {
  ...ble,
  tick: null,
  batch: 10,
  encode: (reads, { mac }) =>
    reads.map((read) => ['$GPRP', read.value, mac, read.rssi, advertisementOf(read)].join()).join('\r\n'),
}
