import { type Micros, parseInstant, second, toMicros } from '../../base/time'
import { UsageError } from '../../base/errors'
import { parseFlagsOnly } from '../../settings/flags'
import { suggestion } from '../../settings/nearest'
import {
  type Broker,
  type Credentials,
  parseBroker,
  parseGiveUpAfter,
  parseInteger,
  parseServerUrl,
  readTrusted,
} from '../flags'
import { encoders } from './payloads/vendors'
import { fitted } from '../help'
import { printerHelp } from './label-printer'
import { llrpHelp } from './llrp-readers'

const vendorNames = [...encoders.keys()]

/** What `whereabouts simulate --help` prints. */
export const simulateHelp =
  fitted(`Usage: whereabouts simulate --server http://localhost:8080 --email <email> --password <password> [flags]
       whereabouts simulate --url mqtt://user:password@host:1883 [flags]
       whereabouts simulate --llrp [flags]
       whereabouts simulate --printer [flags]

Simulates fixed readers, for load tests: publishes the payloads of real vendors over MQTT with QoS 1, with a separate
connection for each reader. Prints the number of acknowledged reads and the latency.

With --server, the command signs in and creates the missing records: assets with an RFID tag and a BLE tag each, a
location for each antenna, and the readers. Another run uses the same records and replaces the device tokens. An admin
can remove all of them in the console, under Settings.

  --server <url>           service to register with: http:// or https://
  --email, --password      e-mail address and password of an admin
  --url <url>              broker: mqtt:// or mqtts:// (default: the broker of --server). Readers connect with
                           the user name and password of the URL, or with their device tokens if it has none
  --ca <file>              PEM file of the certificate authority of https:// and mqtts:// (default: the public ones)
  --user, --password       without --server: user name and password, instead of those in the URL
  --topic <template>       topic to publish to; {reader} is the key of the reader. With --server, also the topic of the
                           registered readers (default: ${'simulated/readers/{reader}/reads'}, with --server the reader's topic)

  --readers <n>            number of readers (default 4)
  --antennas <n>           antennas of each RFID reader (default 2); BLE gateways and sleds have one
  --tags <n>               number of tags (default 100)
  --moving <share>         share of the tags that move to the next location each minute (default 10%)
  --vendor <format>        format of the readers, or mixed for a different one for each (default csl_cs463):
                           ${vendorNames.slice(0, 6).join(', ')},
                           ${vendorNames.slice(6).join(', ')}
  --rate <n>|full          reads per second of all readers (default 100); full or 0: as fast as they are acknowledged
  --batch <n>              reads in a message (default: as many as readers of this format send). Formats with one read per
                           message ignore it
  --duration <s>           duration in seconds, by the times of the reads (default: until Ctrl-C)
  --count <n>              total number of reads (default: unlimited)
  --start-at <instant>     time of the first read, RFC 3339 (default: now)
  --seed <n>               seed of the reads (default 1). The same seed gives the same reads; with --start-at and a --rate,
                           the same bytes
  --prefix <word>          prefix of all keys and tags (default sim); simulations that run at the same time need different
                           prefixes
  --log <file>             write a line of JSON for each acknowledged read: reader, antenna, tag_type, value, observed_at,
                           rssi (null if the format has no such field)
  --give-up-after <s>      stop after this number of seconds without connection or acknowledgement (default 60)
  -h, --help               print this help

After a lost connection, the command sends unacknowledged and overdue messages as fast as they are acknowledged. Ctrl-C
stops new reads and waits up to 5 s for acknowledgements. A second Ctrl-C ends the command immediately.

Exit codes:
  0    All reads were acknowledged, even after Ctrl-C.
  1    Some reads were not acknowledged.
  2    The usage is wrong.
  130  Some reads were not acknowledged when the command was interrupted with Ctrl-C.

`) +
  llrpHelp +
  `\n${printerHelp}`

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

