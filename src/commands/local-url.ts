import { loopbackOf } from '../ports'
import type { Settings } from '../settings/table'

/** Returns the URL of the service of these settings, for clients on this machine. */
export const localUrlOf = ({ tls, host, port }: Settings): string =>
  `${tls === 'off' ? 'http' : 'https'}://${loopbackOf(host)}:${port}`
