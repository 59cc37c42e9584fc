import { isIP } from 'node:net'

export interface HostPort {
  readonly host: string
  readonly port: number
}

const form = /^(\[[\da-f:.]+\]|[^\s:/?#@[\]\\]+)(?::(\d{1,5}))?$/i

/** A label of a host name. Windows also uses underscores. */
const labelForm = /^(?!-)[a-z\d_-]{1,63}(?<!-)$/i
const nameMax = 253

/** A host name may end with a dot. */
const isName = (name: string): boolean =>
  name.length <= nameMax &&
  name
    .replace(/\.$/, '')
    .split('.')
    .every((label) => labelForm.test(label))

/** Parses `<host>[:<port>]`, with an IPv6 address in brackets; undefined for anything else. */
export function parseHostPort(text: string, defaultPort: number): HostPort | undefined {
  const [, host, digits] = form.exec(text) ?? []
  const port = digits === undefined ? defaultPort : Number(digits)
  if (host === undefined || port < 1 || port > 65_535) return undefined
  const name = URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '')
  if (name === undefined) return undefined
  return (host.startsWith('[') ? isIP(name) === 6 : isName(name)) ? { host: name, port } : undefined
}

/** Returns a URL of the host, for the check of its address. */
export const urlOf = ({ host, port }: HostPort): URL =>
  new URL(`http://${isIP(host) === 6 ? `[${host}]` : host}:${port}/`)