export interface SimulateSettings {
  /** Undefined: the broker of the service. */
  readonly broker: Broker['broker'] | undefined
  readonly credentials: Credentials
  /** The service to register with, or undefined. */
  readonly server:
    | { readonly url: string; readonly email: string; readonly password: string; readonly ca?: string }
    | undefined
  readonly topic: string | undefined
  readonly readers: number
  readonly antennas: number
  readonly tags: number
  /** Share of the tags that move, from 0 to 1. */
  readonly moving: number
  /** The formats of the readers, in order. The list repeats. */
  readonly vendors: readonly string[]
  readonly rate: number
  readonly batch: number | undefined
  readonly duration: Micros
  readonly count: number
  /** Time of the first read. Undefined means the time of the start. */
  readonly startAt: Micros | undefined
  readonly seed: number
  readonly prefix: string
  readonly log: string | undefined
  /** Milliseconds. */
  readonly giveUpAfter: number
}

/** Returns undefined if the arguments request help. Throws UsageError. */
export function parseSimulateSettings(args: readonly string[]): SimulateSettings | undefined {
  const values = parseFlagsOnly('simulate', args, flags)
  if (values.help) return undefined
  const server = parseServer(values)
  if (server && values.user !== undefined)
    throw new UsageError(
      'With --server, --password belongs to --email. Put the user name and password of the broker into --url.',
    )
  const { url } = values
  if (url === undefined && !server)
    throw new UsageError(
      'Specify a service (--server http://localhost:8080) or a broker (--url mqtt://127.0.0.1:1883).',
    )
  if (!/^[a-z0-9]{1,32}$/.test(values.prefix))
    throw new UsageError('--prefix must have 1 to 32 lower-case letters and digits.')
  return {
    server,
    ...(url === undefined
      ? { broker: undefined, credentials: {} }
      : parseBroker(url, server ? { ca: values.ca } : values)),
    topic: parseTopic(values.topic),
    readers: parseInteger('readers', values.readers, 1, 1000),
    antennas: parseInteger('antennas', values.antennas, 1, 64),
    tags: parseInteger('tags', values.tags, 1, 10_000_000),
    moving: parseShare(values.moving),
    vendors: parseVendor(values.vendor),
    rate: parseRate(values.rate),
    batch: values.batch === undefined ? undefined : parseInteger('batch', values.batch, 1, 1000),
    duration: values.duration === undefined ? Infinity : parseDuration(values.duration),
    count:
      values.count === undefined ? Infinity : parseInteger('count', values.count, 1, Number.MAX_SAFE_INTEGER),
    startAt: parseStart(values['start-at']),
    seed: parseInteger('seed', values.seed, 0, Number.MAX_SAFE_INTEGER),
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
    if (email !== undefined) throw new UsageError('--email needs --server.')
    return undefined
  }
  const url = parseServerUrl(server)
  if (!email || !password) throw new UsageError('--server needs the --email and --password of an admin.')
  const ca = values.ca === undefined ? {} : { ca: readTrusted(values.ca) }
  return { url, email, password, ...ca }
}

function parseTopic(template: string | undefined): string | undefined {
  if (template === undefined) return undefined
  const size = Buffer.byteLength(template)
  if (size === 0 || size > 1000 || /[+#\0]/.test(template) || !template.includes('{reader}'))
    throw new UsageError('--topic must be an MQTT topic that contains {reader} and no wildcards.')
  return template
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
  throw new UsageError(
    `Unknown vendor ${value}${suggestion(value, [...vendorNames, 'mixed'], 'whereabouts simulate --help lists the vendors.')}`,
  )
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
  throw new UsageError(`--duration must be a number of seconds greater than 0, not '${value}'.`)
}

function parseStart(value: string | undefined): Micros | undefined {
  if (value === undefined) return undefined
  const instant = parseInstant(value)
  if (instant !== undefined && instant > '1970' && instant < '2200') return toMicros(instant)
  throw new UsageError('--start-at must be an RFC 3339 date-time after 1970, such as 2026-01-31T08:05:00Z.')
}
