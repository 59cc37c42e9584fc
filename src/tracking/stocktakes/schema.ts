import { type Static, Type } from '@sinclair/typebox'
import { countSources, lineVerdicts, stocktakeStates } from '../../base/stocktake-kinds'
import {
  ExternalKey,
  Id,
  InstantInput,
  Name,
  Note,
  Nullable,
  OneOf,
  Text,
  Timestamp,
} from '../../contract/fields'
import { pageOf } from '../../http/openapi/shapes'

/** The fields of stocktakes (docs/api.md, Stocktakes; docs/internal-api.md, Stocktakes). */

const scopeAssetsMax = 1_000
const monthsMax = 120

const At = (description: string) => Nullable(Type.String({ ...Timestamp, description, example: null }))
const Count = (description: string) =>
  Nullable(Type.Integer({ format: 'int64', minimum: 0, description, example: 42 }))
const PlaceId = (description: string) => Nullable(Type.Integer({ ...Id, description }))

const Person = Type.Object(
  {
    user_id: Nullable(
      Type.String({
        description: 'Id of the user; null for a reader.',
        example: '01K3QF6Z9T1V4W8X2Y5Z7A9BCD',
      }),
    ),
    name: Type.String({ description: 'Name of the user or the reader at that time.', example: 'Ana Costa' }),
  },
  { $id: 'StocktakePerson', description: 'Who has opened, closed or counted.' },
)
export type PersonView = Static<typeof Person>

const scopeKinds = ['all', 'assets', 'search', 'field', 'conditions'] as const

/** Describes a scope. `scope.ts` requires the members of the kind. */
export const scopeOf = (description: string) =>
  Type.Object(
    {
      kind: Type.Unsafe<(typeof scopeKinds)[number]>({ type: 'string', enum: [...scopeKinds] }),
      asset_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: scopeAssetsMax })),
      q: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
      key: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
      value: Type.Optional(Type.Union([Type.String({ maxLength: 255 }), Type.Number()])),
      conditions: Type.Optional(Type.Array(Type.Unknown(), { minItems: 1, maxItems: 20 })),
    },
    { additionalProperties: false, description },
  )
const Scope = scopeOf('Which of the assets there are expected.')
export type ScopeView = Static<typeof Scope>

export const StocktakeCounts = Type.Object(
  {
    found: Type.Optional(Count('Expected assets that were counted at their location.')),
    missing: Type.Optional(Count('Expected assets that were not counted; 0 until the close.')),
    elsewhere: Type.Optional(Count('Expected assets that were counted at another location.')),
    moved_meanwhile: Type.Optional(
      Count('Expected assets that were not counted, and that readers have placed elsewhere.'),
    ),
    excused: Type.Optional(Count('Expected assets that are missing for a known reason.')),
    extra: Type.Optional(Count('Assets that were counted without being expected.')),
    unknown: Type.Optional(Count('Tags that belong to no asset.')),
    to_count: Count('Expected assets that are not counted yet; 0 after the close.'),
    late: Type.Optional(Count('Scans that arrived after the close.')),
    scans: Type.Optional(Count('Accepted scans. Only in an open blind stocktake, instead of the others.')),
  },
  {
    $id: 'StocktakeCounts',
    description:
      'Numbers of lines by verdict. found + missing + elsewhere + moved_meanwhile + excused + to_count is the number of expected assets. For counters in an open blind stocktake, to_count is null and scans is the only other one.',
  },
)
export type CountsView = Static<typeof StocktakeCounts>

export const Stocktake = Type.Object(
  {
    id: Type.Integer({ ...Id, description: 'Id of the stocktake.' }),
    name: Type.String({ description: 'Its name.', example: 'North hall, November' }),
    location_id: Type.Integer({
      ...Id,
      description: 'The location that is counted, with everything below it.',
    }),
    scope: Type.Unsafe<ScopeView>({
      type: 'object',
      additionalProperties: true,
      description:
        'Which of the assets there are expected: all, or those of a search, a field, conditions or a list.',
      example: { kind: 'all' },
    }),
    is_blind: Type.Boolean({ description: 'Whether counters do not see what is expected.', example: false }),
    uses_readers: Type.Boolean({ description: 'Whether reads of fixed readers count.', example: true }),
    state: OneOf(stocktakeStates, { description: 'Its state.', example: 'open' }),
    opened_at: At('When it was opened.'),
    opened_by: Nullable(Person),
    expected_at_sequence: Count('The event of the event log as of which assets are expected.'),
    expected_count: Count('Number of expected assets; null for counters in an open blind stocktake.'),
    counts: StocktakeCounts,
    due_at: At('When it should be done.'),
    repeat_months: Nullable(
      Type.Integer({
        format: 'int32',
        description: 'After so many months, the next one is due. It is planned at the close.',
        example: 12,
      }),
    ),
    closed_at: At('When it was closed or canceled.'),
    closed_by: Nullable(Person),
    result_sha256: Nullable(
      Type.String({
        description: 'SHA-256 of the bytes of result.csv, in hexadecimal; null until the result is fixed.',
        example: null,
      }),
    ),
  },
  { $id: 'Stocktake', description: 'A count of the assets below a location.' },
)
export type StocktakeView = Static<typeof Stocktake>

const Counter = Type.Object(
  {
    counted_by: Person,
    location_id: Id,
    scans: Type.Integer({ minimum: 0 }),
    last_heard_at: Type.String(Timestamp),
  },
  { $id: 'StocktakeCounter' },
)

