import { loopbackOf } from '../ports'
import type { Settings } from '../settings/table'

/** Where the service of these settings is, for this machine. */
export const localUrlOf = ({ tls, host, port }: Settings): string =>
  `${tls === 'off' ? 'http' : 'https'}://${loopbackOf(host)}:${port}`
