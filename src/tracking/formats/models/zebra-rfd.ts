import { formatMessages } from '../payloads/messages'
import {
  asArray,
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
 * Decodes Zebra RFD40 and RFD90 sleds: `{type, timestamp, data: {tagData: [...], barcodeData: [{decodedBarcode}]}}`. An
 * event with neither list is a valid message.
 */
export const decodeZebraRfd: Decoder = (payload, source) => {
  const optional = new OptionalFields(source)
  const { type, timestamp, data } = asObject(parsePayload(payload), 'The payload')
  if (typeof type !== 'string') throw new DecodeError(formatMessages('format.payload_type'))
  const { tagData, barcodeData } = isAbsent(data) ? {} : asObject(data, 'data')
  const entries = [
    ...listOf(tagData, 'tagData').map((record) => ({ record, isBarcode: false })),
    ...listOf(barcodeData, 'barcodeData').map((record) => ({ record, isBarcode: true })),
  ]
  return decodeEntries(
    entries,
    ({ record, isBarcode }) => {
      const fields = asObject(record, isBarcode ? 'A barcode' : 'A tag')
      return {
        tagType: isBarcode ? 'barcode' : 'rfid',
        value: isBarcode
          ? asValue(fields['decodedBarcode'], 'decodedBarcode')
          : asValue(firstOf(fields, idNames), 'idHex'),
        antenna: optional.antenna(fields['antenna'], 'antenna'),
        sentAt: optional.time(timestamp, 'timestamp'),
        rssi: optional.rssi(firstOf(fields, rssiNames), 'peakRssi'),
      }
    },
    optional,
  )
}

const listOf = (value: unknown, name: string): readonly unknown[] =>
  isAbsent(value) ? [] : asArray(value, name)

/**
 * The names that a field of a tag may have, the most likely first. Zebra documents that the metadata flags of the
 * operating mode decide which fields a tag has, but not their names. The first names are those of Zebra's fixed
 * readers; other Zebra services have the EPC in `id`.
 */
const idNames = ['idhex', 'epc', 'epcid', 'tagid', 'id']
const rssiNames = ['peakrssi', 'rssi']

/** Returns the field with the first of these names. Upper and lower case differ between firmware versions: `EPCid`. */
function firstOf(fields: Fields, names: readonly string[]): unknown {
  const found = Object.entries(fields)
    .filter(([, value]) => !isAbsent(value))
    .map(([name, value]) => ({ rank: names.indexOf(name.toLowerCase()), value }))
    .filter(({ rank }) => rank >= 0)
    .toSorted((one, other) => one.rank - other.rank)
  return found[0]?.value
}
