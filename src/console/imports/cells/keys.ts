import type { CsvRecord } from '../reading/csv'
import { withoutTextMark } from './damage'

/** Keys that contain spaces and other characters that a key of the service cannot have. */

const isKey = (text: string): boolean => /^[A-Za-z\d-]+$/.test(text)

/** Replaces each run of other characters by a hyphen: "AN 1001" is "AN-1001". Accents are left out. */
export const hyphenated = (key: string): string =>
  key
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z\d-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')

interface KeyRepair {
  /** Number of keys that are valid only with hyphens. */
  readonly count: number
  /** One of them, as it is written and with hyphens. */
  readonly from: string
  readonly to: string
}

/** Returns how the keys of a column can be repaired; undefined when none needs it. */
export function keyRepairOf(records: readonly CsvRecord[], column: number): KeyRepair | undefined {
  const repaired = records
    .map(({ cells }) => withoutTextMark((cells[column] ?? '').trim()))
    .filter((key) => key !== '' && !isKey(key) && hyphenated(key) !== '')
  const [from] = repaired
  return from === undefined ? undefined : { count: repaired.length, from, to: hyphenated(from) }
}
