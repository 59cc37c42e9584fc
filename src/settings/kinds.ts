import { isIP } from 'node:net'
import { codePoints, hasControl, hasSpaceAtAnEdge } from '../base/text'
import { type BrokerUrl, brokerUrlForm, parseBrokerUrl } from './broker-url'
import { isHostName } from './host-name'

/** The type of a setting. Values are text, or a number, boolean or array of the TOML file. */
export interface Kind<T> {
  /** Completes the sentence "must be ...". */
  readonly allowed: string
  /** The allowed values, for a setting with a short list of them. The help shows it after the meaning. */
  readonly choices?: string
  /** Returns the value, or undefined if it is not allowed. */
  read(value: unknown): T | undefined
  /** Returns what is wrong with a value that is not allowed, without secrets. It replaces `allowed`. */
  problemOf?(value: unknown): string | undefined
}

const isText = (value: unknown): value is string => typeof value === 'string' && !hasControl(value)

export const text = (lengthMax: number): Kind<string> => ({
  allowed: `1 to ${lengthMax} characters, without control characters or white space at either end`,
  read(value) {
    if (!isText(value) || value === '' || hasSpaceAtAnEdge(value)) return undefined
    return codePoints(value) <= lengthMax ? value : undefined
  },
})

export const password = (lengthMin: number): Kind<string> => ({
  allowed: `at least ${lengthMin} characters long, without control characters`,
  read: (value) => (isText(value) && codePoints(value) >= lengthMin ? value : undefined),
})

export const integer = (minimum: number, maximum: number): Kind<number> => ({
  allowed: `a whole number from ${minimum} to ${maximum}`,
  read(value) {
    const isWritten = typeof value === 'string' && /^(0|[1-9]\d*)$/.test(value)
    const number = isWritten ? Number(value) : value
    if (typeof number !== 'number' || !Number.isInteger(number)) return undefined
    return minimum <= number && number <= maximum ? number : undefined
  },
})

export const port = integer(0, 65535)

export const portOrOff: Kind<number | null> = {
  allowed: `${port.allowed}, or off`,
  read: (value) => (value === 'off' ? null : port.read(value)),
}

export function choice<const T extends string>(...values: readonly T[]): Kind<T> {
  const allowed = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
  return { allowed, choices: allowed, read: (value) => values.find((known) => known === value) }
}

export const onOrOff: Kind<boolean> = {
  allowed: 'on or off',
  choices: 'on or off',
  read(value) {
    if (value === 'on' || value === true) return true
    return value === 'off' || value === false ? false : undefined
  },
}

export const brokerUrl: Kind<Readonly<BrokerUrl>> = {
  allowed: brokerUrlForm,
  read: (value) => (typeof value === 'string' ? parseBrokerUrl(value) : undefined),
}

/** A connection URI may name several hosts, separated by commas, which is no URL otherwise. */
const withOneHost = (uri: string): string => uri.replace(/,[^/?#]*/, '')

export const databaseUrl: Kind<string> = {
  allowed:
    'a postgres:// URL such as postgres://user:password@host:5432/database, with special characters as %XX',
  read: (value) =>
    isText(value) && /^postgres(ql)?:\/\/\S+$/.test(value) && URL.canParse(withOneHost(value))
      ? value
      : undefined,
}

export const httpUrl: Kind<string> = {
  allowed: 'an http:// or https:// URL without user name, path or query',
  read(value) {
    if (!isText(value) || !/^https?:\/\/[^/?#@\s]+\/?$/.test(value) || !URL.canParse(value)) return undefined
    return new URL(value).origin
  },
}

export const groupName: Kind<string> = {
  allowed: '1 to 100 letters, digits, _ and -',
  read: (value) => (isText(value) && /^[\w-]{1,100}$/.test(value) ? value : undefined),
}

export const ipAddresses: Kind<readonly string[]> = {
  allowed: 'IP addresses separated by commas',
  read(value) {
    const parts = typeof value === 'string' ? splitAtCommas(value) : value
    if (!Array.isArray(parts)) return undefined
    return parts.every(isAddress) ? Object.freeze([...parts]) : undefined
  },
}

export const hostsOrAddresses: Kind<readonly string[]> = {
  allowed: 'host names and IP addresses separated by commas',
  read(value) {
    const parts = typeof value === 'string' ? splitAtCommas(value) : value
    if (!Array.isArray(parts)) return undefined
    const names = parts.map((part: unknown) => (typeof part === 'string' ? part.toLowerCase() : ''))
    return names.every((name) => isAddress(name) || isHostName(name)) ? Object.freeze(names) : undefined
  },
}

export const hostsOrNetworks: Kind<readonly string[]> = {
  allowed:
    'host names and IP addresses, each possibly with a port, and networks such as 127.0.0.0/8, separated by commas',
  read(value) {
    const parts = typeof value === 'string' ? splitAtCommas(value) : value
    if (!Array.isArray(parts)) return undefined
    const names = parts.map((part: unknown) => (typeof part === 'string' ? part.toLowerCase() : ''))
    const isKnown = (name: string) =>
      isAddress(name) || isNetwork(name) || isHostName(name) || isHostWithPort(name)
    return names.every(isKnown) ? Object.freeze(names) : undefined
  },
}

function isNetwork(value: string): boolean {
  const [address = '', bits = '', ...rest] = value.split('/')
  const family = isIP(address)
  return (
    family !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32)
  )
}

function isHostWithPort(value: string): boolean {
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(value) ?? []
  const address = /^\[(.+)\]$/.exec(host)?.[1]
  const isHost = address === undefined ? isIP(host) === 4 || isHostName(host) : isIP(address) === 6
  return isHost && Number(port) >= 1 && Number(port) <= 65_535
}

const splitAtCommas = (list: string): string[] =>
  list.trim() === '' ? [] : list.split(',').map((part) => part.trim())

const isAddress = (value: unknown): value is string => typeof value === 'string' && isIP(value) !== 0
