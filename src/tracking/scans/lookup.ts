import { type Static, Type } from '@sinclair/typebox'
import { checked } from '../../contract/check'
import { ExternalKey, Id, Nullable, OneOf, TagValue } from '../../contract/fields'
import { findTags } from '../ingest/resolve'
import type { JsonObject } from '../../base/json'
import type { Store, TagMatch } from '../../storage/core/store'
import { identityOf, TagIdentity } from '../../inventory/tags/identity'
import { normalize } from '../../inventory/tags/rules'
import { tagTypes } from '../../inventory/tags/schema'
import type { Clock } from '../../base/time'

/** Finds what tags belong to, by the rules for reads (docs/api.md, Tag lookup). */

/** Maximum number of values of a request. */
const valuesMax = 500

const TagType = OneOf(tagTypes, {
  description: 'The type of the tag. Without it, rfid, barcode and ble are tried in this order.',
  example: 'rfid',
})

const LookedUp = Type.Object(
  {
    tag_type: Type.Optional(TagType),
    value: Type.String({ ...TagValue, description: 'The value of the tag.', example: 'E2801160600002' }),
  },
  { $id: 'TagLookupValue', description: 'A value to look up.', additionalProperties: false },
)

export const TagLookupRequest = Type.Object(
  {
    tags: Type.Array(LookedUp, { minItems: 1, maxItems: valuesMax, description: 'The values to look up.' }),
  },
  {
    $id: 'TagLookupRequest',
    description: 'Values of tags.',
    additionalProperties: false,
    example: { tags: [{ value: '3414257BF40000000000162E' }] },
  },
)

const nullableId = (description: string) => Nullable(Type.Integer({ ...Id, description }))
const nullableKey = (description: string) => Nullable(Type.String({ ...ExternalKey, description }))

const matches = ['value', 'normal_form', 'identity'] as const

const TagLookup = Type.Object(
  {
    tag_type: Nullable(
      Type.String({ description: 'The tag_type of the request; null without one.', example: 'rfid' }),
    ),
    value: Type.String({ description: 'The value of the request.', example: 'E2801160600002' }),
    tag_id: nullableId('The tag that a read with this value matches; null when there is none.'),
    asset_id: nullableId('The asset of the tag.'),
    asset_external_key: nullableKey('Key of the asset.'),
    location_id: nullableId('The location of the tag.'),
    location_external_key: nullableKey('Key of the location.'),
    identity: Nullable(TagIdentity),
    matched_by: Nullable(
      OneOf(matches, {
        description:
          'What the value has in common with that of the tag: the value as sent, its normal form, or the object that it names. Null for an unknown tag.',
        example: 'value',
      }),
    ),
  },
  { $id: 'TagLookup', description: 'What a tag belongs to. All ids are null for an unknown tag.' },
)
type TagLookupView = Static<typeof TagLookup>

export const TagLookups = Type.Object(
  { data: Type.Array(TagLookup, { description: 'One entry for each value, in the order of the request.' }) },
  { $id: 'TagLookups', description: 'What tags belong to.' },
)

export type TagLookupService = ReturnType<typeof createTagLookupService>

export function createTagLookupService({ read }: Store, now: Clock) {
  return async (organizationId: number, body: JsonObject): Promise<TagLookupView[]> => {
    const { tags: values } = checked(TagLookupRequest, body)
    const find = await findTags(read, organizationId, values)
    const matches = values.map((sent) => ({ sent, match: find(sent) }))
    const names = await read.tracking.namesOf(
      matches.flatMap(({ match }) => match?.assetId ?? []),
      matches.flatMap(({ match }) => match?.locationId ?? []),
      now(),
    )
    return matches.map(({ sent, match }) => ({
      tag_type: sent.tag_type ?? null,
      value: sent.value,
      tag_id: match?.tagId ?? null,
      asset_id: match?.assetId ?? null,
      asset_external_key: names.assets.get(match?.assetId ?? 0)?.externalKey ?? null,
      location_id: match?.locationId ?? null,
      location_external_key: names.locations.get(match?.locationId ?? 0)?.externalKey ?? null,
      identity: identityOf(sent.value),
      matched_by: match ? matchedBy(sent.value, match) : null,
    }))
  }
}

/** Returns what a value has in common with the tag that it matches. */
function matchedBy(value: string, { tagType, value: own, normalized }: TagMatch): (typeof matches)[number] {
  if (value === own) return 'value'
  return normalize(tagType, value) === normalized ? 'normal_form' : 'identity'
}
