import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { arg } from './database'
import { assets, locations, placements } from './tables'

/**
 * The state of an asset, a location or a placement: a sum of these numbers. Indexes and kept counts are separate for
 * each state, so that a list reads only rows that it returns (decision 0016).
 */
const inactive = 1
const deleted = 2
/** The row has a beginning after its last change, or an end. All others are effective at every time. */
export const limited = 4

export const states = [0, 1, 2, 3, 4, 5, 6, 7] as const

export type State = (typeof states)[number]

export const isLimited = (state: State): boolean => state >= limited
export const isLive = (state: State): boolean => (state & deleted) === 0

/** Whether a list includes deleted rows, or contains only them. */
export type IncludeDeleted = boolean | 'only'

/** Returns the states that the filters of a list select. `isActive` undefined selects both. */
export const statesOf = (includeDeleted: IncludeDeleted, isActive: boolean | undefined): State[] =>
  states.filter(
    (state) =>
      (isLive(state) ? includeDeleted !== 'only' : includeDeleted !== false) &&
      (isActive === undefined || ((state & inactive) === 0) === isActive),
  )

/** The columns that decide whether a row is effective. */
export interface StateColumns {
  readonly state: AnyColumn | SQL
  /** Null when the row was effective at its last change. */
  readonly startsAt: AnyColumn | SQL
  readonly endsAt: AnyColumn | SQL
}

/** SQLite computes the state of an asset or a location from its other columns, which only queries of lists need. */
const computed = (table: typeof assets | typeof locations): StateColumns => ({
  state: sql`${table}.state`,
  startsAt: sql`${table}.starts_at`,
  endsAt: table.validTo,
})

export const ofAsset = computed(assets)
export const ofLocation = computed(locations)
export const ofPlacement: StateColumns = {
  state: placements.assetState,
  startsAt: placements.assetStartsAt,
  endsAt: placements.assetEndsAt,
}

/** The row has one of the states. */
export const inStates = ({ state }: StateColumns, wanted: readonly State[]): SQL =>
  sql`${state} in (${sql.raw(wanted.join(', '))})`

/**
 * The row is effective (docs/api.md, Visibility rules) at the argument `now`. A row that was effective when it was last
 * written remains so after the clock is set back.
 */
export const isEffective = ({ startsAt, endsAt }: StateColumns): SQL =>
  sql`(${startsAt} is null or ${startsAt} <= ${arg('now')}) and (${endsAt} is null or ${endsAt} > ${arg('now')})`
