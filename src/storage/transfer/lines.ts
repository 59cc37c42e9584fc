import type { Column, ColumnType } from './tables'

/**
 * Rows as lines in the text format of COPY (PostgreSQL manual, COPY, Text Format). PostgreSQL writes and reads them itself. A row has
 * the same bytes for both engines, so a digest of the lines compares their tables.
 */

/** Lines that are read or written at once. */
export interface Slice {
  readonly lines: Uint8Array
  readonly rows: number
}

/** Minimum size of a slice, except for the last one of a table, in bytes. */
const sliceBytes = 4 * 1024 * 1024

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}
const characters: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(escapes).map(([character, escape]) => [escape.slice(1), character]),
)

const escaped = (text: string): string =>
  /[\\\b\f\n\r\t\v]/.test(text)
    ? text.replace(/[\\\b\f\n\r\t\v]/g, (found) => escapes[found] as string)
    : text

const unescaped = (field: string): string =>
  field.includes('\\') ? field.replace(/\\(.)/g, (_, letter: string) => characters[letter] ?? letter) : field

/** A value of SQLite. Integers are texts, because they may exceed the range of a number. */
export type Field = string | number | bigint | Uint8Array | null

export const fieldOf = (value: Field): string => {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'number') return realOf(value)
  if (typeof value === 'bigint') return String(value)
  return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
}

/** Returns a number as PostgreSQL prints it: with an exponent when it is less than -4 or at least 15. */
function realOf(value: number): string {
  const [digits = '', exponent = ''] = value.toExponential().split('e')
  const power = Number(exponent)
  if (value === 0 || !Number.isFinite(value) || (power >= -4 && power < 15)) return String(value)
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}

/** Returns the fields of a line without its end; null is null. */
const fieldsOf = (line: string): (string | null)[] =>
  line.split('\t').map((field) => (field === '\\N' ? null : unescaped(field)))

/** Returns the value that SQLite stores. */
export function valueOf(field: string | null, type: ColumnType): Field {
  if (field === null) return null
  if (type === 'INTEGER') return field.length < 16 ? Number(field) : BigInt(field)
  if (type === 'REAL') return Number(field)
  if (type === 'BLOB') return Buffer.from(field.slice(2), 'hex')
  return field
}

/** Returns the values of a line for all columns. */
export const valuesOf = (line: string, columns: readonly Column[]): Field[] => {
  const fields = fieldsOf(line)
  return columns.map(({ type }, index) => valueOf(fields[index] ?? null, type))
}

/** Joins lines to slices. */
export function* slicesOf(lines: Iterable<string>): Generator<Slice> {
  let parts: string[] = []
  let size = 0
  for (const line of lines) {
    parts.push(line)
    size += line.length
    if (size < sliceBytes) continue
    yield { lines: Buffer.from(parts.join('')), rows: parts.length }
    parts = []
    size = 0
  }
  if (parts.length > 0) yield { lines: Buffer.from(parts.join('')), rows: parts.length }
}
