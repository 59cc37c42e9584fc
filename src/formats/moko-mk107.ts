import type { Micros } from '../time'
import { identityOf } from './advertisement'
import { bleRead, type BeaconForms, fromHex, iBeaconFormsOf } from './beacon'
import {
  asArray,
  asNumber,
  asObject,
  type Decoded,
  DecodeError,
  decodeEntries,
  type Fields,
  isAbsent,
} from './decoder'
import { parsePayload } from './payload'
import { fromIso, fromUnix } from './times'

/** The `msg_id` of messages with reads. */
const scans = { withValues: 3004, plain: 3070 }

/**
 * Decodes MOKO MK107 and MKGW: `{msg_id, device_info, data}`. In a message with reads, `data` is an array of `{type,
 * value}` (3004) or of devices (3070). Other messages are about the gateway.
 */
export function decodeMokoMk107(payload: Uint8Array): Decoded {
  const message = asObject(parsePayload(payload), 'The payload')
  const id = asNumber(message['msg_id'], 'msg_id')
  if (id !== scans.withValues && id !== scans.plain) return { reads: [], faults: [] }
  return decodeEntries(asArray(message['data'], 'data'), (entry) => {
    const item = asObject(entry, 'A device')
    const device = id === scans.withValues ? asObject(item['value'], 'value') : item
    return bleRead(device['mac'], identityIn(device), timeOf(device['timestamp']), device['rssi'])
  })
}

/** Returns the identity of a beacon. The names of the fields depend on the firmware. */
function identityIn(device: Fields): BeaconForms {
  const forms = iBeaconFormsOf(device['uuid'], device['major'], device['minor'])
  const packets = [device['raw data'], device['raw'], device['adv_data'], device['rsp_data']]
  return (
    [forms, ...packets.map((packet) => identityOf(fromHex(packet)))].find((found) => found.length > 0) ?? []
  )
}

const textForm =
  /^(?<date>\d{4}-\d{1,2}-\d{1,2})&(?<time>\d{1,2}:\d{1,2}:\d{1,2})(?<sign>[+-])(?<hours>\d\d?):?(?<minutes>\d\d)?$/

/**
 * Returns the time, which is in milliseconds since 1970 or a text such as `2026-8-21&14:03:22+00`. Throws DecodeError.
 */
function timeOf(value: unknown): Micros | null {
  if (isAbsent(value)) return null
  if (typeof value !== 'string' || !value.includes('&')) return fromUnix(value, 'ms', 'timestamp')
  const { date, time, sign, hours, minutes = '00' } = textForm.exec(value)?.groups ?? {}
  if (date === undefined) throw new DecodeError('timestamp must have the form 2026-8-21&14:03:22+00')
  return fromIso(`${date}T${time}${sign}${hours}:${minutes}`.replace(/(?<!\d)\d(?!\d)/g, '0$&'), 'timestamp')
}
