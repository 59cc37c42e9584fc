import { type AnyColumn, gt, or, type SQL, sql } from 'drizzle-orm'
import { type Instant, second, toMicros } from '../../../base/time'
import type { assets, locations, readers } from '../../sql/tables'
import type { alertOutputs, alertRules, mailSchedules } from '../../sql/alert-tables'
import type { webhooks } from '../../sql/webhook-tables'

/** What sets back instants that a wrong clock has written in the future (decision 0012). */

/** Instants later than `limit` are set back by `seconds`. */
export interface Shift {
  readonly limit: Instant
  readonly seconds: number
}

/** Returns the instant minus the shift, but not earlier than `floor` and not later than the limit. */
export const back = (column: AnyColumn, { limit, seconds }: Shift, floor: SQL | Instant = sql`''`): SQL =>
  sql`min(max(strftime('%Y-%m-%dT%H:%M:%f', ${column}, ${`-${seconds} seconds`}) || '000Z', ${floor}), ${limit})`

export const setBack = (column: AnyColumn, shift: Shift, floor?: SQL | Instant): SQL =>
  sql`case when ${column} > ${shift.limit} then ${back(column, shift, floor)} else ${column} end`

/** Returns the microseconds minus the shift, but not later than the limit; those up to the limit stay. */
export const setBackMicros = (column: AnyColumn, { limit, seconds }: Shift): SQL =>
  sql`iif(${column} > ${toMicros(limit)}, min(${column} - ${seconds * second}, ${toMicros(limit)}), ${column})`

/** Returns the time of the newest audit entry of the row's organization that is not in the future. */
export const floorOf = (organizationId: AnyColumn, { limit }: Shift): SQL =>
  sql`coalesce((select max(changed_at) from audit_entries as entry
    where entry.organization_id = ${organizationId} and entry.changed_at <= ${limit}), '')`

/**
 * Returns the new instants of an asset, a location, a reader or a webhook. A record that was effective from its creation remains
 * so. `updated_at` gets a value that it never had, because it identifies the version of the row.
 */
export function recordInstants(
  table:
    | typeof assets
    | typeof locations
    | typeof readers
    | typeof webhooks
    | typeof alertRules
    | typeof alertOutputs
    | typeof mailSchedules,
  shift: Shift,
  floor: SQL | Instant,
): Record<string, SQL> {
  const createdAt = setBack(table.createdAt, shift, floor)
  const next = sql`coalesce(strftime('%Y-%m-%dT%H:%M:%f', nullif(${floor}, ''), '+0.001 seconds') || '000Z', '')`
  return {
    createdAt,
    updatedAt: sql`case when ${table.updatedAt} > ${shift.limit} then
      max(${back(table.updatedAt, shift, next)}, ${createdAt}) else ${table.updatedAt} end`,
    ...('deletedAt' in table && { deletedAt: setBack(table.deletedAt, shift, floor) }),
    ...('validFrom' in table && {
      validFrom: sql`case when ${table.validFrom} = ${table.createdAt} then ${createdAt} else ${table.validFrom} end`,
    }),
  }
}

/** Whether an instant of a row is later than the limit. */
export const isFuture = (columns: readonly AnyColumn[], limit: Instant): SQL | undefined =>
  or(...columns.map((column) => gt(column, limit)))
