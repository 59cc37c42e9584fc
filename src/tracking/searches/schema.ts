import { type Static, Type } from '@sinclair/typebox'
import { searchStates } from '../../base/stocktake-kinds'
import { Id, Note, Nullable, OneOf, Timestamp } from '../../contract/fields'
import { pageOf } from '../../http/openapi/shapes'

/** The fields of searches (docs/internal-api.md, Searches). */

const At = (description: string) => Nullable(Type.String({ ...Timestamp, description }))
const Person = (description: string) =>
  Nullable(Type.Object({ user_id: Nullable(Type.String()), name: Type.String() }, { description }))

export const Search = Type.Object(
  {
    id: Id,
    asset: Type.Object({
      id: Id,
      external_key: Type.String(),
      name: Type.String(),
      is_deleted: Type.Boolean(),
    }),
    state: OneOf(searchStates, { description: 'found and lost are closed.' }),
    for_user: Person('Who wants the asset; user_id is null if the service began the search.'),
    note: Nullable(Type.String({ description: 'What was said when the search began.' })),
    stocktake_id: Nullable(Type.Integer({ description: 'The stocktake whose close began the search.' })),
    opened_at: Type.String(Timestamp),
    searcher: Person('Who looks for the asset, or has looked for it last.'),
    closed_at: At('When it was found or given up.'),
    closed_by: Person('Who found it or gave it up.'),
    location_id: Nullable(Type.Integer({ ...Id, description: 'Where it was found.' })),
    closing_note: Nullable(Type.String({ description: 'What was said when it was found or given up.' })),
    asset_last_seen: At('The latest read of the asset.'),
    last_location_id: Nullable(Type.Integer({ ...Id, description: 'Where the asset is placed now.' })),
    last_location_name: Nullable(Type.String()),
    was_read_again: Type.Boolean({ description: 'Whether a lost asset was read after it was given up.' }),
  },
  { $id: 'Search', description: 'A search for an asset.' },
)
export type SearchView = Static<typeof Search>
export const Searches = pageOf(Search)

const strict = { additionalProperties: false }
const OptionalNote = Type.Optional(Note)
export const NewSearch = Type.Object({ asset_id: Id, note: OptionalNote }, { $id: 'NewSearch', ...strict })
export const SearchFound = Type.Object(
  { location_id: Id, note: OptionalNote },
  { $id: 'SearchFound', ...strict },
)
export const SearchEnd = Type.Object({ note: OptionalNote }, { $id: 'SearchEnd', ...strict })
