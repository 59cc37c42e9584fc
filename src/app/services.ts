import { createInstallationService } from '../installation/about/installation'
import { addressesOnLan } from '../installation/tls/names'
import { createActivityService } from '../tracking/activity/service'
import { createApiKeyService } from '../people/api-keys/service'
import { createAssetBatchService } from '../inventory/assets/batch'
import { createAssetExportService } from '../inventory/assets/export'
import { createFieldFilterService } from '../inventory/assets/field-filter'
import { createAssetImportService } from '../inventory/assets/import'
import { createImportUndoService } from '../inventory/assets/import-undo'
import { createDeletedAssetService } from '../inventory/assets/deleted'
import { createAssetService } from '../inventory/assets/service'
import { createAttentionService } from '../events/attention/service'
import { createAuditService } from '../people/audit/service'
import { createOrigins } from '../people/authentication/origins'
import { createThrottle } from '../people/authentication/throttle'
import type { Tokens } from '../people/authentication/tokens'
import { createScheduledBackups } from '../installation/backups/scheduled'
import { createBackupService } from '../installation/backups/service'
import type { CreateBudgets } from '../base/turns/budget'
import type { ServiceClock } from '../installation/clock/clock'
import { createClockService } from '../installation/clock/service'
import { createDoctorService } from '../installation/doctor/service'
import { createEpcisService } from '../events/epcis/service'
import { createFieldService } from '../inventory/fields/service'
import { createEventLogService } from '../events/event-log/service'
import { createWaiting } from '../events/event-log/waiting'
import { createConnections } from '../tracking/ingest/connections'
import { createFormatGuesses } from '../tracking/ingest/format-guesses'
import { createIngestService, type IngestSettings } from '../tracking/ingest/service'
import type { TopicDirectory } from '../tracking/ingest/topic-directory'
import { createLocationImportService } from '../inventory/locations/import'
import { createLocationService } from '../inventory/locations/service'
import type { Log } from '../base/log'
import type { Metrics } from '../base/metrics'
import { createPasskeyService } from '../people/passkeys/service'
import { createPhotoService } from '../inventory/photos/service'
import { createFloorService } from '../tracking/plans/floor'
import { createPlanService } from '../tracking/plans/service'
import { createWallService } from '../tracking/plans/walls'
import { createProviderService } from '../people/providers/service'
import { createReadAgainService } from '../tracking/readers/read-again'
import { createReaderService } from '../tracking/readers/service'
import { createReaderSignIn } from '../tracking/readers/sign-in'
import { createReaderTuningService } from '../tracking/readers/tuning-service'
import { createTagLookupService } from '../tracking/scans/lookup'
import { createScanService } from '../tracking/scans/service'
import { createSearchService } from '../inventory/search/service'
import { createSecondFactors } from '../people/second-factors/second-factors'
import type { SecretBox } from '../base/secret-box'
import { readCertificates } from '../settings/certificates'
import type { Configuration } from '../settings/load'
import type { Settings } from '../settings/table'
import type { Store } from '../storage/core/store'
import { createSimulatedDataService } from '../installation/simulated/service'
import { createSubscriberService } from '../events/subscribers/service'
import { createTagService } from '../inventory/tags/service'
import { createSharedTagService } from '../inventory/tags/shared'
import { toMicros } from '../base/time'
import { createLive } from '../tracking/tracking/live'
import { createSeenService } from '../tracking/tracking/seen'
import { createMovesExportService } from '../tracking/tracking/moves-export'
import { createTrackingService } from '../tracking/tracking/service'
import { createTuning } from '../tracking/tuning/tuning'
import { createDismissalService } from '../tracking/unknown-tags/dismissals'
import { createUnknownTagService } from '../tracking/unknown-tags/service'
import { createAccountService } from '../people/users/account'
import { createInvitationService } from '../people/users/invitations'
import { createMemberService } from '../people/users/members'
import { createOrganizationService } from '../people/users/organizations'
import { createOwnerService } from '../people/users/owners'
import { createOwnPassword } from '../people/users/own-password'
import { createPasswordResetService } from '../people/users/password-resets'
import { createSecondFactorService } from '../people/users/second-factor'
import { createSessionService } from '../people/users/sessions'
import { createResolve } from '../events/webhooks/addresses'
import { createPost } from '../events/webhooks/post'
import { WebhookSender } from '../events/webhooks/sender'
import { createWebhookService } from '../events/webhooks/service'

export type Services = ReturnType<typeof createServices>

interface ServiceParts {
  readonly store: Store
  readonly settings: Settings
  readonly configuration: Pick<Configuration, 'args'>
  readonly rules: IngestSettings
  readonly clock: ServiceClock
  readonly tokens: Tokens
  readonly secretBox: SecretBox
  readonly topics: TopicDirectory
  readonly metrics: Metrics
  readonly budgets: CreateBudgets
  readonly log: Log
  /** Returns the ports of the built-in broker; null while it is not open. */
  readonly mqttPorts: Parameters<typeof createInstallationService>[1]
  /** Returns the problems of the brokers, the certificate and the database, as sentences. */
  readonly warnings: () => readonly string[]
}

