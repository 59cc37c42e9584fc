import type { AttachedTag } from '../storage/store'
import type { TagView } from './schema'

export const toTagView = ({ id, tagType, value }: AttachedTag): TagView => ({ id, tag_type: tagType, value })

/** Returns what is left of a value without its separators and leading zeros. */
function essence(tagType: string, value: string): string {
  if (tagType === 'barcode') return value.replace(/[\r\n]+$/, '')
  return value
    .replace(/[\s:._-]/g, '')
    .toUpperCase()
    .replace(/^0+(?=.)/, '')
}

/**
 * Returns the normal form in which values of reads and of tags are compared (docs/history.md, Tag match). For rfid and
 * ble, it has no separators and no leading zeros and is in upper case. For a barcode, it has no line break at the end,
 * which scanners append. A value of separators is its own normal form: otherwise, all of them would be the same tag.
 */
export const normalize = (tagType: string, value: string): string => essence(tagType, value) || value

/** Whether a value consists of what its normal form leaves out. */
export const hasOnlySeparators = (tagType: string, value: string): boolean => essence(tagType, value) === ''
