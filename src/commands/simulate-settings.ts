import { closest } from 'fastest-levenshtein'
import { type Micros, parseInstant, second, toMicros } from '../time'
import { UsageError } from '../errors'
import { parseFlagsOnly } from '../settings/flags'
import { type Broker, parseBroker, parseGiveUpAfter, readTrusted } from './flags'
import { encoders } from './payloads/vendors'

const vendorNames = [...encoders.keys()]

/** What `whereabouts simulate --help` prints. */
export const simulateHelp = `Usage: whereabouts simulate --server http://localhost:8080 --email <email> --password <password> [flags]
       whereabouts simulate --url mqtt://user:password@host:1883 [flags]

Simulates fixed readers: publishes payloads as those of real vendors over MQTT at QoS 1, each reader over a connection
of its own, and says how many reads are acknowledged, how fast. To find out what a machine can take.

With --server, it signs in and registers what is missing: assets with an RFID and a BLE tag each, a location for each
antenna, readers with their formats. Run again, it uses them again and renews the readers' device tokens.

  --server <url>           the service, http:// or https://, with which to register
  --email, --password      the sign-in of an administrator
  --url <url>              the broker, mqtt:// or mqtts:// (default: port 1883 of the server's host). With user and
                           password in it, these are what readers connect with, else it is their device tokens
  --ca <file>              PEM file of the authority that vouches for https:// and mqtts://, instead of the well-known ones
  --user, --password       without --server: instead of those in the URL
  --topic <template>       where to publish, {reader} is the reader's key; with --server also what readers are
                           registered with (default: ${'simulated/readers/{reader}/reads'}, with --server the reader's topic)

  --readers <n>            how many readers (default 4)
  --antennas <n>           of each RFID reader (default 2); BLE gateways and sleds have one
  --tags <n>               how many tags there are (default 100)
  --moving <share>         how many of them move on by one place each minute (default 10%); the others are parked
  --vendor <format>        what the readers are, or mixed for each the next vendor (default csl_cs463):
                           ${vendorNames.slice(0, 6).join(', ')},
                           ${vendorNames.slice(6).join(', ')}
  --rate <n>|full          reads per second in all (default 100); full or 0: as fast as they are acknowledged
  --batch <n>              reads in a message (default: what such readers do; those that send single ones go on)
  --duration <s>           how long, by the times of the reads (default: until Ctrl-C)
  --count <n>              how many reads in all (default: no end)
  --start-at <instant>     the time of the first read, RFC 3339 (default: now)
  --seed <n>               for the same reads once more (default 1); with --start-at and a --rate to the byte
  --prefix <word>          of all keys, and what tags are made from (default sim): simulations side by side need two
  --log <file>             writes a line of JSON for each read when it is acknowledged: reader, antenna, tag_type,
                           value, observed_at (null in formats without time), rssi (null in formats without)
  --give-up-after <s>      seconds without connection or acknowledgement after which to stop (default 60)
  -h, --help               prints this

While there is no connection nothing is skipped: what was not acknowledged is sent again, and what was due meanwhile
is sent as fast as it is acknowledged. Ctrl-C makes no more reads and waits up to 5 s for acknowledgements; again, it
ends at once. The exit code is 0 if every read was acknowledged, also after Ctrl-C, 1 if not, 2 for a mistake in the
flags, 130 if not all were acknowledged at Ctrl-C.
`

