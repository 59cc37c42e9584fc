import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '../../../base/messages'
import { decodeMessage } from '../codec/decode'
import { encodeMessage } from '../codec/encode'
import { type Frame, Frames } from '../codec/frames'
import { LlrpError } from '../codec/messages'
import { find, type LlrpMessage, numberOf, type Parameter, parameter, textOf } from '../codec/values'
import { faultOf, LinkFault, secondsOf } from './faults'
import { linkMessages } from './messages'

/** Maximum time to connect, and until the reader greets, in milliseconds. */
const connectMillis = 5_000
const responseMillis = 10_000
/** Time for which a reader may reply that it closes the connection, in milliseconds. The service must stop meanwhile. */
const leaveMillis = 2_000
/** Interval of the keepalives that readers are told to send, and the silence after which a connection is lost, in milliseconds. */
export const keepaliveMillis = 10_000
const silentMillisUsual = 3 * keepaliveMillis

const statusSuccess = 0

interface Pending {
  readonly resolve: (response: LlrpMessage) => void
  readonly reject: (fault: LinkFault) => void
}

interface ConnectionOptions {
  /** The address as it is shown. */
  readonly shown: string
  readonly ip: string
  readonly port: number
  readonly messageMax: number
  /** Is called with messages that are no responses, several at once. Returns whether more can be taken now. */
  readonly receive: (frames: readonly Frame[]) => boolean
  readonly silentMillis?: number
}

/** Time without a byte is measured while the service reads. */
const now = (): number => performance.now()

/** A connection to a reader: requests and their responses, keepalives, and the messages that the reader sends by itself. */
export class LlrpConnection {
  /** Resolves when the connection has ended. It never rejects. */
  readonly lost: Promise<LinkFault>
  readonly #options: ConnectionOptions
  readonly #socket: Socket
  readonly #frames: Frames
  readonly #end = Promise.withResolvers<LinkFault>()
  readonly #greeted = Promise.withResolvers<LlrpMessage>()
  #isGreeted = false
  readonly #pending = new Map<number, Pending>()
  #isLost = false
  #ids = 1
  #heardAt = now()
  #isPaused = false
  #watch: ReturnType<typeof setInterval> | undefined

