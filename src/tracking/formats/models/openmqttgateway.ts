import { formatMessages } from '../payloads/messages'
import { identityOfEddystone, identityOfManufacturerData } from '../payloads/advertisement'
import { bleRead, type BeaconForms, fromHex, iBeaconFormsOf } from '../payloads/beacon'
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

/**
 * Decodes OpenMQTTGateway and Theengs gateway, topic BTtoMQTT: one device per message, `{id, rssi, manufacturerdata?,
 * servicedata?, servicedatauuid?, ...}`, with the fields `{uuid, major, minor}` for an iBeacon. `id` is the MAC
 * address, unless the gateway's settings put another identifier there and the address into `mac`. A message without
 * `rssi` is not a read. The gateway sends no time.
 */
export const decodeOpenMqttGateway: Decoder = (payload, source) => {
  const fields = new OptionalFields(source)
  const message = asObject(parsePayload(payload), 'The payload')
  if (isAboutGateway(message)) return { reads: [], faults: [] }
  if (isAbsent(message['id'])) throw new DecodeError(formatMessages('format.string', { name: 'id' }))
  const devices = isAbsent(message['rssi']) ? [] : [message]
  const addressOf = ({ id, mac }: Fields): unknown => (isAbsent(mac) ? id : mac)
  return decodeEntries(
    devices,
    (device) =>
      bleRead(fields, {
        mac: addressOf(device),
        forms: identityIn(device),
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

/** The UUID of Eddystone in its 16-bit form or its long form. */
const eddystoneUuid = /^(?:0x)?(?:0000)?feaa(?:-0000-1000-8000-00805f9b34fb)?$/i
