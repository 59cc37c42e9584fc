import type { Micros } from '../../../base/time'
import type { organizations } from '../../sql/account-tables'

/** The values that the histories of assets consist of. */

/** One report of an asset by an antenna, or by a scan of a user or a handheld. */
export interface Read {
  readonly at: Micros
  readonly locationId: number
  readonly rssi: number | null
  /** Null for a submission of a user, which has no reader. */
  readonly readerId: number | null
  readonly antenna: number | null
  readonly tagId: number
  readonly presenceTimeoutSeconds: number
  /** True for a deliberate scan with a handheld, which begins a new event at once. */
  readonly isScan: boolean
  /** Number of reads that this one represents; 1 when undefined. */
  readonly count?: number
  /** Set on the first and the last read of a closed presence, during which the tag was read without a gap. */
  readonly span?: { readonly from: Micros; readonly to: Micros }
}

/**
 * The reason why an event began (docs/history.md, Causes): `first` event of the asset, `stronger` signal at the
 * location, `unheard` at the previous location, `matches` the samples of a taught location, `returned` after a gap, `scanned` by hand, `resumed` after a scan that
 * split it, or a `late` read.
 */
export type Cause = 'first' | 'stronger' | 'unheard' | 'returned' | 'scanned' | 'resumed' | 'late' | 'matches'

/** How soon the assets of an organization move (docs/history.md, Location decision). */
export type Sensitivity = (typeof organizations.$inferSelect)['sensitivity']

/** What the location decision of an organization depends on besides reads. */
export interface DecisionRow {
  readonly sensitivity: Sensitivity
  /** Changes with the taught samples that decide; null without any. */
  readonly taughtRevision: number | null
}

/** Mean levels of the antennas that heard a tag while it stood at a location. */
export interface StoredTaughtSample {
  readonly locationId: number
  readonly levels: readonly (readonly [readerId: number, antenna: number, dbm: number])[]
}

/** The values of the location decision that moved an asset (docs/history.md, Location decision). */
export interface Why {
  /** The location before the move. */
  readonly fromId: number
  /** Levels of both locations in dBm; null without RSSI. */
  readonly fromDbm: number | null
  readonly toDbm: number | null
  /** Time since the last read of the previous location, and its usual time between two reads; 0 with few reads. */
  readonly silentSeconds: number
  readonly pauseSeconds: number
  /** Duration of the lead; the evidence, and the evidence that was needed, in dB·s. */
  readonly leadSeconds: number
  readonly evidence: number
  readonly needed: number
  /** Set on a move soon after the first read, which a later read may still correct. */
  readonly isProvisional?: boolean
  /** Since when, and for how long, the asset had been carried; absent when it was not. */
  readonly carriedSince?: Micros
  readonly carriedSeconds?: number
  /** The antennas at the new location whose power was added up, the strongest first; absent when it was one. */
  readonly antennas?: readonly (readonly [readerId: number | null, antenna: number | null])[]
}

/**
 * Whether a read of the next seconds may still correct the event, because the asset has just appeared (docs/history.md,
 * Dense air). A deliberate scan is never corrected.
 */
export const isProvisional = ({
  cause,
  why,
}: {
  readonly cause: Cause
  readonly why?: Why | null
}): boolean => cause === 'first' || cause === 'returned' || (why?.isProvisional ?? false)

/** The presence of the asset at one location, from its first read to its last. */
export interface Presence {
  /** The id of the row; absent until it is stored. */
  readonly id?: number
  readonly locationId: number
  readonly firstAt: Micros
  readonly lastAt: Micros
  readonly readCount: number
  readonly readerId: number | null
  readonly antenna: number | null
  readonly strongestRssi: number | null
  readonly cause: Cause
  /** Set when the location decision began the event. */
  readonly why?: Why
  /** The presence timeout of the reader of the last read. */
  readonly presenceTimeoutSeconds: number
  /** Set on a presence that a late scan has split: it begins with its last read up to this time, not with its first. */
  readonly resumesUntil?: Micros
}

/** The current location of an asset, with the state of the rules before and after the reads of the tail. */
export interface Placement {
  readonly assetId: number
  readonly organizationId: number
  readonly lastSeenAt: Micros
  /** The latest read of a fixed reader. Events that ended more than its timeout earlier are closed. */
  readonly lastRead: { readonly at: Micros; readonly presenceTimeoutSeconds: number } | null
  /** The horizon, from which the events of late reads are computed again. */
  readonly base: {
    readonly at: Micros
    /** Number of stored reads after the horizon. */
    readonly reads: number
    /** The event and the state of the location decision at the horizon, as JSON, because most reads do not need them. */
    readonly state: string
  }
  readonly head: Presence
  /** The state of the location decision after the newest read, as JSON; null if an earlier version stored the row. */
  readonly evidence: string | null
}
