import { readFileSync } from 'node:fs'
import type { IClientOptions } from 'mqtt'
import { UsageError } from '../base/errors'
import { brokerUrlForm, parseBrokerUrl } from '../settings/broker-url'
import { suggestion } from '../settings/nearest'

/** Parsers for flags that several commands have. */

/** Parses `--give-up-after` and returns milliseconds. Throws UsageError. */
export function parseGiveUpAfter(text: string): number {
  const seconds = Number(text)
  if (!(seconds > 0 && seconds <= 86_400))
    throw new UsageError('--give-up-after must be a number of seconds greater than 0 and at most 86400.')
  return seconds * 1000
}

/** Parses a flag that is a whole number. Throws UsageError. */
export function parseInteger(name: string, value: string, minimum: number, maximum: number): number {
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= minimum && number <= maximum) return number
  throw new UsageError(`--${name} must be a whole number from ${minimum} to ${maximum}, not '${value}'.`)
}

/** Parses the flag that names a service, `--server` by default, and returns its origin. Throws UsageError. */
export function parseServerUrl(text: string, flag = '--server'): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${flag} must be an http:// or https:// URL, such as http://localhost:8080.`)
  return url.origin
}

/** Reads the PEM file of a certificate authority. Throws UsageError. */
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

/** A broker, in the form of the options of mqtt.js. */
export interface Broker {
  readonly broker: Pick<IClientOptions, 'protocol' | 'host' | 'port' | 'ca'>
  readonly credentials: Credentials
}

interface GivenBroker {
  readonly user?: string
  readonly password?: string
  /** PEM file of the certificate authority of an mqtts:// broker. */
  readonly ca?: string | undefined
}

/** Parses the broker of `--url`. `--user` and `--password` have precedence over the URL. Throws UsageError. */
export function parseBroker(text: string, given: GivenBroker): Broker {
  const url = parseBrokerUrl(text)
  if (!url) throw new UsageError(`--url must be ${brokerUrlForm}.`)
  const { protocol, host, port } = url
  const { user = url.username, password = url.password } = given
  if (password && !user)
    throw new UsageError('The password has no user name. Set --user, or put the user name into the URL.')
  return {
    broker: { protocol, host, port, ...(given.ca !== undefined && { ca: readTrusted(given.ca) }) },
    // MQTT distinguishes an absent user name from an empty one. This client sends no empty user name.
    credentials: { ...(user && { username: user }), ...(password && { password }) },
  }
}

/** Returns the error for an action that a command does not have. */
export const unknownAction = (command: string, given: string, known: readonly string[]): UsageError =>
  new UsageError(
    `Unknown action ${given}${suggestion(given, known, `whereabouts ${command} --help lists the actions.`, `whereabouts ${command} `)}`,
  )

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
