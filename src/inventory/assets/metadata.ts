import type { Message } from '../../base/messages'
import { recordMessages } from '../records/messages'
import { type Static, Type } from '@sinclair/typebox'
import { problemsOf } from '../../contract/check'
import { Metadata, withKnown } from '../../contract/fields'
import { echoedOnPatch } from '../../contract/read-only'
import type { FieldError } from '../../base/errors'
import { isObject, JsonLimitError, type JsonObject, parseJsonText, requireWithin } from '../../base/json'
import { AssetChanges } from './schema'

/**
 * Changes of single keys of metadata, for the forms and imports of the console. All other keys keep their exact values,
 * which a browser cannot send back: it rounds large numbers.
 */

const MetadataChanges = Type.Object(
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

/** Maximum number of bytes of metadata with its changes: that of a body with metadata (docs/api.md, Limits). */
const bytesMax = 1_048_576

/**
 * Returns the body with `metadata` instead of `metadata_changes`, and the problems of `metadata_changes`. With problems, the body
 * has neither.
 *
 * @param stored the metadata of the asset as JSON text; if the body contains `metadata`, the changes apply to that
 */
export function withMetadataChanged(
  body: JsonObject,
  stored: string,
): { readonly body: JsonObject; readonly problems: readonly FieldError[] } {
  const { metadata_changes: changes, ...others } = body
  if (changes === undefined) return { body, problems: [] }
  const problems = problemsOf(Changing, { metadata_changes: changes })
  if (problems.length > 0) return { body: others, problems }
  const { metadata: base = parseJsonText(stored) } = others
  // Metadata that is not an object is refused later.
  if (!isObject(base)) return { body: others, problems }
  const { set = {}, remove = [] } = changes as Static<typeof MetadataChanges>
  const removed = new Set(remove)
  const kept = Object.entries(base).filter(([key]) => !removed.has(key))
  const metadata = Object.fromEntries([...kept, ...Object.entries(set)])
  const excess = excessOf(JSON.stringify(metadata), stored)
  if (excess === undefined) return { body: { ...others, metadata }, problems }
  const message = recordMessages('asset.metadata', { excess })
  return { body: others, problems: [{ field: 'metadata_changes', code: 'too_large', message }] }
}

/** Returns the limit that metadata exceeds, as a sentence without its subject; undefined if it exceeds none. */
function excessOf(metadata: string, stored: string): Message | undefined {
  const bytes = Buffer.byteLength(metadata)
  // A larger object, of a service that allows larger bodies, can still be made smaller.
  if (bytes > bytesMax && bytes > Buffer.byteLength(stored))
    return recordMessages('asset.many_bytes', { max: bytesMax })
  try {
    requireWithin(metadata)
    return undefined
  } catch (error) {
    if (error instanceof JsonLimitError) return error.excess
    throw error
  }
}
