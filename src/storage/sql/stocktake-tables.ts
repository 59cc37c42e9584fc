import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type {
  ClosingStep,
  CountSource,
  LineVerdict,
  SearchState,
  StocktakeState,
} from '../../base/stocktake-kinds'
import type { Micros } from '../../base/time'
import { flag, id, instant, organizationId } from './columns'

/** The tables of stocktakes (docs/decisions/0044-stocktakes.md). */

const micros = (name: string) => integer(name).$type<Micros>()
const number = (name: string) => integer(name).notNull().default(0)

/** Numbers of lines by verdict. */
const verdictColumns = () => ({
  expected: number('expected'),
  found: number('found'),
  missing: number('missing'),
  elsewhere: number('elsewhere'),
  movedMeanwhile: number('moved_meanwhile'),
  excused: number('excused'),
  extra: number('extra'),
})

export const stocktakes = sqliteTable('stocktakes', {
  id: id(),
  organizationId: organizationId(),
  name: text('name').notNull(),
  locationId: integer('location_id').notNull(),
  scope: text('scope').notNull(),
  isBlind: flag('is_blind').notNull(),
  usesReaders: flag('uses_readers').notNull(),
  state: text('state').$type<StocktakeState>().notNull(),
  dueAt: micros('due_at'),
  repeatMonths: integer('repeat_months'),
  openedAt: micros('opened_at'),
  openedBy: text('opened_by'),
  openedName: text('opened_name'),
  expectedAtSequence: integer('expected_at_sequence'),
  ...verdictColumns(),
  unknown: number('unknown'),
  late: number('late'),
  scans: number('scans'),
  countRows: number('count_rows'),
  closedAt: micros('closed_at'),
  closedBy: text('closed_by'),
  closedName: text('closed_name'),
  writePlaces: flag('write_places').notNull(),
  startSearches: flag('start_searches').notNull(),
  keepUnknown: flag('keep_unknown').notNull(),
  resultSha256: text('result_sha256'),
  step: text('step').$type<ClosingStep>(),
  stepAfter: number('step_after'),
  stepDone: number('step_done'),
  createdAt: instant('created_at').notNull(),
})

export const stocktakeLines = sqliteTable('stocktake_lines', {
  stocktakeId: integer('stocktake_id').notNull(),
  assetId: integer('asset_id').notNull(),
  organizationId: organizationId(),
  assetKey: text('asset_key').notNull(),
  assetName: text('asset_name').notNull(),
  searchText: text('search_text').notNull(),
  verdict: text('verdict').$type<LineVerdict>().notNull(),
  expectedLocationId: integer('expected_location_id'),
  foundLocationId: integer('found_location_id'),
  countedAt: micros('counted_at'),
  countedBy: text('counted_by'),
  countedName: text('counted_name'),
  source: text('source').$type<CountSource>(),
  isExcused: flag('is_excused').notNull(),
  note: text('note'),
  hasPhoto: flag('has_photo').notNull().default(false),
})

/** The photo of an excuse. */
export const stocktakePhotos = sqliteTable('stocktake_photos', {
  stocktakeId: integer('stocktake_id').notNull(),
  assetId: integer('asset_id').notNull(),
  organizationId: organizationId(),
  mediaType: text('media_type').notNull(),
  hash: text('hash').notNull(),
  bytes: integer('bytes').notNull(),
  thumbnailMediaType: text('thumbnail_media_type').notNull(),
  thumbnailHash: text('thumbnail_hash').notNull(),
  thumbnail: blob('thumbnail').$type<Uint8Array>().notNull(),
  createdAt: instant('created_at').notNull(),
})

export const stocktakePhotoParts = sqliteTable('stocktake_photo_parts', {
  stocktakeId: integer('stocktake_id').notNull(),
  assetId: integer('asset_id').notNull(),
  part: integer('part').notNull(),
  bytes: blob('bytes').$type<Uint8Array>().notNull(),
})

export const stocktakeCounts = sqliteTable('stocktake_counts', {
  stocktakeId: integer('stocktake_id').notNull(),
  isLate: flag('is_late').notNull(),
  assetId: integer('asset_id').notNull(),
  tagType: text('tag_type').notNull(),
  tagKey: text('tag_key').notNull(),
  locationId: integer('location_id').notNull(),
  tagValue: text('tag_value').notNull(),
  firstAt: micros('first_at').notNull(),
  firstBy: text('first_by').notNull(),
  firstName: text('first_name').notNull(),
  firstSource: text('first_source').$type<CountSource>().notNull(),
  lastAt: micros('last_at').notNull(),
})

export const stocktakePlaces = sqliteTable('stocktake_places', {
  stocktakeId: integer('stocktake_id').notNull(),
  locationId: integer('location_id').notNull(),
  ...verdictColumns(),
  finishedAt: micros('finished_at'),
  finishedBy: text('finished_by'),
  finishedName: text('finished_name'),
})

export const stocktakeCounters = sqliteTable('stocktake_counters', {
  stocktakeId: integer('stocktake_id').notNull(),
  counter: text('counter').notNull(),
  name: text('name').notNull(),
  locationId: integer('location_id').notNull(),
  scans: integer('scans').notNull(),
  lastAt: micros('last_at').notNull(),
})

/** Searches for assets (docs/decisions/0046-searches.md). */
export const searches = sqliteTable('searches', {
  id: id(),
  organizationId: organizationId(),
  assetId: integer('asset_id').notNull(),
  state: text('state').$type<SearchState>().notNull(),
  forUserId: text('for_user_id'),
  forName: text('for_name').notNull(),
  note: text('note'),
  stocktakeId: integer('stocktake_id'),
  openedAt: integer('opened_at').$type<Micros>().notNull(),
  searcherId: text('searcher_id'),
  searcherName: text('searcher_name'),
  closedAt: micros('closed_at'),
  closedById: text('closed_by_id'),
  closedByName: text('closed_by_name'),
  locationId: integer('location_id'),
  closingNote: text('closing_note'),
})
