import type { TagRow } from '../storage/store'
import type { TagView } from './schema'

export const toTagView = ({ id, tagType, value }: TagRow): TagView => ({ id, tag_type: tagType, value })

/**
 * How the identifier of a read is compared with a tag that a person typed: rfid and ble without separators, upper-case,
 * without leading zeros; barcodes without the line break that scanners append (docs/history.md, Tag match).
 */
export function normalize(tagType: string, value: string): string {
  if (tagType === 'barcode') return value.replace(/[\r\n]+$/, '')
  return value
    .replace(/[\s:._-]/g, '')
    .toUpperCase()
    .replace(/^0+(?=.)/, '')
}
