import { formatMessages } from '../payloads/messages'
import {
  asObject,
  asValue,
  type DecodedRead,
  DecodeError,
  type Decoder,
  decodeEntries,
  type Fields,
} from '../payloads/decoder'
import { OptionalFields } from '../payloads/optional-fields'
import { parseValues } from '../payloads/payload'

/**
 * Decodes the Zebra IoT Connector (FX7500, FX9600, ATR7000): `{type, timestamp, data: {idHex, antenna, peakRssi,
 * ...}}`. A message is one object, an array when the reader batches, or a sequence of objects when it streams. Unless
 * the reader's settings switch on metadata, there is only `idHex`. Management events, commands and their responses are valid
 * messages; heartbeats report which antennas are connected.
 */
export const decodeZebraIotc: Decoder = (payload, source) => {
  const fields = new OptionalFields(source)
  const antennas = new Map<number, boolean>()
  const decode = (entry: unknown): DecodedRead | null => {
    const message = asObject(entry, 'A message')
    if (isAbsence(message['data']) || isCommand(message)) return null
    if (isTagData(message)) return readOf(fields, message)
    if (typeof message['type'] !== 'string') throw new DecodeError(formatMessages('format.message_type'))
    collectAntennas(message['data'], antennas)
    return null
  }
  return decodeEntries(parseValues(payload), decode, fields, antennas)
}

/** The values of `type` in tag data: the operating modes of the reader. */
const operatingModes = new Set<unknown>(['SIMPLE', 'INVENTORY', 'PORTAL', 'CONVEYOR', 'CUSTOM'])

const isTagData = ({ type, data }: Fields): boolean =>
  operatingModes.has(type) || fieldOf(data, 'idHex') !== undefined

/** The values of `data.state` that say that a tag is not seen any more. */
const absences = new Set<unknown>(['TIMED_OUT', 'TIMEDOUT', 'TIMEOUT', 'LOST', 'EXITED', 'REMOVED'])

function isAbsence(data: unknown): boolean {
  const state = fieldOf(data, 'state')
  return typeof state === 'string' && absences.has(state.toUpperCase().replace(/[ -]/g, '_'))
}

/** Whether a message is a command or the response to it: `{command, command_id, response?, payload}`. */
const isCommand = ({ type, command }: Fields): boolean => type === undefined && typeof command === 'string'

/** Returns the read of tag data. `idHex` is the identifier of the tag in any `format`. */
function readOf(fields: OptionalFields, message: Fields): DecodedRead {
  const data = asObject(message['data'], 'data')
  return {
    tagType: 'rfid',
    value: asValue(data['idHex'], 'idHex'),
    antenna: fields.antenna(data['antenna'], 'antenna'),
    sentAt: fields.time(message['timestamp'], 'timestamp'),
    rssi: fields.rssi(data['peakRssi'], 'peakRssi'),
    ...fields.chip(data['TID']),
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
