import { readFileSync } from 'node:fs'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { closest } from 'fastest-levenshtein'
import type { IClientOptions } from 'mqtt'

/** What the flags of several commands have in common. */

/** A mistake in the flags, in one sentence. */
export class UsageError extends Error {}

type Flags = Readonly<NonNullable<ParseArgsConfig['options']>>

/** Looks at the flags loosely first: the strict parser's own messages are several sentences and name no neighbour. */
export function parseFlags<const T extends Flags>(args: readonly string[], flags: T) {
  const config = { args: [...args], options: flags, allowPositionals: true } as const
  for (const token of parseArgs({ ...config, strict: false, tokens: true }).tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    if (!Object.hasOwn(flags, name))
      throw new UsageError(`Unknown flag ${rawName}; did you mean --${closest(name, Object.keys(flags))}?`)
    const takesValue = flags[name]?.type === 'string'
    if (takesValue && (value === undefined || (!token.inlineValue && value.startsWith('-'))))
      throw new UsageError(`${rawName} needs a value (--${name}=<value> where it starts with a dash).`)
    if (!takesValue && value !== undefined) throw new UsageError(`${rawName} takes no value.`)
  }
  return parseArgs({ ...config, strict: true })
}

/** The same where the command takes nothing but flags. */
export function parseFlagsOnly<const T extends Flags>(command: string, args: readonly string[], flags: T) {
  const { values, positionals } = parseFlags(args, flags)
  const [first] = positionals
  if (first !== undefined) throw new UsageError(`${command} takes flags only, not '${first}'.`)
  return values
}

/** The milliseconds that `--give-up-after` means. */
export function parseGiveUpAfter(text: string): number {
  const seconds = Number(text)
  if (!(seconds > 0 && seconds <= 86_400))
    throw new UsageError('--give-up-after must be a number of seconds from 0 to 86400.')
  return seconds * 1000
}

/** The PEM file of an authority; throws UsageError. */
export function readTrusted(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`${path} can't be read (${(error as { code?: string }).code ?? String(error)}).`)
  }
}

export interface Credentials {
  readonly username?: string
  readonly password?: string
}

export interface BrokerUrl {
  readonly broker: Pick<IClientOptions, 'protocol' | 'host' | 'port' | 'ca'>
  readonly credentials: Credentials
}

interface GivenBroker {
  readonly user?: string
  readonly password?: string
  /** PEM file of the authority of an mqtts:// broker. */
  readonly ca?: string | undefined
}

/** The broker that `--url` names; `--user` and `--password` go before what the URL says. Throws UsageError. */
export function parseBrokerUrl(text: string, given: GivenBroker): BrokerUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^mqtts?:$/.test(url.protocol) || url.hostname === '')
    throw new UsageError('--url must be of the form mqtt://user:password@host:1883 or mqtts://...')
  const protocol = url.protocol === 'mqtts:' ? 'mqtts' : 'mqtt'
  const port = url.port === '' ? (protocol === 'mqtts' ? 8883 : 1883) : Number(url.port)
  const { user = decode(url.username), password = decode(url.password) } = given
  if (password && !user) throw new UsageError('A password needs a user name: --user, or in the URL.')
  return {
    broker: {
      protocol,
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port,
      ...(given.ca !== undefined && { ca: readTrusted(given.ca) }),
    },
    // MQTT tells a user name that is absent from one that is empty; here neither is sent.
    credentials: { ...(user && { username: user }), ...(password && { password }) },
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new UsageError('--url has a percent sign that encodes nothing; write %25.')
  }
}

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
