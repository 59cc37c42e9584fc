import { formatMessages } from '../payloads/messages'
import { type BeaconForms, eddystoneForms, fromHex, iBeaconFormsOf } from '../payloads/beacon'
import { bleRead } from '../payloads/ble-read'
import {
  asObject,
  asValue,
  DecodeError,
  type Decoder,
  decodeEntries,
  type Fields,
  isAbsent,
} from '../payloads/decoder'
import { OptionalFields } from '../payloads/optional-fields'
import { parsePayload } from '../payloads/payload'

/**
 * Decodes ESPresense, topic `espresense/devices/<id>/<room>`: one device per message, `{mac, id, rssi@1m, rssi, distance,
 * ...}`. `id` is `iBeacon:<uuid>-<major>-<minor>`, `eddy:<namespace>-<instance>`, the address, or another name of the
 * device. The room is the reader. A message without `rssi` is not a read. ESPresense sends no time.
 */
export const decodeEspresense: Decoder = (payload, source) => {
  const fields = new OptionalFields(source)
  const message = asObject(parsePayload(payload), 'The payload')
  if (isAboutRoom(message)) return { reads: [], faults: [] }
  if (isOfOtherGateway(message)) throw new DecodeError(formatMessages('format.addresses'))
  const devices = isAbsent(message['rssi']) ? [] : [message]
  return decodeEntries(
    devices,
    ({ id, mac, rssi }) => {
      const name = asValue(isAbsent(id) ? mac : id, 'id')
      return bleRead(fields, { mac: isAbsent(mac) ? name : mac, forms: namesIn(name), sentAt: null, rssi })
    },
    fields,
  )
}

/** Whether the message is the telemetry of a room, in which `rssi` is that of the Wi-Fi. */
const isAboutRoom = ({ id, mac, ip, uptime }: Fields): boolean =>
  isAbsent(id) && isAbsent(mac) && (ip !== undefined || uptime !== undefined)

const withColons = /^(?:[\dA-F]{2}:){5}[\dA-F]{2}$/i

/** OpenMQTTGateway sends `id` and `rssi`, too. ESPresense writes addresses without colons. */
const isOfOtherGateway = (message: Fields): boolean =>
  message['rssi@1m'] === undefined &&
  [message['id'], message['mac']].some((text) => typeof text === 'string' && withColons.test(text))

const iBeaconForm = /^iBeacon:([\da-f-]{36})-(\d{1,5})-(\d{1,5})$/i
const eddystoneForm = /^eddy:([\da-f]{20}|[\da-f]{22})-([\da-f]{12})$/i
/** A key of a phone that resolves its changing addresses, and a name that the user has given the device. */
const stableForm = /^(?:irk:[\da-f]{32}|(?![\da-f]{12}$)[^:]+)$/i

/** Returns the names of a device other than its address. Other ids describe a kind of device, or contain the address. */
function namesIn(id: string): BeaconForms {
  const [, uuid, major, minor] = iBeaconForm.exec(id) ?? []
  if (uuid !== undefined) return iBeaconFormsOf(uuid, major, minor)
  const [, namespace, instance] = eddystoneForm.exec(id) ?? []
  if (namespace !== undefined) return eddystoneForms(fromHex(tenBytesOf(namespace) + instance))
  return stableForm.test(id) ? [id] : []
}

/** Some versions send the fifth byte of a namespace twice. */
const tenBytesOf = (namespace: string): string =>
  namespace.length === 20 ? namespace : namespace.slice(0, 10) + namespace.slice(12)
