import type { Author } from '../caller'
import type { Writes } from '../storage/store'
import type { Instant } from '../time'
import type { Action, SubjectKind } from './schema'

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
  { organizationId, actor }: Author,
  { at, action, subject, before, after }: Change,
): Promise<void> {
  const texts =
    before && after ? differences(before, after) : { before: textsOf(before), after: textsOf(after) }
  if (texts.before?.size === 0 && texts.after?.size === 0) return
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
    before: toObject(texts.before),
    after: toObject(texts.after),
  })
}

/** Fields by name, each as JSON text, which keeps the digits of numbers and can be compared. */
type FieldTexts = Map<string, string>

function textsOf(view: object | undefined): FieldTexts | undefined {
  return view && new Map(Object.entries(view).map(([field, value]) => [field, JSON.stringify(value)]))
}

function differences(before: object, after: object): { before: FieldTexts; after: FieldTexts } {
  const [old, current] = [textsOf(before), textsOf(after)] as [FieldTexts, FieldTexts]
  const differs = (field: string) => field !== 'updated_at' && old.get(field) !== current.get(field)
  const onlyDiffering = (texts: FieldTexts) => new Map([...texts].filter(([field]) => differs(field)))
  return { before: onlyDiffering(old), after: onlyDiffering(current) }
}

function toObject(texts: FieldTexts | undefined): string | null {
  if (!texts) return null
  const fields = [...texts].map(
    ([field, text]) =>
      `${JSON.stringify(field)}:${text.length > fieldMax ? `{"not_kept_characters":${text.length}}` : text}`,
  )
  return `{${fields.join(',')}}`
}
