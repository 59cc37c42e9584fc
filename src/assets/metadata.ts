import { type Static, Type } from '@sinclair/typebox'
import { problemsOf } from '../contract/check'
import { Metadata, withKnown } from '../contract/fields'
import { echoedOnPatch } from '../contract/read-only'
import type { FieldError } from '../errors'
import { isObject, type JsonObject, parseJsonText } from '../json'
import { AssetChanges } from './schema'

/**
 * Changes of single keys of metadata, for the forms and imports of the console. All other keys keep their exact values,
 * which a browser cannot send back: it rounds large numbers.
 */

export const MetadataChanges = Type.Object(
  {
    set: Type.Optional(Type.Unsafe<Static<typeof Metadata>>({ ...Metadata, description: 'Values by key.' })),
    remove: Type.Optional(Type.Array(Type.String(), { description: 'Keys to remove.' })),
  },
  { additionalProperties: false, description: 'Changes single keys of metadata; others keep their values.' },
)

const Changing = Type.Object({ metadata_changes: Type.Optional(MetadataChanges) })

/** The changes of an asset in the console, for the document. */
export const AssetEdit = withKnown(
  Type.Object(
    { ...AssetChanges.properties, metadata_changes: Type.Optional(MetadataChanges) },
    { $id: 'AssetEdit', additionalProperties: false },
  ),
  echoedOnPatch,
)

/** Reports the problems of `metadata_changes` in a body. */
export const metadataProblems = ({ metadata_changes: changes }: JsonObject): FieldError[] =>
  problemsOf(Changing, changes === undefined ? {} : { metadata_changes: changes })

/**
 * Returns the body with `metadata` instead of valid `metadata_changes`.
 *
 * @param stored the metadata of the asset as JSON text; if the body contains `metadata`, the changes apply to that
 */
export function withMetadataChanged(body: JsonObject, stored: string): JsonObject {
  const { metadata_changes: changes, ...others } = body
  if (changes === undefined) return body
  if (!isObject(changes)) return others
  const { set = {}, remove = [] } = changes
  const base = others['metadata'] ?? parseJsonText(stored)
  // Metadata that is not an object is refused later.
  if (!isObject(base) || !isObject(set) || !Array.isArray(remove)) return others
  const removed = new Set(remove)
  const kept = Object.entries(base).filter(([key]) => !removed.has(key))
  return { ...others, metadata: Object.fromEntries([...kept, ...Object.entries(set)]) }
}
