import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { isHostName } from '../../settings/host-name'

/** The host names and addresses by which clients reach this machine. */
export interface Names {
  /** Lower-case. */
  readonly hosts: readonly string[]
  readonly addresses: readonly string[]
}

/** Returns the current host names and addresses of the machine. */
export function machineNames(): Names {
  const own = hostname().toLowerCase()
  const [label = ''] = own.split('.')
  const addresses = Object.values(networkInterfaces())
    .flatMap((some) => some ?? [])
    .map(({ address }) => address)
    // Link-local addresses need a zone, which browsers do not support.
    .filter((address) => !address.toLowerCase().startsWith('fe80:'))
  return {
    hosts: unique(['localhost', own, `${label}.local`].filter(isHostName)),
    addresses: unique(['127.0.0.1', '::1', ...addresses]),
  }
}

/**
 * Returns the addresses by which other machines reach a port that is open on a host: none when only this machine can, or when
 * the host names one address itself.
 */
export function addressesOnLan(
  host: string,
  addresses: readonly string[] = machineNames().addresses,
): string[] {
  const isIPv4Only = host === '0.0.0.0'
  if (!isIPv4Only && host !== '::' && host !== '') return []
  return addresses.filter((address) => !isLoopback(address) && !(isIPv4Only && isIP(address) === 6))
}

const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.')

/** Adds the hosts and addresses of the settings. */
export const withGiven = ({ hosts, addresses }: Names, given: readonly string[]): Names => ({
  hosts: unique([...hosts, ...given.filter((name) => isIP(name) === 0)]),
  addresses: unique([...addresses, ...given.filter((name) => isIP(name) !== 0)]),
})

const unique = (names: readonly string[]): string[] => [...new Set(names)]
