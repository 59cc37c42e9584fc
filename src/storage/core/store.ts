import type { Instances, Topic } from './instances'
import type { Integrity } from './integrity'
import type { activityReads } from '../queries/readers/activity'
import type { assetFieldReads, assetFieldWrites } from '../queries/assets/asset-fields'
import type { assetPhotoReads, assetPhotoWrites } from '../queries/assets/asset-photos'
import type { assetWrites } from '../queries/assets/asset-writes'
import type { assetReads } from '../queries/assets/assets'
import type { deletedAssetReads } from '../queries/assets/deleted-assets'
import type { auditReads, auditWrites } from '../queries/people/audit'
import type { clockReads, clockWrites } from '../queries/installation/clock'
import type { DismissedTagRow, dismissedTagReads, dismissedTagWrites } from '../queries/assets/dismissed-tags'
import type { epcisReads, epcisWrites } from '../queries/events/epcis'
import type { eventLogReads, eventLogWrites } from '../queries/events/event-log'
import type { eventReads } from '../queries/history/events'
import type { floorReads } from '../queries/locations/floor'
import type { findingReads, FoundRow, RankedRow, Word } from '../queries/assets/word-search'
import type { futureReads } from '../queries/history/future'
import type { historyMonthWrites } from '../queries/history/history-months'
import type { historyWrites } from '../queries/history/history'
import type { idempotencyReads, idempotencyWrites } from '../queries/installation/idempotency'
import type { identityReads, identityWrites } from '../queries/people/accounts'
import type { ingestWrites } from '../queries/history/ingest'
import type { invitationReads, invitationWrites } from '../queries/people/invitations'
import type { knownOriginReads, knownOriginWrites } from '../queries/people/known-origins'
import type { locationMoveReads } from '../queries/locations/location-moves'
import type { locationReads, locationWrites } from '../queries/locations/locations'
import type { memberReads, memberWrites } from '../queries/people/members'
import type { ownerReads, ownerWrites } from '../queries/people/owners'
import type { passkeyReads, passkeyWrites } from '../queries/people/passkeys'
import type { passwordResetReads, passwordResetWrites } from '../queries/people/password-resets'
import type { mqttSessionReads, mqttSessionWrites } from '../queries/readers/mqtt-sessions'
import type { planReads, planWrites } from '../queries/locations/plans'
import type { healthReads, healthWrites } from '../queries/readers/reader-health'
import type { readerReads, readerWrites } from '../queries/readers/readers'
import type { refreshTokenReads, refreshTokenWrites } from '../queries/people/refresh-tokens'
import type { secondFactorReads, secondFactorWrites } from '../queries/people/second-factors'
import type { providerReads, providerWrites } from '../queries/people/provider-identities'
import type { silentReaderReads, silentReaderWrites } from '../queries/readers/silent-readers'
import type { SimulatedKind, simulatedReads } from '../queries/assets/simulated'
import type { setBackWrites } from '../queries/history/set-back'
import type { searchIndexReads } from '../search/indexing'
import type { searchIndexWrites } from '../search/saving'
import type { seenReads } from '../queries/history/seen'
import type { sessionReads, sessionWrites } from '../queries/people/sessions'
import type { slotWrites } from '../queries/assets/minted-numbers'
import type { tagReads, tagWrites } from '../queries/assets/tags'
import type { reportReads } from '../queries/history/report'
import type { trackingReads } from '../queries/history/tracking'
import type { treeReads } from '../queries/locations/tree'
import type { unknownTagReads, unknownTagWrites } from '../queries/assets/unknown-tags'
import type { wallLinkReads, wallLinkWrites } from '../queries/locations/wall-links'
import type { webhookReads, webhookWrites } from '../queries/events/webhooks'
import type { whereaboutsReads } from '../queries/history/places-at'
import type { Scope, WriteOrder } from '../sql/transactions'

