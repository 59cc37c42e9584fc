import { cors } from '@elysiajs/cors'
import { activityRoutes } from './activity/routes'
import type { ActivityService } from './activity/service'
import type { InstallationService } from './about/installation'
import { aboutRoutes } from './about/routes'
import type { AssetExportService } from './assets/export'
import { assetFileRoutes } from './assets/file-routes'
import type { AssetImportService } from './assets/import'
import { assetRoutes } from './assets/routes'
import type { AssetService } from './assets/service'
import { auditRoutes } from './audit/routes'
import type { AuditService } from './audit/service'
import { backupRoutes } from './backups/routes'
import type { BackupService } from './backups/service'
import { clockRoutes } from './clock/routes'
import type { ClockService } from './clock/service'
import { mountConsole } from './http/static/console'
import { mountDocuments } from './http/openapi/documents'
import type { Endpoint } from './http/endpoint'
import type { Guard } from './http/guard'
import { type Health, mountHealth } from './http/health'
import { createPipeline, mount, type PipelineParts } from './http/pipeline'
import { pathOf } from './http/url'
import type { ApiKeyService } from './api-keys/service'
import type { AccountService } from './users/account'
import type { InvitationService } from './users/invitations'
import type { MemberService } from './users/members'
import type { OwnerService } from './users/owners'
import type { PasswordResetService } from './users/password-resets'
import { memberRoutes, ownAccountRoutes, ownerRoutes } from './users/member-routes'
import { accountRoutes } from './users/routes'
import { apiKeyRoutes, tokenRoutes } from './api-keys/routes'
import type { OrganizationService } from './users/organizations'
import type { SessionService } from './users/sessions'
import type { IngestService } from './ingest/service'
import { locationRoutes, locationTreeRoutes } from './locations/routes'
import type { LocationService } from './locations/service'
import type { Metrics } from './metrics'
import { readerEventRoutes, readerRoutes } from './readers/routes'
import type { ReaderService } from './readers/service'
import { scanRoutes } from './scans/routes'
import type { ScanService } from './scans/service'
import type { TagService } from './tags/service'
import { tlsRoutes } from './tls/routes'
import type { Authority } from './tls/source'
import type { Live } from './tracking/live'
import { provenanceRoutes, trackingRoutes } from './tracking/routes'
import { streamRoutes } from './tracking/stream-routes'
import type { TrackingService } from './tracking/service'
import { unknownTagRoutes } from './unknown-tags/routes'
import type { UnknownTagService } from './unknown-tags/service'

export interface Services {
  readonly account: AccountService
  readonly activity: ActivityService
  readonly assetExport: AssetExportService
  readonly assetImport: AssetImportService
  readonly assets: AssetService
  readonly audit: AuditService
  readonly backups: BackupService
  readonly clock: ClockService
  readonly apiKeys: ApiKeyService
  readonly ingest: IngestService
  readonly installation: InstallationService
  readonly invitations: InvitationService
  readonly live: Live
  readonly locations: LocationService
  readonly members: MemberService
  readonly organizations: OrganizationService
  readonly owners: OwnerService
  readonly passwordResets: PasswordResetService
  readonly readers: ReaderService
  readonly scans: ScanService
  readonly sessions: SessionService
  readonly tags: TagService
  readonly tracking: TrackingService
  readonly unknownTags: UnknownTagService
}

type PublicServices = Pick<Services, 'apiKeys' | 'assets' | 'locations' | 'tags' | 'tracking'>

export interface AppParts extends Omit<PipelineParts, 'showsBudget'> {
  readonly guard: Guard
  readonly health: Health
  /** Null where the settings turn /metrics off. */
  readonly metrics: Metrics | null
  /** The installation's own, for devices to trust; null where there is none. */
  readonly authority: Authority | null
}

/** The public API (docs/api.md), which is all that the OpenAPI document shows. */
export const publicEndpoints = (services: PublicServices): Endpoint[] => [
  ...tokenRoutes(services.apiKeys),
  ...assetRoutes(services.assets, services.tags),
  ...locationRoutes(services.locations, services.tags),
  ...trackingRoutes(services.tracking),
]

/** The private surface of the console and of devices. */
export const privateEndpoints = (services: Services): Endpoint[] => [
  ...accountRoutes(services.sessions, services.organizations),
  ...apiKeyRoutes(services.apiKeys),
  ...ownAccountRoutes(services.account, services.passwordResets),
  ...ownerRoutes(services.owners),
  ...memberRoutes(services.members, services.invitations),
  ...assetFileRoutes(services.assetImport, services.assetExport),
  ...locationTreeRoutes(services.locations),
  ...readerRoutes(services.readers),
  ...readerEventRoutes(services.ingest),
  ...scanRoutes(services.scans),
  ...provenanceRoutes(services.tracking),
  ...streamRoutes(services.live),
  ...activityRoutes(services.activity),
  ...unknownTagRoutes(services.unknownTags),
  ...auditRoutes(services.audit),
  ...backupRoutes(services.backups),
  ...clockRoutes(services.clock),
  ...aboutRoutes(services.installation),
]

const corsMethods = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']
const corsHeaders = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'Idempotency-Key',
  'X-Request-Id',
]
const exposedHeaders =
  'Deprecation, ETag, Idempotent-Replayed, Link, Location, Retry-After, Sunset, WWW-Authenticate, X-Request-Id, ' +
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy'

/** The public API with its documents, open to other origins. */
export async function createPublicApp(services: PublicServices, parts: Omit<PipelineParts, 'showsBudget'>) {
  const publicParts = { ...parts, showsBudget: true }
  const app = createPipeline(publicParts)
    .use(
      cors({
        origin: '*',
        methods: corsMethods,
        allowedHeaders: corsHeaders,
        exposeHeaders: exposedHeaders,
        credentials: false,
        preflight: false,
      }),
    )
    // The plugin sets these on some preflights only; every response has the whole set (docs/api.md, CORS).
    .headers({ 'access-control-allow-methods': corsMethods.join(', '), 'access-control-max-age': '3600' })
    .onRequest(({ request, set }) => {
      // The answer is the same for every origin; the plugin's "Vary: *" would forbid all caching.
      delete set.headers['vary']
      if (request.method === 'OPTIONS') return new Response(null, { status: 204 })
      return undefined
    })
  const endpoints = publicEndpoints(services)
  mount(app, endpoints, publicParts)
  await mountDocuments(app, endpoints)
  return app
}

/** The whole HTTP surface: two applications, of which only the public one is open to other origins. */
export async function createApp(
  services: Services,
  parts: AppParts,
): Promise<{ readonly fetch: (request: Request) => Promise<Response> }> {
  const publicApp = await createPublicApp(services, parts)
  const privateParts = { ...parts, showsBudget: false }
  const privateApp = createPipeline(privateParts)
  mount(privateApp, [...privateEndpoints(services), ...tlsRoutes(parts.authority)], privateParts)
  mountHealth(privateApp, parts.health, parts.metrics)
  mountConsole(privateApp, parts.authority)

  const isPublic = (path: string) => /^\/(api\/|openapi\.|docs(\/|$))/.test(path)
  return {
    fetch: (request) =>
      parts.admission.admit(request, async () =>
        (isPublic(pathOf(request)) ? publicApp : privateApp).handle(request),
      ),
  }
}