const text = { type: 'string' } as const
const flags = {
  server: text,
  email: text,
  url: text,
  user: text,
  password: text,
  ca: text,
  topic: text,
  readers: { type: 'string', default: '4' },
  antennas: { type: 'string', default: '2' },
  tags: { type: 'string', default: '100' },
  moving: { type: 'string', default: '10%' },
  vendor: { type: 'string', default: 'csl_cs463' },
  rate: { type: 'string', default: '100' },
  batch: text,
  duration: text,
  count: text,
  'start-at': text,
  seed: { type: 'string', default: '1' },
  prefix: { type: 'string', default: 'sim' },
  log: text,
  'give-up-after': { type: 'string', default: '60' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

export interface SimulateSettings extends Broker {
  /** Undefined where nothing is to be registered. */
  readonly server:
    | { readonly url: string; readonly email: string; readonly password: string; readonly ca?: string }
    | undefined
  readonly topic: string | undefined
  readonly readers: number
  readonly antennas: number
  readonly tags: number
  /** Of the tags, 0 to 1. */
  readonly moving: number
  /** The format of each reader in turn. */
  readonly vendors: readonly string[]
  readonly rate: number
  readonly batch: number | undefined
  readonly duration: Micros
  readonly count: number
  /** Undefined for when it begins. */
  readonly startAt: Micros | undefined
  readonly seed: number
  readonly prefix: string
  readonly log: string | undefined
  /** Milliseconds. */
  readonly giveUpAfter: number
}

/** Undefined where help is asked for; throws UsageError. */
export function parseSimulateSettings(args: readonly string[]): SimulateSettings | undefined {
  const values = parseFlagsOnly('simulate', args, flags)
  if (values.help) return undefined
  const server = parseServer(values)
  if (server && values.user !== undefined)
    throw new UsageError(
      'With --server, --password is that of --email; put user and password of a broker into --url.',
    )
  const url = values.url ?? (server && `mqtt://${new URL(server.url).hostname}:1883`)
  if (url === undefined)
    throw new UsageError(
      'Name a service (--server http://localhost:8080) or a broker (--url mqtt://127.0.0.1:1883).',
    )
  if (!/^[a-z0-9]{1,32}$/.test(values.prefix))
    throw new UsageError('--prefix must be of 1 to 32 lower-case letters and digits.')
  return {
    server,
    ...parseBroker(url, server ? { ca: values.ca } : values),
    topic: parseTopic(values.topic),
    readers: integer('readers', values.readers, 1, 1000),
    antennas: integer('antennas', values.antennas, 1, 64),
    tags: integer('tags', values.tags, 1, 10_000_000),
    moving: parseShare(values.moving),
    vendors: parseVendor(values.vendor),
    rate: parseRate(values.rate),
    batch: values.batch === undefined ? undefined : integer('batch', values.batch, 1, 1000),
    duration: values.duration === undefined ? Infinity : parseDuration(values.duration),
    count: values.count === undefined ? Infinity : integer('count', values.count, 1, Number.MAX_SAFE_INTEGER),
    startAt: parseStart(values['start-at']),
    seed: integer('seed', values.seed, 0, Number.MAX_SAFE_INTEGER),
    prefix: values.prefix,
    log: values.log,
    giveUpAfter: parseGiveUpAfter(values['give-up-after']),
  }
}

function parseServer(values: {
  server?: string
  email?: string
  password?: string
  ca?: string
}): SimulateSettings['server'] {
  const { server, email, password } = values
  if (server === undefined) {
    if (email !== undefined) throw new UsageError('--email is for a --server.')
    return undefined
  }
  if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol))
    throw new UsageError('--server must be of the form http://localhost:8080 or https://...')
  if (!email || !password)
    throw new UsageError('--server needs the --email and --password of an administrator.')
  const ca = values.ca === undefined ? {} : { ca: readTrusted(values.ca) }
  return { url: new URL(server).origin, email, password, ...ca }
}

function parseTopic(template: string | undefined): string | undefined {
  if (template === undefined) return undefined
  const size = Buffer.byteLength(template)
  if (size === 0 || size > 1000 || /[+#\0]/.test(template) || !template.includes('{reader}'))
    throw new UsageError('--topic must be an MQTT topic without wildcards that has {reader} in it.')
  return template
}

function integer(name: keyof typeof flags, value: string, least: number, most: number): number {
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= least && number <= most) return number
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}, not '${value}'.`)
}

function parseShare(value: string): number {
  const [, digits, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(value) ?? []
  const share = percent ? Number(digits) / 100 : Number(digits)
  if (share <= 1) return share
  throw new UsageError(`--moving must be a share such as 10% or 0.1, not '${value}'.`)
}

function parseVendor(value: string): readonly string[] {
  if (value === 'mixed') return vendorNames
  if (encoders.has(value)) return [value]
  throw new UsageError(`Unknown vendor ${value}; did you mean ${closest(value, [...vendorNames, 'mixed'])}?`)
}

function parseRate(value: string): number {
  if (value === 'full') return Infinity
  const rate = /^\d+(\.\d+)?$/.test(value) ? Number(value) : NaN
  if (rate >= 0 && rate <= 1e6) return rate === 0 ? Infinity : rate
  throw new UsageError(`--rate must be a number of reads per second up to 1000000, or full, not '${value}'.`)
}

function parseDuration(value: string): Micros {
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : NaN
  if (seconds > 0 && seconds <= 1e8) return seconds * second
  throw new UsageError(`--duration must be a number of seconds, not '${value}'.`)
}

function parseStart(value: string | undefined): Micros | undefined {
  if (value === undefined) return undefined
  const instant = parseInstant(value)
  if (instant !== undefined && instant > '1970' && instant < '2200') return toMicros(instant)
  throw new UsageError('--start-at must be an RFC 3339 date-time after 1970, such as 2026-01-31T08:05:00Z.')
}
