import type { Instant } from '../../base/time'

/** What is known about damage of the database. */
export interface Integrity {
  readonly state: 'unchecked' | 'checking' | 'sound' | 'damaged'
  /** The time of the last complete check; null when there was none. */
  readonly checkedAt: Instant | null
  /** The tables that the running check has checked, and their number; null when no check is running. */
  readonly progress: { readonly checked: number; readonly total: number } | null
  /** The first damage as SQLite describes it; null when none was found. */
  readonly damage: string | null
}
