import {
  asArray,
  asObject,
  asValue,
  type Decoder,
  decodeEntries,
  type Fields,
  isAbsent,
} from '../payloads/decoder'
import { isHeartbeat } from '../payloads/heartbeats'
import { OptionalFields } from '../payloads/optional-fields'
import { parsePayload } from '../payloads/payload'

/**
 * Decodes SmartReader, an application on Impinj R700 readers: `{readerName, mac, site, tag_reads: [{epc,
 * firstSeenTimestamp, antennaPort, peakRssi, ...}]}`. Times are in microseconds since 1970. Management events are valid
 * messages.
 */
export const decodeImpinjSmartreader: Decoder = (payload, source) => {
  const fields = new OptionalFields(source)
  const message = asObject(parsePayload(payload), 'The payload')
  if (isAbsent(message['tag_reads']) && isManagementEvent(message)) return { reads: [], faults: [] }
  return decodeEntries(
    asArray(message['tag_reads'], 'tag_reads'),
    (entry) => {
      const read = asObject(entry, 'A read')
      if (isHeartbeat(read)) return null
      return {
        tagType: 'rfid',
        value: asValue(read['epc'], 'epc'),
        antenna: fields.antenna(read['antennaPort'], 'antennaPort'),
        sentAt: fields.since1970(read['firstSeenTimestamp'], 'us', 'firstSeenTimestamp'),
        rssi: fields.rssi(read['peakRssi'], 'peakRssi'),
        ...fields.chip(read['tid']),
      }
    },
    fields,
  )
}

/** The members of messages about the reader: its state, and its responses to commands. */
const managementMembers = ['eventType', 'status', 'command', 'command_id']

/**
 * Whether the message is a management event: `{eventType: "status", component, ...}`, `{status: "running"}`, the response
 * to a command, or one with a member such as `smartreader-status`.
 */
const isManagementEvent = (message: Fields): boolean =>
  managementMembers.some((name) => typeof message[name] === 'string') ||
  Object.keys(message).some((key) => key.startsWith('smartreader-'))
