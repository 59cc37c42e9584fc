import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { closest } from 'fastest-levenshtein'
import type { IClientOptions } from 'mqtt'
import { type Micros, parseInstant, second, systemClock, toMicros } from '../time'
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
import { Failure, type Outgoing, Publisher } from './publisher'

/** What `whereabouts replay --help` prints. */
export const replayHelp = `Usage: whereabouts replay <capture.tsv> --url mqtt://user:password@host:1883 [flags]

Publishes a capture over MQTT at QoS 1: one message a line, its topic, a tab and its payload. The times of the
reads in CSL CS463 and whereabouts_v1 payloads are moved, all by the same amount; all else is sent as it is.

  --url <url>              the broker, mqtt:// or mqtts://, with user and password where it wants them
  --user, --password       instead of those in the URL
  --token <topic>=<user>:<token>
                           sends what was recorded at this topic or below it over a connection of its own, with
                           these credentials; may be repeated, the longest topic that fits counts
  --topic <template>       where to publish: {topic} is the recorded topic, {1} its first level (default {topic})
  --end-at <instant>       when the last read is to be, RFC 3339 (default: one minute ago)
  --speed full|recorded    as fast as the broker acknowledges, or at the pace of the reads (default full)
  --client-id <id>         the MQTT client identifier; further connections append -2, -3 (default: a random one)
  --give-up-after <s>      seconds without connection or acknowledgement after which to stop (default 60)
  -h, --help               prints this

The exit code is 0 if every message was acknowledged, 1 if not, 2 for a mistake in the flags, 130 after Ctrl-C.
`

const flags = {
  url: { type: 'string' },
  user: { type: 'string' },
  password: { type: 'string' },
  token: { type: 'string', multiple: true },
  topic: { type: 'string', default: '{topic}' },
  'end-at': { type: 'string' },
  speed: { type: 'string', default: 'full' },
  'client-id': { type: 'string' },
  'give-up-after': { type: 'string', default: '60' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

class UsageError extends Error {}

interface Credentials {
  readonly username?: string
  readonly password?: string
}

interface Settings {
  readonly file: string
  readonly broker: IClientOptions
  readonly credentials: Credentials
  readonly tokens: ReadonlyMap<string, Credentials>
  readonly topic: string
  readonly endAt: Micros
  readonly isPaced: boolean
  readonly clientId: string
  /** Milliseconds. */
  readonly giveUpAfter: number
}

/** Undefined where help is asked for. */
function parseSettings(args: readonly string[]): Settings | undefined {
  const { values, positionals } = parseFlags(args)
  if (values.help) return undefined
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new UsageError('Name one capture to replay.')
  if (values.url === undefined) throw new UsageError('--url is required, such as mqtt://127.0.0.1:1883.')
  if (values.speed !== 'full' && values.speed !== 'recorded')
    throw new UsageError(`--speed must be full or recorded, not '${values.speed}'.`)
  const endAt = parseInstant(values['end-at'] ?? systemClock())
  if (endAt === undefined || endAt < '1970' || endAt > '2200')
    throw new UsageError('--end-at must be an RFC 3339 date-time after 1970, such as 2026-01-31T08:05:00Z.')
  const giveUpAfter = Number(values['give-up-after'])
  if (!(giveUpAfter > 0 && giveUpAfter <= 86_400))
    throw new UsageError('--give-up-after must be a number of seconds from 0 to 86400.')
  const { broker, credentials } = parseUrl(values.url)
  const { user = credentials.username, password = credentials.password } = values
  if (password && !user) throw new UsageError('A password needs a user name: --user, or in the URL.')
  return {
    file,
    broker,
    credentials: credentialsOf(user, password),
    tokens: parseTokens(values.token ?? []),
    topic: values.topic,
    endAt: toMicros(endAt) - (values['end-at'] === undefined ? 60 * second : 0),
    isPaced: values.speed === 'recorded',
    clientId: values['client-id'] ?? `whereabouts-${crypto.randomUUID().slice(0, 8)}`,
    giveUpAfter: giveUpAfter * 1000,
  }
}

/** Looks at the flags loosely first: the strict parser's own messages are several sentences and name no neighbour. */
function parseFlags(args: readonly string[]) {
  const config = { args: [...args], options: flags, allowPositionals: true }
  for (const token of parseArgs({ ...config, strict: false, tokens: true }).tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    if (!Object.hasOwn(flags, name))
      throw new UsageError(`Unknown flag ${rawName}; did you mean --${closest(name, Object.keys(flags))}?`)
    const takesValue = flags[name as keyof typeof flags].type === 'string'
    if (takesValue && (value === undefined || (!token.inlineValue && value.startsWith('-'))))
      throw new UsageError(`${rawName} needs a value (--${name}=<value> where it starts with a dash).`)
    if (!takesValue && value !== undefined) throw new UsageError(`${rawName} takes no value.`)
  }
  return parseArgs({ ...config, strict: true })
}

function parseUrl(text: string): { broker: IClientOptions; credentials: Credentials } {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^mqtts?:$/.test(url.protocol) || url.hostname === '')
    throw new UsageError('--url must be of the form mqtt://user:password@host:1883 or mqtts://...')
  const protocol = url.protocol === 'mqtts:' ? 'mqtts' : 'mqtt'
  const port = url.port === '' ? (protocol === 'mqtts' ? 8883 : 1883) : Number(url.port)
  return {
    broker: { protocol, host: url.hostname.replace(/^\[|\]$/g, ''), port },
    credentials: credentialsOf(decode(url.username), decode(url.password)),
  }
}

/** MQTT tells a user name that is absent from one that is empty; here neither is sent. */
const credentialsOf = (username = '', password = ''): Credentials => ({
  ...(username && { username }),
  ...(password && { password }),
})

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new UsageError('--url has a percent sign that encodes nothing; write %25.')
  }
}

