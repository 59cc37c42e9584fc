import { assetFieldWrites } from './queries/asset-fields'
import { assetPhotoWrites } from './queries/asset-photos'
import { assetWrites } from './queries/asset-writes'
import { auditWrites } from './queries/audit'
import { clockWrites } from './queries/clock'
import { setBackWrites } from './queries/set-back'
import { epcisWrites } from './queries/epcis'
import { eventLogWrites } from './queries/event-log'
import { historyMonthWrites } from './queries/history-months'
import { historyWrites, ofAssets, ofUnknownTags } from './queries/history'
import { idempotencyWrites } from './queries/idempotency'
import { identityWrites } from './queries/identity'
import { ingestWrites } from './queries/ingest'
import { invitationWrites } from './queries/invitations'
import { knownOriginWrites } from './queries/known-origins'
import { locationWrites } from './queries/locations'
import { memberWrites } from './queries/members'
import { mqttSessionWrites } from './queries/mqtt-sessions'
import { ownerWrites } from './queries/owners'
import { passkeyWrites } from './queries/passkeys'
import { passwordResetWrites } from './queries/password-resets'
import { planWrites } from './queries/plans'
import { healthWrites } from './queries/reader-health'
import { readerWrites } from './queries/readers'
import { refreshTokenWrites } from './queries/refresh-tokens'
import { searchIndexWrites } from './search/saving'
import { secondFactorWrites } from './queries/second-factors'
import { providerWrites } from './queries/provider-identities'
import { sessionWrites } from './queries/sessions'
import { silentReaderWrites } from './queries/silent-readers'
import { simulatedReads } from './queries/simulated'
import { slotWrites } from './queries/slots'
import { tagWrites } from './queries/tags'
import { treeReads } from './queries/tree'
import { deletedAssetReads } from './queries/deleted-assets'
import { dismissedTagWrites } from './queries/dismissed-tags'
import { unknownTagWrites } from './queries/unknown-tags'
import { wallLinkWrites } from './queries/wall-links'
import { webhookWrites } from './queries/webhooks'
import type { Db } from './sql/database'
import type { Writes } from './store'

/** Prepares all queries of writes, on the connection of the writer. */
export const createWrites = (db: Db, announce: Writes['announce']): Writes => ({
  announce,
  assetFields: assetFieldWrites(db),
  assetPhotos: assetPhotoWrites(db),
  assets: assetWrites(db),
  audit: auditWrites(db),
  clock: clockWrites(db),
  setBack: setBackWrites(db),
  epcis: epcisWrites(db),
  eventLog: eventLogWrites(db),
  history: historyWrites(db, ofAssets),
  historyMonths: historyMonthWrites(db),
  idempotency: idempotencyWrites(db),
  identity: identityWrites(db),
  ingest: ingestWrites(db),
  invitations: invitationWrites(db),
  knownOrigins: knownOriginWrites(db),
  locations: locationWrites(db),
  members: memberWrites(db),
  mqttSessions: mqttSessionWrites(db),
  owners: ownerWrites(db),
  passkeys: passkeyWrites(db),
  passwordResets: passwordResetWrites(db),
  plans: planWrites(db),
  providerIdentities: providerWrites(db),
  readerHealth: healthWrites(db),
  readers: readerWrites(db),
  refreshTokens: refreshTokenWrites(db),
  searchIndex: searchIndexWrites(db),
  secondFactors: secondFactorWrites(db),
  sessions: sessionWrites(db),
  silentReaders: silentReaderWrites(db),
  simulated: simulatedReads(db),
  slots: slotWrites(db),
  tags: tagWrites(db),
  tree: treeReads(db),
  unknownHistory: historyWrites(db, ofUnknownTags),
  deletedAssets: deletedAssetReads(db),
  dismissedTags: dismissedTagWrites(db),
  unknownTags: unknownTagWrites(db),
  wallLinks: wallLinkWrites(db),
  webhooks: webhookWrites(db),
})
