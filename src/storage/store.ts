import type { activityReads } from './queries/activity'
import type { assetReads, assetWrites } from './queries/assets'
import type { auditReads, auditWrites } from './queries/audit'
import type { clockReads, clockWrites } from './queries/clock'
import type { eventReads } from './queries/events'
import type { futureReads } from './queries/future'
import type { historyWrites } from './queries/history'
import type { idempotencyReads, idempotencyWrites } from './queries/idempotency'
import type { identityReads, identityWrites } from './queries/identity'
import type { ingestWrites } from './queries/ingest'
import type { invitationReads, invitationWrites } from './queries/invitations'
import type { knownOriginReads, knownOriginWrites } from './queries/known-origins'
import type { locationMoveReads } from './queries/location-moves'
import type { locationReads, locationWrites } from './queries/locations'
import type { memberReads, memberWrites } from './queries/members'
import type { ownerReads, ownerWrites } from './queries/owners'
import type { passwordResetReads, passwordResetWrites } from './queries/password-resets'
import type { healthReads, healthWrites } from './queries/reader-health'
import type { readerReads, readerWrites } from './queries/readers'
import type { refreshTokenReads, refreshTokenWrites } from './queries/refresh-tokens'
import type { setBackWrites } from './queries/set-back'
import type { sessionReads, sessionWrites } from './queries/sessions'
import type { slotWrites } from './queries/slots'
import type { tagReads, tagWrites } from './queries/tags'
import type { trackingReads } from './queries/tracking'
import type { treeReads } from './queries/tree'
import type { unknownTagReads, unknownTagWrites } from './queries/unknown-tags'
import type { whereaboutsReads } from './queries/whereabouts'

export type { AuditFilter, AuditRecord } from './queries/audit'
export type { AssetFilter, AssetRow, AssetSortField } from './queries/assets'
export type { ApiKeyRow, Membership, OrganizationRow, UserRow } from './queries/identity'
export type { ClockRow } from './queries/clock'
export type { EventRow } from './queries/events'
export type { FutureHistory } from './queries/future'
export type { Shift } from './queries/set-back'
export type { Cause, Placement, Presence, Read } from './queries/history'
export type { KeptResponse } from './queries/idempotency'
export type { ReadKey } from './queries/ingest'
export type { InvitationRow, PendingInvitation } from './queries/invitations'
export type { OriginKind, Sighting } from './queries/known-origins'
export type { LocationMove, LocationMoveFilter } from './queries/location-moves'
export type { LocationRow, LocationSortField } from './queries/locations'
export type { Member } from './queries/members'
export type { Owner } from './queries/owners'
export type { RawMessage, ReaderCounts, ReaderHealth } from './queries/reader-health'
export type { Antenna, AntennaTarget, ReaderRecord, ReaderRow } from './queries/readers'
export type { LiveSession } from './queries/sessions'
export type { SlotKind } from './queries/slots'
export type { TagMatch, TagParent, TagRow } from './queries/tags'
export type { HistoryRow, PlaceRow, ReportRow, ReportSortField } from './queries/tracking'
export type { UnknownPresence, UnknownTagRecord, UnknownTagRow } from './queries/unknown-tags'
export type { WhereaboutsSortField } from './queries/whereabouts'

export interface Reads {
  readonly activity: ReturnType<typeof activityReads>
  readonly assets: ReturnType<typeof assetReads>
  readonly audit: ReturnType<typeof auditReads>
  readonly clock: ReturnType<typeof clockReads>
  readonly events: ReturnType<typeof eventReads>
  readonly future: ReturnType<typeof futureReads>
  readonly idempotency: ReturnType<typeof idempotencyReads>
  readonly identity: ReturnType<typeof identityReads>
  readonly invitations: ReturnType<typeof invitationReads>
  readonly knownOrigins: ReturnType<typeof knownOriginReads>
  readonly locationMoves: ReturnType<typeof locationMoveReads>
  readonly locations: ReturnType<typeof locationReads>
  readonly members: ReturnType<typeof memberReads>
  readonly owners: ReturnType<typeof ownerReads>
  readonly passwordResets: ReturnType<typeof passwordResetReads>
  readonly readerHealth: ReturnType<typeof healthReads>
  readonly readers: ReturnType<typeof readerReads>
  readonly refreshTokens: ReturnType<typeof refreshTokenReads>
  readonly sessions: ReturnType<typeof sessionReads>
  readonly tags: ReturnType<typeof tagReads>
  readonly tracking: ReturnType<typeof trackingReads>
  readonly tree: ReturnType<typeof treeReads>
  readonly unknownTags: ReturnType<typeof unknownTagReads>
  readonly whereabouts: ReturnType<typeof whereaboutsReads>
}

export interface Writes {
  readonly assets: ReturnType<typeof assetWrites>
  readonly audit: ReturnType<typeof auditWrites>
  readonly clock: ReturnType<typeof clockWrites>
  readonly setBack: ReturnType<typeof setBackWrites>
  readonly history: ReturnType<typeof historyWrites>
  readonly idempotency: ReturnType<typeof idempotencyWrites>
  readonly identity: ReturnType<typeof identityWrites>
  readonly ingest: ReturnType<typeof ingestWrites>
  readonly invitations: ReturnType<typeof invitationWrites>
  readonly knownOrigins: ReturnType<typeof knownOriginWrites>
  readonly locations: ReturnType<typeof locationWrites>
  readonly members: ReturnType<typeof memberWrites>
  readonly owners: ReturnType<typeof ownerWrites>
  readonly passwordResets: ReturnType<typeof passwordResetWrites>
  readonly readerHealth: ReturnType<typeof healthWrites>
  readonly readers: ReturnType<typeof readerWrites>
  readonly refreshTokens: ReturnType<typeof refreshTokenWrites>
  readonly sessions: ReturnType<typeof sessionWrites>
  readonly slots: ReturnType<typeof slotWrites>
  readonly tags: ReturnType<typeof tagWrites>
  readonly tree: ReturnType<typeof treeReads>
  /** Histories of unknown tags, by the tag's id in place of an asset's. */
  readonly unknownHistory: ReturnType<typeof historyWrites>
  readonly unknownTags: ReturnType<typeof unknownTagWrites>
}

/** What a service's caller adds to its write, with the write's result: both are stored or neither is. */
export type AlsoWrite<T> = (tx: Writes, result: T) => Promise<void>

/** All that the services know of the database; test/storage/store.test.ts defines what it must do. */
export interface Store {
  /** Sees what is committed, and nothing of an open write. */
  readonly read: Reads

  /**
   * Runs `work` as one transaction: all of it happens or none. Resolves once it is durable on disk. Writes run one
   * after another and may share a commit, yet each fails alone; `work` may be run a second time where another that shares
   * it fails, so it must touch nothing but `tx`, and await nothing else. A write inside a write is refused. Throws AppError `unavailable` or `storage_full` where the disk or a foreign lock is at fault.
   */
  write<T>(work: (tx: Writes) => Promise<T>): Promise<T>

  /** Runs `work` like a write, in the same line, and undoes it: answers what the write would have answered. */
  dryRun<T>(work: (tx: Writes) => Promise<T>): Promise<T>

  /** Why the last write could not be stored, where the disk is at fault; empty again once one has been. */
  problems(): readonly string[]

  /** What was wrong with the database when it was opened, of which it serves what was left. */
  warnings(): readonly string[]

  /** Waits for the writes that have begun, then closes; later writes are refused. */
  close(): Promise<void>
}
