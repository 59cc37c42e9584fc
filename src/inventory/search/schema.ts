import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Timestamp } from '../../contract/fields'

/** Results of the console's search (docs/internal-api.md, Search). */

const found = {
  id: Id,
  external_key: Type.String(),
  name: Type.String(),
  matched: Type.Array(
    Type.Object({
      field: Type.Unsafe<'external_key' | 'tag' | 'description'>({
        type: 'string',
        enum: ['external_key', 'tag', 'description'],
      }),
      value: Type.String(),
    }),
    { description: 'The fields with the words that are not in the name.' },
  ),
}

const FoundRecord = Type.Object(found)
export type FoundRecordView = Static<typeof FoundRecord>

const FoundAsset = Type.Object({
  ...found,
  location_id: Nullable(Id),
  location_name: Nullable(Type.String()),
  last_seen_at: Nullable(Timestamp),
})
export type FoundAssetView = Static<typeof FoundAsset>

export const SearchResult = Type.Object(
  {
    assets: Type.Array(FoundAsset),
    asset_count: Type.Integer({ description: 'Number of all assets that were found.' }),
    locations: Type.Array(FoundRecord),
    readers: Type.Array(FoundRecord),
  },
  { $id: 'SearchResult', description: 'The assets, locations and readers that a search has found.' },
)
export type SearchResultView = Static<typeof SearchResult>
