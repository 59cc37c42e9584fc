import type { assetReads, assetWrites } from './queries/assets'
import type { historyWrites } from './queries/history'
import type { idempotencyReads, idempotencyWrites } from './queries/idempotency'
import type { identityReads, identityWrites } from './queries/identity'
import type { ingestWrites } from './queries/ingest'
import type { locationReads, locationWrites } from './queries/locations'
import type { readerReads, readerWrites } from './queries/readers'
import type { slotWrites } from './queries/slots'
import type { tagReads, tagWrites } from './queries/tags'
import type { trackingReads } from './queries/tracking'
import type { treeReads } from './queries/tree'

export type { AssetRow, AssetSortField } from './queries/assets'
export type {
  ApiKeyRow,
  Membership,
  OrganizationRow,
  RefreshTokenRow,
  Role,
  UserRow,
} from './queries/identity'
export type { Placement } from './queries/history'
export type { KeptAnswer } from './queries/idempotency'
export type { LocationRow, LocationSortField } from './queries/locations'
export type { Antenna, AntennaTarget, ReaderRecord, ReaderRow } from './queries/readers'
export type { SlotKind } from './queries/slots'
export type { TagMatch, TagParent, TagRow } from './queries/tags'
export type { HistoryRow, ReportRow, ReportSortField } from './queries/tracking'

export interface Reads {
  readonly assets: ReturnType<typeof assetReads>
  readonly idempotency: ReturnType<typeof idempotencyReads>
  readonly identity: ReturnType<typeof identityReads>
  readonly locations: ReturnType<typeof locationReads>
  readonly readers: ReturnType<typeof readerReads>
  readonly tags: ReturnType<typeof tagReads>
  readonly tracking: ReturnType<typeof trackingReads>
  readonly tree: ReturnType<typeof treeReads>
}

export interface Writes {
  readonly assets: ReturnType<typeof assetWrites>
  readonly history: ReturnType<typeof historyWrites>
  readonly idempotency: ReturnType<typeof idempotencyWrites>
  readonly identity: ReturnType<typeof identityWrites>
  readonly ingest: ReturnType<typeof ingestWrites>
  readonly locations: ReturnType<typeof locationWrites>
  readonly readers: ReturnType<typeof readerWrites>
  readonly slots: ReturnType<typeof slotWrites>
  readonly tags: ReturnType<typeof tagWrites>
  readonly tree: ReturnType<typeof treeReads>
}

/** What a service's caller adds to its write, with the write's result: both are stored or neither is. */
export type AlsoWrite<T> = (tx: Writes, result: T) => Promise<void>

/** All that the services know of the database; test/storage/store.test.ts defines what it must do. */
export interface Store {
  /** Sees what is committed, and nothing of an open write. */
  readonly read: Reads

  /**
   * Runs `work` as one transaction: all of it happens or none. Resolves once it is durable on disk. Writes run one
   * after another and may share a commit, yet each fails alone. Await nothing in `work` but `tx`; a write inside a
   * write is refused. Throws AppError `unavailable` or `storage_full` where the disk or a foreign lock is at fault.
   */
  write<T>(work: (tx: Writes) => Promise<T>): Promise<T>

  /** Why the last write could not be stored, where the disk is at fault; empty again once one has been. */
  problems(): readonly string[]

  /** Waits for the writes that have begun, then closes; later writes are refused. */
  close(): Promise<void>
}
