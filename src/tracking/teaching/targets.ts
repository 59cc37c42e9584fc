import { type FieldError, invalid, invalidField } from '../../base/errors'
import { fieldMessages } from '../../contract/messages'
import type { Reads, Writes } from '../../storage/core/store'
import { findTags } from '../ingest/resolve'
import type { RecordedTarget } from '../tuning/recordings'
import { teachingMessages as say } from './messages'
import { type NewSample, targetsMax } from './schema'

/** Returns what a sample records. Throws `invalid` for assets that are not live and for tags of locations. */
export async function targetsOf(
  reads: Pick<Reads, 'tags'> & Pick<Writes, 'assets'>,
  organizationId: number,
  { asset_ids: assetIds = [], tags = [] }: NewSample,
): Promise<RecordedTarget[]> {
  if (assetIds.length + tags.length === 0) throw invalidField('asset_ids', 'required', say('teach.targets'))
  if (assetIds.length + tags.length > targetsMax) {
    const field = assetIds.length > 0 ? 'asset_ids' : 'tags'
    throw invalidField(field, 'too_large', say('teach.many_targets', { field, max: targetsMax }), {
      maximum: targetsMax,
    })
  }
  const live = await reads.assets.liveAmong(organizationId, assetIds)
  const matchOf = await findTags(reads, organizationId, tags)
  const problems: FieldError[] = []
  for (const [index, id] of assetIds.entries()) {
    const field = `asset_ids[${index}]`
    if (!live.has(id))
      problems.push({ field, code: 'fk_not_found', message: fieldMessages('field.no_asset', { field }) })
  }
  const ofTags = tags.map((tag, index): RecordedTarget => {
    const match = matchOf(tag)
    const field = `tags[${index}].value`
    if (match && match.locationId !== null)
      problems.push({ field, code: 'invalid_value', message: say('teach.location_tag', { field }) })
    return {
      assetId: match?.assetId ?? null,
      tagId: match?.tagId ?? null,
      tagType: tag.tag_type,
      value: tag.value,
    }
  })
  if (problems.length > 0) throw invalid(problems)
  const ofAssets = [...new Set(assetIds)].map((assetId) => ({
    assetId,
    tagId: null,
    tagType: null,
    value: null,
  }))
  return [...ofAssets, ...ofTags]
}