export const StocktakeDetails = Type.Object(
  {
    ...Stocktake.properties,
    counters: Type.Array(Counter, {
      description: 'Who has counted. In an open blind stocktake, counters see only themselves.',
    }),
    work: Nullable(
      Type.Object(
        { done: Type.Integer({ minimum: 0 }), total: Type.Integer({ minimum: 0 }) },
        {
          description:
            'How far the close is: lines that were looked at or written. Null when nothing is left to do.',
        },
      ),
    ),
  },
  { $id: 'StocktakeDetails', description: 'A stocktake with who counts.' },
)
export type StocktakeDetailsView = Static<typeof StocktakeDetails>

export const StocktakeLine = Type.Object(
  {
    asset_id: Type.Integer({ ...Id, description: "The asset's id." }),
    asset_external_key: Type.String({
      ...ExternalKey,
      description: 'Key of the asset when it was expected or counted.',
    }),
    asset_name: Type.String({ description: 'Name of the asset at that time.', example: 'Pallet 42' }),
    verdict: OneOf(lineVerdicts, { description: 'What was found out about the asset.', example: 'found' }),
    expected_location_id: PlaceId('Where the asset is expected; null for an extra one.'),
    found_location_id: PlaceId('Where it was counted, or where readers have placed it meanwhile.'),
    counted_at: At('When it was counted there first.'),
    counted_by: Nullable(Person),
    source: Nullable(
      OneOf(countSources, { description: 'scan, reader or hand; null without a count.', example: 'scan' }),
    ),
    note: Nullable(Type.String({ description: 'What a person has noted about it.', example: null })),
    has_photo: Type.Boolean({
      description: 'Whether there is a photo of why the asset is excused.',
      example: false,
    }),
  },
  { $id: 'StocktakeLine', description: 'An asset in a stocktake.' },
)
export type LineView = Static<typeof StocktakeLine>

const whole = Type.Integer({ minimum: 0 })
const Place = Type.Object(
  {
    location_id: Id,
    location_external_key: ExternalKey,
    location_name: Type.String(),
    expected: whole,
    found: whole,
    missing: whole,
    elsewhere: whole,
    moved_meanwhile: whole,
    excused: whole,
    extra: whole,
    to_count: whole,
    finished_at: At('When a counter has said that everything there was counted.'),
    finished_by: Nullable(Person),
  },
  { $id: 'StocktakePlace', description: 'A location of a stocktake, without those below it.' },
)
export type PlaceView = Static<typeof Place>
export const StocktakePlaces = pageOf(Place)

const strict = { additionalProperties: false }
const changes = {
  name: Name,
  due_at: Nullable(InstantInput),
  repeat_months: Nullable(Type.Integer({ minimum: 1, maximum: monthsMax })),
}

export const NewStocktake = Type.Object(
  {
    name: changes.name,
    location_id: Id,
    scope: Type.Optional(Scope),
    is_blind: Type.Optional(Type.Boolean()),
    uses_readers: Type.Optional(Type.Boolean()),
    due_at: Type.Optional(changes.due_at),
    repeat_months: Type.Optional(changes.repeat_months),
    is_open: Type.Optional(Type.Boolean({ description: 'false: it is only planned.' })),
  },
  { $id: 'NewStocktake', ...strict },
)

export const StocktakeChange = Type.Object(
  {
    name: Type.Optional(changes.name),
    due_at: Type.Optional(changes.due_at),
    repeat_months: Type.Optional(changes.repeat_months),
  },
  { $id: 'StocktakePatch', ...strict },
)

export const Excuse = Type.Object({ note: Note }, { $id: 'StocktakeExcuse', ...strict })
export const FoundByHand = Type.Object(
  { location_id: Id, note: Type.Optional(Note) },
  { $id: 'StocktakeFound', ...strict },
)
export const Closing = Type.Object(
  {
    write_places: Type.Optional(
      Type.Boolean({ description: 'Whether found assets are placed where they were counted.' }),
    ),
    start_searches: Type.Optional(
      Type.Boolean({ description: 'Whether searches for the missing assets begin.' }),
    ),
    keep_unknown: Type.Optional(Type.Boolean({ description: 'Whether unknown tags are sent to the inbox.' })),
  },
  { $id: 'StocktakeClose', ...strict },
)

const resultVerdicts = ['found', 'again', 'elsewhere', 'extra', 'unknown', 'counted'] as const
const CountResult = Type.Object(
  {
    index: whole,
    verdict: Type.Unsafe<(typeof resultVerdicts)[number]>({ type: 'string', enum: [...resultVerdicts] }),
    asset_id: PlaceId('The asset; null for an unknown tag.'),
    asset_name: Nullable(Type.String()),
    expected_location_id: PlaceId('Where it is expected; null for an extra one.'),
    counted_by: Nullable(Person),
    counted_at: At('When it was counted there first.'),
  },
  { $id: 'StocktakeScanResult' },
)
export type CountResultView = Static<typeof CountResult>

const Rejected = Type.Object({ index: whole, code: Type.String(), message: Type.String(), text: Text })

export const CountOutcome = Type.Object(
  {
    accepted: whole,
    duplicates: Type.Integer({ minimum: 0, description: 'Reads that were sent before.' }),
    late: Type.Integer({
      minimum: 0,
      description: 'Reads that arrived after the close. They are kept and change nothing.',
    }),
    results: Type.Array(CountResult),
    rejected: Type.Array(Rejected, {
      description: 'Reads that are not valid. They do not affect the others.',
    }),
  },
  { $id: 'StocktakeScanOutcome', description: 'What became of each read.' },
)
export type CountOutcomeView = Static<typeof CountOutcome>
