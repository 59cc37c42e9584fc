import { cors } from '@elysiajs/cors'
import type { AnyElysia } from 'elysia'
import { aboutRoutes } from '../installation/about/routes'
import { activityRoutes } from '../tracking/activity/routes'
import { apiKeyRoutes, tokenRoutes } from '../people/api-keys/routes'
import { deletedAssetRoutes } from '../inventory/assets/deleted-routes'
import { assetBatchRoutes } from '../inventory/assets/batch-routes'
import { assetEditRoutes, assetFileRoutes } from '../inventory/assets/file-routes'
import { assetListRoutes } from '../inventory/assets/list-routes'
import { assetRoutes } from '../inventory/assets/routes'
import { attentionRoutes } from '../events/attention/routes'
import { auditRoutes } from '../people/audit/routes'
import { backupRoutes, scheduledBackupRoutes } from '../installation/backups/routes'
import { clockRoutes } from '../installation/clock/routes'
import { doctorRoutes } from '../installation/doctor/routes'
import { epcisRoutes, sglnRoutes } from '../events/epcis/routes'
import { eventLogRoutes } from '../events/event-log/routes'
import { fieldRoutes } from '../inventory/fields/routes'
import { createApplication, createFeature } from '../http/application'
import type { Endpoint } from '../http/endpoint'
import type { Guard } from '../http/guard'
import { createHealthRoutes, type Health } from '../http/health'
import { documented } from '../http/openapi/operation'
import { createOpenApi } from '../http/openapi/plugin'
import type { PipelineParts } from '../http/pipeline'
import { createConsoleRoutes } from '../http/static/console'
import { originOf, pathOf } from '../http/url'
import { locationImportRoutes } from '../inventory/locations/import-routes'
import { locationRoutes } from '../inventory/locations/routes'
import { treeRoutes, wholeTreeRoutes } from '../inventory/locations/tree-routes'
import type { Metrics } from '../base/metrics'
import { passkeyRoutes } from '../people/passkeys/routes'
import { photoRoutes } from '../inventory/photos/routes'
import { planRoutes, wallRoutes } from '../tracking/plans/routes'
import { providerRoutes } from '../people/providers/routes'
import { readerEventRoutes, readerRoutes } from '../tracking/readers/routes'
import { readerTuningRoutes } from '../tracking/readers/tuning-routes'
import { simulatedDataRoutes } from '../installation/simulated/routes'
import { scanRoutes, tagLookupRoutes } from '../tracking/scans/routes'
import type { Services } from './services'
import { tlsRoutes } from '../installation/tls/routes'
import type { Authority } from '../base/key-pair'
import { trackingDetailRoutes } from '../tracking/tracking/detail-routes'
import { moveRoutes } from '../tracking/tracking/move-routes'
import { provenanceRoutes, trackingRoutes } from '../tracking/tracking/routes'
import { searchRoutes } from '../inventory/search/routes'
import { sharedTagRoutes } from '../inventory/tags/routes'
import { seenRoutes } from '../tracking/tracking/seen-routes'
import { streamRoutes } from '../tracking/tracking/stream-routes'
import { dismissedTagRoutes, unknownTagRoutes } from '../tracking/unknown-tags/routes'
import { accountRoutes } from '../people/users/account-routes'
import { memberRoutes } from '../people/users/member-routes'
import { organizationRoutes } from '../people/users/organization-routes'
import { ownerRoutes } from '../people/users/owner-routes'
import { secondFactorRoutes } from '../people/users/second-factor-routes'
import { sessionRoutes } from '../people/users/session-routes'
import { webhookRoutes } from '../events/webhooks/routes'

type PublicServices = Pick<
  Services,
  'apiKeys' | 'assetBatch' | 'assets' | 'epcis' | 'eventLog' | 'locations' | 'tagLookup' | 'tags' | 'tracking'
>

export interface AppParts extends Omit<PipelineParts, 'showsBudget'> {
  readonly guard: Guard
  readonly health: Health
  /** Null when the settings turn /metrics off. */
  readonly metrics: Metrics | null
  /** The installation's own CA, for devices to trust; null if there is none. */
  readonly authority: Authority | null
  /** @elysiajs/jwt, which signs and verifies the tokens. */
  readonly jwt: AnyElysia
}

/** The endpoints by feature. Each feature is mounted as an Elysia plugin with its name. */
type Features = Readonly<Record<string, readonly Endpoint[]>>

/** The public API (docs/api.md). Only its endpoints are in the OpenAPI document. */
const publicFeatures = (services: PublicServices) =>
  ({
    tokens: tokenRoutes(services.apiKeys),
    assets: assetRoutes(services.assets, services.tags),
    assetBatch: assetBatchRoutes(services.assetBatch),
    locations: locationRoutes(services.locations, services.tags),
    locationTree: treeRoutes(services.locations),
    tracking: trackingRoutes(services.tracking, services.eventLog),
    trackingDetails: trackingDetailRoutes(services.tracking),
    tagLookup: tagLookupRoutes(services.tagLookup),
    eventLog: eventLogRoutes(services.eventLog),
    epcis: epcisRoutes(services.epcis),
  }) satisfies Features

