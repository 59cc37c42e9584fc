import { readFileSync } from 'node:fs'
import type { IClientOptions } from 'mqtt'
import { UsageError } from '../errors'
import { brokerUrlForm, parseBrokerUrl } from '../settings/broker-url'

/** What the flags of several commands have in common. */

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

/** A broker as mqtt.js is told of it. */
export interface Broker {
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
export function parseBroker(text: string, given: GivenBroker): Broker {
  const url = parseBrokerUrl(text)
  if (!url) throw new UsageError(`--url must be ${brokerUrlForm}.`)
  const { protocol, host, port } = url
  const { user = url.username, password = url.password } = given
  if (password && !user) throw new UsageError('A password needs a user name: --user, or in the URL.')
  return {
    broker: { protocol, host, port, ...(given.ca !== undefined && { ca: readTrusted(given.ca) }) },
    // MQTT tells a user name that is absent from one that is empty; here neither is sent.
    credentials: { ...(user && { username: user }), ...(password && { password }) },
  }
}

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
