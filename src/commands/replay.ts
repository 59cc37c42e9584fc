import { readFile } from 'node:fs/promises'
import { type Micros, parseInstant, second, systemClock, toMicros } from '../base/time'
import {
  CaptureError,
  type CapturedMessage,
  isAtOrBelow,
  pacesOf,
  parseCapture,
  rewriteTopic,
  shiftCapture,
  TopicError,
} from './capture'
import { UsageError } from '../base/errors'
import { parseFlags } from '../settings/flags'
import { type Broker, type Credentials, parseBroker, parseGiveUpAfter, plural } from './flags'
import { PublishError, type Outgoing, Publisher } from './publisher'
import { StatusLine } from './status-line'
import { fitted } from './help'

/** What `whereabouts replay --help` prints. */
export const replayHelp =
  fitted(`Usage: whereabouts replay <capture.tsv> --url mqtt://user:password@host:1883 [flags]

Publishes a capture over MQTT with QoS 1. Each line of the capture is a message: topic, tab, payload. The times of the
reads in CSL CS463 and whereabouts_v1 payloads are moved by the same amount. All other bytes are sent unchanged.

  --url <url>              broker: mqtt:// or mqtts://, with user name and password if the broker needs them
  --user, --password       user name and password, instead of those in the URL
  --ca <file>              PEM file of the certificate authority of an mqtts:// broker (default: the public ones)
  --token <topic>=<user>:<token>
                           publish messages of this recorded topic, and of topics below it, over a separate connection
                           with these credentials; may be repeated; the longest matching topic applies
  --topic <template>       topic to publish to: {topic} is the recorded topic, {1} its first level (default {topic})
  --end-at <instant>       time of the last read, RFC 3339 (default: one minute ago)
  --speed full|recorded    full: as fast as the broker acknowledges; recorded: at the times of the reads (default full)
  --client-id <id>         MQTT client identifier; further connections append -2, -3 (default: random)
  --give-up-after <s>      stop after this number of seconds without connection or acknowledgement (default 60)
  -h, --help               print this help

Exit codes:
  0    All messages were acknowledged.
  1    Some messages were not acknowledged.
  2    The usage is wrong.
  130  The command was interrupted with Ctrl-C.
`)