/** Creates the services of all features. */
export function createServices(parts: ServiceParts) {
  const {
    store,
    settings,
    configuration,
    rules,
    clock,
    tokens,
    secretBox,
    topics,
    metrics,
    budgets,
    log,
    mqttPorts,
    warnings,
  } = parts
  const { now } = clock
  const { environment } = settings
  const throttle = createThrottle(
    {
      perAccount: settings.loginFailuresPerAccount,
      perAddress: settings.loginFailuresPerAddress,
      accountTotal: settings.loginFailuresAccountTotal,
    },
    budgets,
  )
  const origins = createOrigins(store, now)
  const factors = createSecondFactors({
    store,
    box: secretBox,
    settings: { isRequired: settings.secondFactor === 'required', mayUsePasswords: settings.localSignIn },
    create: budgets,
    now,
  })
  const password = createOwnPassword(store, throttle, origins)
  const sessions = createSessionService({ store, tokens, throttle, origins, factors, rules: settings, now })
  const live = createLive(store, now, log)
  const eventWaiting = createWaiting()
  const eventLog = createEventLogService(store, eventWaiting)
  const apiKeys = createApiKeyService({ store, tokens, throttle, origins, environment, now })
  // Requests that wait for events check their rights when they are woken.
  apiKeys.onRevoked(({ organizationId }) => eventWaiting.notify([organizationId]))
  const tuning = createTuning(now)
  const assets = createAssetService(store, now)
  const guesses = createFormatGuesses(log)
  const connections = createConnections(() => toMicros(now()))
  const plans = createPlanService(store, now)
  const post = createPost(
    createResolve(settings.webhookAllow),
    settings.ca === undefined ? undefined : readCertificates(settings.ca, 'ca'),
  )
  const epcis = createEpcisService(store, settings.publicUrl, now)
  const webhookSender = new WebhookSender({ store, events: eventLog, epcis, secretBox, post, clock, log })
  const providers = createProviderService({ store, settings, sessions, password, box: secretBox, log, now })
  const moment = () => clock.moment(rules.readMaxAheadMicros)
  const readers = createReaderService(store, { connections, guesses, tuning }, now, topics.changed)
  const floor = createFloorService(store, readers, now)
  const webhooks = createWebhookService(store, secretBox, webhookSender, now)
  const clockService = createClockService(store, clock)
  const scheduledBackups = createScheduledBackups(settings, now, log)
  const attention = createAttentionService(
    store,
    { readers, webhooks, clock: clockService, scheduledBackups, warnings },
    settings,
    now,
  )
  const ingest = createIngestService({
    store,
    settings: rules,
    metrics,
    live,
    tuning,
    guesses,
    now,
    log,
    moment,
  })
  return {
    account: createAccountService(store, password, settings, now),
    activity: createActivityService(store, now),
    apiKeys,
    attention,
    assetBatch: createAssetBatchService(store, now),
    assetExport: createAssetExportService(store, now),
    assetImport: createAssetImportService(store, now),
    importUndo: createImportUndoService(store, now),
    locationImport: createLocationImportService(store, now),
    assets,
    audit: createAuditService(store),
    backups: createBackupService(store, settings, now),
    clock: clockService,
    deletedAssets: createDeletedAssetService(store, assets, now),
    doctor: createDoctorService(configuration.args, providers.problems, now, log),
    fieldFilter: createFieldFilterService(store, now),
    fields: createFieldService(store, now),
    connections,
    epcis,
    eventLog,
    eventWaiting,
    floor,
    ingest,
    installation: createInstallationService(settings, mqttPorts, () => store.integrity(), addressesOnLan),
    invitations: createInvitationService({ store, sessions, throttle, origins, factors, environment, now }),
    live,
    locations: createLocationService(store, now),
    members: createMemberService(store, now),
    organizations: createOrganizationService(store, now),
    owners: createOwnerService(store, now),
    passkeys: createPasskeyService({
      store,
      publicUrl: settings.publicUrl,
      sessions,
      password,
      factors,
      now,
    }),
    passwordResets: createPasswordResetService(store, throttle, origins, now),
    photos: createPhotoService(store, now),
    plans,
    providers,
    readAgain: createReadAgainService(store, ingest),
    readers,
    readerSignIn: createReaderSignIn(store, connections, log),
    readerTuning: createReaderTuningService(store, tuning, now),
    scheduledBackups,
    scans: createScanService({ store, settings: rules, metrics, live, tuning, now, moment }),
    secondFactor: createSecondFactorService(store, password, factors, now),
    sessions,
    subscribers: createSubscriberService({ store, apiKeys, eventLog, waiting: eventWaiting, clock, log }),
    tags: createTagService(store, now),
    simulatedData: createSimulatedDataService(store, now, topics.changed),
    search: createSearchService(store, now),
    seen: createSeenService(store, now),
    tagLookup: createTagLookupService(store, now),
    sharedTags: createSharedTagService(store, now),
    tracking: createTrackingService(store, now),
    movesExport: createMovesExportService(store, now),
    dismissals: createDismissalService(store, now),
    unknownTags: createUnknownTagService(store, rules, live, now),
    walls: createWallService(store, plans, floor, now),
    webhooks,
    webhookSender,
  }
}
