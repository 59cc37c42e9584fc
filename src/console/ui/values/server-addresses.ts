import { useQuery } from '@tanstack/react-query'
import { installationQuery } from '../../api/installation'
import { isLoopback } from './loopback'

interface ServerHosts {
  /** The host to enter into a reader: that of the console, or an address of the server in the network. */
  readonly host: string
  /** Further addresses of the server, when the host of the console does not work in a reader. */
  readonly others: readonly string[]
  /** Whether `host` works only on the server itself, because no other is known. */
  readonly isLocal: boolean
  /** Whether `host` is not known yet. */
  readonly isPending: boolean
}

/** Returns the hosts by which readers and other computers reach a port of the server. They are known to admins. */
export function useServerHosts(port: 'mqtt' | 'http'): ServerHosts {
  const { data, isPending } = useQuery(installationQuery)
  if (!isLoopback()) return { host: location.hostname, others: [], isLocal: false, isPending: false }
  if (isPending) return { host: '…', others: [], isLocal: false, isPending }
  const [host, ...others] = data?.[`${port}_hosts`] ?? []
  return host === undefined
    ? { host: location.hostname, others: [], isLocal: true, isPending }
    : { host, others, isLocal: false, isPending }
}

/** Returns the address of a path on a host, with the protocol and the port of the console. */
export function urlAt(host: string, path: string): string {
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  return `${location.protocol}//${name}${location.port && `:${location.port}`}${path}`
}
