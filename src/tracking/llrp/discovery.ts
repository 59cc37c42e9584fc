import { setTimeout as sleep } from 'node:timers/promises'
import type { Resolve } from '../../base/addresses/addresses'
import { parseHostPort } from '../../base/addresses/host-port'
import { conflict, invalidField } from '../../base/errors'
import type { ReaderLink, Store } from '../../storage/core/store'
import type { LlrpConnection } from './client/connection'
import { askDevice, type LlrpDevice } from './client/device'
import { LinkFault, llrpPort } from './client/faults'
import { openConnection } from './client/link'
import { foreignOf, release, tryOut, type Wanted } from './client/rospec'
import type { Frame } from './codec/frames'
import { discoveryMessages } from './messages'
import { type TrialAntenna, TrialCounts } from './trial-counts'

/** Addresses that are looked at at the same time, of all organizations. */
const atOnceMax = 5
/** The time for which a trial reads, in milliseconds. */
export const trialMillis = 1_000
/** A trial decodes on the serving thread. A report of a single read is much smaller. */
const trialMessageMax = 65_536

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

type Receive = (frames: readonly Frame[]) => boolean

interface Look<T> {
  readonly work: (connection: LlrpConnection) => Promise<T>
  readonly receive?: Receive
  readonly messageMax?: number
}

/** Asks the device at an address what it is, and lets it read for a moment. */
export class LlrpDiscovery {
  readonly #parts: DiscoveryParts
  #running = 0

  constructor(parts: DiscoveryParts) {
    this.#parts = parts
  }

  /** Returns what is at an address, and changes nothing in it. Throws AppError `conflict` with the cause when no reader replies. */
  async find(organizationId: number, address: string): Promise<Found> {
    const known = await this.#connectedAt(organizationId, address)
    if (known) return { device: JSON.parse(known.device ?? 'null') as LlrpDevice, isHeld: false }
    try {
      return await this.#look(address, {
        work: async (connection) => ({
          device: await askDevice(connection),
          isHeld: (await foreignOf(connection)) !== undefined,
        }),
      })
    } catch (error) {
      if (error instanceof LinkFault && error.cause === 'llrp_held') return { device: null, isHeld: true }
      throw refusalOf(error)
    }
  }

  /**
   * Lets a reader read for a moment at these antennas, or at all of them, and returns what each has read. Nothing is stored.
   * Throws AppError `conflict` with the cause when the reader does not read.
   */
  async tryAntennas(
    organizationId: number,
    address: string,
    antennas: Wanted['antennas'],
  ): Promise<TrialAntenna[]> {
    if (await this.#connectedAt(organizationId, address)) throw conflict(discoveryMessages('llrp.own_reader'))
    let counts = new TrialCounts([])
    const work = async (connection: LlrpConnection) => {
      const device = await askDevice(connection)
      const all = Array.from({ length: device.antennaCount }, (_, index) => index + 1)
      const wanted = antennas.map(({ port }) => port)
      counts = new TrialCounts(wanted.length > 0 ? all.filter((port) => wanted.includes(port)) : all)
      await tryOut(connection, device, antennas)
      const lost = await Promise.race([connection.lost, sleep(trialMillis)])
      if (lost) throw lost
      await release(connection)
      return counts.list()
    }
    const receive: Receive = (frames) => counts.add(frames)
    try {
      return await this.#look(address, { work, receive, messageMax: trialMessageMax })
    } catch (error) {
      throw refusalOf(error)
    }
  }

  /** A reader that the service is connected to accepts no second connection, and has said before what it is. */
  async #connectedAt(organizationId: number, address: string): Promise<ReaderLink | undefined> {
    const { read } = this.#parts
    const readers = await read.readers.toConnect()
    const own = readers.filter(
      (reader) => reader.organizationId === organizationId && reader.address === address,
    )
    const links = await read.readerLinks.find(own.map(({ id }) => id))
    return links.find(({ state, device }) => state === 'sending' && device !== null)
  }

  /** Works with a connection, and closes it. Throws LinkFault, and AppError `conflict` when too many are open. */
  async #look<T>(shown: string, { work, receive = () => true, messageMax = Infinity }: Look<T>): Promise<T> {
    const { resolve, messageMax: most } = this.#parts
    const address = parseHostPort(shown, llrpPort)
    if (!address) throw new Error(`The address ${shown} was not checked.`)
    if (this.#running >= atOnceMax) throw conflict(discoveryMessages('llrp.many_discoveries'))
    this.#running++
    try {
      const options = { address, shown, messageMax: Math.min(most, messageMax), resolve }
      const connection = await openConnection(options, receive, new AbortController().signal)
      try {
        return await work(connection)
      } finally {
        await connection.leave()
      }
    } finally {
      this.#running--
    }
  }
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof LinkFault)) return error
  if (error.cause === 'llrp_address') return invalidField('address', 'invalid_value', error.said)
  return conflict(error.said)
}
