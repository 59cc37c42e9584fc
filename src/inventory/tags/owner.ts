import { tagMessages } from './messages'
import { fieldMessages } from '../../contract/messages'
import type { Static, TSchema } from '@sinclair/typebox'
import { accepted, problemsOf } from '../../contract/check'
import { type FieldError, invalidField } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { TagParent, Writes } from '../../storage/core/store'

/** The asset or location of a tag, with its external_key for the audit log. */
export type TagOwner = TagParent & { readonly externalKey: string }

const choices = ['asset_id', 'location_id'] as const

/** Returns a body that names one owner. Throws `invalid` when it names none or both, or has other faults. */
export const requireOneOwner = <S extends TSchema>(schema: S, body: JsonObject): Static<S> =>
  accepted(schema, body, [...problemsOf(schema, body), ...choiceProblems(body)])

function choiceProblems(body: JsonObject): FieldError[] {
  const named = choices.filter((field) => body[field] !== undefined)
  if (named.length === 1) return []
  if (named.length === 0)
    return [{ field: 'asset_id', code: 'required', message: tagMessages('tag.needs_owner') }]
  const message = tagMessages('tag.one_owner')
  return named.map((field) => ({ field, code: 'ambiguous_fields', message }))
}

/** Returns the live asset or location that a body names. Throws `invalid` when there is none. */
export async function findOwner(
  tx: Writes,
  organizationId: number,
  { asset_id: assetId, location_id: locationId }: { asset_id?: number; location_id?: number },
): Promise<TagOwner> {
  if (assetId !== undefined) {
    const asset = await tx.assets.find(organizationId, assetId)
    if (asset) return { assetId, externalKey: asset.externalKey }
    throw invalidField('asset_id', 'fk_not_found', fieldMessages('field.no_asset', { field: 'asset_id' }))
  }
  const location = locationId === undefined ? undefined : await tx.locations.find(organizationId, locationId)
  if (location) return { locationId: location.id, externalKey: location.externalKey }
  throw invalidField(
    'location_id',
    'fk_not_found',
    fieldMessages('field.no_location', { field: 'location_id' }),
  )
}
