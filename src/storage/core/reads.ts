import { Database } from 'bun:sqlite'
import type { Db } from '../sql/database'
import { activityReads } from '../queries/readers/activity'
import { assetFieldReads } from '../queries/assets/asset-fields'
import { assetPhotoReads } from '../queries/assets/asset-photos'
import { assetReads } from '../queries/assets/assets'
import { auditReads } from '../queries/people/audit'
import { clockReads } from '../queries/installation/clock'
import { deletedAssetReads } from '../queries/assets/deleted-assets'
import { dismissedTagReads } from '../queries/assets/dismissed-tags'
import { epcisReads } from '../queries/events/epcis'
import { eventLogReads } from '../queries/events/event-log'
import { eventReads } from '../queries/history/events'
import { floorReads } from '../queries/locations/floor'
import { findingReads } from '../queries/assets/word-search'
import { futureReads } from '../queries/history/future'
import { idempotencyReads } from '../queries/installation/idempotency'
import { identityReads } from '../queries/people/accounts'
import { invitationReads } from '../queries/people/invitations'
import { knownOriginReads } from '../queries/people/known-origins'
import { locationMoveReads } from '../queries/locations/location-moves'
import { locationReads } from '../queries/locations/locations'
import { memberReads } from '../queries/people/members'
import { mqttSessionReads } from '../queries/readers/mqtt-sessions'
import { ownerReads } from '../queries/people/owners'
import { passkeyReads } from '../queries/people/passkeys'
import { passwordResetReads } from '../queries/people/password-resets'
import { planReads } from '../queries/locations/plans'
import { healthReads } from '../queries/readers/reader-health'
import { readerReads } from '../queries/readers/readers'
import { refreshTokenReads } from '../queries/people/refresh-tokens'
import { searchIndexReads } from '../search/indexing'
import { secondFactorReads } from '../queries/people/second-factors'
import { providerReads } from '../queries/people/provider-identities'
import { seenReads } from '../queries/history/seen'
import { sessionReads } from '../queries/people/sessions'
import { tagReads } from '../queries/assets/tags'
import { reportReads } from '../queries/history/report'
import { trackingReads } from '../queries/history/tracking'
import { treeReads } from '../queries/locations/tree'
import { unknownTagReads } from '../queries/assets/unknown-tags'
import { silentReaderReads } from '../queries/readers/silent-readers'
import { simulatedReads } from '../queries/assets/simulated'
import { wallLinkReads } from '../queries/locations/wall-links'
import { webhookReads } from '../queries/events/webhooks'
import { whereaboutsReads } from '../queries/history/places-at'
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