/** The private endpoints of the console and of devices (docs/internal-api.md). */
const privateFeatures = (services: Services, authority: Authority | null) =>
  ({
    sessions: sessionRoutes(services.sessions),
    organizations: organizationRoutes(services.organizations),
    account: accountRoutes(services.account, services.passwordResets),
    secondFactor: secondFactorRoutes(services.secondFactor),
    providers: providerRoutes(services.providers),
    passkeys: passkeyRoutes(services.passkeys),
    owners: ownerRoutes(services.owners),
    members: memberRoutes(services.members, services.invitations),
    apiKeys: apiKeyRoutes(services.apiKeys),
    assetFiles: assetFileRoutes(services.assetImport, services.importUndo, services.assetExport),
    assetEdits: assetEditRoutes(services.assets),
    assetLists: assetListRoutes(services.fieldFilter),
    deletedAssets: deletedAssetRoutes(services.deletedAssets),
    fields: fieldRoutes(services.fields),
    photos: photoRoutes(services.photos),
    wholeLocationTree: wholeTreeRoutes(services.locations),
    locationImport: locationImportRoutes(services.locationImport),
    sglns: sglnRoutes(services.epcis),
    plans: planRoutes(services.plans, services.floor),
    walls: wallRoutes(services.walls),
    webhooks: webhookRoutes(services.webhooks),
    readers: readerRoutes(services.readers, services.readAgain),
    readerTuning: readerTuningRoutes(services.readerTuning, services.readers),
    readerEvents: readerEventRoutes(services.ingest, services.readerSignIn, services.connections),
    scans: scanRoutes(services.scans),
    provenance: provenanceRoutes(services.tracking),
    moves: moveRoutes(services.tracking, services.movesExport),
    seen: seenRoutes(services.seen),
    stream: streamRoutes(services.live),
    activity: activityRoutes(services.activity),
    attention: attentionRoutes(services.attention),
    search: searchRoutes(services.search),
    sharedTags: sharedTagRoutes(services.sharedTags),
    unknownTags: unknownTagRoutes(services.unknownTags),
    dismissedTags: dismissedTagRoutes(services.dismissals),
    simulatedData: simulatedDataRoutes(services.simulatedData),
    audit: auditRoutes(services.audit),
    backups: backupRoutes(services.backups),
    scheduledBackups: scheduledBackupRoutes(services.scheduledBackups, services.backups),
    clock: clockRoutes(services.clock),
    doctor: doctorRoutes(services.doctor),
    about: aboutRoutes(services.installation),
    tls: tlsRoutes(authority),
  }) satisfies Features

/** The endpoints of all public features, to describe or check them. */
export const publicEndpoints = (services: PublicServices): Endpoint[] =>
  Object.values(publicFeatures(services)).flat()
export const privateEndpoints = (services: Services, authority: Authority | null): Endpoint[] =>
  Object.values(privateFeatures(services, authority)).flat()

const corsMethods = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']
const corsHeaders = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'Idempotency-Key',
  'X-Request-Id',
  'Last-Event-ID',
  'GS1-EPC-Format',
]
const exposedHeaders =
  'Deprecation, ETag, Event-Sequence, GS1-CBV-Version, GS1-EPC-Format, GS1-EPCIS-Version, Idempotent-Replayed, Link, Location, Retry-After, Sunset, WWW-Authenticate, X-Request-Id, ' +
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy'

/** Creates the public API with its document and the page that shows it, open to other origins. */
export function createPublicApp(
  services: PublicServices,
  parts: Omit<PipelineParts, 'showsBudget'> & Pick<AppParts, 'jwt'>,
  openApi: AnyElysia,
): AnyElysia {
  return (
    createApplication({ ...parts, showsBudget: true })
      .use(
        cors({
          origin: '*',
          methods: corsMethods,
          allowedHeaders: corsHeaders,
          exposeHeaders: exposedHeaders,
          credentials: false,
          maxAge: 3600,
        }),
      )
      // The plugin sets these only on some responses, but every response must have all of them (docs/api.md, CORS).
      .headers({ 'access-control-allow-methods': corsMethods.join(', '), 'access-control-max-age': '3600' })
      // The response is the same for every origin. The "Vary: *" of the plugin would prevent caching.
      .onRequest(({ set }) => void delete set.headers['vary'])
      .use(parts.jwt)
      .use(featuresOf(publicFeatures(services), { ...parts, showsBudget: true, detailOf: documented }))
      .use(openApi)
  )
}

/** Creates the console, its private endpoints, health and metrics. Other origins cannot read the responses. */
const createPrivateApp = (services: Services, parts: AppParts): AnyElysia =>
  createApplication({ ...parts, showsBudget: false })
    .use(parts.jwt)
    .use(
      featuresOf(privateFeatures(services, parts.authority), {
        ...parts,
        showsBudget: false,
        detailOf: () => ({ hide: true }),
      }),
    )
    .use(createHealthRoutes(parts.health, parts.metrics))
    .use(createConsoleRoutes(parts.authority))

const featuresOf = (features: Features, parts: Parameters<typeof createFeature>[2]): AnyElysia[] =>
  Object.entries(features).map(([name, endpoints]) => createFeature(name, endpoints, parts))

/** Creates the two HTTP applications. Only the public one is open to other origins. */
export async function createApp(
  services: Services,
  parts: AppParts,
): Promise<{ readonly fetch: (request: Request) => Promise<Response> }> {
  const { plugin: openApi, prepare } = createOpenApi((request) => originOf(request, parts.isSecure(request)))
  const publicApp = createPublicApp(services, parts, openApi)
  await prepare(publicApp)
  const privateApp = createPrivateApp(services, parts)
  const isPublic = (path: string) => /^\/(api\/|openapi\.|docs(\/|$))/.test(path)
  return {
    fetch: (request) =>
      parts.admission.admit(request, async () =>
        (isPublic(pathOf(request)) ? publicApp : privateApp).handle(request),
      ),
  }
}
