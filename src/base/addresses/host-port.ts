import { isIP } from 'node:net'

export interface HostPort {
  readonly host: string
  readonly port: number
}

const form = /^(\[[\da-f:.]+\]|[^\s:/?#@[\]\\]+)(?::(\d{1,5}))?$/i

/** Parses `<host>[:<port>]`, with an IPv6 address in brackets; undefined for anything else. */
export function parseHostPort(text: string, defaultPort: number): HostPort | undefined {
  const [, host, digits] = form.exec(text) ?? []
  const port = digits === undefined ? defaultPort : Number(digits)
  if (host === undefined || port < 1 || port > 65_535) return undefined
  const name = URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '')
  const isNumber = host.startsWith('[') ? isIP(name ?? '') === 6 : true
  return name && isNumber ? { host: name, port } : undefined
}

/** Returns a URL of the host, for the check of its address. */
export const urlOf = ({ host, port }: HostPort): URL =>
  new URL(`http://${isIP(host) === 6 ? `[${host}]` : host}:${port}/`)
