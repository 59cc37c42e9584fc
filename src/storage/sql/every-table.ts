import { is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as accounts from './account-tables'
import * as alerts from './alert-tables'
import * as ofAssets from './asset-tables'
import * as counts from './count-tables'
import * as events from './event-tables'
import * as ingest from './ingest-tables'
import * as labels from './label-tables'
import * as places from './place-tables'
import * as search from './search-tables'
import * as stocktakes from './stocktake-tables'
import * as records from './tables'
import * as tags from './tag-tables'
import * as webhooks from './webhook-tables'

/** The tables of this version. A test compares them with those of the migrations. */
export const tables: readonly SQLiteTable[] = [
  accounts,
  alerts,
  ofAssets,
  counts,
  events,
  ingest,
  labels,
  places,
  search,
  stocktakes,
  records,
  tags,
  webhooks,
]
  .flatMap((module): unknown[] => Object.values(module))
  .filter((value) => is(value, SQLiteTable))
