import { Database } from 'bun:sqlite'
import type { Db } from './sql/database'
import { activityReads } from './queries/activity'
import { assetFieldReads } from './queries/asset-fields'
import { assetPhotoReads } from './queries/asset-photos'
import { assetReads } from './queries/assets'
import { auditReads } from './queries/audit'
import { clockReads } from './queries/clock'
import { deletedAssetReads } from './queries/deleted-assets'
import { dismissedTagReads } from './queries/dismissed-tags'
import { epcisReads } from './queries/epcis'
import { eventLogReads } from './queries/event-log'
import { eventReads } from './queries/events'
import { floorReads } from './queries/floor'
import { findingReads } from './queries/finding'
import { futureReads } from './queries/future'
import { idempotencyReads } from './queries/idempotency'
import { identityReads } from './queries/identity'
import { invitationReads } from './queries/invitations'
import { knownOriginReads } from './queries/known-origins'
import { locationMoveReads } from './queries/location-moves'
import { locationReads } from './queries/locations'
import { memberReads } from './queries/members'
import { mqttSessionReads } from './queries/mqtt-sessions'
import { ownerReads } from './queries/owners'
import { passkeyReads } from './queries/passkeys'
import { passwordResetReads } from './queries/password-resets'
import { planReads } from './queries/plans'
import { healthReads } from './queries/reader-health'
import { readerReads } from './queries/readers'
import { refreshTokenReads } from './queries/refresh-tokens'
import { searchIndexReads } from './search/indexing'
import { secondFactorReads } from './queries/second-factors'
import { providerReads } from './queries/provider-identities'
import { seenReads } from './queries/seen'
import { sessionReads } from './queries/sessions'
import { tagReads } from './queries/tags'
import { reportReads } from './queries/report'
import { trackingReads } from './queries/tracking'
import { treeReads } from './queries/tree'
import { unknownTagReads } from './queries/unknown-tags'
import { silentReaderReads } from './queries/silent-readers'
import { simulatedReads } from './queries/simulated'
import { wallLinkReads } from './queries/wall-links'
import { webhookReads } from './queries/webhooks'
import { whereaboutsReads } from './queries/whereabouts'
import type { Reads } from './store'

/** Opens a connection that only reads. */
export function openReader(path: string): Database {
  const db = new Database(path, { readonly: true, strict: true })
  db.run('pragma cache_size = -32000')
  db.run('pragma mmap_size = 268435456')
  return db
}

/** Prepares all queries that read, on one connection. */
export const createReads = (db: Db): Reads => ({
  activity: activityReads(db),
  assetFields: assetFieldReads(db),
  assetPhotos: assetPhotoReads(db),
  assets: assetReads(db),
  audit: auditReads(db),
  clock: clockReads(db),
  deletedAssets: deletedAssetReads(db),
  dismissedTags: dismissedTagReads(db),
  epcis: epcisReads(db),
  eventLog: eventLogReads(db),
  events: eventReads(db),
  floor: floorReads(db),
  finding: findingReads(db),
  future: futureReads(db),
  idempotency: idempotencyReads(db),
  identity: identityReads(db),
  invitations: invitationReads(db),
  knownOrigins: knownOriginReads(db),
  locationMoves: locationMoveReads(db),
  locations: locationReads(db),
  members: memberReads(db),
  mqttSessions: mqttSessionReads(db),
  owners: ownerReads(db),
  passkeys: passkeyReads(db),
  passwordResets: passwordResetReads(db),
  plans: planReads(db),
  providerIdentities: providerReads(db),
  readerHealth: healthReads(db),
  readers: readerReads(db),
  refreshTokens: refreshTokenReads(db),
  searchIndex: searchIndexReads(db),
  secondFactors: secondFactorReads(db),
  seen: seenReads(db),
  sessions: sessionReads(db),
  tags: tagReads(db),
  report: reportReads(db),
  tracking: trackingReads(db),
  tree: treeReads(db),
  unknownTags: unknownTagReads(db),
  silentReaders: silentReaderReads(db),
  simulated: simulatedReads(db),
  wallLinks: wallLinkReads(db),
  webhooks: webhookReads(db),
  whereabouts: whereaboutsReads(db),
})
