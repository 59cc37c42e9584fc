import {
  asArray,
  asObject,
  asOptionalAntenna,
  asOptionalRssi,
  asValue,
  type Decoded,
  DecodeError,
  decodeEntries,
  type Fields,
  isAbsent,
} from './decoder'
import { parsePayload } from './payload'
import { fromIso } from './times'

/**
 * Decodes Zebra RFD40 and RFD90 sleds: `{type, timestamp, data: {tagData: [...], barcodeData: [{decodedBarcode}]}}`. An
 * event with neither list is a valid message.
 */
export function decodeZebraRfd(payload: Uint8Array): Decoded {
  const { type, timestamp, data } = asObject(parsePayload(payload), 'The payload')
  if (typeof type !== 'string') throw new DecodeError('The payload must have a type')
  const { tagData, barcodeData } = isAbsent(data) ? {} : asObject(data, 'data')
  const entries = [
    ...listOf(tagData, 'tagData').map((record) => ({ record, isBarcode: false })),
    ...listOf(barcodeData, 'barcodeData').map((record) => ({ record, isBarcode: true })),
  ]
  return decodeEntries(entries, ({ record, isBarcode }) => {
    const fields = asObject(record, isBarcode ? 'A barcode' : 'A tag')
    return {
      tagType: isBarcode ? 'barcode' : 'rfid',
      value: isBarcode
        ? asValue(fields['decodedBarcode'], 'decodedBarcode')
        : asValue(firstOf(fields, idNames), 'idHex'),
      antenna: asOptionalAntenna(fields['antenna'], 'antenna'),
      sentAt: isAbsent(timestamp) ? null : fromIso(timestamp, 'timestamp'),
      rssi: asOptionalRssi(firstOf(fields, rssiNames), 'peakRssi'),
    }
  })
}

const listOf = (value: unknown, name: string): readonly unknown[] =>
  isAbsent(value) ? [] : asArray(value, name)

/**
 * The names that a field of a tag may have, the most likely first. Zebra documents that the metadata flags of the
 * operating mode decide which fields a tag has, but not their names. The first names are those of Zebra's fixed
 * readers; other Zebra services have the EPC in `id`.
 */
const idNames = ['idHex', 'epc', 'EPC', 'epcId', 'tagId', 'id']
const rssiNames = ['peakRssi', 'rssi', 'RSSI']

function firstOf(fields: Fields, names: readonly string[]): unknown {
  const name = names.find((known) => !isAbsent(fields[known]))
  return name === undefined ? undefined : fields[name]
}
