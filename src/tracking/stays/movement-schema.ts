import { type Static, Type } from '@sinclair/typebox'
import { ExternalKey, Id, Name, Nullable, Timestamp } from '../../contract/fields'
import { Problem } from '../asset-list/schema'

/** A move of an asset, and pages of moves (docs/internal-api.md, Movements). */

const NullableId = Nullable(Type.Integer(Id))
const NullableText = Nullable(Type.String())
const Seconds = Nullable(Type.Integer({ format: 'int64', minimum: 0 }))

const Movement = Type.Object(
  {
    id: Type.Integer(Id),
    at: Type.String({ ...Timestamp, description: 'When it was first read at the new location.' }),
    direction: Nullable(
      Type.Unsafe<'arrived' | 'left'>({
        type: 'string',
        enum: ['arrived', 'left'],
        description: 'Whether it arrived at the location of the request or left it; null without one.',
      }),
    ),
    asset_id: Type.Integer(Id),
    asset_external_key: Type.String(ExternalKey),
    asset_name: Type.String(Name),
    asset_deleted_at: Nullable(Type.String(Timestamp)),
    location_id: Type.Integer({ ...Id, description: 'Where it went.' }),
    location_external_key: Type.String(),
    location_name: Type.String(),
    previous_location_id: { ...NullableId, description: 'Where it was before; null on its first read.' },
    previous_location_external_key: NullableText,
    previous_location_name: NullableText,
    next_location_id: { ...NullableId, description: 'Where it went then; null while it is there.' },
    next_location_external_key: NullableText,
    next_location_name: NullableText,
    left_at: Nullable(Type.String({ ...Timestamp, description: 'When it went on; null while it is there.' })),
    stayed_seconds: { ...Seconds, description: 'How long it stayed; null while it is there.' },
    stayed_before_seconds: { ...Seconds, description: 'How long it had been at the location before.' },
    reader_id: { ...NullableId, description: 'The reader of the move; null for a scan by a user.' },
    reader_external_key: NullableText,
    reader_name: NullableText,
  },
  { $id: 'Movement', description: 'A move of an asset from one location to another, or its first read.' },
)
export type MovementView = Static<typeof Movement>

export const MovementPage = Type.Object(
  {
    data: Type.Array(Movement),
    next_cursor: Nullable(
      Type.String({
        description:
          'The cursor of the next page; null when there is none. A page can have fewer rows than limit and a next page.',
      }),
    ),
    total_count: Type.Integer({ minimum: 0 }),
    is_count_exact: Type.Boolean({ description: 'false: there are at least total_count moves.' }),
    is_current: Type.Boolean({
      description: 'false: the service has not yet counted what was recorded lately.',
    }),
    problems: Type.Array(Problem),
  },
  { $id: 'MovementPage', description: 'A page of moves.' },
)