export type { Instances, SharedValues } from './instances'
export type { Integrity } from './integrity'
export type { Scope } from '../sql/transactions'
export type { AuditRecord } from '../queries/people/audit'
export type { AuditFilter } from '../queries/people/audit-filter'
export type { ImportEntry } from '../queries/assets/import-entries'
export type { AssetFieldRow } from '../queries/assets/asset-fields'
export type { AssetPhotoRow, ListedPhoto } from '../queries/assets/asset-photos'
export type { DeletedTag } from '../queries/assets/deleted-assets'
export type { AssetFilter, AssetRow, AssetSortField, ListedAsset } from '../queries/assets/assets'
export type { FieldCondition } from '../queries/assets/field-conditions'
export type { ApiKeyRow, Membership, OrganizationRow, UserRow } from '../queries/people/accounts'
export type { ClockRow } from '../queries/installation/clock'
export type {
  EpcisPosition,
  EpcisChange,
  EpcisFilter,
  EpcisReplacement,
  EpcisRow,
} from '../queries/events/epcis'
export type { EventFilter, LogEnds, LoggedEvent } from '../queries/events/event-log'
export type { EventRow } from '../queries/history/events'
export type { FloorMove, LocationCount, MoveCount } from '../queries/locations/floor'
export type { FutureHistory } from '../queries/history/future'
export type { Shift } from '../queries/history/shifts'
export type { Cause, Placement, Presence, Read, Sensitivity, Why } from '../queries/history/presence'
export type { Cut } from '../queries/history/history-months'
export type { KeptResponse } from '../queries/installation/idempotency'
export type { ReadKey } from '../queries/history/ingest'
export type { InvitationRow, PendingInvitation } from '../queries/people/invitations'
export type { OriginKind, Sighting } from '../queries/people/known-origins'
export type { LocationMove, LocationMoveFilter } from '../queries/locations/location-moves'
export type { LocationRow, LocationSortField } from '../queries/locations/locations'
export type { Member, UserMembership } from '../queries/people/members'
export type {
  MqttSessionRow,
  PresentPlace,
  Publication,
  SessionOwner,
} from '../queries/readers/mqtt-sessions'
export type { Owner } from '../queries/people/owners'
export type { PasskeyRow } from '../queries/people/passkeys'
export type { PlanRow } from '../queries/locations/plans'
export type {
  LaterRejections,
  RawMessage,
  ReaderCounts,
  ReaderHealth,
} from '../queries/readers/reader-health'
export type { ProblemKind } from '../sql/tables'
export type { Antenna, AntennaTarget, ReaderOrder, ReaderRecord, ReaderRow } from '../queries/readers/readers'
export type { TotpApp } from '../queries/people/second-factors'
export type { LiveSession } from '../queries/people/sessions'
export type { SlotKind } from '../queries/assets/minted-numbers'
export type { DismissedTagRow, FoundRow, RankedRow, SimulatedKind, Word }
export type { AttachedTag, OwnedTag, SharedTag, TagMatch, TagParent, TagRow } from '../queries/assets/tags'
export type { ReportRow } from '../queries/history/report'
export type { ReportSortField } from '../queries/history/report-filter'
export type { HistoryRow, AssetLocationRow } from '../queries/history/tracking'
export type { UnknownPresence, UnknownTagRecord, UnknownTagRow } from '../queries/assets/unknown-tags'
export type { ListedWallLink, WallLinkRow } from '../queries/locations/wall-links'
export type { WebhookDeliveryRow, WebhookRow } from '../queries/events/webhooks'
export type { SeenAsset } from '../queries/history/seen'
export type { WhereaboutsSortField } from '../queries/history/places-at'

