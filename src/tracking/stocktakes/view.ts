import { type Caller, type DeviceCaller, hasRole, type SessionCaller } from '../../base/caller'
import { type Micros, wireOf } from '../../base/time'
import type {
  NamedPlace,
  StocktakeCounterRow,
  StocktakeLineRow,
  StocktakeRow,
  Writes,
} from '../../storage/core/store'
import type {
  CountsView,
  LineView,
  PersonView,
  PlaceView,
  ScopeView,
  StocktakeDetailsView,
  StocktakeView,
} from './schema'

const userPrefix = 'user:'

/** Returns who a counter is: `user:<id>` or `reader:<id>`. */
export const personOf = (by: string, name: string): PersonView => ({
  user_id: by.startsWith(userPrefix) ? by.slice(userPrefix.length) : null,
  name,
})

const personOrNull = (by: string | null, name: string | null): PersonView | null =>
  by === null ? null : personOf(by, name ?? '')

export const userCounter = ({ userId, actor }: SessionCaller) => ({
  by: `${userPrefix}${userId}`,
  name: actor.name,
})

/** Returns the counter that a caller is. */
export async function counterOf(
  { stocktakePlaces }: Writes,
  caller: SessionCaller | DeviceCaller,
): Promise<{ readonly by: string; readonly name: string }> {
  if (caller.kind === 'session') return userCounter(caller)
  const { id, externalKey } = caller.reader
  const [reader] = await stocktakePlaces.readerNames(caller.organizationId, [id])
  return { by: `reader:${id}`, name: reader?.name ?? externalKey }
}

/** Whether a caller must not see what a stocktake expects. Without a caller: what events and streams say. */
export const hidesExpected = ({ isBlind, state }: StocktakeRow, caller: Caller | null): boolean =>
  isBlind &&
  (state === 'open' || state === 'closing') &&
  !(caller?.kind === 'session' && hasRole(caller.role, 'manager'))

const toCountOf = (
  row: Pick<StocktakeRow, 'expected' | 'found' | 'missing' | 'elsewhere' | 'movedMeanwhile' | 'excused'>,
) => row.expected - row.found - row.missing - row.elsewhere - row.movedMeanwhile - row.excused

const verdictsOf = (row: Parameters<typeof toCountOf>[0] & Pick<StocktakeRow, 'extra'>) => ({
  found: row.found,
  missing: row.missing,
  elsewhere: row.elsewhere,
  moved_meanwhile: row.movedMeanwhile,
  excused: row.excused,
  extra: row.extra,
})

export const countsOf = (row: StocktakeRow, isHidden: boolean): CountsView =>
  isHidden
    ? { to_count: null, scans: row.scans }
    : { ...verdictsOf(row), unknown: row.unknown, to_count: toCountOf(row), late: row.late }

const wireOrNull = (at: Micros | null): string | null => (at === null ? null : wireOf(at))

export function toStocktake(row: StocktakeRow, caller: Caller | null): StocktakeView {
  const isHidden = hidesExpected(row, caller)
  return {
    id: row.id,
    name: row.name,
    location_id: row.locationId,
    scope: JSON.parse(row.scope) as ScopeView,
    is_blind: row.isBlind,
    uses_readers: row.usesReaders,
    state: row.state,
    opened_at: wireOrNull(row.openedAt),
    opened_by: personOrNull(row.openedBy, row.openedName),
    expected_at_sequence: row.expectedAtSequence,
    expected_count: isHidden ? null : row.expected,
    counts: countsOf(row, isHidden),
    due_at: wireOrNull(row.dueAt),
    repeat_months: row.repeatMonths,
    closed_at: wireOrNull(row.closedAt),
    closed_by: personOrNull(row.closedBy, row.closedName),
    result_sha256: row.resultSha256,
  }
}

export function toDetails(
  row: StocktakeRow,
  counters: readonly StocktakeCounterRow[],
  caller: SessionCaller,
): StocktakeDetailsView {
  const own = userCounter(caller).by
  const shown = hidesExpected(row, caller) ? counters.filter(({ counter }) => counter === own) : counters
  return {
    ...toStocktake(row, caller),
    counters: shown.map(({ counter, name, locationId, scans, lastAt }) => ({
      counted_by: personOf(counter, name),
      location_id: locationId,
      scans,
      last_heard_at: wireOf(lastAt),
    })),
    work: row.step === null ? null : { done: row.stepDone, total: workOf(row) },
  }
}

/** The number of lines and tags that the steps after the request to close look at. */
function workOf({ expected, extra, found, elsewhere, missing, unknown, ...row }: StocktakeRow): number {
  return (
    unknown +
    2 * (expected + extra) +
    (row.writePlaces ? found + elsewhere + extra : 0) +
    (row.keepUnknown ? unknown : 0) +
    (row.startSearches ? missing : 0)
  )
}

export const toLine = (row: StocktakeLineRow): LineView => ({
  asset_id: row.assetId,
  asset_external_key: row.assetKey,
  asset_name: row.assetName,
  verdict: row.verdict,
  expected_location_id: row.expectedLocationId,
  found_location_id: row.foundLocationId,
  counted_at: wireOrNull(row.countedAt),
  counted_by: personOrNull(row.countedBy, row.countedName),
  source: row.source,
  note: row.note,
  has_photo: row.hasPhoto,
})

export const toPlace = (row: NamedPlace): PlaceView => ({
  location_id: row.locationId,
  location_external_key: row.locationKey,
  location_name: row.locationName,
  expected: row.expected,
  ...verdictsOf(row),
  to_count: toCountOf(row),
  finished_at: wireOrNull(row.finishedAt),
  finished_by: personOrNull(row.finishedBy, row.finishedName),
})
