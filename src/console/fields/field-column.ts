/** A column that an import offers for a field. */
export interface FieldColumn {
  readonly target: `text:${string}` | `number:${string}` | `date:${string}`
  readonly label: string
  /** The names by which the column is recognized: that of an exported file, and those of the field. */
  readonly heads: readonly string[]
}
