import { scanMessages } from './messages'
import { fieldMessages } from '../../contract/messages'
import { type FieldError, invalidField } from '../../base/errors'
import { createResolver } from '../ingest/resolve'
import type { JsonObject } from '../../base/json'
import type { Writes } from '../../storage/core/store'
import type { SubmissionOfAnything } from './schema'

/** The location of a submission, which the body names by one of three fields (docs/internal-api.md, Scans). */

const locationFields = ['location_id', 'location_external_key', 'location_tag'] as const

/** Reports a submission that names no location, or names it by more than one field. */
export function locationProblems(body: JsonObject): FieldError[] {
  const named = locationFields.filter((field) => body[field] !== undefined)
  if (named.length === 1) return []
  if (named.length === 0)
    return [
      {
        field: 'location_id',
        code: 'required',
        message: scanMessages('scan.needs_location', { fields: locationFields }),
      },
    ]
  const message = scanMessages('scan.one_location', { fields: locationFields })
  return named.map((field) => ({ field, code: 'ambiguous_fields', message }))
}

type LocationInput = Pick<SubmissionOfAnything, (typeof locationFields)[number]>

/** Returns the id of the live location. Throws `invalid` with the code `fk_not_found` when there is none. */
export async function findLocation(
  tx: Writes,
  organizationId: number,
  input: LocationInput,
): Promise<number> {
  const locationId = await findLive(tx, organizationId, input)
  if (locationId !== undefined) return locationId
  const field = locationFields.find((name) => input[name] !== undefined) as (typeof locationFields)[number]
  throw invalidField(field, 'fk_not_found', fieldMessages('field.no_location', { field }))
}

async function findLive(
  tx: Writes,
  organizationId: number,
  { location_id: id, location_external_key: key, location_tag: tag }: LocationInput,
): Promise<number | undefined> {
  if (tag) {
    const identifier = { organizationId, tagType: tag.tag_type, value: tag.value }
    const resolver = createResolver(tx)
    await resolver.load([identifier])
    return resolver.find(identifier)?.locationId ?? undefined
  }
  if (key !== undefined) return (await tx.locations.findByKey(organizationId, key))?.id
  return id === undefined ? undefined : (await tx.locations.find(organizationId, id))?.id
}