function parseTokens(texts: readonly string[]): Map<string, Credentials> {
  const tokens = new Map<string, Credentials>()
  for (const text of texts) {
    const [, topic = '', username, password] = /^(.+?)\/?=([^=:]+):(.+)$/.exec(text) ?? []
    if (username === undefined || password === undefined)
      throw new UsageError('--token must be of the form <recorded topic>=<user>:<token>.')
    if (tokens.has(topic)) throw new UsageError(`--token names ${topic} twice.`)
    tokens.set(topic, { username, password })
  }
  return tokens
}

/** On a terminal, one line that is written anew in place; elsewhere nothing, since the summary says it all. */
class Progress {
  private readonly started = performance.now()
  private readonly timer: NodeJS.Timeout | undefined

  constructor(
    private readonly stream: NodeJS.WriteStream,
    private readonly total: number,
    private readonly acknowledged: () => number,
  ) {
    if (stream.isTTY) this.timer = setInterval(() => this.draw(), 100)
  }

  note(text: string): void {
    this.erase()
    this.stream.write(`${text}\n`)
  }

  stop(): void {
    clearInterval(this.timer)
    this.erase()
  }

  private draw(): void {
    const done = this.acknowledged()
    const filled = Math.floor((24 * done) / this.total)
    const bar = '#'.repeat(filled).padEnd(24, '.')
    const rate = Math.round((done * 1000) / (performance.now() - this.started))
    this.erase()
    this.stream.write(`[${bar}] ${done}/${this.total} acknowledged, ${rate} messages/s`)
  }

  private erase(): void {
    if (this.timer) this.stream.write('\r\u001b[K')
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
    if (recorded.length === 0) throw new CaptureError(`${settings.file} holds no messages.`)
    return await publishAll(settings, shiftCapture(recorded, settings.endAt), io)
  } catch (error) {
    const isMistake = error instanceof UsageError || error instanceof TopicError
    if (!isMistake && !(error instanceof CaptureError)) throw error
    io.stderr.write(`${error.message}\n`)
    return isMistake ? 2 : 1
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
  const publishers: Publisher[] = []
  const sum = (count: 'sent' | 'acknowledged' | 'reads') =>
    publishers.reduce((total, publisher) => total + publisher[count], 0)
  const progress = new Progress(io.stderr, messages.length, () => sum('acknowledged'))
  for (const [credentials, outgoing] of routes) {
    const clientId = settings.clientId + (publishers.length === 0 ? '' : `-${publishers.length + 1}`)
    const options = { ...settings.broker, ...credentials, clientId }
    publishers.push(new Publisher(options, outgoing, settings.giveUpAfter, (text) => progress.note(text)))
  }
  for (const [topic, credentials] of settings.tokens)
    if (!routes.has(credentials)) progress.note(`No message was recorded at ${topic}, as a --token expects.`)

  const started = performance.now()
  const outcome = await outcomeOf(publishers)
  const seconds = (performance.now() - started) / 1000
  await Promise.all(publishers.map((publisher) => publisher.close()))
  progress.stop()
  const acknowledged = sum('acknowledged')
  io.stdout.write(
    `${plural(sum('sent'), 'message')} sent, ${acknowledged} acknowledged, ${plural(sum('reads'), 'read')}, ` +
      `in ${seconds.toFixed(2)} s (${Math.round(acknowledged / seconds)} messages/s).\n`,
  )
  if (outcome === 'interrupted') return 130
  if (outcome === 'done') return 0
  const missing = `${messages.length - acknowledged} of ${plural(messages.length, 'message')}`
  io.stderr.write(`${missing} were not acknowledged: ${outcome.message}.\n`)
  return 1
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Nothing is published before every connection stands, so that one refused token does not leave half a replay. */
async function outcomeOf(publishers: readonly Publisher[]): Promise<'done' | 'interrupted' | Failure> {
  const interrupt = Promise.withResolvers<'interrupted'>()
  const onInterrupt = () => interrupt.resolve('interrupted')
  process.once('SIGINT', onInterrupt)
  const publish = async () => {
    await Promise.all(publishers.map((publisher) => publisher.open()))
    await Promise.all(publishers.map((publisher) => publisher.publish()))
    return 'done' as const
  }
  try {
    return await Promise.race([publish(), interrupt.promise])
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  } finally {
    process.off('SIGINT', onInterrupt)
  }
}

/** Which messages go out with which credentials, in the order of the capture. */
function routesOf(settings: Settings, messages: readonly CapturedMessage[]): Map<Credentials, Outgoing[]> {
  const routes = new Map<Credentials, Outgoing[]>()
  const longestFirst = [...settings.tokens].toSorted(([a], [b]) => b.length - a.length)
  const paces = settings.isPaced ? pacesOf(messages) : []
  for (const [index, message] of messages.entries()) {
    const [, credentials] = longestFirst.find(([prefix]) => isAtOrBelow(message.topic, prefix)) ?? []
    const route = routes.getOrInsertComputed(credentials ?? settings.credentials, () => [])
    route.push({ ...message, topic: rewriteTopic(settings.topic, message.topic), due: paces[index] ?? 0 })
  }
  return routes
}
