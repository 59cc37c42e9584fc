import { assetFieldWrites } from '../queries/assets/asset-fields'
import { assetPhotoWrites } from '../queries/assets/asset-photos'
import { assetWrites } from '../queries/assets/asset-writes'
import { auditWrites } from '../queries/people/audit'
import { clockWrites } from '../queries/installation/clock'
import { setBackWrites } from '../queries/history/set-back'
import { epcisWrites } from '../queries/events/epcis'
import { eventLogWrites } from '../queries/events/event-log'
import { historyMonthWrites } from '../queries/history/history-months'
import { historyWrites, ofAssets, ofUnknownTags } from '../queries/history/history'
import { idempotencyWrites } from '../queries/installation/idempotency'
import { identityWrites } from '../queries/people/accounts'
import { ingestWrites } from '../queries/history/ingest'
import { invitationWrites } from '../queries/people/invitations'
import { knownOriginWrites } from '../queries/people/known-origins'
import { locationWrites } from '../queries/locations/locations'
import { memberWrites } from '../queries/people/members'
import { mqttSessionWrites } from '../queries/readers/mqtt-sessions'
import { ownerWrites } from '../queries/people/owners'
import { passkeyWrites } from '../queries/people/passkeys'
import { passwordResetWrites } from '../queries/people/password-resets'
import { planWrites } from '../queries/locations/plans'
import { healthWrites } from '../queries/readers/reader-health'
import { readerWrites } from '../queries/readers/readers'
import { refreshTokenWrites } from '../queries/people/refresh-tokens'
import { searchIndexWrites } from '../search/saving'
import { secondFactorWrites } from '../queries/people/second-factors'
import { providerWrites } from '../queries/people/provider-identities'
import { sessionWrites } from '../queries/people/sessions'
import { silentReaderWrites } from '../queries/readers/silent-readers'
import { simulatedReads } from '../queries/assets/simulated'
import { slotWrites } from '../queries/assets/minted-numbers'
import { tagWrites } from '../queries/assets/tags'
import { treeReads } from '../queries/locations/tree'
import { deletedAssetReads } from '../queries/assets/deleted-assets'
import { dismissedTagWrites } from '../queries/assets/dismissed-tags'
import { unknownTagWrites } from '../queries/assets/unknown-tags'
import { wallLinkWrites } from '../queries/locations/wall-links'
import { webhookWrites } from '../queries/events/webhooks'
import type { Db } from '../sql/database'
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
