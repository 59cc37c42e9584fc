import type { Db } from '../sql/database'
import { assetFieldReads, assetFieldWrites } from '../queries/assets/asset-fields'
import { fieldValueReads, fieldValueWrites } from '../queries/assets/field-value-writes'
import { assetPhotoReads, assetPhotoWrites } from '../queries/assets/asset-photos'
import { assetViewReads, assetViewWrites } from '../queries/assets/asset-views'
import { assetWrites } from '../queries/assets/asset-writes'
import { assetReads } from '../queries/assets/assets'
import { deletedAssetReads } from '../queries/assets/deleted-assets'
import { dismissedTagReads, dismissedTagWrites } from '../queries/assets/dismissed-tags'
import { mintedNumberWrites } from '../queries/assets/minted-numbers'
import { simulatedReads } from '../queries/assets/simulated'
import { tagReads, tagWrites } from '../queries/assets/tags'
import { unknownTagReads, unknownTagWrites } from '../queries/assets/unknown-tags'
import { wordSearchReads } from '../queries/assets/word-search'
import { alertFactReads } from '../queries/events/alert-facts'
import { alertHistoryReads } from '../queries/events/alert-histories'
import { alertMessageReads, alertMessageWrites } from '../queries/events/alert-messages'
import { alertOutputReads, alertOutputWrites } from '../queries/events/alert-outputs'
import { alertRuleReads, alertRuleWrites } from '../queries/events/alert-rules'
import { alertStateReads, alertStateWrites } from '../queries/events/alert-state'
import { alertValidityReads } from '../queries/events/alert-validity'
import { alertWatchedReads } from '../queries/events/alert-watched'
import { alertWrites } from '../queries/events/alert-writes'
import { alertReads } from '../queries/events/alerts'
import { epcisReads, epcisWrites } from '../queries/events/epcis'
import { eventLogReads, eventLogWrites } from '../queries/events/event-log'
import { mailQueueReads, mailQueueWrites } from '../queries/events/mail-queue'
import { mailScheduleReads, mailScheduleWrites } from '../queries/events/mail-schedules'
import { scheduledMailReads, scheduledMailWrites } from '../queries/events/scheduled-mails'
import { webhookReads, webhookWrites } from '../queries/events/webhooks'
import { eventReads } from '../queries/history/events'
import { futureReads } from '../queries/history/future'
import { historyWrites } from '../queries/history/history'
import { ofAssets, ofUnknownTags } from '../queries/history/history-tables'
import { historyMonthWrites } from '../queries/history/history-months'
import { readKeyWrites } from '../queries/history/read-keys'
import { submissionWrites } from '../queries/history/submissions'
import { assetListReads as listedAssetReads } from '../queries/history/asset-list'
import { placesAtReads } from '../queries/history/places-at'
import { reportReads } from '../queries/history/report'
import { movementReads } from '../queries/stays/movements'
import { stayReads } from '../queries/stays/stay-reads'
import { stayReportReads } from '../queries/stays/stay-reports'
import { stayWrites } from '../queries/stays/stay-writes'
import { utilizationReads } from '../queries/stays/utilization-reads'
import { seenReads } from '../queries/history/seen'
import { setBackWrites } from '../queries/history/set-back'
import { trackingReads } from '../queries/history/tracking'
import { clockReads, clockWrites } from '../queries/installation/clock'
import { gs1NumberReads, gs1NumberWrites } from '../queries/installation/gs1-numbers'
import { idempotencyReads, idempotencyWrites } from '../queries/installation/idempotency'
import { labelTemplateReads, labelTemplateWrites } from '../queries/labels/label-templates'
import { printJobReads, printJobWrites } from '../queries/labels/print-jobs'
import { printLabelReads, printLabelWrites } from '../queries/labels/print-labels'
import { printerReads, printerWrites } from '../queries/labels/printers'
import { floorReads } from '../queries/locations/floor'
import { locationMoveReads } from '../queries/locations/location-moves'
import { locationReads, locationWrites } from '../queries/locations/locations'
import { placeModelReads, placeModelWrites } from '../queries/locations/place-models'
import { placeSampleReadsOf, placeSampleWrites } from '../queries/locations/place-samples'
import { placeAccuracyReads } from '../queries/history/place-accuracy'
import { planReads, planWrites } from '../queries/locations/plans'
import { treeReads } from '../queries/locations/tree'
import { wallLinkReads, wallLinkWrites } from '../queries/locations/wall-links'
import { accountReads, accountWrites } from '../queries/people/accounts'
import { auditReads, auditWrites } from '../queries/people/audit'
import { invitationReads, invitationWrites } from '../queries/people/invitations'
import { knownOriginReads, knownOriginWrites } from '../queries/people/known-origins'
import { memberReads, memberWrites } from '../queries/people/members'
import { ownerReads, ownerWrites } from '../queries/people/owners'
import { passkeyReads, passkeyWrites } from '../queries/people/passkeys'
import { passwordResetReads, passwordResetWrites } from '../queries/people/password-resets'
import { providerIdentityReads, providerIdentityWrites } from '../queries/people/provider-identities'
import { refreshTokenReads, refreshTokenWrites } from '../queries/people/refresh-tokens'
import { secondFactorReads, secondFactorWrites } from '../queries/people/second-factors'
import { sessionReads, sessionWrites } from '../queries/people/sessions'
import { searchReads, searchWrites } from '../queries/stocktakes/searches'
import { stocktakeCountReads, stocktakeCountWrites } from '../queries/stocktakes/stocktake-counts'
import { stocktakeFactReads } from '../queries/stocktakes/stocktake-facts'
import { stocktakeLineReads, stocktakeLineWrites } from '../queries/stocktakes/stocktake-lines'
import { stocktakePhotoReads, stocktakePhotoWrites } from '../queries/stocktakes/stocktake-photos'
import { stocktakePlaceReads, stocktakePlaceWrites } from '../queries/stocktakes/stocktake-places'
import { stocktakeReads, stocktakeWrites } from '../queries/stocktakes/stocktakes'
import { activityReads } from '../queries/readers/activity'
import { mqttSessionReads, mqttSessionWrites } from '../queries/readers/mqtt-sessions'
import { readerHealthReads, readerHealthWrites } from '../queries/readers/reader-health'
import { readerLinkReads, readerLinkWrites } from '../queries/readers/reader-links'
import { readerReads, readerWrites } from '../queries/readers/readers'
import { silentReaderReads, silentReaderWrites } from '../queries/readers/silent-readers'
import { segmentReads } from '../search/building'
import { searchIndexReads } from '../search/indexing'
import { searchIndexWrites } from '../search/saving'
import { epcisPageReads } from '../queries/events/epcis-pages'
import { apiKeyReads, apiKeyWrites } from '../queries/people/api-keys'
import { readerTopicReads } from '../queries/readers/reader-topics'
import { recentMessageReads, recentMessageWrites } from '../queries/readers/recent-messages'
import { assetListReads } from '../queries/assets/asset-lists'
import { sharedTagReads } from '../queries/assets/shared-tags'
import { dayMoveReads } from '../queries/locations/day-moves'
import { floorMoveReads } from '../queries/locations/floor-moves'
import { locationListReads } from '../queries/locations/location-lists'
import { treeLevelReads } from '../queries/locations/tree-levels'
import { tagKeyReads, tagKeyWrites } from '../queries/telemetry/tag-keys'
import { tagPressReads, tagPressWrites } from '../queries/telemetry/tag-presses'
import { telemetrySpanReads, telemetrySpanWrites } from '../queries/telemetry/telemetry-spans'
import { telemetryReads } from '../queries/telemetry/telemetry-reads'
import { telemetryWrites } from '../queries/telemetry/telemetry-writes'
import { withLazy } from './lazy'

