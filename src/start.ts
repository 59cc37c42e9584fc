import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { createInstallationService } from './about/installation'
import { createActivityService } from './activity/service'
import { createApp, type Services } from './app'
import { createAssetExportService } from './assets/export'
import { createAssetImportService } from './assets/import'
import { createAssetService } from './assets/service'
import { createAuditService } from './audit/service'
import { createBackupService } from './backups/service'
import { createBudgets } from './budget'
import { type ServiceClock, systemSources } from './clock/clock'
import { describeDoubt, keepClock, openClock } from './clock/keeper'
import { createClockService } from './clock/service'
import { StartError } from './errors'
import { createGuard } from './http/guard'
import { createAnswerOnce } from './http/idempotency'
import { createOriginOf, type HttpServer, loopbackOf, startHttp, toStartError } from './http/server'
import { createAdmission } from './http/admission'
import { createPendingResponses } from './http/pending-responses'
import { createCredentialService } from './identity/credentials'
import { createAccountService } from './identity/account'
import { createInvitationService } from './identity/invitations'
import { createMemberService } from './identity/members'
import { createOrganizationService } from './identity/organizations'
import { createOrigins } from './identity/origins'
import { createOwnerService } from './identity/owners'
import { createPasswordResetService } from './identity/password-resets'
import { createSessionService } from './identity/sessions'
import { keepSigningKey, loadSigningKey } from './identity/signing-key'
import { createThrottle } from './identity/throttle'
import { createTokens } from './identity/tokens'
import { type MqttDoor, openMqttDoor } from './ingest/mqtt/broker'
import { outsideBrokerOf } from './ingest/mqtt/outside-readers'
import { createIngestService } from './ingest/service'
import { createLocationService } from './locations/service'
import { type Log, oncePerMinute } from './log'
import { startMaintenance } from './maintenance'
import { createMetrics } from './metrics'
import { createReaderService } from './readers/service'
import { createTopicDirectory } from './readers/topic-directory'
import { createScanService } from './scans/service'
import type { Configuration } from './settings/load'
import type { Settings } from './settings/table'
import { withoutEffect } from './settings/without-effect'
import { openSqlite } from './storage/sqlite'
import type { Store } from './storage/store'
import { createTagService } from './tags/service'
import type { KeyPair } from './tls/pair'
import { openTls, type Tls } from './tls/tls'
import { type Clock, second, toMicros } from './time'
import { createLive } from './tracking/live'
import { createTrackingService } from './tracking/service'
import { createUnknownTagService } from './unknown-tags/service'

/** A running Whereabouts. */
export interface Service {
  readonly httpUrl: string
  /** Null where the built-in broker is off. */
  readonly mqttUrl: string | null
  /** Null where TLS is off, or the broker over it. */
  readonly mqttsUrl: string | null
  /** By which an authority of its own is recognized; null where there is none. */
  readonly fingerprint: string | null
  /** The one-time link to set up the first administrator; null where there is one. */
  readonly setupUrl: string | null
  /** Finishes what is in progress, then closes everything. */
  stop(): Promise<void>
}

const drainSeconds = 10

/**
 * Each request of the rate limit stands for so many milliseconds of work. By default an organization, or a person, may
 * keep one core busy: what one client asks for, one request after another, is never refused for its work.
 */
const workMillisPerRequest = 10

/** Composes and starts the whole program: store, services, doors. Throws StartError where it can't. */
export async function startService(
  configuration: Configuration,
  log: Log,
  now: Clock,
  onFatal: (error: unknown) => void,
): Promise<Service> {
  const { settings } = configuration
  prepareDirectory(settings.dataDir)
  const tls = await openTls(settings, now, log)
  const store = openSqlite({ directory: settings.dataDir, now, log, onFatal })
  try {
    return await startOn(store, configuration, tls, log, await openClock(store, systemSources))
  } catch (error) {
    await store.close()
    throw error
  }
}

