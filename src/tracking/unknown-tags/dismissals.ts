import { unknownTagMessages } from './messages'
import { type Static, Type } from '@sinclair/typebox'
import { audit } from '../../people/audit/record'
import type { Author } from '../../base/caller'
import { checked } from '../../contract/check'
import { Id, TagValue, Timestamp } from '../../contract/fields'
import type { Page } from '../../contract/parameters'
import { conflict, invalidField, notFound } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { DismissedTagRow, Store, UnknownTagRecord, Writes } from '../../storage/core/store'
import { hasOnlySeparators, identityKey, normalizePrefix } from '../../inventory/tags/rules'
import { type TagType, tagTypes } from '../../inventory/tags/schema'
import { type Clock, type Instant, toWire } from '../../base/time'

/** Unknown tags that never appear again (docs/internal-api.md, Dismissed tags). */

/** Maximum numbers of an organization. Each read of an unknown tag is compared with all its prefixes. */
const valuesMax = 10_000
const prefixesMax = 100
/** A history of an unknown tag has up to a thousand events, so a write deletes few of them. */
const deletedAtOnce = 20

export const DismissedTag = Type.Object(
  {
    id: Id,
    tag_type: Type.String(),
    value: Type.String(),
    is_prefix: Type.Boolean(),
    dismissed_at: Timestamp,
  },
  {
    $id: 'DismissedTag',
    description: 'An unknown tag, or the beginning of unknown tags, that was dismissed.',
  },
)
type DismissedTagView = Static<typeof DismissedTag>

export const Dismissal = Type.Object({ unknown_tag_ids: Type.Array(Id, { minItems: 1, maxItems: 200 }) })

export const PrefixDismissal = Type.Object({
  tag_type: Type.Unsafe<TagType>({ type: 'string', enum: [...tagTypes] }),
  prefix: TagValue,
})

export const DismissalResult = Type.Object(
  { dismissed: Type.Integer({ description: 'Number of unknown tags that were deleted.' }) },
  { $id: 'DismissalResult', description: 'The effect of a dismissal.' },
)

export class DismissalService {
  readonly #store: Store
  readonly #now: Clock

  constructor(store: Store, now: Clock) {
    this.#store = store
    this.#now = now
  }

  async list(organizationId: number, page: Page): Promise<{ rows: DismissedTagView[]; total: number }> {
    const { rows, total } = await this.#store.read.dismissedTags.list(organizationId, page)
    return { rows: rows.map(toView), total }
  }

  /**
   * Dismisses unknown tags permanently, in all spellings: all of them, or none with a `conflict` at the maximum. Tags that no longer
   * exist are left out.
   */
  async dismiss(author: Author, body: JsonObject): Promise<{ dismissed: number }> {
    const { unknown_tag_ids: ids } = checked(Dismissal, body)
    const { organizationId } = author
    await this.#store.write(
      async (tx) => {
        const rules: Rule[] = []
        for (const id of ids) {
          const unknown = await tx.unknownTags.find(organizationId, id)
          if (unknown) rules.push(ruleFor(unknown))
        }
        await insertRules(tx, author, rules, this.#now())
      },
      [organizationId],
    )
    let dismissed = 0
    for (let from = 0; from < ids.length; from += deletedAtOnce)
      dismissed += await this.#store.write(
        (tx) => deleteUnknown(tx, organizationId, ids.slice(from, from + deletedAtOnce)),
        [organizationId],
      )
    return { dismissed }
  }

  /** Dismisses all unknown tags that begin with a prefix, permanently. Throws `invalid` and `conflict`. */
  async dismissPrefix(author: Author, body: JsonObject): Promise<{ dismissed: number }> {
    const { tag_type: tagType, prefix: value } = checked(PrefixDismissal, body)
    if (hasOnlySeparators(tagType, value))
      throw invalidField(
        'prefix',
        'invalid_value',
        unknownTagMessages('unknown_tag.prefix', { field: 'prefix' }),
      )
    const normalized = normalizePrefix(tagType, value)
    const { organizationId } = author
    const rule = { tagType, value, normalized, isPrefix: true, identity: '' }
    await this.#store.write((tx) => insertRules(tx, author, [rule], this.#now()), [organizationId])
    let dismissed = 0
    for (let count = 1; count > 0; dismissed += count)
      count = await this.#store.write(
        async (tx) => {
          const ids = await tx.dismissedTags.matching({ organizationId, tagType, normalized }, deletedAtOnce)
          for (const id of ids) await tx.unknownTags.delete(id)
          return ids.length
        },
        [author.organizationId],
      )
    return { dismissed }
  }

  /** Lets a dismissed tag, or tags with a dismissed prefix, appear again when they are read. Throws `not_found`. */
  restore(author: Author, id: number): Promise<void> {
    return this.#store.write(
      async (tx) => {
        const row = await tx.dismissedTags.delete(author.organizationId, id)
        if (!row) throw notFound(unknownTagMessages('unknown_tag.not_dismissed'))
        const subject = { kind: 'unknown_tag', id, name: nameOf(row) } as const
        await audit(tx, author, { at: this.#now(), action: 'restored', subject, before: fieldsOf(row) })
      },
      [author.organizationId],
    )
  }
}

