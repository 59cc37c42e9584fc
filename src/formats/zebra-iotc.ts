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
 * Decodes the Zebra IoT Connector (FX7500, FX9600, ATR7000): `{type, timestamp, data: {idHex, antenna, peakRssi,
 * ...}}`. A message is one object, an array when the reader batches, or a sequence of objects when it streams. Unless
 * the reader's settings switch on metadata, there is only `idHex`. Management events are valid messages; heartbeats
 * report which antennas are connected.
 */
export function decodeZebraIotc(payload: Uint8Array): Decoded {
  const antennas = new Map<number, boolean>()
  const decode = (entry: unknown): DecodedRead | null => {
    const message = asObject(entry, 'A message')
    if (isTagData(message)) return readOf(message)
    if (typeof message['type'] !== 'string') throw new DecodeError('A message must have a type')
    collectAntennas(message['data'], antennas)
    return null
  }
  return decodeEntries(parseValues(payload), decode, antennas)
}

/** The values of `type` in tag data: the operating modes of the reader. */
const operatingModes = new Set<unknown>(['SIMPLE', 'INVENTORY', 'PORTAL', 'CONVEYOR', 'CUSTOM'])

const isTagData = ({ type, data }: Fields): boolean =>
  operatingModes.has(type) || fieldOf(data, 'idHex') !== undefined

/** Returns the read of tag data. `idHex` is the identifier of the tag in any `format`. */
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

/** Adds the antennas of a heartbeat, `radio_control.antennas`: `{"1": "connected", "2": "disconnected"}`. */
function collectAntennas(data: unknown, antennas: Map<number, boolean>): void {
  const states = fieldOf(fieldOf(data, 'radio_control'), 'antennas')
  if (typeof states !== 'object' || states === null) return
  for (const [port, state] of Object.entries(states))
    if (/^\d{1,3}$/.test(port) && (state === 'connected' || state === 'disconnected'))
      antennas.set(Number(port), state === 'connected')
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Fields)[name] : undefined
