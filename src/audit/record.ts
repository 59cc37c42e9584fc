import type { Author } from '../caller'
import type { Writes } from '../storage/store'
import type { Instant } from '../time'
import type { Action, SubjectKind } from './schema'

/** What was changed. */
export interface Subject {
  readonly kind: SubjectKind
  readonly id: number | string
  /** By which people know it: an external_key, or the name of what has none. */
  readonly name: string | null
}

export interface Change {
  readonly at: Instant
  readonly action: Action
  /** As it was before the change. */
  readonly subject: Subject
  /** Views as the API shows them, never with a secret. Absent before a creation, and after a deletion. */
  readonly before?: object
  readonly after?: object
}

/** A field whose JSON is longer is not kept, only how long it was: an entry stays small whatever it tells of. */
const fieldMax = 20_000

/**
 * Writes down a change, in the write that makes it: there is never one without the other. Of a change the fields that
 * differ are kept; where nothing but `updated_at` does, nothing is written.
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

/** Fields by name, each as JSON: digits of numbers stay as they are, and texts can be compared. */
type FieldTexts = Map<string, string>

function textsOf(view: object | undefined): FieldTexts | undefined {
  return view && new Map(Object.entries(view).map(([field, value]) => [field, JSON.stringify(value)]))
}

function differences(before: object, after: object): { before: FieldTexts; after: FieldTexts } {
  const [old, present] = [textsOf(before), textsOf(after)] as [FieldTexts, FieldTexts]
  const differs = (field: string) => field !== 'updated_at' && old.get(field) !== present.get(field)
  const only = (texts: FieldTexts) => new Map([...texts].filter(([field]) => differs(field)))
  return { before: only(old), after: only(present) }
}

function toObject(texts: FieldTexts | undefined): string | null {
  if (!texts) return null
  const fields = [...texts].map(
    ([field, text]) =>
      `${JSON.stringify(field)}:${text.length > fieldMax ? `{"not_kept_characters":${text.length}}` : text}`,
  )
  return `{${fields.join(',')}}`
}