export interface Reads {
  readonly activity: ReturnType<typeof activityReads>
  readonly assetFields: ReturnType<typeof assetFieldReads>
  readonly assetPhotos: ReturnType<typeof assetPhotoReads>
  readonly assets: ReturnType<typeof assetReads>
  readonly deletedAssets: ReturnType<typeof deletedAssetReads>
  readonly audit: ReturnType<typeof auditReads>
  readonly clock: ReturnType<typeof clockReads>
  readonly dismissedTags: ReturnType<typeof dismissedTagReads>
  readonly epcis: ReturnType<typeof epcisReads>
  readonly eventLog: ReturnType<typeof eventLogReads>
  readonly events: ReturnType<typeof eventReads>
  readonly floor: ReturnType<typeof floorReads>
  readonly finding: ReturnType<typeof findingReads>
  readonly future: ReturnType<typeof futureReads>
  readonly idempotency: ReturnType<typeof idempotencyReads>
  readonly identity: ReturnType<typeof identityReads>
  readonly invitations: ReturnType<typeof invitationReads>
  readonly knownOrigins: ReturnType<typeof knownOriginReads>
  readonly locationMoves: ReturnType<typeof locationMoveReads>
  readonly locations: ReturnType<typeof locationReads>
  readonly members: ReturnType<typeof memberReads>
  readonly mqttSessions: ReturnType<typeof mqttSessionReads>
  readonly owners: ReturnType<typeof ownerReads>
  readonly passkeys: ReturnType<typeof passkeyReads>
  readonly passwordResets: ReturnType<typeof passwordResetReads>
  readonly plans: ReturnType<typeof planReads>
  readonly providerIdentities: ReturnType<typeof providerReads>
  readonly readerHealth: ReturnType<typeof healthReads>
  readonly readers: ReturnType<typeof readerReads>
  readonly refreshTokens: ReturnType<typeof refreshTokenReads>
  readonly searchIndex: ReturnType<typeof searchIndexReads>
  readonly secondFactors: ReturnType<typeof secondFactorReads>
  readonly seen: ReturnType<typeof seenReads>
  readonly sessions: ReturnType<typeof sessionReads>
  readonly silentReaders: ReturnType<typeof silentReaderReads>
  readonly simulated: ReturnType<typeof simulatedReads>
  readonly tags: ReturnType<typeof tagReads>
  readonly report: ReturnType<typeof reportReads>
  readonly tracking: ReturnType<typeof trackingReads>
  readonly tree: ReturnType<typeof treeReads>
  readonly unknownTags: ReturnType<typeof unknownTagReads>
  readonly wallLinks: ReturnType<typeof wallLinkReads>
  readonly webhooks: ReturnType<typeof webhookReads>
  readonly whereabouts: ReturnType<typeof whereaboutsReads>
}

export interface Writes {
  readonly assetFields: ReturnType<typeof assetFieldWrites>
  readonly assetPhotos: ReturnType<typeof assetPhotoWrites>
  readonly assets: ReturnType<typeof assetWrites>
  readonly deletedAssets: ReturnType<typeof deletedAssetReads>
  readonly audit: ReturnType<typeof auditWrites>
  readonly clock: ReturnType<typeof clockWrites>
  readonly dismissedTags: ReturnType<typeof dismissedTagWrites>
  readonly setBack: ReturnType<typeof setBackWrites>
  readonly epcis: ReturnType<typeof epcisWrites>
  readonly eventLog: ReturnType<typeof eventLogWrites>
  readonly history: ReturnType<typeof historyWrites>
  readonly historyMonths: ReturnType<typeof historyMonthWrites>
  readonly idempotency: ReturnType<typeof idempotencyWrites>
  readonly identity: ReturnType<typeof identityWrites>
  readonly ingest: ReturnType<typeof ingestWrites>
  readonly invitations: ReturnType<typeof invitationWrites>
  readonly knownOrigins: ReturnType<typeof knownOriginWrites>
  readonly locations: ReturnType<typeof locationWrites>
  readonly members: ReturnType<typeof memberWrites>
  readonly mqttSessions: ReturnType<typeof mqttSessionWrites>
  readonly owners: ReturnType<typeof ownerWrites>
  readonly passkeys: ReturnType<typeof passkeyWrites>
  readonly passwordResets: ReturnType<typeof passwordResetWrites>
  readonly plans: ReturnType<typeof planWrites>
  readonly providerIdentities: ReturnType<typeof providerWrites>
  readonly readerHealth: ReturnType<typeof healthWrites>
  readonly readers: ReturnType<typeof readerWrites>
  readonly refreshTokens: ReturnType<typeof refreshTokenWrites>
  readonly searchIndex: ReturnType<typeof searchIndexWrites>
  readonly secondFactors: ReturnType<typeof secondFactorWrites>
  readonly sessions: ReturnType<typeof sessionWrites>
  readonly silentReaders: ReturnType<typeof silentReaderWrites>
  readonly simulated: ReturnType<typeof simulatedReads>
  readonly slots: ReturnType<typeof slotWrites>
  readonly tags: ReturnType<typeof tagWrites>
  readonly tree: ReturnType<typeof treeReads>
  /** Histories of unknown tags, with the id of the tag instead of an asset id. */
  readonly unknownHistory: ReturnType<typeof historyWrites>
  readonly unknownTags: ReturnType<typeof unknownTagWrites>
  readonly wallLinks: ReturnType<typeof wallLinkWrites>
  readonly webhooks: ReturnType<typeof webhookWrites>

