import { formatMessages } from '../payloads/messages'
import { fromHex } from '../payloads/beacon'
import { bleRead } from '../payloads/ble-read'
import {
  asObject,
  DecodeError,
  type DecodedRead,
  type Decoder,
  decodeEntries,
  type Fields,
  isAbsent,
} from '../payloads/decoder'
import { OptionalFields } from '../payloads/optional-fields'
import { parsePayload } from '../payloads/payload'

/**
 * Decodes Ruuvi Gateway. Over HTTP, a message is `{data: {timestamp, gw_mac, tags: {<address>: {rssi, timestamp, data}}}}`.
 * Over MQTT, it is one advertisement, `{gw_mac, rssi, gwts, ts, data}`, and the last level of its topic is the address.
 * Times are in seconds since 1970, and absent without time synchronization; `data` is the advertisement as hex. Other
 * messages are about the gateway.
 */
export const decodeRuuviGateway: Decoder = (payload, source) => {
  const fields = new OptionalFields(source)
  const message = asObject(parsePayload(payload), 'The payload')
  const { data } = message
  if (typeof data === 'object' && data !== null) {
    const tags = Object.entries(asObject(asObject(data, 'data')['tags'], 'tags'))
    return decodeEntries(tags, ([mac, tag]) => readOf(fields, mac, asObject(tag, 'A tag')), fields)
  }
  if (isAbsent(data) && isAboutGateway(message)) return { reads: [], faults: [] }
  if (typeof data !== 'string') throw new DecodeError(formatMessages('format.data'))
  const mac = addressOf(message, source?.topic ?? null)
  return decodeEntries([message], (tag) => readOf(fields, mac, { ...tag, timestamp: tag['ts'] }), fields)
}

const readOf = (fields: OptionalFields, mac: string, { rssi, timestamp, data }: Fields): DecodedRead =>
  bleRead(fields, {
    mac,
    packets: [fromHex(data)],
    sentAt: fields.since1970(timestamp, 's', 'timestamp'),
    rssi,
  })

/** Whether the message is the state of the gateway, `{state: "online"}`, or its statistics. */
const isAboutGateway = ({ state, gw_mac: gateway, rssi }: Fields): boolean =>
  isAbsent(rssi) && (typeof state === 'string' || typeof gateway === 'string')

const address = /^(?:[\dA-F]{2}[:-]?){5}[\dA-F]{2}$/i

/** Returns the address of the tag. Only messages that the gateway has decoded contain it in `id`. */
function addressOf({ id }: Fields, topic: string | null): string {
  const found = [id, topic?.split('/').at(-1)].find((text) => typeof text === 'string' && address.test(text))
  if (typeof found === 'string') return found
  throw new DecodeError(formatMessages('format.topic_address'))
}
