import type { Message } from '../messages'
import { addressMessages } from './messages'
import { BlockList, isIP } from 'node:net'

/** Networks that the service must not call (decision 0028): the machine itself, link-local and metadata addresses. */
const refused: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['224.0.0.0', 3],
  ['::', 96],
  ['fe80::', 10],
  ['fec0::', 10],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
  ['ff00::', 8],
  // These contain an IPv4 address to which a gateway forwards.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['::ffff:0:0:0', 96],
  ['2002::', 16],
]

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function listOf(networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList()
  for (const [address, bits] of networks) list.addSubnet(address, bits, familyOf(address))
  return list
}

const refusedList = listOf(refused)

/** Returns the IPv4 address of an IPv4-mapped IPv6 address; other addresses unchanged. */
function unmapped(address: string): string {
  if (isIP(address) !== 6) return address
  const host = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host) ?? []
  if (high === undefined || low === undefined) return host
  const value = parseInt(high, 16) * 65_536 + parseInt(low, 16)
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')
}

/**
 * Looks up a name without a thread. The resolver of the system waits in one of a few threads, so a name server that does not
 * reply would block the other webhooks and all sign-ins.
 */
const addressesOf = (host: string) => Bun.dns.lookup(host, { backend: 'c-ares' })

/** An address is refused; the message says which. */
export class DeliveryError extends Error {
  constructor(readonly said: Message) {
    super(said.english)
  }
}

/** Returns the IP addresses of a URL, when connections to all of them are allowed. Throws DeliveryError. */
export type Resolve = (url: URL) => Promise<readonly string[]>

/**
 * Returns a function that resolves the host of a URL and checks every address of it. The caller connects to one of the
 * returned addresses, so that a second resolution cannot return another one.
 *
 * @param allowed hosts and addresses, each possibly with a port, and networks (CIDR) that are not refused
 */
export function createResolve(
  allowed: readonly string[],
  lookUp: (host: string) => Promise<readonly { address: string }[]> = addressesOf,
): Resolve {
  const names = new Set(allowed)
  const networks = listOf(
    allowed
      .map((entry) => entry.split('/') as [string, string?])
      .filter(([address]) => isIP(address) !== 0)
      .map(([address, bits]) => [
        address,
        bits === undefined ? (isIP(address) === 6 ? 128 : 32) : Number(bits),
      ]),
  )

  function requireAllowed(address: string): void {
    const plain = unmapped(address)
    const family = familyOf(plain)
    if (refusedList.check(plain, family) && !networks.check(plain, family))
      throw new DeliveryError(addressMessages('webhook.refused_address', { address: plain }))
  }

  return async (url) => {
    const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
    const found = isIP(host) === 0 ? await lookUp(host) : [{ address: host }]
    if (!names.has(host) && !names.has(hostAndPort(url)))
      for (const { address } of found) requireAllowed(address)
    if (found.length === 0) throw new DeliveryError(addressMessages('webhook.no_address', { host }))
    return found.map(({ address }) => address)
  }
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** `URL.host` has no default port, and can have upper-case letters unless the scheme is one of the web. */
const hostAndPort = ({ hostname, port, protocol }: URL): string =>
  `${hostname.toLowerCase()}:${port === '' ? defaultPorts[protocol] : port}`

/** Returns why the address in a URL is refused whatever a name server says; undefined when it is not. */
export async function refusedLiterally(url: URL, resolve: Resolve): Promise<Message | undefined> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLocal = host === 'localhost' || host.endsWith('.localhost')
  if (isIP(host) === 0 && !isLocal) return undefined
  try {
    await resolve(url)
    return undefined
  } catch (error) {
    if (error instanceof DeliveryError) return error.said
    return undefined
  }
}
