import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock, toMicros } from '../../base/time'
import { UsageError } from '../../base/errors'
import { type Broker, type Credentials, plural } from '../flags'
import type { Encoder } from './payloads/encoder'
import { encoders } from './payloads/vendors'
import { PublishError, Publisher } from '../publisher'
import { type ServiceClient, ServiceError, signInTo } from '../service-client'
import { Latencies, openReadLog, progressOf } from './progress'
import { isForPrinter, servePrinter } from './label-printer'
import { isForLlrp, serveLlrp } from './llrp-readers'
import { messagesOf, type SimulatedMessage, type SimulatedReader, type Simulation } from './reads'
import { register } from './registration'
import { parseSimulateSettings, simulateHelp, type SimulateSettings } from './settings'
import { Identities, Placements } from './tags'
import { nextSignal } from '../signals'
import { StatusLine } from '../status-line'

interface Io {
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
}

/** How a reader publishes. */
interface Route {
  readonly broker: Broker['broker']
  readonly topic: string
  readonly credentials: Credentials
}

const defaultTopic = 'simulated/readers/{reader}/reads'
/** Time that Ctrl-C waits for acknowledgements, in milliseconds. */
const acknowledgementTimeout = 5000
/** Minimum time between two notes, in milliseconds. */
const noteInterval = 5000
/** Milliseconds between two progress lines. */
const intervals = { terminal: 500, elsewhere: 5000 }