async function startOn(
  store: Store,
  configuration: Configuration,
  tls: Tls | null,
  log: Log,
  clock: ServiceClock,
): Promise<Service> {
  const { now } = clock
  const micros = () => toMicros(now())
  const { settings } = configuration
  const { environment } = settings
  const signingKey = loadSigningKey(settings.dataDir, await store.read.identity.hasUsers(), log)
  const tokens = createTokens(signingKey, environment, now)
  const throttle = createThrottle(
    {
      perAccount: settings.loginFailuresPerAccount,
      perAddress: settings.loginFailuresPerAddress,
      accountTotal: settings.loginFailuresAccountTotal,
    },
    micros,
  )
  const origins = createOrigins(store, now)
  const metrics = createMetrics()
  const ingestSettings = {
    readMaxAgeMicros: settings.readMaxAgeDays * 86_400 * second,
    readMaxAheadMicros: settings.readMaxAheadSeconds * second,
    settleMicros: settings.settleSeconds * second,
  }
  const moment = () => clock.moment(ingestSettings.readMaxAheadMicros)
  const topics = createTopicDirectory(store.read.readers.allTopics)
  const sessions = createSessionService(store, tokens, throttle, origins, environment, now)
  const live = createLive(store, now, log)
  const services: Services = {
    account: createAccountService(store, throttle, origins, environment, now),
    activity: createActivityService(store, now),
    assetExport: createAssetExportService(store, now),
    assetImport: createAssetImportService(store, now),
    assets: createAssetService(store, now),
    audit: createAuditService(store),
    backups: createBackupService(store, settings.dataDir, now),
    clock: createClockService(store, clock),
    credentials: createCredentialService(store, tokens, throttle, origins, environment, now),
    ingest: createIngestService(store, ingestSettings, metrics, live, now, log, moment),
    installation: createInstallationService(settings, () => door),
    invitations: createInvitationService(store, sessions, throttle, origins, environment, now),
    live,
    locations: createLocationService(store, now),
    members: createMemberService(store, now),
    organizations: createOrganizationService(store, now),
    owners: createOwnerService(store, now),
    passwordResets: createPasswordResetService(store, throttle, origins, now),
    readers: createReaderService(store, now, topics.changed),
    scans: createScanService(store, ingestSettings, metrics, live, now, moment),
    sessions,
    tags: createTagService(store, now),
    tracking: createTrackingService(store, now),
    unknownTags: createUnknownTagService(store, ingestSettings, live, now),
  }
  metrics.watchReaders(services.readers.countByState)
  const hadAdministrator = await store.read.identity.hasUsers()
  for (const line of withoutEffect(configuration, hadAdministrator)) log.warn(line)
  if (!hadAdministrator) await createFirstAdministrator(settings, services)
  const setupToken = await services.sessions.openSetup()

  const installationId = await store.read.readers.installationId()
  const outside = outsideBrokerOf(settings, installationId, topics, services.ingest, metrics, log)
  const origin = createOriginOf(settings.trustedProxies, tls !== null)
  const budgets = createBudgets(settings.rateLimitBurst, settings.rateLimitPerMinute, micros)
  const workBudgets = createBudgets(
    settings.rateLimitBurst * workMillisPerRequest,
    settings.rateLimitPerMinute * workMillisPerRequest,
    micros,
  )
  const guard = createGuard({ tokens, ...services, budgets, workBudgets, now })
  const app = await createApp(services, {
    guard,
    answerOnce: createAnswerOnce(store, now),
    admission: createAdmission(origin.address, origin.isWaiting),
    pending: createPendingResponses(origin.isWaiting),
    isWanted: origin.isWaiting,
    maxBodyBytes: settings.maxBodyBytes,
    addressOf: origin.address,
    isSecure: origin.isSecure,
    log,
    health: {
      problems: () => store.problems(),
      warnings: () =>
        [clockWarning(clock), ...store.warnings(), outside?.problem() ?? [], tls?.warning() ?? []].flat(),
    },
    authority: tls?.authority ?? null,
    metrics: settings.metrics ? metrics : null,
  })

  const door = await openMqtt(settings, services, metrics, tls, log)
  const http = await startHttpOr(settings, app.fetch, tls, log, door)
  origin.attach(http)
  outside?.open()
  const keeper = keepClock(store, clock, ingestSettings, log)
  const maintenance = startMaintenance(store, ingestSettings, clock, log)
  const mayWrite = () => store.problems().length === 0
  const keeping = keepSigningKey(settings.dataDir, signingKey, mayWrite, log)
  const renewal = tls?.watch((pair: KeyPair) => {
    door?.renew(pair)
    http.renew(pair)
  })
  const mqttHost = loopbackOf(settings.mqttHost)

  return {
    httpUrl: http.url,
    mqttUrl: door && door.port !== null ? `mqtt://${mqttHost}:${door.port}` : null,
    mqttsUrl: door && door.securePort !== null ? `mqtts://${mqttHost}:${door.securePort}` : null,
    fingerprint: tls?.authority?.fingerprint ?? null,
    setupUrl: setupToken && `${http.url}/console/setup#${setupToken}`,
    async stop() {
      renewal?.stop()
      keeping.stop()
      maintenance.stop()
      live.close()
      services.backups.stop()
      await Promise.all([http.stop(drainSeconds), door?.close(), outside?.close()])
      await services.ingest.idle()
      await keeper.stop()
      await store.close()
    },
  }
}