type Rule = Pick<DismissedTagRow, 'tagType' | 'value' | 'normalized' | 'isPrefix'> & {
  readonly identity: string
}

const ruleFor = ({ tagType, value, normalized }: UnknownTagRecord): Rule => ({
  tagType,
  value,
  normalized,
  isPrefix: false,
  identity: identityKey(tagType, value),
})

/** Deletes those of the unknown tags that exist, and their other spellings. Returns the number of all. */
async function deleteUnknown(tx: Writes, organizationId: number, ids: readonly number[]): Promise<number> {
  let count = 0
  for (const id of ids) {
    const unknown = await tx.unknownTags.find(organizationId, id)
    if (!unknown) continue
    const identity = identityKey(unknown.tagType, unknown.value)
    const spellings = identity === '' ? [] : await tx.unknownTags.naming(organizationId, identity)
    const all = new Set([id, ...spellings])
    for (const one of all) await tx.unknownTags.delete(one)
    count += all.size
  }
  return count
}

/**
 * Inserts the rules that the organization does not have, each with its audit entry. They are either all prefixes or all tags. Throws
 * `conflict` when there would be too many.
 */
async function insertRules(tx: Writes, author: Author, rules: readonly Rule[], at: Instant): Promise<void> {
  const { organizationId } = author
  const inserted: DismissedTagRow[] = []
  for (const rule of rules) {
    // One entry is for all spellings, so that they are restored together.
    if (await tx.dismissedTags.isNamed(organizationId, rule.identity)) continue
    const row = await tx.dismissedTags.insert({ organizationId, ...rule, dismissedAt: at })
    if (row) inserted.push(row)
  }
  const [first] = inserted
  if (!first) return
  const { isPrefix } = first
  const most = isPrefix ? prefixesMax : valuesMax
  const total = await tx.dismissedTags.count(organizationId, isPrefix)
  if (total > most) {
    const present = `${total - inserted.length} of at most ${most}`
    throw conflict(
      isPrefix
        ? unknownTagMessages('unknown_tag.many_prefixes', { count: present })
        : unknownTagMessages('unknown_tag.many', { count: present }),
    )
  }
  for (const row of inserted) {
    const subject = { kind: 'unknown_tag', id: row.id, name: nameOf(row) } as const
    await audit(tx, author, { at, action: 'dismissed', subject, after: fieldsOf(row) })
  }
}

const nameOf = ({ value, isPrefix }: DismissedTagRow): string => (isPrefix ? `${value}…` : value)

const fieldsOf = ({ tagType, value, isPrefix }: DismissedTagRow) => ({
  tag_type: tagType,
  value,
  is_prefix: isPrefix,
})

const toView = (row: DismissedTagRow): DismissedTagView => ({
  id: row.id,
  ...fieldsOf(row),
  dismissed_at: toWire(row.dismissedAt),
})
