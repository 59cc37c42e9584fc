import { identityOfEddystone, identityOfManufacturerData } from './advertisement'
import { bleRead, type BeaconForms, fromHex, iBeaconFormsOf } from './beacon'
import { asObject, type Decoded, DecodeError, decodeEntries, type Fields, isAbsent } from './decoder'
import { parsePayload } from './payload'

/**
 * OpenMQTTGateway and Theengs gateway, topic BTtoMQTT: one device a message, `{id, rssi, manufacturerdata?,
 * servicedata?, servicedatauuid?, ...}`, an iBeacon taken apart as `{uuid, major, minor}`. `id` is the MAC address, or
 * what the gateway was told to put there instead, and then `mac` is. What has no `rssi` was not heard. No time is sent.
 */
export function decodeOpenMqttGateway(payload: Uint8Array): Decoded {
  const message = asObject(parsePayload(payload), 'The payload')
  if (isOfGateway(message)) return { reads: [], faults: [] }
  if (isAbsent(message['id'])) throw new DecodeError('id must be a text of 1 to 255 characters')
  const heard = isAbsent(message['rssi']) ? [] : [message]
  return decodeEntries(heard, (device) =>
    bleRead(isAbsent(device['mac']) ? device['id'] : device['mac'], identityIn(device), null, device['rssi']),
  )
}

/** Its state, where `rssi` is that of the Wi-Fi, or its settings. */
const isOfGateway = (message: Fields): boolean =>
  isAbsent(message['id']) && (message['uptime'] !== undefined || message['interval'] !== undefined)

function identityIn(device: Fields): BeaconForms {
  const { uuid, major, minor, manufacturerdata, servicedata, servicedatauuid } = device
  const taken = iBeaconFormsOf(uuid, major, minor)
  if (taken.length > 0) return taken
  const ofManufacturer = identityOfManufacturerData(fromHex(manufacturerdata))
  if (ofManufacturer.length > 0) return ofManufacturer
  const isUid = typeof servicedatauuid === 'string' && isEddystone.test(servicedatauuid)
  return isUid ? identityOfEddystone(fromHex(servicedata)) : []
}

/** The 16-bit UUID by itself, or in the long form. */
const isEddystone = /^(?:0x)?(?:0000)?feaa(?:-0000-1000-8000-00805f9b34fb)?$/i
