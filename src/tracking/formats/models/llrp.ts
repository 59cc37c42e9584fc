import {
  decodeMessage,
  decodeParameter,
  readHeader,
  type RawParameter,
  splitParameters,
} from '../../llrp/codec/decode'
import { LlrpError } from '../../llrp/codec/messages'
import { find, findAll, headerBytes, numberOf, type Parameter } from '../../llrp/codec/values'
import { formatMessages } from '../payloads/messages'
import { asValue, type DecodedRead, DecodeError, type Decoder, decodeEntries } from '../payloads/decoder'
import { OptionalFields } from '../payloads/optional-fields'

const tagReportData = 240

/** The present value of `AntennaEvent.EventType` for an antenna that is connected. */
const connectedEvent = 1

/**
 * Decodes messages of LLRP, one after another: the reports of tags, and the notifications of antennas. The others say nothing about
 * tags. A time since the start of the reader is no time of day, so such a read gets the time of receipt.
 */
export const decodeLlrp: Decoder = (payload, source) => {
  const fields = new OptionalFields(source)
  const antennas = new Map<number, boolean>()
  const entries = inLlrp(() => [...reportsIn(payload, antennas)])
  return decodeEntries(entries, (entry) => readOf(entry, fields), fields, antennas)
}

function inLlrp<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof LlrpError ? new DecodeError(error.said) : error
  }
}

/** Returns the fault of a message, which must not affect the messages beside it. */
function faultIn(work: () => void): DecodeError | undefined {
  try {
    inLlrp(work)
    return undefined
  } catch (error) {
    if (error instanceof DecodeError) return error
    throw error
  }
}

function* reportsIn(
  payload: Uint8Array,
  antennas: Map<number, boolean>,
): Generator<RawParameter | DecodeError> {
  for (let at = 0; at < payload.length;) {
    const header = readHeader(payload, payload.length - at, at)
    if (!header) throw new DecodeError(formatMessages('format.llrp_short'))
    const message = payload.subarray(at, at + header.length)
    at += header.length
    if (header.name === 'RO_ACCESS_REPORT') {
      for (const raw of splitParameters(message, headerBytes)) if (raw.type === tagReportData) yield raw
    } else if (header.name === 'READER_EVENT_NOTIFICATION') {
      const fault = faultIn(() => noteAntennas(message, antennas))
      if (fault) yield fault
    }
  }
}

function noteAntennas(message: Uint8Array, antennas: Map<number, boolean>): void {
  const data = find(decodeMessage(message), 'ReaderEventNotificationData')
  for (const event of findAll(data, 'AntennaEvent')) {
    const port = numberOf(event, 'AntennaID')
    if (port !== undefined) antennas.set(port, numberOf(event, 'EventType') === connectedEvent)
  }
}

function readOf(raw: RawParameter, fields: OptionalFields): DecodedRead {
  const report = inLlrp(() => decodeParameter(raw))
  const value = (name: string, field: string) => find(report, name)?.fields[field]
  const seenAt =
    value('LastSeenTimestampUTC', 'Microseconds') ?? value('FirstSeenTimestampUTC', 'Microseconds')
  return {
    tagType: 'rfid',
    value: asValue(epcOf(report), 'EPC'),
    antenna: fields.antenna(value('AntennaID', 'AntennaID'), 'AntennaID'),
    sentAt: fields.since1970(seenAt === undefined ? null : Number(seenAt), 'us', 'LastSeenTimestampUTC'),
    rssi: fields.rssi(value('PeakRSSI', 'PeakRSSI'), 'PeakRSSI'),
  }
}

function epcOf(report: Parameter): string {
  const short = find(report, 'EPC_96')?.fields['EPC']
  if (typeof short === 'string') return short.toUpperCase()
  const long = find(report, 'EPCData')?.fields['EPC']
  if (typeof long !== 'object' || !('bits' in long) || long.hex === '')
    throw new DecodeError(formatMessages('format.llrp_epc'))
  return long.hex.toUpperCase()
}