  private constructor(options: ConnectionOptions, socket: Socket) {
    this.#options = options
    this.#socket = socket
    this.#frames = new Frames(options.messageMax)
    this.lost = this.#end.promise
    socket.setNoDelay(true)
    socket.on('data', (chunk: Uint8Array) => this.#receive(chunk))
    socket.on('error', (error) => this.#fail(faultOf(error, options.shown)))
    socket.on('close', () => this.#fail(this.#closed()))
  }

  /** Connects and waits for the greeting of the reader. Throws LinkFault. */
  static async open(options: ConnectionOptions, signal: AbortSignal): Promise<LlrpConnection> {
    const socket = await connected(options, signal)
    const connection = new LlrpConnection(options, socket)
    const close = () => connection.close()
    signal.addEventListener('abort', close, { once: true })
    void connection.lost.then(() => signal.removeEventListener('abort', close))
    await connection.#greeting()
    return connection
  }

  async #greeting(): Promise<void> {
    const late = new LinkFault(
      'llrp_protocol',
      linkMessages('llrp.no_greeting', { address: this.#options.shown, seconds: secondsOf(connectMillis) }),
    )
    const timer = setTimeout(() => this.#fail(late), connectMillis)
    const first = await Promise.race([this.#greeted.promise, this.lost])
    clearTimeout(timer)
    if (first instanceof LinkFault) throw first
    const event = find(first, 'ReaderEventNotificationData', 'ConnectionAttemptEvent')
    const status = numberOf(event, 'Status')
    if (status === 0) {
      this.#watch = setInterval(() => this.#lookForSilence(), 1_000)
      return
    }
    const isHeld = status === 1 || status === 2
    const said = isHeld
      ? linkMessages('llrp.held')
      : linkMessages('llrp.connection_refused', { status: status ?? 'none' })
    throw this.#fail(new LinkFault(isHeld ? 'llrp_held' : 'llrp_refused', said))
  }

  #lookForSilence(): void {
    const { silentMillis = silentMillisUsual } = this.#options
    if (this.#isPaused || now() - this.#heardAt < silentMillis) return
    const [seconds, keepalive] = [secondsOf(silentMillis), secondsOf(keepaliveMillis)]
    this.#fail(new LinkFault('llrp_silent', linkMessages('llrp.silent', { seconds, keepalive })))
  }

  #closed(): LinkFault {
    if (this.#frames.isWithinMessage) return new LinkFault('llrp_protocol', linkMessages('llrp.cut'))
    return new LinkFault('llrp_unreachable', linkMessages('llrp.closed'))
  }

  #fail(fault: LinkFault): LinkFault {
    clearInterval(this.#watch)
    this.#socket.destroy()
    this.#isLost = true
    for (const { reject } of this.#pending.values()) reject(fault)
    this.#pending.clear()
    this.#end.resolve(fault)
    return fault
  }

  /** Fails for bytes that are not LLRP. */
  #failFor(error: unknown): void {
    const reason: Message | string = error instanceof LlrpError ? error.said : String(error)
    this.#fail(new LinkFault('llrp_protocol', linkMessages('llrp.bytes', { reason })))
  }

  #receive(chunk: Uint8Array): void {
    this.#heardAt = now()
    const own: Frame[] = []
    try {
      for (const frame of this.#frames.take(chunk)) if (!this.#handled(frame)) own.push(frame)
    } catch (error) {
      this.#failFor(error)
    }
    // LLRP has no acknowledgement, so the messages before a fault would not come again.
    if (own.length > 0 && !this.#options.receive(own)) this.#pause()
  }

  /** Handles a response, a keepalive and the greeting. Returns whether the message is for nobody else. */
  #handled(frame: Frame): boolean {
    if (!this.#isGreeted) {
      this.#isGreeted = true
      this.#greeted.resolve(decodeMessage(frame.bytes))
      return true
    }
    const { name, id } = frame
    if (name === 'KEEPALIVE') {
      this.#write({ ...parameter('KEEPALIVE_ACK'), id })
      return false
    }
    const isResponse = name.endsWith('_RESPONSE') || name === 'ERROR_MESSAGE'
    const pending = isResponse ? this.#pending.get(id) : undefined
    if (pending) {
      // A response that cannot be read ends the connection, which rejects what is pending.
      pending.resolve(decodeMessage(frame.bytes))
      this.#pending.delete(id)
    }
    return name !== 'RO_ACCESS_REPORT' && name !== 'READER_EVENT_NOTIFICATION'
  }

  #pause(): void {
    this.#isPaused = true
    this.#socket.pause()
  }

  /** Reads on after `receive` has returned false. */
  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#heardAt = now()
    this.#socket.resume()
  }

  #write(message: Omit<LlrpMessage, 'version'>): void {
    if (this.#socket.writable) this.#socket.write(encodeMessage(message))
  }

  /** Sends a request that has no response. */
  send(name: string): void {
    this.#write({ ...parameter(name), id: this.#ids++ })
  }

  /** Sends a request and returns its response. Throws LinkFault when it is refused; the connection stays open then. */
  async request(
    name: string,
    fields: Parameter['fields'] = {},
    parameters: readonly Parameter[] = [],
  ): Promise<LlrpMessage> {
    const id = this.#ids++
    const { promise, resolve, reject } = Promise.withResolvers<LlrpMessage>()
    if (this.#isLost) throw await this.lost
    this.#pending.set(id, { resolve, reject })
    this.#write({ ...parameter(name, fields, parameters), id })
    const text = linkMessages('llrp.no_response', { request: name, seconds: secondsOf(responseMillis) })
    const timer = setTimeout(() => this.#fail(new LinkFault('llrp_silent', text)), responseMillis)
    const response = await promise.finally(() => clearTimeout(timer))
    const status = find(response, 'LLRPStatus')
    const code = numberOf(status, 'StatusCode')
    if (code === statusSuccess) return response
    const described = textOf(status, 'ErrorDescription')?.trim()
    const reason = described || linkMessages('llrp.status', { status: code ?? 'none' })
    throw new LinkFault('llrp_refused', linkMessages('llrp.refused', { request: name, reason }))
  }

  /** Asks the reader to close the connection, and closes it. */
  async leave(): Promise<void> {
    const closed = this.request('CLOSE_CONNECTION').catch(() => {})
    await Promise.race([closed, sleep(leaveMillis, undefined, { ref: false })])
    this.close()
  }

  close(): void {
    this.#fail(new LinkFault('llrp_unreachable', linkMessages('llrp.closed')))
  }
}

function connected({ shown, ip, port }: ConnectionOptions, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: ip, port })
    const seconds = secondsOf(connectMillis)
    const late = linkMessages('llrp.unreachable', {
      address: shown,
      reason: linkMessages('llrp.late', { seconds }),
    })
    const timer = setTimeout(() => fail(new LinkFault('llrp_unreachable', late)), connectMillis)
    const stop = () => fail(new LinkFault('llrp_unreachable', linkMessages('llrp.closed')))
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      socket.removeAllListeners()
    }
    const fail = (error: unknown) => {
      done()
      socket.on('error', () => {})
      socket.destroy()
      reject(faultOf(error, shown))
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    socket.once('error', fail)
    socket.once('connect', () => {
      done()
      resolve(socket)
    })
  })
}
