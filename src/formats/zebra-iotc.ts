import {
  asObject,
  asOptionalAntenna,
  asOptionalRssi,
  asValue,
  type Decoded,
  type DecodedRead,
  DecodeError,
  decodeEntries,
  type Fields,
  isAbsent,
} from './decoder'
import { parseValues } from './payload'
import { fromIso } from './times'

/**
 * Zebra IoT Connector (FX7500, FX9600, ATR7000): `{type, timestamp, data: {idHex, antenna, peakRssi, ...}}`, one, in an
 * array where the reader batches, or one after the other where it streams. Without the metadata that is to be switched
 * on there is only `idHex`. Its management events are good messages; heartbeats tell which antennas are connected.
 */
export function decodeZebraIotc(payload: Uint8Array): Decoded {
  const antennas = new Map<number, boolean>()
  const decode = (entry: unknown): DecodedRead | null => {
    const message = asObject(entry, 'A message')
    if (isTagData(message)) return readOf(message)
    if (typeof message['type'] !== 'string') throw new DecodeError('A message must have a type')
    noteAntennas(message['data'], antennas)
    return null
  }
  return decodeEntries(parseValues(payload), decode, antennas)
}

/** The `type` of tag data is the operating mode of the reader. */
const operatingModes = new Set<unknown>(['SIMPLE', 'INVENTORY', 'PORTAL', 'CONVEYOR', 'CUSTOM'])

const isTagData = ({ type, data }: Fields): boolean =>
  operatingModes.has(type) || fieldOf(data, 'idHex') !== undefined

/** Whatever `format` says, `idHex` is what the tag was found by. */
function readOf(message: Fields): DecodedRead {
  const data = asObject(message['data'], 'data')
  return {
    tagType: 'rfid',
    value: asValue(data['idHex'], 'idHex'),
    antenna: asOptionalAntenna(data['antenna'], 'antenna'),
    sentAt: isAbsent(message['timestamp']) ? null : fromIso(message['timestamp'], 'timestamp'),
    rssi: asOptionalRssi(data['peakRssi'], 'peakRssi'),
  }
}

/** `radio_control.antennas` of a heartbeat: `{"1": "connected", "2": "disconnected"}`. */
function noteAntennas(data: unknown, antennas: Map<number, boolean>): void {
  const states = fieldOf(fieldOf(data, 'radio_control'), 'antennas')
  if (typeof states !== 'object' || states === null) return
  for (const [port, state] of Object.entries(states))
    if (/^\d{1,3}$/.test(port) && (state === 'connected' || state === 'disconnected'))
      antennas.set(Number(port), state === 'connected')
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Fields)[name] : undefined
