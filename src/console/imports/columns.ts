import { splitValues } from './csv'

/** What the columns of a file mean, and what the service is sent for the cells of a row. It knows the rules; none is repeated here. */

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
  /** Heads by which it is known beside its own name: lower-case letters and digits alone. */
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

/** For each column of the file what it is; null is not imported. */
export type Mapping = readonly (Target | null)[]

const letters = (head: string): string => head.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')

/** What the heads say. Of two columns that would be the same, the first is. */
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

/** Spreadsheets write truth values in their own language when they save a file. */
const truths: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', '1', 'wahr', 'vrai', 'verdadero', 'vero', 'waar'].map((word) => [word, true] as const),
  ...['false', 'no', '0', 'falsch', 'faux', 'falso', 'onwaar'].map((word) => [word, false] as const),
])

export interface Fields {
  readonly body: Readonly<Record<string, unknown>>
  /** The column of each of the body's tags. */
  readonly tagColumns: readonly number[]
}

/**
 * A cell that makes no sense goes to the service as it is, so that the service says what is wrong. An empty one clears
 * what can be cleared; elsewhere it is as if the file had no such column.
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

/** The column that a field of the service's complaint comes from; undefined where the file has none. */
export function columnOf(field: string, mapping: Mapping, tagColumns: readonly number[]): number | undefined {
  const tag = /^tags\[(\d+)\]/.exec(field)
  if (tag) return tagColumns[Number(tag[1])]
  const root = /^[^.[]*/.exec(field)?.[0] ?? field
  const column = mapping.findIndex(
    (target) => target === root || (root === 'tags' && target?.startsWith('tags_')),
  )
  return column < 0 ? undefined : column
}