  /**
   * Sends a text to the other instances at the commit, so that they get it although this instance is killed afterwards. Commits
   * with one wait for each other, so it is for rare changes.
   */
  readonly announce: (topic: Topic, text: string) => Promise<void>
}

/**
 * Writes that a caller adds to the transaction of a service. They receive its result, and both are stored or neither.
 */
export type AlsoWrite<T> = (tx: Writes, result: T) => Promise<void>

/** The role of a server in replication. A standby cannot be written. */
export type DatabaseRole = 'primary' | 'standby' | 'unknown'

/** `current`: the replica serves reads. Otherwise the primary server does. */
export type ReplicaState = 'current' | 'behind' | 'unavailable'

/** The interface of the services to the database. test/storage/store.test.ts defines its behaviour. */
export interface Store {
  /** Reads see only commits that are durable on disk. */
  readonly read: Reads

  /**
   * Runs `work` as one transaction. Resolves when the transaction is durable on disk. Writes run one after another and
   * may share a commit, but the failure of one does not affect the others. `work` runs a second time when another write
   * of the same commit fails. So it must change and await only `tx`. A write inside a write is rejected. Throws
   * AppError `unavailable` or `storage_full` because of a disk error or a foreign lock.
   *
   * @param scope the organizations whose data `work` reads or changes. Other instances may meanwhile write those of others
   * @param order whether `work` may run at the same time as others of the same commit
   */
  write<T>(work: (tx: Writes) => Promise<T>, scope?: Scope, order?: WriteOrder): Promise<T>

  /** Calls `listener` after each commit that has added to the event log, with the ids of the organizations. */
  onEvents(listener: (organizationIds: readonly number[]) => void): void

  /** Runs `work` like a write, in the same queue, and rolls it back. Returns what the write would have returned. */
  dryRun<T>(work: (tx: Writes) => Promise<T>, scope?: Scope): Promise<T>

  /** What the instances of the installation share. */
  readonly instances: Instances

  /** Returns the disk errors that prevent writes, as sentences. It is empty after the next successful write. */
  problems(): readonly string[]

  /** Returns the role of the server that was reached last; null for SQLite. */
  role(): DatabaseRole | null

  /** Returns whether the replica serves reads; null without one. */
  replica(): ReplicaState | null

  /** Returns the damage that was found when the database was opened. The rest of the data is served. */
  warnings(): readonly string[]

  /** Returns what is known about damage in the database file. */
  integrity(): Integrity

  /** Waits for the writes that have begun, then closes. Later writes are rejected. */
  close(): Promise<void>
}
