import { createServer, type Server, type Socket } from 'node:net'
import { decodeMessage } from '../../../tracking/llrp/codec/decode'
import { encodeMessage, encodeParameter } from '../../../tracking/llrp/codec/encode'
import { Frames } from '../../../tracking/llrp/codec/frames'
import {
  find,
  findAll,
  type LlrpMessage,
  numberOf,
  type Parameter,
  parameter,
} from '../../../tracking/llrp/codec/values'
import { capabilitiesOf, configOf, notificationOf, type SimulatedDevice, statusOf } from './device'

/** A read that a simulated reader reports. */
export interface SimulatedRead {
  readonly epc: string
  readonly antenna: number
  readonly rssi: number
  /** Microseconds since 1970. */
  readonly at: number
}

const messageMax = 1024 * 1024
const unsupported = 109
const noSuchField = 101
/** Maximum number of reports that wait for a client. */
const heldMax = 100_000

/** The ways in which a request ends that only changes the state of the reader. */
const plainRequests = new Set([
  'SET_READER_CONFIG',
  'ADD_ROSPEC',
  'DELETE_ROSPEC',
  'ENABLE_ROSPEC',
  'DISABLE_ROSPEC',
  'START_ROSPEC',
  'STOP_ROSPEC',
  'DELETE_ACCESSSPEC',
])

/** What clients of Impinj readers send first, and its response. The extensions themselves are not simulated. */
const impinj = 25_882
const extensions = { enable: 21, enabled: 22 } as const

const connected = { accepted: 0, held: 2, attempted: 4 } as const
const rospecState = { disabled: 0, inactive: 1, active: 2 } as const

/** A reader that speaks LLRP 1.0.1 to one client at a time. `respond` may be overridden to misbehave. */
export class SimulatedLlrpReader {
  readonly #device: SimulatedDevice
  readonly #server: Server
  readonly #startedAt = performance.now()
  #client: Socket | undefined
  #ids = 1
  #rospec: Parameter | undefined
  #state: number = rospecState.disabled
  #holds = false
  /** Whether reports wait until the client asks for them. */
  #isHolding = false
  #held: Parameter[] = []
  #keepalive: ReturnType<typeof setInterval> | undefined
  /** Number of connections that were accepted. */
  connections = 0

  constructor(device: SimulatedDevice) {
    this.#device = device
    this.#server = createServer((socket) => this.#accept(socket))
  }

  /** Listens and returns the port. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, host, () => resolve((this.#server.address() as { port: number }).port))
    })
  }

  async close(): Promise<void> {
    clearInterval(this.#keepalive)
    this.#client?.destroy()
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()))
  }

  /** Ends the connection of the client, as a reader that loses its network. */
  dropClient(): void {
    this.#client?.destroy()
  }

  get hasClient(): boolean {
    return this.#client !== undefined
  }

  get isReading(): boolean {
    return this.#rospec !== undefined && this.#state === rospecState.active
  }

  get rospec(): Parameter | undefined {
    return this.#rospec
  }

