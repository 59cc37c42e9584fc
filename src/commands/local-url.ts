import { isIP } from 'node:net'
import { loopbackOf } from '../base/ports'
import type { Settings } from '../settings/table'
import { addressesOnLan } from '../installation/tls/names'

/** Returns the URL of the service of these settings, for clients on this machine. */
export const localUrlOf = ({ tls, host, port }: Settings): string =>
  `${tls === 'off' ? 'http' : 'https'}://${loopbackOf(host)}:${port}`

/**
 * Returns the URLs of a page of the console for browsers on other machines: none when the service accepts only connections of
 * this machine.
 * @param url the URL of the page for a browser on this machine
 */
export function onOtherMachines(
  url: string,
  { host, publicUrl }: Pick<Settings, 'host' | 'publicUrl'>,
  addresses?: readonly string[],
): string[] {
  const local = new URL(url)
  const page = local.href.slice(local.origin.length)
  if (publicUrl !== undefined) return [`${publicUrl.replace(/\/$/, '')}${page}`]
  return addressesOnLan(host, addresses).map(
    (address) =>
      `${local.protocol}//${isIP(address) === 6 ? `[${address}]` : address}:${portOf(local)}${page}`,
  )
}

/** Returns the port, which a URL does not contain when it is that of its protocol. */
const portOf = ({ protocol, port }: URL): string => port || (protocol === 'https:' ? '443' : '80')
