import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { isHostName } from '../settings/host-name'

/** By what clients may call this machine. */
export interface Names {
  /** Lower-case. */
  readonly hosts: readonly string[]
  readonly addresses: readonly string[]
}

/** What the machine is called now, and the addresses that it has now. */
export function machineNames(): Names {
  const own = hostname().toLowerCase()
  const [label = ''] = own.split('.')
  const addresses = Object.values(networkInterfaces())
    .flatMap((some) => some ?? [])
    .map(({ address }) => address)
    // Nobody opens these: a browser takes no address with a zone.
    .filter((address) => !address.toLowerCase().startsWith('fe80:'))
  return {
    hosts: unique(['localhost', own, `${label}.local`].filter(isHostName)),
    addresses: unique(['127.0.0.1', '::1', ...addresses]),
  }
}

/** `given` are the names of the settings, hosts and addresses. */
export const withGiven = ({ hosts, addresses }: Names, given: readonly string[]): Names => ({
  hosts: unique([...hosts, ...given.filter((name) => isIP(name) === 0)]),
  addresses: unique([...addresses, ...given.filter((name) => isIP(name) !== 0)]),
})

const unique = (names: readonly string[]): string[] => [...new Set(names)]
