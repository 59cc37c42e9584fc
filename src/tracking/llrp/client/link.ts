import { DeliveryError, type Resolve } from '../../../base/addresses/addresses'
import { type HostPort, urlOf } from '../../../base/addresses/host-port'
import type { Message } from '../../../base/messages'
import { LlrpConnection } from './connection'
import { askDevice, type LlrpDevice } from './device'
import { faultOf, type LinkCause, LinkFault } from './faults'
import { linkMessages } from './messages'
import { Outbox } from './outbox'
import { configure, release, type Wanted } from './rospec'

/** The delay before the next attempt, in milliseconds. */
const firstDelay = 1_000
const longestDelay = 60_000
const takeOverDelay = 5_000
/** A connection that was open for so long is not counted as a failure. */
const stableMillis = 60_000

/** What the service knows about a connection. */
export interface LinkNote {
  readonly state: 'connecting' | 'connected' | 'sending'
  readonly cause: LinkCause | null
  /** About the cause, or about something that does not end the connection. */
  readonly sentence: Message | null
  /** Absent: as before. */
  readonly device?: LlrpDevice
}

interface LinkOptions {
  readonly address: HostPort
  /** The address as it is shown. */
  readonly shown: string
  readonly wanted: Wanted
  /** The identification of the device that was confirmed; null: whatever is there. */
  readonly knownSerial: string | null
  readonly messageMax: number
  readonly resolve: Resolve
  readonly accept: (messages: Uint8Array) => Promise<unknown>
  readonly note: (note: LinkNote) => void
  readonly failed: (error: unknown) => void
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** The silence after which the connection is lost, in milliseconds; three keepalives by default. */
  readonly silentMillis?: number
}

/** Opens a connection to the first address of a host that accepts one. Throws LinkFault. */
export async function openConnection(
  options: Pick<LinkOptions, 'address' | 'shown' | 'messageMax' | 'resolve' | 'silentMillis'>,
  receive: Outbox['add'],
  signal: AbortSignal,
): Promise<LlrpConnection> {
  const { address, shown, messageMax, resolve, silentMillis } = options
  const ips = await resolve(urlOf(address)).catch((error: unknown) => {
    if (error instanceof DeliveryError) throw new LinkFault('llrp_address', error.said)
    throw faultOf(error, shown)
  })
  let fault = new LinkFault('llrp_unreachable', linkMessages('llrp.closed'))
  for (const ip of ips)
    try {
      const silence = silentMillis === undefined ? {} : { silentMillis }
      const connection = { shown, ip, port: address.port, messageMax, receive, ...silence }
      return await LlrpConnection.open(connection, signal)
    } catch (error) {
      fault = faultOf(error, shown)
      if (fault.cause !== 'llrp_unreachable') break
    }
  throw fault
}

/** Keeps the connection to one reader: connects, configures the reader, and connects again with a delay that grows. */
export class LlrpLink {
  readonly #options: LinkOptions
  readonly #stopping = new AbortController()
  readonly #outbox: Outbox
  #connection: LlrpConnection | undefined
  #knownSerial: string | null
  #running: Promise<void> = Promise.resolve()
  #failures = 0
  #isStopping = false

  constructor(options: LinkOptions) {
    this.#options = options
    this.#knownSerial = options.knownSerial
    this.#outbox = new Outbox({
      accept: options.accept,
      failed: options.failed,
      drained: () => this.#connection?.resume(),
    })
  }

  start(): void {
    this.#running = this.#run()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const since = performance.now()
      const fault = await this.#once()
      if (this.#isStopping) return
      this.#options.note({ state: 'connecting', cause: fault.cause, sentence: fault.said })
      if (performance.now() - since >= stableMillis) this.#failures = 0
      // The delay is random, so that readers that were lost together are not called together.
      await this.#options.pause(this.#delayAfter(fault) * (0.5 + Math.random() / 2), signal)
    }
  }

  #delayAfter({ cause }: LinkFault): number {
    if (cause === 'llrp_held' && this.#options.wanted.takesOver) return takeOverDelay
    return Math.min(longestDelay, firstDelay * 2 ** Math.min(this.#failures++, 10))
  }

  /** Connects once and waits until the connection is lost. */
  async #once(): Promise<LinkFault> {
    const { shown, wanted, note } = this.#options
    let connection: LlrpConnection | undefined
    try {
      const receive: Outbox['add'] = (frames) => this.#outbox.add(frames)
      connection = await openConnection(this.#options, receive, this.#stopping.signal)
      this.#connection = connection
      note({ state: 'connected', cause: null, sentence: null })
      const device = await askDevice(connection)
      await configure(connection, device, wanted)
      note({ state: 'sending', cause: null, sentence: this.#warningAbout(device), device })
      return await connection.lost
    } catch (error) {
      await connection?.leave()
      return faultOf(error, shown)
    } finally {
      this.#connection = undefined
    }
  }

  #warningAbout({ serial, antennaCount }: LlrpDevice): Message | null {
    this.#knownSerial ??= serial
    const known = this.#knownSerial
    if (known !== null && serial !== null && known !== serial)
      return linkMessages('llrp.other_device', { found: serial, known })
    const missing = this.#options.wanted.antennas.filter(({ port }) => port < 1 || port > antennaCount)
    if (missing.length === 0) return null
    return linkMessages('llrp.missing_antennas', {
      count: antennaCount,
      ports: missing.map(({ port }) => port),
    })
  }

  /** Ends the connection, and writes what has arrived. `release` also ends the reading of the reader. */
  async stop(how: 'leave' | 'release'): Promise<void> {
    this.#isStopping = true
    const connection = this.#connection
    if (connection && how === 'release') await release(connection).catch(() => {})
    if (connection) await Promise.race([connection.leave(), connection.lost])
    this.#stopping.abort()
    await this.#running
    await this.#outbox.finish()
  }
}
