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

const scans = { withValues: 3004, plain: 3070 }

/**
 * MOKO MK107 and MKGW: `{msg_id, device_info, data}`. In a scan, `data` is an array: of `{type, value}` (3004), or of
 * the devices themselves (3070). Other messages tell of the gateway.
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

/** The names of the fields differ between firmwares. */
function identityIn(device: Fields): BeaconForms {
  const forms = iBeaconFormsOf(device['uuid'], device['major'], device['minor'])
  const packets = [device['raw data'], device['raw'], device['adv_data'], device['rsp_data']]
  return (
    [forms, ...packets.map((packet) => identityOf(fromHex(packet)))].find((found) => found.length > 0) ?? []
  )
}

const textForm =
  /^(?<date>\d{4}-\d{1,2}-\d{1,2})&(?<time>\d{1,2}:\d{1,2}:\d{1,2})(?<sign>[+-])(?<hours>\d\d?):?(?<minutes>\d\d)?$/

/** Milliseconds since 1970, or text such as `2026-8-21&14:03:22+00`. */
function timeOf(value: unknown): Micros | null {
  if (isAbsent(value)) return null
  if (typeof value !== 'string' || !value.includes('&')) return fromUnix(value, 'ms', 'timestamp')
  const { date, time, sign, hours, minutes = '00' } = textForm.exec(value)?.groups ?? {}
  if (date === undefined) throw new DecodeError('timestamp must have the form 2026-8-21&14:03:22+00')
  return fromIso(`${date}T${time}${sign}${hours}:${minutes}`.replace(/(?<!\d)\d(?!\d)/g, '0$&'), 'timestamp')
}
