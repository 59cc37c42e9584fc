import type { Author } from '../../base/caller'
import { randomHex } from '../../base/secrets'
import type { Writes } from '../../storage/core/store'
import type { Instant } from '../../base/time'
import type { Action, SubjectKind } from './schema'

/** A change that is being made: the write that it is part of, who makes it, and when. */
export interface Edit {
  readonly tx: Writes
  readonly author: Author
  readonly at: Instant
}

/** The record that was changed. */
export interface Subject {
  readonly kind: SubjectKind
  readonly id: number | string
  /** The external_key, or the name of a record without one. */
  readonly name: string | null
}

export interface Change {
  readonly at: Instant
  readonly action: Action
  /** The record before the change. */
  readonly subject: Subject
  /** Views of the API, never with a secret. `before` is absent for a creation, `after` for a deletion. */
  readonly before?: object
  readonly after?: object
  /** The field that tells which part of the subject was changed. The entry has it although it does not differ. */
  readonly partField?: string
}

/**
 * Maximum length of a field's JSON, in characters. Of a longer field, only the length is kept, to bound an entry's
 * size.
 */
const fieldMax = 20_000

/**
 * Writes an entry of the audit log in the write of its change, so that neither exists without the other. The entry of a
 * change contains the fields that differ. When only `updated_at` differs, there is no entry.
 */
export async function audit(
  { audit: entries }: Pick<Writes, 'audit'>,
  { organizationId, actor, importId }: Author,
  { at, action, subject, before, after, partField }: Change,
): Promise<void> {
  const texts =
    before && after
      ? differences(before, after, partField)
      : { before: wholeOf(before), after: wholeOf(after) }
  if (!texts) return
  await entries.insert({
    organizationId,
    changedAt: at,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    action,
    subjectKind: subject.kind,
    subjectId: String(subject.id),
    subjectName: subject.name,
    importId: importId ?? null,
    ...texts,
  })
}

/** Fields by name, each as JSON text, which keeps the digits of numbers and can be compared. */
type FieldTexts = Map<string, string>

const textsOf = (view: object): FieldTexts =>
  new Map(Object.entries(view).map(([field, value]) => [field, JSON.stringify(value)]))

/** Returns the fields that differ, and `also`, as JSON; undefined when none differ. */
function differences(
  before: object,
  after: object,
  also: string | undefined,
): { before: string; after: string } | undefined {
  const [old, current] = [textsOf(before), textsOf(after)]
  const differs = (field: string) => field !== 'updated_at' && old.get(field) !== current.get(field)
  if (![...old.keys(), ...current.keys()].some(differs)) return undefined
  const kept = (texts: FieldTexts) =>
    toObject(new Map([...texts].filter(([field]) => field === also || differs(field))))
  return { before: kept(old), after: kept(current) }
}

function wholeOf(view: object | undefined): string | null {
  if (!view) return null
  const text = JSON.stringify(view)
  // No field is longer than the whole.
  return text.length <= fieldMax ? text : toObject(textsOf(view))
}

function toObject(texts: FieldTexts): string {
  const fields = [...texts].map(
    ([field, text]) =>
      `${JSON.stringify(field)}:${text.length > fieldMax ? `{"not_kept_characters":${text.length}}` : text}`,
  )
  return `{${fields.join(',')}}`
}

/** Returns the author of an import's changes. The audit log groups the entries with the same id. */
export const importedBy = (author: Author, importId: string = randomHex(8)): Author => ({
  ...author,
  importId,
})
