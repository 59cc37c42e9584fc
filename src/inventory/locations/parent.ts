import { recordMessages } from '../records/messages'
import { fieldMessages } from '../../contract/messages'
import { conflict, type FieldError, invalidField } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { LocationRow, Writes } from '../../storage/core/store'

/** Finds the parent that a body names by id or by key, and checks that the tree allows it (docs/api.md, Parents). */

/** Maximum number of levels of the location tree. */
const depthMax = 1000

interface Parent {
  readonly id: number | null
  readonly externalKey: string | null
}

/** A parent, with the field that names it; the first of them when the body has both. */
interface NamedParent<P = Parent> {
  readonly parent: P
  readonly field: string
}

/** The parent is undefined when the body has no parent field, or when there are problems. */
interface Resolution extends NamedParent<Parent | undefined> {
  readonly problems: FieldError[]
}

/**
 * Resolves `parent_id` and `parent_external_key`. A field that repeats the value of `current` is accepted, even when
 * that parent is deleted.
 *
 * @param body the body without malformed parent fields, which are reported elsewhere
 * @param current the stored row; undefined for a new location
 */
export async function resolveParent(
  tx: Writes,
  organizationId: number,
  body: JsonObject,
  current: LocationRow | undefined,
): Promise<Resolution> {
  const { parent_id: id, parent_external_key: key } = body
  const forms: (readonly [field: string, parent: Parent | undefined])[] = []
  if (id !== undefined)
    forms.push([
      'parent_id',
      await resolve(current?.parentId, id, (value) => findById(tx, organizationId, value)),
    ])
  if (key !== undefined)
    forms.push([
      'parent_external_key',
      await resolve(current?.parentExternalKey, key, (value) => findByKey(tx, organizationId, value)),
    ])

  async function resolve(
    echoed: number | string | null | undefined,
    sent: unknown,
    find: (value: unknown) => Promise<Parent | undefined>,
  ): Promise<Parent | undefined> {
    if (current && sent === echoed) return { id: current.parentId, externalKey: current.parentExternalKey }
    return sent === null ? { id: null, externalKey: null } : find(sent)
  }

  const field = forms[0]?.[0] ?? 'parent_id'
  const missing = forms.filter(([, parent]) => parent === undefined)
  if (missing.length > 0)
    return { parent: undefined, field, problems: missing.map(([form]) => notFoundProblem(form)) }
  const [first, second] = forms.map(([, parent]) => parent)
  if (first && second && first.id !== second.id) {
    const message = fieldMessages('field.same_parent', {
      field: 'parent_id',
      other_field: 'parent_external_key',
    })
    return {
      parent: undefined,
      field,
      problems: forms.map(([form]) => ({ field: form, code: 'ambiguous_fields', message })),
    }
  }
  return { parent: first, field, problems: [] }
}

const notFoundProblem = (field: string): FieldError => ({
  field,
  code: 'fk_not_found',
  message: fieldMessages('field.no_location', { field }),
})

async function findById(tx: Writes, organizationId: number, id: unknown): Promise<Parent | undefined> {
  return tx.locations.find(organizationId, Number(id))
}

async function findByKey(tx: Writes, organizationId: number, key: unknown): Promise<Parent | undefined> {
  return tx.locations.findByKey(organizationId, String(key))
}

/**
 * Throws `conflict` when the parent is in the subtree of `location`, and `invalid` when the tree would have more than a
 * thousand levels.
 *
 * @param location undefined for a new location
 */
export async function requireValidParent(
  tx: Writes,
  organizationId: number,
  location: { readonly id: number; readonly externalKey: string } | undefined,
  { parent, field }: NamedParent,
): Promise<void> {
  if (parent.id === null) return
  if (location && (await tx.tree.isSelfOrAbove(organizationId, parent.id, location.id)))
    throw conflict(
      recordMessages('location.cycle', { location: location.externalKey, parent: parent.externalKey ?? '' }),
    )
  const above = await tx.tree.levelsAbove(parent.id)
  const below = location ? await tx.tree.levelsBelow(location.id) : 0
  if (above + 1 + below >= depthMax) {
    const message = recordMessages('location.deep', { max: depthMax })
    throw invalidField(field, 'too_large', message, { maximum: depthMax })
  }
}