/** Simulates readers; returns the exit code of the process. */
export async function simulate(args: readonly string[], io: Io): Promise<number> {
  try {
    if (isForLlrp(args)) return await serveLlrp(args, io.stdout)
    if (isForPrinter(args)) return await servePrinter(args, io.stdout)
    const settings = parseSimulateSettings(args)
    if (!settings) {
      io.stdout.write(simulateHelp)
      return 0
    }
    const log = settings.log === undefined ? undefined : openReadLog(settings.log)
    const identities = new Identities(settings.prefix)
    const readers = readersOf(settings, identities)
    const routes = await routesOf(settings, identities, readers, io.stderr)
    return await run({
      settings,
      simulation: simulationOf(settings, identities, readers),
      readers,
      routes,
      log,
      io,
    })
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof ServiceError)) throw error
    io.stderr.write(`${error.message}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

function readersOf(
  { readers, antennas, vendors }: SimulateSettings,
  identities: Identities,
): SimulatedReader[] {
  let locations = 0
  return Array.from({ length: readers }, (_, index) => {
    const format = vendors[index % vendors.length] as string
    const encoder = encoders.get(format) as Encoder
    const own = encoder.hasAntennas ? antennas : 1
    const firstLocation = locations
    locations += own
    const [key, mac] = [identities.reader(index), identities.mac(index)]
    return { key, index, format, encoder, mac, antennas: own, firstLocation }
  })
}

function simulationOf(
  settings: SimulateSettings,
  identities: Identities,
  readers: readonly SimulatedReader[],
): Omit<Simulation, 'startAt'> {
  const { tags, moving, seed, rate, batch, count, duration } = settings
  const locations = readers.reduce((sum, reader) => sum + reader.antennas, 0)
  const placements = new Placements(locations, tags, Math.round(tags * moving))
  const shared = { placements, identities, readers: readers.length, locations, tags }
  return { ...shared, seed, rate, batch, count, duration }
}

async function routesOf(
  settings: SimulateSettings,
  identities: Identities,
  readers: readonly SimulatedReader[],
  stderr: NodeJS.WriteStream,
): Promise<Route[]> {
  const { server, topic, tags, credentials, broker: given } = settings
  const topicOf = ({ key }: SimulatedReader) => (topic ?? defaultTopic).replaceAll('{reader}', key)
  if (!server) return readers.map((reader) => ({ broker: given ?? {}, topic: topicOf(reader), credentials }))

  const client = await signInTo(server.url, server.email, server.password, server.ca).catch(withFlags)
  const broker = given ?? (await brokerOf(client, server))
  let done = 0
  const line = new StatusLine(stderr, () => `Registering assets: ${done} of ${tags}`, intervals)
  const ownTopic = topic === undefined ? undefined : topicOf
  const registered = await register({
    client,
    pick: { identities, tags },
    readers,
    topicOf: ownTopic,
    progress: (assets) => {
      done = assets
    },
  }).finally(() => line.stop())
  return registered.map(({ topic: filter, deviceToken }, index) => ({
    broker,
    topic: filter.replace('#', 'reads').replaceAll('+', 'any'),
    credentials:
      credentials.username === undefined
        ? { username: identities.reader(index), password: deviceToken }
        : credentials,
  }))
}

/** Names the flags with which the sign-in failed. */
function withFlags(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error
  const remedy =
    error.status === undefined
      ? 'Check --server, and whether the service runs.'
      : 'Check --email and --password, and whether --server is the right service.'
  throw new ServiceError(`${error.message.replace(/\.?$/, '.')} ${remedy}`, error.status)
}

/** Returns the broker of a service, which knows the ports on which its broker listens. */
async function brokerOf(
  client: ServiceClient,
  { url, ca }: NonNullable<SimulateSettings['server']>,
): Promise<Broker['broker']> {
  const { body } = await client.get<{ data: Installation }>('/internal/v1/installation')
  const { mqtt_port: port, mqtts_port: securePort } = body.data
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  if (port !== null) return { protocol: 'mqtt', host, port }
  if (securePort !== null)
    return { protocol: 'mqtts', host, port: securePort, ...(ca !== undefined && { ca }) }
  throw new ServiceError(`The MQTT broker of ${url} is off. Name another broker with --url.`)
}

interface Installation {
  readonly mqtt_port: number | null
  readonly mqtts_port: number | null
}

interface RunParts {
  readonly settings: SimulateSettings
  readonly simulation: Omit<Simulation, 'startAt'>
  readonly readers: readonly SimulatedReader[]
  readonly routes: readonly Route[]
  readonly log: ((message: SimulatedMessage) => void) | undefined
  readonly io: Io
}

async function run({
  settings,
  simulation,
  readers,
  routes,
  log,
  io: { stdout, stderr },
}: RunParts): Promise<number> {
  const latencies = new Latencies()
  const publishers: Publisher<SimulatedMessage>[] = []
  const sum = (count: 'sent' | 'acknowledged' | 'readsSent' | 'reads') =>
    publishers.reduce((total, publisher) => total + publisher[count], 0)
  const progress = progressOf(() => ({ sent: sum('readsSent'), acknowledged: sum('reads') }), latencies)
  const line = new StatusLine(stderr, progress, intervals)
  const observer = {
    note: rateLimited((text) => line.note(text)),
    acknowledged(message: SimulatedMessage, milliseconds: number) {
      latencies.add(milliseconds)
      log?.(message)
    },
  }
  const client = `whereabouts-${crypto.randomUUID().slice(0, 8)}`
  for (const [index, { broker, credentials }] of routes.entries()) {
    const options = { ...broker, ...credentials, clientId: `${client}-${index + 1}` }
    publishers.push(new Publisher(options, settings.giveUpAfter, observer))
  }

  let started = performance.now()
  const publish = async () => {
    await Promise.all(publishers.map((publisher) => publisher.open()))
    started = performance.now()
    const begun = { ...simulation, startAt: settings.startAt ?? toMicros(systemClock()) }
    const published = publishers.map((publisher, index) => {
      const messages = messagesOf(readers[index] as SimulatedReader, begun, (routes[index] as Route).topic)
      return publisher.publish(messages)
    })
    await Promise.all(published)
  }
  const outcome = await outcomeOf(publish(), () => {
    for (const publisher of publishers) publisher.finish()
    return publishers.some((publisher) => publisher.inFlight > 0) ? acknowledgementTimeout : 0
  })
  const seconds = (performance.now() - started) / 1000
  await Promise.all(publishers.map((publisher) => publisher.close()))
  line.stop()

  const reads = sum('reads')
  stdout.write(
    `${plural(sum('readsSent'), 'read')} sent in ${plural(sum('sent'), 'message')}, ${reads} acknowledged ` +
      `in ${seconds.toFixed(2)} s (${Math.round(reads / seconds)} reads/s), ` +
      `p50 ${latencies.percentile(0.5)}, p99 ${latencies.percentile(0.99)}.\n`,
  )
  if (outcome === 'done') return 0
  if (outcome !== 'interrupted') stderr.write(`Not all reads were acknowledged: ${outcome.message}.\n`)
  return outcome === 'interrupted' ? 130 : 1
}

/** Drops notes that follow within the interval, because all readers lose the broker at the same time. */
function rateLimited(note: (text: string) => void): (text: string) => void {
  let last = -Infinity
  return (text) => {
    const now = performance.now()
    if (now - last < noteInterval) return
    last = now
    note(text)
  }
}

/** At the first signal, `finish` returns the milliseconds to wait for acknowledgements. A second signal ends the wait. */
async function outcomeOf(
  published: Promise<void>,
  finish: () => number,
): Promise<'done' | 'interrupted' | PublishError> {
  const interrupted = async () => {
    await nextSignal()
    await Promise.race([nextSignal(), sleep(finish(), undefined, { ref: false })])
    return 'interrupted' as const
  }
  try {
    return await Promise.race([published.then(() => 'done' as const), interrupted()])
  } catch (error) {
    if (error instanceof PublishError) return error
    throw error
  }
}
