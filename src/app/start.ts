import type { Message } from '../base/messages'
import { join } from 'node:path'
import { createApp } from './app'
import { features, type Parts, type Services } from './features'
import { limitsOf } from './limits'
import { startMaintenance } from './maintenance'
import { startAll } from './tasks'
import { openSigningKey } from '../people/authentication/shared-signing-key'
import { createJwt, createTokens } from '../people/authentication/tokens'
import { creatingBudgets } from '../base/turns/budget'
import { type ServiceClock, systemSources } from '../installation/clock/clock'
import { describeDoubt, openClock } from '../installation/clock/keeper'
import { AppError } from '../base/errors'
import type { Running } from '../http/feature'
import { createOriginOf, type HttpOptions, HttpServer } from '../http/server'
import type { IngestSettings } from '../tracking/ingest/service'
import type { Log } from '../base/log'
import { Metrics } from '../base/metrics'
import { loopbackOf } from '../base/ports'
import { createSecretBox } from '../base/secret-box'
import type { Configuration } from '../settings/load'
import type { Settings } from '../settings/table'
import { withoutEffect } from '../settings/without-effect'
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
    return await startOn({ store, configuration, tls, log, clock })
  } catch (error) {
    await store.close()
    throw toDamageError(error, join(settings.dataDir, 'whereabouts.db'))
  }
}

/** What is opened first. */
interface Opened {
  readonly store: Store
  readonly configuration: Configuration
  readonly tls: Tls | null
  readonly log: Log
  readonly clock: ServiceClock
}

const rulesOf = ({ readMaxAgeDays, readMaxAheadSeconds }: Settings): IngestSettings => ({
  readMaxAgeMicros: readMaxAgeDays * 86_400 * second,
  readMaxAheadMicros: readMaxAheadSeconds * second,
})

async function startOn(opened: Opened): Promise<Service> {
  const { store, configuration, tls, log, clock } = opened
  const { settings } = configuration
  const signingKey = await openSigningKey(settings, store, log)
  const jwt = createJwt(signingKey.key)
  const tokens = createTokens(jwt, settings.environment, clock.now)
  const metrics = new Metrics()
  metrics.watchDatabase(() => store.integrity().damage !== null)
  const budgets = creatingBudgets(store.instances.tokens, () => toMicros(clock.now()))
  const parts: Parts = {
    store,
    settings,
    args: configuration.args,
    rules: rulesOf(settings),
    clock,
    now: clock.now,
    log,
    tls,
    signingKey,
    tokens,
    secretBox: createSecretBox(signingKey.key),
    installationId: await store.read.readers.installationId(),
    metrics,
    budgets,
  }
  const { services, features: all } = features.create(parts)
  const setupToken = await prepareFirstStart(opened, services)

  const origin = createOriginOf(settings.trustedProxies, tls !== null)
  const app = await createApp(
    all.map(({ routes }) => routes),
    {
      ...limitsOf({ settings, log, now: clock.now, services, tokens, create: budgets, origin }),
      health: healthOf(parts, services),
      authority: tls?.authority ?? null,
      jwt,
      metrics: settings.metrics ? metrics : null,
    },
  )

  const http = startHttpOf(settings, app.fetch, tls, log)
  origin.attach(http)
  const retentions = all.flatMap(({ retention }) => retention ?? [])
  const running = await startAll(log, [
    () => ({ stop: () => http.stop(drainSeconds) }),
    ...all.flatMap(({ start }) => start ?? []),
    () => startIndexing(parts),
    () => watchCertificate(tls, [services.brokers, http]),
    () => startMaintenance({ store, dataDir: settings.dataDir, clock, log, retentions }),
  ])
  return {
    ...addressesOf(settings, http, services),
    fingerprint: tls?.authority?.fingerprint ?? null,
    setupUrl: setupToken && `${http.url}/console/setup#${setupToken}`,
    async stop() {
      await running.stop()
      await store.close()
    },
  }
}

const healthOf = ({ store, clock }: Parts, { scheduledBackups, warnings }: Services) => ({
  problems: () => store.problems(),
  warnings: () =>
    [clockWarning(clock), scheduledBackups.warnings(), warnings()].flat().map(({ english }) => english),
  databaseRole: () => store.role(),
  replica: () => store.replica(),
})

/** Keeps the search index of SQLite up to date. PostgreSQL has indexes for searches. */
const startIndexing = ({ store, settings, log }: Parts): Running =>
  settings.databaseUrl === undefined ? startSearchIndexing(store, log) : {}

/** Passes a renewed certificate to the listening ports. */
const watchCertificate = (
  tls: Tls | null,
  ports: readonly { readonly renew: HttpServer['renew'] }[],
): Running => tls?.watch((pair) => ports.forEach((each) => each.renew(pair))) ?? {}

/**
 * Warns of settings without effect, and creates the administrator of the settings on an unattended first start. Returns the
 * token of the set-up link; null when an administrator exists.
 */
async function prepareFirstStart(
  { store, configuration, log }: Opened,
  { sessions, providers }: Services,
): Promise<string | null> {
  const hadAdministrator = await store.read.accounts.hasUsers()
  for (const line of withoutEffect(configuration, hadAdministrator)) log.warn(line)
  const { adminEmail, adminPassword, orgName } = configuration.settings
  if (!hadAdministrator && adminEmail !== undefined && adminPassword !== undefined) {
    const name = adminEmail.split('@')[0] ?? adminEmail
    const first = { organizationName: orgName, name, email: adminEmail, password: adminPassword }
    await sessions.createFirst(first, null).catch((error: unknown) => {
      // Another instance that starts at the same time has created the administrator.
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    })
  }
  await providers.warnOfMissingOrganizations()
  return sessions.createSetupToken()
}

function clockWarning(clock: ServiceClock): Message[] {
  const doubt = clock.doubt()
  // A weekend is not a fault. The log and the console show the doubt.
  return doubt && !doubt.mayHaveBeenOff ? [describeDoubt(doubt)] : []
}

function addressesOf({ mqttHost }: Settings, http: HttpServer, { brokers }: Services) {
  const ports = brokers.ports()
  const urlOf = (scheme: string, port: number | null = null) =>
    port === null ? null : `${scheme}://${loopbackOf(mqttHost)}:${port}`
  return {
    httpUrl: http.url,
    mqttUrl: urlOf('mqtt', ports?.port),
    mqttsUrl: urlOf('mqtts', ports?.securePort),
  }
}

/**
 * Strict-Transport-Security (RFC 6797). Browsers that have received it connect only over HTTPS, to any port of the
 * host, and do not let users accept an untrusted certificate. It is sent only with certificates that every device
 * trusts. With the installation's own CA, it would lock out devices that do not trust the CA yet.
 */
const strictTransport = { 'strict-transport-security': `max-age=${30 * 86_400}` }

function startHttpOf(
  { host, port }: Settings,
  fetch: HttpOptions['fetch'],
  tls: Tls | null,
  log: Log,
): HttpServer {
  const onError = (err: unknown) => log.error({ err }, 'request failed')
  const headers = tls && !tls.authority ? strictTransport : undefined
  return new HttpServer({ host, port, fetch, onError, pair: tls?.current() ?? null, headers })
}
