import type { FieldColumn } from './field-column'
import type { AssetField } from './use-fields'

/** Returns the columns of the fields that the organization has defined. */
export const importColumnsOf = (fields: readonly AssetField[]): FieldColumn[] =>
  fields.map(({ key, name, type }) => ({
    target: type === 'number' || type === 'date' ? `${type}:${key}` : `text:${key}`,
    label: name,
    heads: [`metadata.${key}`, name, key],
  }))
