import type { Message } from '../../base/messages'
import type { AreaWrites, Reads } from './areas'
import type { Instances, Topic } from './instances'
import type { Integrity } from './integrity'
import type { Scope, WriteOrder } from '../sql/transactions'

export type { Reads } from './areas'
export type { Instances, SharedValues } from './instances'
export type { Integrity } from './integrity'
export type { Scope } from '../sql/transactions'
export type { AuditRecord } from '../queries/people/audit'
export type { AuditFilter } from '../queries/people/audit-filter'
export type { ImportEntry } from '../queries/assets/import-entries'
export type { AssetFieldRow } from '../queries/assets/asset-fields'
export type { AssetPhotoRow, ListedPhoto } from '../queries/assets/asset-photos'
export type { DeletedTag } from '../queries/assets/deleted-assets'
export type { AssetFilter, AssetSortField } from '../queries/assets/asset-lists'
export type { AssetViewRow } from '../queries/assets/asset-views'
export type { LabelTemplateRow } from '../queries/labels/label-templates'
export type { AssetListFilter, ListScope, Span } from '../queries/history/asset-list-filter'
export type { PlacedAsset } from '../queries/history/asset-list'
export type { AssetMatches } from '../queries/history/asset-list-matches'
export type { AssetListOrder } from '../queries/history/asset-list-order'
export type { TagPressRow } from '../queries/telemetry/tag-presses'
export type { ChangedSpan, TelemetrySpan, ThresholdRule } from '../queries/telemetry/telemetry-spans'
export type { AddedHour } from '../queries/telemetry/telemetry-writes'
export type { TelemetryExtremes, TelemetryHourRow } from '../queries/telemetry/telemetry-reads'
export type { AssetRow, ListedAsset } from '../queries/assets/assets'
export type { FieldCondition } from '../queries/assets/field-conditions'
export type { Membership, OrganizationRow, SessionWithRole, UserRow } from '../queries/people/accounts'
export type { ApiKeyRow } from '../queries/people/api-keys'
export type { EpcisPosition, EpcisReplacement, EpcisRow } from '../queries/events/epcis'
export type { EpcisFilter } from '../queries/events/epcis-pages'
export type { LoggedEvent } from '../queries/events/event-log'
export type { EventFilter } from '../queries/events/event-search'
export type { EventRow } from '../queries/history/events'
export type { UnseenCount } from '../queries/history/seen'
export type { LocationCount } from '../queries/locations/floor'
export type { FloorMove } from '../queries/locations/floor-moves'
export type { FutureHistory } from '../queries/history/future'
export type { CountedThing } from '../queries/history/set-back-stocktakes'
export type { Shift } from '../queries/history/shifts'
export type {
  Cause,
  DecisionRow,
  Placement,
  Presence,
  Read,
  Sensitivity,
  StoredTaughtSample,
  Why,
} from '../queries/history/presence'
export type { OpenSample, PlaceSampleRow } from '../queries/locations/place-samples'
export type { ListedReference, PlaceModelRow } from '../queries/locations/place-models'
export type { Gs1CounterRow, Gs1Kind, Gs1PrefixRow } from '../queries/installation/gs1-numbers'
export type { KeptResponse } from '../queries/installation/idempotency'
export type { InvitationRow, PendingInvitation } from '../queries/people/invitations'
export type { OriginKind, Sighting } from '../queries/people/known-origins'
export type { LocationMove, LocationMoveFilter } from '../queries/locations/location-moves'
export type { LocationSortField } from '../queries/locations/location-lists'
export type { LocationRow } from '../queries/locations/locations'
export type { Member, UserMembership } from '../queries/people/members'
export type {
  MqttSessionRow,
  PresentPlace,
  Publication,
  SessionOwner,
} from '../queries/readers/mqtt-sessions'
export type { Owner } from '../queries/people/owners'
export type { PasskeyRow } from '../queries/people/passkeys'
export type { PrintJobRow } from '../queries/labels/print-jobs'
export type { NewPrintLabel, PrintLabelRow } from '../queries/labels/print-labels'
export type { PrinterRow } from '../queries/labels/printers'
export type { PlanRow } from '../queries/locations/plans'
export type { ReaderHealth } from '../queries/readers/reader-health'
export type { ReaderLink } from '../queries/readers/reader-links'
export type { LaterRejections, RawMessage } from '../queries/readers/recent-messages'
export type { ProblemKind } from '../sql/tables'
export type {
  Antenna,
  AntennaTarget,
  ArrivingReader,
  ReaderRecord,
  ReaderRow,
} from '../queries/readers/readers'
export type { TotpApp } from '../queries/people/second-factors'
export type { LiveSession } from '../queries/people/sessions'
export type { SlotKind } from '../queries/assets/minted-numbers'
export type { DismissedTagRow } from '../queries/assets/dismissed-tags'
export type { Word } from '../queries/assets/word-candidates'
export type { FoundRow, RankedRow } from '../queries/assets/word-search'
export type { SimulatedKind } from '../queries/assets/simulated'
export type { OwnedTag, SharedTag } from '../queries/assets/shared-tags'
export type { AttachedTag, TagMatch, TagParent, TagRow } from '../queries/assets/tags'
export type { ReportRow } from '../queries/history/report'
export type { ReportSortField } from '../queries/history/report-filter'
export type { HistoryRow, AssetLocationRow } from '../queries/history/tracking'
export type { UnknownPresence, UnknownTagRecord, UnknownTagRow } from '../queries/assets/unknown-tags'
export type { ListedWallLink, WallLinkRow } from '../queries/locations/wall-links'
export type {
  AlertAsset,
  AlertEvent,
  AlertPlace,
  AlertPresence,
  EventOrigin,
} from '../queries/events/alert-facts'
export type { AlertMessageRow } from '../queries/events/alert-messages'
export type { AlertOutputRow } from '../queries/events/alert-outputs'
export type { MailRecipient, MailStateRow } from '../queries/events/mail-queue'
export type { MailScheduleRow } from '../queries/events/mail-schedules'
export type { NewScheduledMail, ScheduledMailRow } from '../queries/events/scheduled-mails'
export type { AlertRuleRow } from '../queries/events/alert-rules'
export type { AlertCursor, AlertGap, AlertScan, AlertTimer } from '../queries/events/alert-state'
export type { Boundary } from '../queries/events/alert-validity'
export type { WatchedReader, WatchedTag } from '../queries/events/alert-watched'
export type { AlertActRow, AlertCounts, AlertFilter, AlertRow } from '../queries/events/alerts'
export type { SearchFilter, SearchRow } from '../queries/stocktakes/searches'
export type { StocktakeCounterRow, StocktakeCountRow } from '../queries/stocktakes/stocktake-counts'
export type { LineFilter, StocktakeLineRow } from '../queries/stocktakes/stocktake-lines'
export type { HistoryFact } from '../queries/stocktakes/stocktake-facts'
export type { NamedPlace, StocktakePlaceRow } from '../queries/stocktakes/stocktake-places'
export type { StocktakeFilter, StocktakeRow, StocktakeValues } from '../queries/stocktakes/stocktakes'
export type { WebhookDeliveryRow, WebhookRow } from '../queries/events/webhooks'
export type { MovePosition } from '../queries/stays/movement-lanes'
export type { MovementFilter, MovementOrder } from '../queries/stays/movement-pages'
export type { MovementRow } from '../queries/stays/movements'
export type { Utilization } from '../queries/stays/utilization-reads'
export type { CountChange, FlowChange, StayChange, StayEvent, StayRow } from '../queries/stays/stay-writes'
export type { PastRow, WhereaboutsSortField } from '../queries/history/places-at'

export interface Writes extends AreaWrites {
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

/** The interface of the services to the database. test/storage/store.test.ts defines its behavior. */
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

  /**
   * Whether requests write, so that a long write would delay them: within the last second on SQLite. Always true on PostgreSQL,
   * where other instances write, too.
   */
  isBusy(): boolean

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
  warnings(): readonly Message[]

  /** Returns what is known about damage in the database file. */
  integrity(): Integrity

  /** Waits for the writes that have begun, then closes. Later writes are rejected. */
  close(): Promise<void>
}