  /** The antennas that the client has told the reader to use; all without a ROSpec that names them. */
  get antennas(): readonly number[] {
    const ids = this.#rospec && find(this.#rospec, 'AISpec')?.fields['AntennaIDs']
    const named = Array.isArray(ids) ? (ids as readonly number[]) : []
    const all = Array.from({ length: this.#device.antennas }, (_, index) => index + 1)
    return named.length === 0 || named.includes(0) ? all : named
  }

  /** The power of an antenna below the greatest one of the reader, in dB; 0 without a setting. */
  attenuationOf(antenna: number): number {
    const { powersDbm } = this.#device
    const inventory = this.#rospec && find(this.#rospec, 'AISpec', 'InventoryParameterSpec')
    const own = findAll(inventory, 'AntennaConfiguration').find((each) =>
      [0, antenna].includes(numberOf(each, 'AntennaID') ?? -1),
    )
    const index = numberOf(own && find(own, 'RFTransmitter'), 'TransmitPower') ?? 0
    const power = powersDbm[index - 1]
    return power === undefined ? 0 : Math.max(...powersDbm) - power
  }

  /** Reports reads to the client, or holds them while there is none. Returns whether the client can take more. */
  report(reads: readonly SimulatedRead[]): boolean {
    if (!this.isReading) return true
    const reports = reads.map((read) => this.#reportOf(read))
    if (this.#client && !this.#isHolding) return this.#sendReports(reports)
    if (this.#holds) this.#held = [...this.#held, ...reports].slice(-heldMax)
    return true
  }

  /** Sends a message to the client. Returns whether it can take more. */
  send(message: LlrpMessage): boolean {
    return this.sendBytes(encodeMessage(message))
  }

  sendBytes(bytes: Uint8Array): boolean {
    return this.#client?.writable ? this.#client.write(bytes) : true
  }

  #sendReports(reports: readonly Parameter[]): boolean {
    return this.send(this.#messageOf(reports))
  }

  #messageOf(reports: readonly Parameter[]): LlrpMessage {
    return { ...parameter('RO_ACCESS_REPORT', {}, reports), id: this.#ids++, version: 1 }
  }

  /** Returns the message that reports reads. */
  encode(reads: readonly SimulatedRead[]): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(encodeMessage(this.#messageOf(reads.map((read) => this.#reportOf(read)))))
  }

  #reportOf({ epc, antenna, rssi, at }: SimulatedRead): Parameter {
    const { hasClock } = this.#device
    const time = hasClock ? BigInt(at) : this.#uptime()
    const kind = hasClock ? 'UTC' : 'Uptime'
    return parameter('TagReportData', {}, [
      parameter('EPC_96', { EPC: epc }),
      parameter('AntennaID', { AntennaID: antenna }),
      parameter('PeakRSSI', { PeakRSSI: Math.round(rssi) }),
      parameter('ChannelIndex', { ChannelIndex: 1 }),
      parameter(`FirstSeenTimestamp${kind}`, { Microseconds: time }),
      parameter(`LastSeenTimestamp${kind}`, { Microseconds: time }),
      parameter('TagSeenCount', { TagCount: 1 }),
    ])
  }

  #uptime = (): bigint => BigInt(Math.round((performance.now() - this.#startedAt) * 1000))

  #timestamp(): Parameter {
    if (!this.#device.hasClock) return parameter('Uptime', { Microseconds: this.#uptime() })
    return parameter('UTCTimestamp', { Microseconds: BigInt(Date.now()) * 1000n })
  }

  /** A notification of the reader, such as that of an antenna. */
  notification(event: Parameter): LlrpMessage {
    return notificationOf(event, this.#ids++, this.#timestamp())
  }

  #accept(socket: Socket): void {
    socket.on('error', () => socket.destroy())
    const attempt = (Status: number) => this.notification(parameter('ConnectionAttemptEvent', { Status }))
    if (this.#client) {
      this.send(attempt(connected.attempted))
      return void socket.end(encodeMessage(attempt(connected.held)))
    }
    this.connections++
    this.#client = socket
    this.#isHolding = this.#holds
    const frames = new Frames(messageMax)
    socket.on('data', (chunk: Uint8Array) => {
      for (const frame of frames.take(chunk)) this.respond(decodeMessage(frame.bytes))
    })
    socket.on('close', () => this.#lost(socket))
    this.greet(attempt(connected.accepted))
  }

  /** Sends the first message of a connection. */
  greet(message: LlrpMessage): void {
    this.send(message)
  }

  #lost(socket: Socket): void {
    if (this.#client !== socket) return
    this.#client = undefined
    clearInterval(this.#keepalive)
  }

  /** Replies to a request of the client. */
  respond(request: LlrpMessage): void {
    const { name, id } = request
    const reply = (parameters: readonly Parameter[]) =>
      this.send({ ...parameter(`${name}_RESPONSE`, {}, parameters), id, version: 1 })
    if (name === 'KEEPALIVE_ACK') return
    if (name === 'ENABLE_EVENTS_AND_REPORTS' || name === 'GET_REPORT') return this.#release()
    if (name === 'GET_READER_CAPABILITIES') return void reply([statusOf(0), ...capabilitiesOf(this.#device)])
    if (name === 'GET_READER_CONFIG') return void reply([statusOf(0), ...configOf(this.#device)])
    if (name === 'GET_ROSPECS') return void reply([statusOf(0), ...this.#currentRospecs()])
    if (name === 'CLOSE_CONNECTION') {
      reply([statusOf(0)])
      return void this.#client?.end()
    }
    if (name === 'CUSTOM_MESSAGE' && request.fields['MessageSubtype'] === extensions.enable)
      return void this.send(this.#extensionsEnabled(id))
    if (plainRequests.has(name)) return void reply([this.#change(request)])
    const status = statusOf(unsupported, `${name} is not supported`)
    this.send({ ...parameter('ERROR_MESSAGE', {}, [status]), id, version: 1 })
  }

  #extensionsEnabled(id: number): LlrpMessage {
    const Data = encodeParameter(statusOf(0)).toHex()
    const fields = { VendorIdentifier: impinj, MessageSubtype: extensions.enabled, Data }
    return { ...parameter('CUSTOM_MESSAGE', fields), id, version: 1 }
  }

  #currentRospecs(): readonly Parameter[] {
    const rospec = this.#rospec
    return rospec ? [{ ...rospec, fields: { ...rospec.fields, CurrentState: this.#state } }] : []
  }

  #release(): void {
    const held = this.#held
    this.#held = []
    this.#isHolding = false
    if (held.length > 0)
      for (let at = 0; at < held.length; at += 100) this.#sendReports(held.slice(at, at + 100))
  }

  #change(request: LlrpMessage): Parameter {
    if (request.name === 'DELETE_ACCESSSPEC') return statusOf(0)
    if (request.name === 'SET_READER_CONFIG') return this.#configure(request)
    if (request.name === 'ADD_ROSPEC') {
      this.#rospec = find(request, 'ROSpec')
      this.#state = rospecState.disabled
      return statusOf(0)
    }
    const id = numberOf(request, 'ROSpecID')
    const isKnown = id === 0 || id === numberOf(this.#rospec, 'ROSpecID')
    if (!isKnown || (!this.#rospec && id !== 0)) return statusOf(noSuchField, `There is no ROSpec ${id}`)
    if (request.name === 'DELETE_ROSPEC') this.#rospec = undefined
    else this.#state = this.#stateAfter(request.name)
    return statusOf(0)
  }

  #stateAfter(name: string): number {
    if (name === 'START_ROSPEC') return rospecState.active
    if (name === 'STOP_ROSPEC') return rospecState.inactive
    if (name === 'DISABLE_ROSPEC') return rospecState.disabled
    const trigger = this.#rospec && find(this.#rospec, 'ROBoundarySpec', 'ROSpecStartTrigger')
    return numberOf(trigger, 'ROSpecStartTriggerType') === 1 ? rospecState.active : rospecState.inactive
  }

  #configure(request: LlrpMessage): Parameter {
    const keepalive = find(request, 'KeepaliveSpec')
    const millis = numberOf(keepalive, 'PeriodicTriggerValue') ?? 0
    if (keepalive) this.#keepAlive(numberOf(keepalive, 'KeepaliveTriggerType') === 1 ? millis : 0)
    const holding = numberOf(find(request, 'EventsAndReports'), 'HoldEventsAndReportsUponReconnect')
    if (holding !== undefined) this.#holds = holding === 1 && this.#device.holdsReports
    return statusOf(0)
  }

  #keepAlive(millis: number): void {
    clearInterval(this.#keepalive)
    if (millis === 0) return
    const send = () => this.send({ ...parameter('KEEPALIVE'), id: this.#ids++, version: 1 })
    this.#keepalive = setInterval(send, millis)
  }
}
