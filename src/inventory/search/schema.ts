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

const FoundMember = Type.Object({
  user_id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  email: Type.String(),
})
export type FoundMemberView = Static<typeof FoundMember>

const FoundApiKey = Type.Object({
  client_id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  is_revoked: Type.Boolean(),
})
export type FoundApiKeyView = Static<typeof FoundApiKey>

const FoundWebhook = Type.Object({ id: Id, name: Type.String(), url: Type.String() })
export type FoundWebhookView = Static<typeof FoundWebhook>

export const SearchResult = Type.Object(
  {
    assets: Type.Array(FoundAsset),
    asset_count: Type.Integer({ description: 'Number of all assets that were found.' }),
    locations: Type.Array(FoundRecord),
    readers: Type.Array(FoundRecord),
    deleted_assets: Type.Array(FoundRecord, { description: 'Empty below the role manager.' }),
    members: Type.Array(FoundMember),
    api_keys: Type.Array(FoundApiKey, { description: 'Empty below the role admin.' }),
    webhooks: Type.Array(FoundWebhook, { description: 'Empty below the role admin.' }),
  },
  {
    $id: 'SearchResult',
    description: 'The records that a search has found, as far as the caller may see them.',
  },
)
export type SearchResultView = Static<typeof SearchResult>
