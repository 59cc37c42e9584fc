import { join } from 'node:path'
import { createApp } from './app'
import { limitsOf } from './limits'
import { openSigningKey, type SigningKey } from '../people/authentication/shared-signing-key'
import { keepSigningKey } from '../people/authentication/signing-key'
import { createJwt, createTokens } from '../people/authentication/tokens'
import { creatingBudgets } from '../base/turns/budget'
import { type ServiceClock, systemSources } from '../installation/clock/clock'
import { describeDoubt, keepClock, openClock } from '../installation/clock/keeper'
import { keepSilenceLogged } from '../events/event-log/silence'
import { AppError } from '../base/errors'
import { createOriginOf, type HttpServer, startHttp } from '../http/server'
import type { BuiltInBroker } from '../tracking/ingest/mqtt/broker'
import { openBuiltInReaders } from '../tracking/ingest/mqtt/built-in-readers'
import { externalBrokerOf, externalOptionsOf } from '../tracking/ingest/mqtt/external-readers'
import { openPublishing } from '../tracking/ingest/mqtt/publishing'
import type { IngestSettings } from '../tracking/ingest/service'
import { createTopicDirectory } from '../tracking/ingest/topic-directory'
import type { KeyPair } from '../base/key-pair'
import type { Log } from '../base/log'
import { startMaintenance } from './maintenance'
import { keepThumbnails } from '../inventory/photos/thumbnails'
import { createMetrics } from '../base/metrics'
import { loopbackOf } from '../base/ports'
import { createSecretBox } from '../base/secret-box'
import { createServices, type Services } from './services'
import type { Configuration } from '../settings/load'
import type { Settings } from '../settings/table'
import { withoutEffect } from '../settings/without-effect'
import { Publisher } from '../events/subscribers/publisher'
import { prepareDirectory } from '../storage/sqlite/data-directory'
import { requireLocalDisk } from '../storage/sqlite/system/file-system'
import { startSearchIndexing } from '../storage/core/search-indexer'
import { toDamageError } from '../storage/sqlite/integrity'
import { openStore } from '../storage/open'
import type { Store } from '../storage/core/store'
import { type Clock, second, toMicros } from '../base/time'
import { openTls, type Tls } from '../installation/tls/tls'

/** A running service. */
export interface Service {
  readonly httpUrl: string
  /** Null when the built-in broker is off. */
  readonly mqttUrl: string | null
  /** Null when TLS or the broker's TLS port is off. */
  readonly mqttsUrl: string | null
  /** The fingerprint of the installation's own CA; null when it has none. */
  readonly fingerprint: string | null
  /** The one-time link to create the first administrator; null when an administrator exists. */
  readonly setupUrl: string | null
  /** Finishes what is in progress, then closes everything. */
  stop(): Promise<void>
}

/** Time that requests in progress have to finish at a stop, in seconds. */
const drainSeconds = 10

/** Composes and starts the whole service: store, services, HTTP, MQTT. Throws StartError if this fails. */
export async function startService(
  configuration: Configuration,
  log: Log,
  now: Clock,
  onFatal: (error: unknown) => void,
): Promise<Service> {
  const { settings } = configuration
  // The database of PostgreSQL is elsewhere.
  if (settings.databaseUrl === undefined) requireLocalDisk(settings.dataDir, settings.networkDataDir)
  prepareDirectory(settings.dataDir)
  const tls = await openTls(settings, now, log)
  const store = await openStore(settings, now, log, onFatal)
  try {
    const clock = await openClock(store, systemSources)
    return await startOn({ store, configuration, settings, tls, log, clock, rules: rulesOf(settings) })
  } catch (error) {
    await store.close()
    throw toDamageError(error, join(settings.dataDir, 'whereabouts.db'))
  }
}

/** The parts that all others depend on. */
interface Base {
  readonly store: Store
  readonly configuration: Configuration
  readonly settings: Settings
  readonly rules: IngestSettings
  readonly tls: Tls | null
  readonly log: Log
  readonly clock: ServiceClock
}