const flags = {
  url: { type: 'string' },
  user: { type: 'string' },
  password: { type: 'string' },
  ca: { type: 'string' },
  token: { type: 'string', multiple: true },
  topic: { type: 'string', default: '{topic}' },
  'end-at': { type: 'string' },
  speed: { type: 'string', default: 'full' },
  'client-id': { type: 'string' },
  'give-up-after': { type: 'string', default: '60' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

interface Settings extends Broker {
  readonly file: string
  readonly tokens: ReadonlyMap<string, Credentials>
  readonly topic: string
  readonly endAt: Micros
  readonly isPaced: boolean
  readonly clientId: string
  /** Milliseconds. */
  readonly giveUpAfter: number
}

/** Returns undefined if the arguments request help. Throws UsageError. */
function parseSettings(args: readonly string[]): Settings | undefined {
  const { values, positionals } = parseFlags(args, flags)
  if (values.help) return undefined
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new UsageError('Specify one capture file.')
  if (values.url === undefined)
    throw new UsageError('Specify the broker with --url, such as --url mqtt://127.0.0.1:1883.')
  if (values.speed !== 'full' && values.speed !== 'recorded')
    throw new UsageError(`--speed must be full or recorded, not '${values.speed}'.`)
  const endAt = parseInstant(values['end-at'] ?? systemClock())
  if (endAt === undefined || endAt < '1970' || endAt > '2200')
    throw new UsageError('--end-at must be an RFC 3339 date-time after 1970, such as 2026-01-31T08:05:00Z.')
  const giveUpAfter = parseGiveUpAfter(values['give-up-after'])
  return {
    file,
    ...parseBroker(values.url, values),
    tokens: parseTokens(values.token ?? []),
    topic: values.topic,
    endAt: toMicros(endAt) - (values['end-at'] === undefined ? 60 * second : 0),
    isPaced: values.speed === 'recorded',
    clientId: values['client-id'] ?? `whereabouts-${crypto.randomUUID().slice(0, 8)}`,
    giveUpAfter,
  }
}

function parseTokens(texts: readonly string[]): Map<string, Credentials> {
  const tokens = new Map<string, Credentials>()
  for (const text of texts) {
    const [, topic = '', username, password] = /^(.+?)\/?=([^=:]+):(.+)$/.exec(text) ?? []
    if (username === undefined || password === undefined)
      throw new UsageError('--token must be of the form <recorded topic>=<user>:<token>.')
    if (tokens.has(topic)) throw new UsageError(`--token is given twice for the topic ${topic}.`)
    tokens.set(topic, { username, password })
  }
  return tokens
}

/** Returns a function that returns the current progress as a line. */
function progressBar(total: number, acknowledged: () => number): () => string {
  const started = performance.now()
  return () => {
    const done = acknowledged()
    const filled = Math.floor((24 * done) / total)
    const bar = '#'.repeat(filled).padEnd(24, '.')
    const rate = Math.round((done * 1000) / (performance.now() - started))
    return `[${bar}] ${done}/${total} acknowledged, ${rate} messages/s`
  }
}

/** Replays a capture; returns the exit code of the process. */
export async function replay(
  args: readonly string[],
  io: { stdout: NodeJS.WriteStream; stderr: NodeJS.WriteStream },
): Promise<number> {
  try {
    const settings = parseSettings(args)
    if (!settings) {
      io.stdout.write(replayHelp)
      return 0
    }
    const recorded = parseCapture(await readCapture(settings.file))
    if (recorded.length === 0) throw new CaptureError(`${settings.file} contains no messages.`)
    return await publishAll(settings, shiftCapture(recorded, settings.endAt), io)
  } catch (error) {
    const isUsageError = error instanceof UsageError || error instanceof TopicError
    if (!isUsageError && !(error instanceof CaptureError)) throw error
    io.stderr.write(`${error.message}\n`)
    return isUsageError ? 2 : 1
  }
}

async function readCapture(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    throw new CaptureError(`Cannot read ${file} (${(error as NodeJS.ErrnoException).code}).`)
  }
}

async function publishAll(
  settings: Settings,
  messages: readonly CapturedMessage[],
  io: { stdout: NodeJS.WriteStream; stderr: NodeJS.WriteStream },
): Promise<number> {
  const routes = routesOf(settings, messages)
  const publishers = new Map<Publisher<Outgoing>, readonly Outgoing[]>()
  const sum = (count: 'sent' | 'acknowledged' | 'reads') =>
    publishers.keys().reduce((total, publisher) => total + publisher[count], 0)
  const bar = progressBar(messages.length, () => sum('acknowledged'))
  const progress = new StatusLine(io.stderr, bar, { terminal: 100 })
  for (const [credentials, outgoing] of routes) {
    const clientId = settings.clientId + (publishers.size === 0 ? '' : `-${publishers.size + 1}`)
    const options = { ...settings.broker, ...credentials, clientId }
    const observer = { note: (text: string) => progress.note(text) }
    publishers.set(new Publisher(options, settings.giveUpAfter, observer), outgoing)
  }
  for (const [topic, credentials] of settings.tokens)
    if (!routes.has(credentials))
      progress.note(`The capture has no message of the topic ${topic}: its --token is not used.`)

  const started = performance.now()
  const outcome = await outcomeOf(publishers)
  const seconds = (performance.now() - started) / 1000
  await Promise.all(publishers.keys().map((publisher) => publisher.close()))
  progress.stop()
  const acknowledged = sum('acknowledged')
  io.stdout.write(
    `${plural(sum('sent'), 'message')} sent, ${acknowledged} acknowledged, ${plural(sum('reads'), 'read')}, ` +
      `in ${seconds.toFixed(2)} s (${Math.round(acknowledged / seconds)} messages/s).\n`,
  )
  if (outcome === 'interrupted') return 130
  if (outcome === 'done') return 0
  const missing = `${messages.length - acknowledged} of ${plural(messages.length, 'message')}`
  const verb = messages.length === 1 ? 'was' : 'were'
  io.stderr.write(`${missing} ${verb} not acknowledged: ${outcome.message}.\n`)
  return 1
}

/** Publishes after all connections are open, so that a refused token does not leave half of a replay. */
async function outcomeOf(
  publishers: ReadonlyMap<Publisher<Outgoing>, readonly Outgoing[]>,
): Promise<'done' | 'interrupted' | PublishError> {
  const interrupt = Promise.withResolvers<'interrupted'>()
  const onInterrupt = () => interrupt.resolve('interrupted')
  process.once('SIGINT', onInterrupt)
  const publish = async () => {
    await Promise.all(publishers.keys().map((publisher) => publisher.open()))
    await Promise.all([...publishers].map(([publisher, outgoing]) => publisher.publish(outgoing.values())))
    return 'done' as const
  }
  try {
    return await Promise.race([publish(), interrupt.promise])
  } catch (error) {
    if (error instanceof PublishError) return error
    throw error
  } finally {
    process.off('SIGINT', onInterrupt)
  }
}

/** Returns the messages for each of the credentials, in the order of the capture. */
function routesOf(settings: Settings, messages: readonly CapturedMessage[]): Map<Credentials, Outgoing[]> {
  const routes = new Map<Credentials, Outgoing[]>()
  const longestFirst = [...settings.tokens].toSorted(([a], [b]) => b.length - a.length)
  const paces = settings.isPaced ? pacesOf(messages) : []
  for (const [index, message] of messages.entries()) {
    const [, credentials] = longestFirst.find(([prefix]) => isAtOrBelow(message.topic, prefix)) ?? []
    const route = routes.getOrInsertComputed(credentials ?? settings.credentials, () => [])
    const { payload, reads } = message
    route.push({ topic: rewriteTopic(settings.topic, message.topic), payload, reads, due: paces[index] ?? 0 })
  }
  return routes
}
