import { formatMessages } from '../payloads/messages'
import { identityOfEddystone, identityOfManufacturerData } from '../payloads/advertisement'
import { type BeaconForms, fromHex, iBeaconFormsOf, toHex } from '../payloads/beacon'
import { bleRead } from '../payloads/ble-read'
import {
  asObject,
  DecodeError,
  type Decoder,
  decodeEntries,
  type Fields,
  isAbsent,
} from '../payloads/decoder'
import { OptionalFields } from '../payloads/optional-fields'
import { parsePayload } from '../payloads/payload'
import { Measured } from '../telemetry/measured'

/**
 * Decodes OpenMQTTGateway and Theengs gateway, topic BTtoMQTT: one device per message, `{id, rssi, manufacturerdata?,
 * servicedata?, servicedatauuid?, ...}`, with the fields `{uuid, major, minor}` for an iBeacon. `id` is the MAC
 * address, unless the gateway's settings put another identifier there and the address into `mac`. A message without
 * `rssi` is not a read. The gateway sends no time. Its version is plain
 * text in a topic of its own.
 */
export const decodeOpenMqttGateway: Decoder = (payload, source) => {
  const fields = new OptionalFields(source)
  if (source?.topic?.endsWith('/version')) return { reads: [], faults: [] }
  const message = asObject(parsePayload(payload), 'The payload')
  if (isAboutGateway(message)) return { reads: [], faults: [] }
  if (isAbsent(message['id'])) throw new DecodeError(formatMessages('format.string', { name: 'id' }))
  // The gateway says of a tracker that it is not heard any more.
  const isGone = message['presence'] === 'absent'
  const devices = isGone || isAbsent(message['rssi']) ? [] : [message]
  const addressOf = ({ id, mac }: Fields): unknown => (isAbsent(mac) ? id : mac)
  return decodeEntries(
    devices,
    (device) =>
      bleRead(fields, {
        mac: addressOf(device),
        forms: identityIn(device),
        packets: [packetIn(device)],
        measured: measuredIn(device),
        sentAt: null,
        rssi: device['rssi'],
      }),
    fields,
  )
}

/** Whether the message is the state of the gateway, in which `rssi` is that of the Wi-Fi, or its settings. */
const isAboutGateway = (message: Fields): boolean =>
  isAbsent(message['id']) && (message['uptime'] !== undefined || message['interval'] !== undefined)

function identityIn(device: Fields): BeaconForms {
  const { uuid, major, minor, manufacturerdata, servicedata, servicedatauuid } = device
  const decoded = iBeaconFormsOf(uuid, major, minor)
  if (decoded.length > 0) return decoded
  const ofManufacturer = identityOfManufacturerData(fromHex(manufacturerdata))
  if (ofManufacturer.length > 0) return ofManufacturer
  const isEddystone = typeof servicedatauuid === 'string' && eddystoneUuid.test(servicedatauuid)
  return isEddystone ? identityOfEddystone(fromHex(servicedata)) : []
}

/** Returns the advertisement whose parts the gateway sends. A part is shorter than 255 bytes. */
function packetIn({ manufacturerdata, servicedata, servicedatauuid }: Fields): Uint8Array {
  const service = typeof servicedatauuid === 'string' ? shortUuid.exec(servicedatauuid)?.[1] : undefined
  const isSent = service !== undefined && typeof servicedata === 'string'
  const parts = [
    { type: 0xff, data: fromHex(manufacturerdata) },
    { type: 0x16, data: fromHex(isSent ? toHex(fromHex(service).reverse()) + servicedata : undefined) },
  ]
  return Uint8Array.from(
    parts.flatMap(({ type, data }) =>
      data.length > 0 && data.length < 255 ? [data.length + 1, type, ...data] : [],
    ),
  )
}

function measuredIn({ batt, volt, tempc, hum }: Fields): Measured {
  const measured = new Measured()
  measured.addSent('battery_percent', batt)
  measured.addSent('battery_volts', volt)
  measured.addSent('temperature_c', tempc)
  measured.addSent('humidity_percent', hum)
  return measured
}

/** A 16-bit UUID of a service, in its short form or its long form. */
const shortUuid = /^(?:0x)?(?:0000)?([\da-f]{4})(?:-0000-1000-8000-00805f9b34fb)?$/i

/** The UUID of Eddystone in its 16-bit form or its long form. */
const eddystoneUuid = /^(?:0x)?(?:0000)?feaa(?:-0000-1000-8000-00805f9b34fb)?$/i