const rulesOf = ({ readMaxAgeDays, readMaxAheadSeconds }: Settings): IngestSettings => ({
  readMaxAgeMicros: readMaxAgeDays * 86_400 * second,
  readMaxAheadMicros: readMaxAheadSeconds * second,
})

async function startOn(base: Base): Promise<Service> {
  const { store, settings, tls, log, clock } = base
  const signingKey = await openSigningKey(settings, store, log)
  const jwt = createJwt(signingKey.key)
  const tokens = createTokens(jwt, settings.environment, clock.now)
  const secretBox = createSecretBox(signingKey.key)
  const metrics = createMetrics()
  const topics = createTopicDirectory(store.read.readers.allTopics, store.instances)
  const budgets = creatingBudgets(store.instances.tokens, () => toMicros(clock.now()))
  let broker: BuiltInBroker | null = null
  const services = createServices({
    ...base,
    tokens,
    secretBox,
    topics,
    metrics,
    budgets,
    mqttPorts: () => broker,
    warnings: () => others(),
  })
  const { ingest, readers, readerSignIn, connections } = services
  metrics.watchReaders(readers.countByState)
  metrics.watchDatabase(() => store.integrity().damage !== null)
  await prepareFirstStart(base, services)
  await services.providers.warnOfMissingOrganizations()
  const setupToken = await services.sessions.createSetupToken()

  const installationId = await store.read.readers.installationId()
  const external = externalBrokerOf({
    settings,
    installationId,
    instances: store.instances,
    topics,
    ingest,
    metrics,
    log,
  })
  const others = () => [...store.warnings(), external?.problem() ?? [], tls?.warning() ?? []].flat()
  const warnings = () => [clockWarning(clock), services.scheduledBackups.warnings(), others()].flat()
  const origin = createOriginOf(settings.trustedProxies, tls !== null)
  const app = await createApp(services, {
    ...limitsOf({ base, services, tokens, create: budgets, origin }),
    health: {
      problems: () => store.problems(),
      warnings,
      databaseRole: () => store.role(),
      replica: () => store.replica(),
    },
    authority: tls?.authority ?? null,
    jwt,
    metrics: settings.metrics ? metrics : null,
  })

  const pair = tls?.current() ?? null
  const { signIn } = readerSignIn
  const { subscribers } = services
  broker = await openBuiltInReaders({
    settings,
    ingest,
    signIn,
    subscribers,
    connections,
    metrics,
    instances: store.instances,
    pair,
    log,
  })
  const http = await startHttpOr({ settings, fetch: app.fetch, tls, log, broker })
  origin.attach(http)
  external?.open()
  const publisher = publisherOf(base, services, installationId)
  services.scheduledBackups.start()
  services.webhookSender.start()
  const tasks = startTasks(base, signingKey, (renewed) => {
    broker?.renew(renewed)
    http.renew(renewed)
  })
  return {
    ...addressesOf(settings, http, broker),
    fingerprint: tls?.authority?.fingerprint ?? null,
    setupUrl: setupToken && `${http.url}/console/setup#${setupToken}`,
    async stop() {
      tasks.stop()
      services.live.close()
      services.eventWaiting.close()
      services.backups.stop()
      services.doctor.stop()
      const ending = services.scheduledBackups.stop()
      await Promise.all([
        http.stop(drainSeconds),
        broker?.close(),
        external?.close(),
        ending,
        services.webhookSender.stop(),
        publisher?.stop(),
      ])
      await ingest.idle()
      await tasks.finished()
      await store.close()
    },
  }
}

/** Starts to publish events to the external broker; null when the settings do not enable it. */
function publisherOf({ store, settings, log }: Base, { eventLog }: Services, installationId: string) {
  const clientId = ['whereabouts', installationId, 'events', store.instances.name].filter(Boolean).join('-')
  const options = externalOptionsOf(settings, clientId)
  if (!settings.mqttEvents || !options) return null
  const publishing = openPublishing(options, log)
  const publisher = new Publisher({
    store,
    eventLog,
    publishing,
    isHomeAssistant: settings.mqttHomeAssistant,
    log,
  })
  publisher.start()
  return publisher
}

