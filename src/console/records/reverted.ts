import type { MetadataChanges } from '../fields/values'
import type { BulkChanges } from './bulk-edit'

interface Before {
  readonly is_active: boolean
  readonly description: string | null
  readonly valid_from: string
  readonly valid_to: string | null
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** Returns the change that gives a record back the values that it had before another change. */
export function reverted(
  before: Before,
  { metadata_changes: metadata, ...changes }: BulkChanges,
): BulkChanges {
  const { is_active, description, valid_from, valid_to } = before
  const values = { is_active, description, valid_from, valid_to }
  const names = Object.keys(changes) as (keyof typeof values)[]
  return {
    ...Object.fromEntries(names.map((name) => [name, values[name]])),
    ...(metadata && { metadata_changes: revertedMetadata(before.metadata ?? {}, metadata) }),
  }
}

function revertedMetadata(
  before: Readonly<Record<string, unknown>>,
  { set, remove }: MetadataChanges,
): MetadataChanges {
  const keys = [...Object.keys(set), ...remove]
  const had = keys.filter((key) => Object.hasOwn(before, key))
  return {
    set: Object.fromEntries(had.map((key) => [key, before[key]])),
    remove: keys.filter((key) => !had.includes(key)),
  }
}
