import { splitValues } from './csv'

/** Maps the columns of a file to fields, and the cells of a row to a request. The service validates the values. */

export type Target =
  | 'external_key'
  | 'name'
  | 'description'
  | 'is_active'
  | 'valid_from'
  | 'valid_to'
  | 'tags_rfid'
  | 'tags_ble'
  | 'tags_barcode'
  | 'metadata'

interface TargetInfo {
  readonly target: Target
  readonly label: string
  /** Other column names that are recognized, in lower-case letters and digits only. */
  readonly aliases: readonly string[]
}

export const targets: readonly TargetInfo[] = [
  { target: 'external_key', label: 'Key', aliases: ['key', 'assetkey', 'assetid', 'assetnumber', 'number'] },
  { target: 'name', label: 'Name', aliases: ['assetname', 'title'] },
  { target: 'description', label: 'Description', aliases: ['notes', 'comment'] },
  { target: 'is_active', label: 'Active', aliases: ['active'] },
  { target: 'valid_from', label: 'Valid from', aliases: [] },
  { target: 'valid_to', label: 'Valid to', aliases: ['validuntil'] },
  { target: 'tags_rfid', label: 'RFID tags', aliases: ['rfid', 'rfidtag', 'rfidtags', 'epc', 'tag', 'tags'] },
  { target: 'tags_ble', label: 'BLE tags', aliases: ['ble', 'bletag', 'bletags', 'beacon', 'mac'] },
  {
    target: 'tags_barcode',
    label: 'Barcodes',
    aliases: ['barcode', 'barcodes', 'barcodetags', 'ean', 'gtin'],
  },
  { target: 'metadata', label: 'Metadata (JSON)', aliases: [] },
]

/** The target of each column of the file; null for a column that is not imported. */
export type Mapping = readonly (Target | null)[]

const letters = (head: string): string => head.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')

/** Guesses the mapping from the column names. When two columns match the same target, the first one gets it. */
export function guessMapping(heads: readonly string[]): Mapping {
  const taken = new Set<Target>()
  return heads.map((head) => {
    const known = targets.find(
      ({ target, aliases }) => letters(target) === letters(head) || aliases.includes(letters(head)),
    )
    if (!known || taken.has(known.target)) return null
    taken.add(known.target)
    return known.target
  })
}

/** Spreadsheets write Boolean values in the language of the user. */
const truths: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', '1', 'wahr', 'vrai', 'verdadero', 'vero', 'waar'].map((word) => [word, true] as const),
  ...['false', 'no', '0', 'falsch', 'faux', 'falso', 'onwaar'].map((word) => [word, false] as const),
])

export interface Fields {
  readonly body: Readonly<Record<string, unknown>>
  /** The column that each tag in the body comes from. */
  readonly tagColumns: readonly number[]
}

/**
 * Returns the request for a row. An invalid cell is sent unchanged, so that the service reports what is wrong. An empty cell
 * clears a field that can be cleared; other fields are treated as if the file had no such column.
 */
export function fieldsOf(cells: readonly string[], mapping: Mapping): Fields {
  const body: Record<string, unknown> = {}
  const tags: { tag_type: string; value: string }[] = []
  const tagColumns: number[] = []
  for (const [column, target] of mapping.entries()) {
    const cell = cells[column] ?? ''
    const text = cell.trim()
    switch (target) {
      case null:
        break
      case 'description':
        body[target] = cell === '' ? null : cell
        break
      case 'valid_to':
        body[target] = text === '' ? null : text
        break
      case 'metadata':
        body[target] = text === '' ? {} : text
        break
      case 'is_active':
        if (text !== '') body[target] = truths.get(text.toLowerCase()) ?? text
        break
      case 'tags_rfid':
      case 'tags_ble':
      case 'tags_barcode':
        for (const value of splitValues(cell)) {
          tags.push({ tag_type: target.slice('tags_'.length), value })
          tagColumns.push(column)
        }
        break
      default:
        if (text !== '') body[target] = text
    }
  }
  if (tags.length > 0) body['tags'] = tags
  return { body, tagColumns }
}

/** Returns the column that the field of an error comes from; undefined when the file has no such column. */
export function columnOf(field: string, mapping: Mapping, tagColumns: readonly number[]): number | undefined {
  const tag = /^tags\[(\d+)\]/.exec(field)
  if (tag) return tagColumns[Number(tag[1])]
  const root = /^[^.[]*/.exec(field)?.[0] ?? field
  const column = mapping.findIndex(
    (target) => target === root || (root === 'tags' && target?.startsWith('tags_')),
  )
  return column < 0 ? undefined : column
}