/** Warns of settings without effect, and creates the administrator of the settings on an unattended first start. */
async function prepareFirstStart(
  { store, configuration, settings, log }: Base,
  { sessions }: Services,
): Promise<void> {
  const hadAdministrator = await store.read.accounts.hasUsers()
  for (const line of withoutEffect(configuration, hadAdministrator)) log.warn(line)
  const { adminEmail, adminPassword, orgName } = settings
  if (hadAdministrator || adminEmail === undefined || adminPassword === undefined) return
  const name = adminEmail.split('@')[0] ?? adminEmail
  const first = { organizationName: orgName, name, email: adminEmail, password: adminPassword }
  await sessions.createFirst(first, null).catch((error: unknown) => {
    // Another instance that starts at the same time has created the administrator.
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
  })
}

function clockWarning(clock: ServiceClock): string[] {
  const doubt = clock.doubt()
  // A weekend is not a fault. The log and the console show the doubt.
  return doubt && !doubt.mayHaveBeenOff ? [describeDoubt(doubt)] : []
}

/** Starts the background tasks. `renew` passes a renewed certificate to the listening ports. */
function startTasks({ store, settings, rules, tls, log, clock }: Base, signingKey: SigningKey, renew: Renew) {
  const keeper = keepClock(store, clock, rules, log)
  const maintenance = startMaintenance(store, settings.dataDir, clock, log)
  const silence = keepSilenceLogged(store, clock, log)
  const thumbnails = keepThumbnails(store, log)
  // PostgreSQL has indexes for searches.
  const searchIndexing = settings.databaseUrl === undefined ? startSearchIndexing(store, log) : undefined
  const mayWrite = () => store.problems().length === 0
  const keeping = signingKey.isFile
    ? keepSigningKey(settings.dataDir, signingKey.key, mayWrite, log)
    : undefined
  const renewal = tls?.watch(renew)
  return {
    stop(): void {
      renewal?.stop()
      keeping?.stop()
      maintenance.stop()
      silence.stop()
    },
    /** Resolves when the tasks no longer write to the database. */
    finished: () => Promise.all([keeper.stop(), searchIndexing?.stop(), thumbnails.stop()]),
  }
}

type Renew = (pair: KeyPair) => void

function addressesOf({ mqttHost }: Settings, http: HttpServer, broker: BuiltInBroker | null) {
  const urlOf = (scheme: string, port: number | null = null) =>
    port === null ? null : `${scheme}://${loopbackOf(mqttHost)}:${port}`
  return {
    httpUrl: http.url,
    mqttUrl: urlOf('mqtt', broker?.port),
    mqttsUrl: urlOf('mqtts', broker?.securePort),
  }
}

/**
 * Strict-Transport-Security (RFC 6797). Browsers that have received it connect only over HTTPS, to any port of the
 * host, and do not let users accept an untrusted certificate. It is sent only with certificates that every device
 * trusts. With the installation's own CA, it would lock out devices that do not trust the CA yet.
 */
const strictTransport = { 'strict-transport-security': `max-age=${30 * 86_400}` }

interface HttpParts {
  readonly settings: Settings
  readonly fetch: (request: Request) => Promise<Response>
  readonly tls: Tls | null
  readonly log: Log
  readonly broker: BuiltInBroker | null
}

async function startHttpOr({
  settings: { host, port },
  fetch,
  tls,
  log,
  broker,
}: HttpParts): Promise<HttpServer> {
  const onError = (err: unknown) => log.error({ err }, 'request failed')
  const headers = tls && !tls.authority ? strictTransport : undefined
  try {
    return startHttp({ host, port, fetch, onError, pair: tls?.current() ?? null, headers })
  } catch (error) {
    await broker?.close()
    throw error
  }
}
