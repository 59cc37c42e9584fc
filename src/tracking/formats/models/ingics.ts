import { formatMessages } from '../payloads/messages'
import { fromHex } from '../payloads/beacon'
import { bleRead } from '../payloads/ble-read'
import { DecodeError, type DecodedRead, type Decoder, decodeEntries } from '../payloads/decoder'
import { OptionalFields } from '../payloads/optional-fields'
import { textOf } from '../payloads/payload'

/**
 * Decodes Ingics iGS01, iGS02 and iGS03: lines of text, `$GPRP,<tag>,<gateway>,<rssi>,<advertisement>[,<timestamp>]`.
 * `timestamp` is in seconds since 1970, and absent without time synchronization; the advertisement is hex. The first
 * field is the kind of report. Heartbeats and the position of the gateway are not reads.
 */
export const decodeIngics: Decoder = (payload, source) => {
  const fields = new OptionalFields(source)
  const lines = textOf(payload).match(/[^\r\n]*[^\s][^\r\n]*/g)
  if (!lines) throw new DecodeError(formatMessages('format.no_line'))
  return decodeEntries(lines, (line) => readOf(fields, line), fields)
}

/** Reports of an advertisement or of a scan response, of Bluetooth 4.2 and 5. */
const reports = new Set(['$GPRP', '$RSPR', '$LRAD', '$LRSR', '$1MAD', '$1MSR'])

/** Reports about the gateway: its heartbeat and its position. */
const aboutGateway = new Set(['$HBRP', '$GPSR'])

function readOf(fields: OptionalFields, line: string): DecodedRead | null {
  const [kind = '', tag, , rssi, advertisement, timestamp] = line.split(',', 6).map((part) => part.trim())
  if (aboutGateway.has(kind)) return null
  if (!reports.has(kind)) throw new DecodeError(formatMessages('format.line_kind'))
  if (advertisement === undefined) throw new DecodeError(formatMessages('format.line_parts', { kind }))
  return bleRead(fields, {
    mac: tag,
    packets: [fromHex(advertisement)],
    sentAt: fields.since1970(timestamp, 's', 'timestamp'),
    rssi,
  })
}
