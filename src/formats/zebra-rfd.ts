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
 * Zebra RFD40 and RFD90 sleds: `{type, timestamp, data: {tagData: [...], barcodeData: [{decodedBarcode}]}}`. An event
 * with neither list is a good message.
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
 * Zebra documents that the metadata flags of the operating mode decide which fields a tag has; for what they are
 * called, the names of its fixed readers come first. `id` is last: other Zebra services have the EPC there.
 */
const idNames = ['idHex', 'epc', 'EPC', 'epcId', 'tagId', 'id']
const rssiNames = ['peakRssi', 'rssi', 'RSSI']

function firstOf(fields: Fields, names: readonly string[]): unknown {
  const name = names.find((known) => !isAbsent(fields[known]))
  return name === undefined ? undefined : fields[name]
}