function clockWarning(clock: ServiceClock): string[] {
  const doubt = clock.doubt()
  return doubt ? [describeDoubt(doubt)] : []
}

/**
 * Browsers that have seen this come over HTTPS alone, to any port of the host, and let nobody pass a certificate that
 * they don't trust: right where everybody trusts it, a trap with an authority that a device has yet to be told of.
 */
const strictTransport = { 'strict-transport-security': `max-age=${30 * 86_400}` }

async function startHttpOr(
  { host, port }: Settings,
  fetch: (request: Request) => Promise<Response>,
  tls: Tls | null,
  log: Log,
  door: MqttDoor | null,
): Promise<HttpServer> {
  const onError = (err: unknown) => log.error({ err }, 'request failed')
  const headers = tls && !tls.authority ? strictTransport : undefined
  try {
    return startHttp({ host, port, fetch, onError, pair: tls?.current() ?? null, headers })
  } catch (error) {
    await door?.close()
    throw error
  }
}

/** The data are this user's alone; a directory that others use for other things keeps its mode. */
function prepareDirectory(directory: string): void {
  try {
    if (!existsSync(directory)) mkdirSync(directory, { recursive: true, mode: 0o700 })
    else if (!statSync(directory).isDirectory()) throw new Error('it is not a directory')
    accessSync(directory, constants.W_OK)
    const files = readdirSync(directory)
    const isOurs = files.length === 0 || files.includes('signing.key')
    if (isOurs && statSync(directory).uid === process.getuid?.()) chmodSync(directory, 0o700)
  } catch (error) {
    throw new StartError(`The data directory ${directory} cannot be written: ${(error as Error).message}.`)
  }
}

/** An unattended first start: the organization and its administrator come from the settings. */
async function createFirstAdministrator(settings: Settings, { sessions }: Services): Promise<void> {
  const { adminEmail, adminPassword, orgName } = settings
  if (adminEmail === undefined || adminPassword === undefined) return
  const name = adminEmail.split('@')[0] ?? adminEmail
  const first = { organizationName: orgName, name, email: adminEmail, password: adminPassword }
  await sessions.createFirst(first, null)
}

async function openMqtt(
  settings: Settings,
  { ingest, readers }: Services,
  metrics: ReturnType<typeof createMetrics>,
  tls: Tls | null,
  log: Log,
): Promise<MqttDoor | null> {
  const { mqttHost: host, mqttPort: port, mqttsPort } = settings
  const secure = tls && mqttsPort !== null ? { port: mqttsPort, pair: tls.current() } : undefined
  if (port === null && !secure) return null
  const warn = oncePerMinute(
    (kind, suppressed, detail) => log.warn({ ...detail, suppressed }, `mqtt: ${kind}`),
    () => performance.now(),
  )
  try {
    return await openMqttDoor({
      host,
      port,
      secure,
      packetBytesMax: settings.maxBodyBytes,
      async authenticate(username, password) {
        const reader = await readers.findByToken(password ?? '')
        if (!reader || reader.externalKey !== username || reader.kind !== 'fixed') return undefined
        const { id: readerId, organizationId, externalKey, tokenHash } = reader
        return { organizationId, readerId, externalKey, tokenHash }
      },
      async accept({ device, topic, payload }) {
        const outcome = await ingest.accept({ ...device, topic, payload })
        if (outcome.result === 'malformed' || outcome.result === 'unauthorized')
          warn(`${outcome.result} message`, { reader: device.externalKey, topic, reason: outcome.reason })
        // Not acknowledged: the reader keeps what it has until it comes with its new token.
        if (outcome.isTokenStale) throw new Error('The device token is no longer valid.')
      },
      refused(reason, { device, address }) {
        metrics.countMessage(reason === 'oversize' ? 'malformed' : 'unauthorized')
        warn(reason === 'oversize' ? 'message too large' : 'credentials refused', {
          reader: device?.externalKey,
          address,
        })
        if (reason !== 'oversize' || !device) return
        ingest
          .noteTooLarge(device.readerId)
          .catch((err: unknown) => warn('message too large, and not noted', { err }))
      },
      clientError: (error, device) =>
        warn('client error', { reader: device?.externalKey, reason: error.message }),
    })
  } catch (error) {
    throw toStartError(error, 'MQTT', host, (error as { port?: number }).port ?? port ?? mqttsPort ?? 0)
  }
}
