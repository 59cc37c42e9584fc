import type { Resolve } from '../../base/addresses/addresses'
import { parseHostPort } from '../../base/addresses/host-port'
import { conflict, invalidField } from '../../base/errors'
import type { Store } from '../../storage/core/store'
import { askDevice, type LlrpDevice } from './client/device'
import { LinkFault, llrpPort } from './client/faults'
import { openConnection } from './client/link'
import { foreignOf } from './client/rospec'
import { discoveryMessages } from './messages'

/** Addresses that are looked at at the same time, of all organizations. */
const atOnceMax = 5

interface Found {
  /** Null when another client holds the reader, so that it tells nothing. */
  readonly device: LlrpDevice | null
  readonly isHeld: boolean
}

interface DiscoveryParts {
  readonly read: Pick<Store['read'], 'readers' | 'readerLinks'>
  readonly resolve: Resolve
  readonly messageMax: number
}

export type Discovery = ReturnType<typeof createDiscovery>

/** Creates the service that asks the device at an address what it is. It changes nothing in the device. */
export function createDiscovery({ read, resolve, messageMax }: DiscoveryParts) {
  let running = 0

  /** A reader that the service is connected to accepts no second connection, and has said before what it is. */
  async function connectedAt(organizationId: number, address: string): Promise<Found | undefined> {
    const readers = await read.readers.toConnect()
    const own = readers.filter(
      (reader) => reader.organizationId === organizationId && reader.address === address,
    )
    const links = await read.readerLinks.find(own.map(({ id }) => id))
    const link = links.find(({ state, device }) => state === 'sending' && device !== null)
    return link && { device: JSON.parse(link.device ?? 'null') as LlrpDevice, isHeld: false }
  }

  async function ask(shown: string): Promise<Found> {
    const address = parseHostPort(shown, llrpPort)
    if (!address) throw new Error(`The address ${shown} was not checked.`)
    const options = { address, shown, messageMax, resolve }
    try {
      const connection = await openConnection(options, () => true, new AbortController().signal)
      try {
        const device = await askDevice(connection)
        return { device, isHeld: (await foreignOf(connection)) !== undefined }
      } finally {
        await connection.leave()
      }
    } catch (error) {
      if (!(error instanceof LinkFault)) throw error
      if (error.cause === 'llrp_held') return { device: null, isHeld: true }
      if (error.cause === 'llrp_address') throw invalidField('address', 'invalid_value', error.said)
      throw conflict(error.said)
    }
  }

  /** Returns what is at an address. Throws AppError `conflict` with the cause when no reader replies. */
  return async (organizationId: number, address: string): Promise<Found> => {
    const known = await connectedAt(organizationId, address)
    if (known) return known
    if (running >= atOnceMax) throw conflict(discoveryMessages('llrp.many_discoveries'))
    running++
    try {
      return await ask(address)
    } finally {
      running--
    }
  }
}