/**
 * The areas of the store: for each, the functions that prepare its queries on a connection. `store.read.<area>` has the reads,
 * and `tx.<area>` the writes.
 */
const areas = {
  accounts: {
    reads: (db: Db) => ({ ...accountReads(db), ...apiKeyReads(db) }),
    writes: (db: Db) => ({ ...accountWrites(db), ...apiKeyWrites(db) }),
  },
  activity: { reads: activityReads },
  alertFacts: {
    reads: (db: Db) => ({
      ...alertFactReads(db),
      ...alertHistoryReads(db),
      ...alertValidityReads(db),
      ...alertWatchedReads(db),
    }),
    writes: (db: Db) => ({ ...alertWatchedReads(db), ...assetReads(db) }),
  },
  alertMessages: { reads: alertMessageReads, writes: alertMessageWrites },
  alertOutputs: { reads: alertOutputReads, writes: alertOutputWrites },
  alertRules: { reads: alertRuleReads, writes: alertRuleWrites },
  alerts: { reads: alertReads, writes: alertWrites },
  alertState: { reads: alertStateReads, writes: alertStateWrites },
  assetList: { reads: listedAssetReads },
  assetFields: { reads: assetFieldReads, writes: assetFieldWrites },
  assetFieldValues: { reads: fieldValueReads, writes: fieldValueWrites },
  assetPhotos: { reads: assetPhotoReads, writes: assetPhotoWrites },
  assets: { reads: (db: Db) => ({ ...assetReads(db), ...assetListReads(db) }), writes: assetWrites },
  assetViews: { reads: assetViewReads, writes: assetViewWrites },
  audit: { reads: auditReads, writes: auditWrites },
  clock: { reads: clockReads, writes: clockWrites },
  deletedAssets: { reads: deletedAssetReads, writes: deletedAssetReads },
  dismissedTags: { reads: dismissedTagReads, writes: dismissedTagWrites },
  epcis: { reads: (db: Db) => ({ ...epcisReads(db), ...epcisPageReads(db) }), writes: epcisWrites },
  eventLog: { reads: eventLogReads, writes: eventLogWrites },
  events: { reads: eventReads },
  floor: { reads: (db: Db) => ({ ...floorReads(db), ...floorMoveReads(db), ...dayMoveReads(db) }) },
  future: { reads: futureReads },
  gs1Numbers: { reads: gs1NumberReads, writes: gs1NumberWrites },
  history: { writes: (db: Db) => historyWrites(db, ofAssets) },
  historyMonths: { writes: historyMonthWrites },
  idempotency: { reads: idempotencyReads, writes: idempotencyWrites },
  ingest: { writes: (db: Db) => ({ ...readKeyWrites(db), ...submissionWrites(db) }) },
  invitations: { reads: invitationReads, writes: invitationWrites },
  knownOrigins: { reads: knownOriginReads, writes: knownOriginWrites },
  labelTemplates: { reads: labelTemplateReads, writes: labelTemplateWrites },
  locationMoves: { reads: locationMoveReads },
  locations: {
    reads: (db: Db) => ({ ...locationReads(db), ...locationListReads(db) }),
    writes: (db: Db) => ({ ...locationWrites(db), ...locationListReads(db) }),
  },
  mailQueue: { reads: mailQueueReads, writes: mailQueueWrites },
  mailSchedules: { reads: mailScheduleReads, writes: mailScheduleWrites },
  members: { reads: memberReads, writes: memberWrites },
  mintedNumbers: { writes: mintedNumberWrites },
  movements: { reads: movementReads },
  mqttSessions: { reads: mqttSessionReads, writes: mqttSessionWrites },
  owners: { reads: ownerReads, writes: ownerWrites },
  passkeys: { reads: passkeyReads, writes: passkeyWrites },
  passwordResets: { reads: passwordResetReads, writes: passwordResetWrites },
  placeAccuracy: { reads: placeAccuracyReads },
  placeModels: { reads: placeModelReads, writes: placeModelWrites },
  placeSamples: { reads: placeSampleReadsOf, writes: placeSampleWrites },
  placesAt: { reads: placesAtReads },
  plans: { reads: planReads, writes: planWrites },
  printers: { reads: printerReads, writes: printerWrites },
  printJobs: { reads: printJobReads, writes: printJobWrites },
  printLabels: { reads: printLabelReads, writes: printLabelWrites },
  providerIdentities: { reads: providerIdentityReads, writes: providerIdentityWrites },
  readerHealth: {
    reads: (db: Db) => ({ ...readerHealthReads(db), ...recentMessageReads(db) }),
    writes: (db: Db) => ({ ...readerHealthWrites(db), ...recentMessageWrites(db) }),
  },
  readerLinks: { reads: readerLinkReads, writes: readerLinkWrites },
  readers: {
    reads: (db: Db) => ({ ...readerReads(db), ...readerTopicReads(db) }),
    writes: (db: Db) => ({ ...readerWrites(db), ...readerTopicReads(db) }),
  },
  refreshTokens: { reads: refreshTokenReads, writes: refreshTokenWrites },
  report: { reads: reportReads },
  scheduledMails: { reads: scheduledMailReads, writes: scheduledMailWrites },
  searches: { reads: searchReads, writes: searchWrites },
  searchIndex: {
    reads: (db: Db) => ({ ...searchIndexReads(db), ...segmentReads(db) }),
    writes: searchIndexWrites,
  },
  secondFactors: { reads: secondFactorReads, writes: secondFactorWrites },
  seen: { reads: seenReads },
  sessions: { reads: sessionReads, writes: sessionWrites },
  setBack: { writes: setBackWrites },
  silentReaders: { reads: silentReaderReads, writes: silentReaderWrites },
  simulated: { reads: simulatedReads, writes: simulatedReads },
  stayReports: { reads: stayReportReads },
  stays: { reads: stayReads, writes: stayWrites },
  stocktakeCounts: { reads: stocktakeCountReads, writes: stocktakeCountWrites },
  stocktakeFacts: { reads: stocktakeFactReads },
  stocktakeLines: { reads: stocktakeLineReads, writes: stocktakeLineWrites },
  stocktakePhotos: { reads: stocktakePhotoReads, writes: stocktakePhotoWrites },
  stocktakePlaces: { reads: stocktakePlaceReads, writes: stocktakePlaceWrites },
  stocktakes: { reads: stocktakeReads, writes: stocktakeWrites },
  tags: {
    reads: (db: Db) => ({ ...tagReads(db), ...sharedTagReads(db) }),
    writes: (db: Db) => ({ ...tagWrites(db), ...sharedTagReads(db) }),
  },
  tagKeys: { reads: tagKeyReads, writes: tagKeyWrites },
  tagPresses: { reads: tagPressReads, writes: tagPressWrites },
  telemetrySpans: { reads: telemetrySpanReads, writes: telemetrySpanWrites },
  telemetry: { reads: telemetryReads, writes: telemetryWrites },
  tracking: { reads: trackingReads },
  tree: { reads: (db: Db) => ({ ...treeReads(db), ...treeLevelReads(db) }), writes: treeLevelReads },
  /** Histories of unknown tags, with the id of the tag instead of an asset id. */
  unknownHistory: { writes: (db: Db) => historyWrites(db, ofUnknownTags) },
  unknownTags: { reads: unknownTagReads, writes: unknownTagWrites },
  utilization: { reads: utilizationReads },
  wallLinks: { reads: wallLinkReads, writes: wallLinkWrites },
  webhooks: { reads: webhookReads, writes: webhookWrites },
  wordSearch: { reads: wordSearchReads },
}

type Areas = typeof areas
type Kind = 'reads' | 'writes'

/** The queries of the areas that have some of this kind. */
type Queries<K extends Kind> = {
  readonly [A in keyof Areas as Areas[A] extends Record<K, unknown> ? A : never]: Areas[A] extends {
    readonly [key in K]: (db: Db) => infer Prepared
  }
    ? Prepared
    : never
}

export type Reads = Queries<'reads'>
export type AreaWrites = Queries<'writes'>

function prepare<K extends Kind>(kind: K, db: Db): Queries<K> {
  const all: Readonly<Record<string, { readonly [key in Kind]?: (db: Db) => unknown }>> = areas
  const makers = Object.entries(all).flatMap(([name, { [kind]: create }]) =>
    create ? [[name, () => create(db)] as const] : [],
  )
  return withLazy<Queries<K>>({}, Object.fromEntries(makers))
}

/** Returns the queries that read. Those of an area are prepared on the connection when the area is first used. */
export const createReads = (db: Db): Reads => prepare('reads', db)

/** Returns the queries of writes, on the connection of the writer. */
export const createWrites = (db: Db): AreaWrites => prepare('writes', db)
