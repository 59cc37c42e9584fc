import type { Duplex } from 'node:stream'
import type { Allowance } from './allowance'
import { Frames, type Header, SkippedMessage } from './frames'
import { largeMin, unfinishedMilliseconds } from './large-messages'
import type { Publish } from './publish'
import { ConnectionFault, reasons } from './reasons'

/**
 * Maximum size of a CONNECT, in bytes. It contains names, a password and a will. Anyone may send it, and decoding 16 KiB
 * of user properties takes 4 ms.
 */
const firstBytesMax = 4096

/** Maximum size of the other packets except PUBLISH, in bytes. A SUBSCRIBE is the largest. */
const otherBytesMax = 16_384

/** The time that a client has to read the last packet. A socket that is closed with unread input loses it. */
const lingerMilliseconds = 1000

const publishType = 3

/** The time after which a client is disconnected that does not read its messages. */
const unreadMilliseconds = 60_000

/** Packets of a connection that are processed before other work gets a turn. They take about a millisecond. */
const packetsOfTurn = 100

/** What a connection calls. An error that `packet` or `message` throws is passed to `fault`. */
export interface PacketHandler {
  /** The first packet, or one that is not a PUBLISH. No further one is read until `open`. */
  packet(bytes: Buffer): void
  /** A PUBLISH. `finished` must be called with its size when it is done. */
  message(bytes: Buffer, headerBytes: number): void
  /** A PUBLISH that was too large and was skipped. `finished` must be called with 0 when it is done. */
  skipped(qos: Publish['qos'], messageId: number): void
  /** The connection must be ended. */
  fault(error: Error): void
  closed(): void
}

type Progress = 'on' | 'starved' | 'held'

/**
 * A socket with packets of limited size, and with a limited number of messages in progress.
 *
 * A PUBLISH passes only while the allowance of its reader has room for it, and no packet passes while the client leaves
 * responses unread. Otherwise the socket is paused, and TCP slows down the client. A small message always passes when
 * the connection has no other message. So connections of a reader that stop in the middle of a message do not lock the
 * reader out.
 */
export class Connection {
  readonly #socket: Duplex
  readonly #packetBytesMax: number
  readonly #handler: PacketHandler
  readonly #frames = new Frames()
  /** Undefined until `open`. */
  #allowance: Allowance | undefined
  /** The packet that is being received. */
  #current: Header | SkippedMessage | undefined
  /** What was charged for the message that is being received. */
  #entering: number | undefined
  /** Number of messages that passed and are not finished. */
  #unfinished = 0
  #output: Buffer[] = []
  #lastByteAt = 0
  #hasFirst = false
  #hasEnded = false
  #isPumping = false
  #isHeld = false
  #isStopped = false
  #isEnding = false
  #isDestroyed = false
  #silence: NodeJS.Timeout | undefined
  #unfinishedCheck: NodeJS.Timeout | undefined
  #linger: NodeJS.Timeout | undefined
  readonly #wake = () => this.#pump()
  readonly #flush = () => this.#write()

  constructor(socket: Duplex, packetBytesMax: number, handler: PacketHandler) {
    this.#socket = socket
    this.#packetBytesMax = packetBytesMax
    this.#handler = handler
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('end', () => {
      this.#hasEnded = true
      this.#pump()
    })
    socket.on('drain', this.#wake)
    socket.on('error', (error) => handler.fault(error))
    socket.on('close', () => this.destroy())
  }

  /** True when nothing can be sent any more. */
  get isClosed(): boolean {
    return this.#isEnding || this.#isDestroyed
  }

  /**
   * Lets the packets after the CONNECT pass, within the allowance of the reader. From now on, a client that exceeds its
   * keep-alive is disconnected.
   */
  open(keepAliveSeconds: number, allowance: Allowance): void {
    if (this.isClosed) return
    this.#allowance = allowance
    if (keepAliveSeconds > 0) this.#watchSilence(keepAliveSeconds * 1500)
    this.#pump()
  }

  /** Sends a packet. Packets that are sent at once share a segment. */
  send(packet: Buffer): void {
    if (this.isClosed) return
    if (this.#output.push(packet) === 1) queueMicrotask(this.#flush)
  }

  /** Resolves when the client has read what was sent, or when the connection is closed. */
  async drained(): Promise<void> {
    this.#write()
    if (this.isClosed || !this.#socket.writableNeedDrain) return
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#socket.off('drain', done).off('close', done)
        resolve()
      }
      const timer = setTimeout(() => {
        done()
        this.#handler.fault(new ConnectionFault(reasons.keepAliveTimeout, 'the client reads nothing'))
      }, unreadMilliseconds)
      this.#socket.once('drain', done).once('close', done)
    })
  }

  /** Ends a message that passed, for which this number of bytes was charged. */
  finished(bytes: number): void {
    this.#unfinished--
    this.#allowance?.release(bytes)
    this.#pump()
  }

  /** Reads no further packet. */
  stop(): void {
    this.#isStopped = true
    this.#pump()
  }

  /** Closes the connection after the packets that were sent and this last one. Resolves when they have left. */
  async end(last?: Buffer): Promise<void> {
    if (this.isClosed) return
    if (last) this.#output.push(last)
    this.#write()
    this.#isEnding = true
    this.#release()
    this.#linger = setTimeout(() => this.destroy(), lingerMilliseconds)
    await new Promise<void>((resolve) => {
      this.#socket.once('close', resolve)
      this.#socket.end(resolve)
      // Further input is dropped.
      this.#socket.resume()
    })
  }

  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    this.#release()
    clearTimeout(this.#linger)
    this.#socket.destroy()
    this.#handler.closed()
  }

  /** Returns what was charged for a message that will not be complete. */
  #release(): void {
    clearTimeout(this.#silence)
    clearTimeout(this.#unfinishedCheck)
    this.#allowance?.cancelWait(this.#wake)
    if (this.#entering !== undefined) this.#allowance?.release(this.#entering)
    this.#entering = undefined
  }

  #write(): void {
    if (this.isClosed || this.#output.length === 0) return
    const output = this.#output
    this.#output = []
    this.#socket.write(output.length === 1 && output[0] ? output[0] : Buffer.concat(output))
  }

  /** [MQTT-3.1.2-24] Every byte counts, because a large message may take longer than the keep-alive. */
  #watchSilence(milliseconds: number): void {
    const check = () => {
      // While the service does not read from the client, silence does not exceed the keep-alive.
      const silent = this.#isHeld ? 0 : performance.now() - this.#lastByteAt
      if (silent >= milliseconds)
        return this.#handler.fault(new ConnectionFault(reasons.keepAliveTimeout, 'keep alive timeout'))
      this.#silence = setTimeout(check, milliseconds - silent)
    }
    this.#silence = setTimeout(check, milliseconds)
  }

  #receive(chunk: Buffer): void {
    if (this.isClosed) return
    this.#lastByteAt = performance.now()
    this.#frames.add(chunk)
    this.#pump()
  }

  #pump(): void {
    if (this.#isPumping || this.isClosed) return
    this.#isPumping = true
    let progress: Progress = 'on'
    try {
      for (let packets = 0; progress === 'on' && !this.isClosed; packets++)
        progress = packets < packetsOfTurn ? this.#step() : this.#yield()
    } catch (error) {
      this.#handler.fault(error as Error)
    }
    this.#isPumping = false
    if (this.isClosed) return
    this.#hold(progress === 'held')
    if (this.#hasEnded && !this.#isHeld && this.#unfinished === 0) void this.end()
  }

  /** Goes on after the other connections. */
  #yield(): Progress {
    setImmediate(this.#wake)
    return 'held'
  }

  #hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return
    this.#isHeld = isHeld
    this.#lastByteAt = performance.now()
    if (isHeld) this.#socket.pause()
    else this.#socket.resume()
  }

  #step(): Progress {
    if (this.#isStopped) return 'held'
    const current = this.#current ?? this.#next()
    if (current === 'starved' || current === 'held') return current
    this.#current = current
    if (current instanceof SkippedMessage) {
      if (!this.#frames.skip(current)) return 'starved'
      this.#current = undefined
      this.#pass(() => this.#handler.skipped(current.qos, current.messageId))
      return 'on'
    }
    const bytes = this.#frames.take(current.bytes)
    if (!bytes) return 'starved'
    this.#current = undefined
    if (this.#entering === undefined) this.#handler.packet(bytes)
    else this.#pass(() => this.#handler.message(bytes, current.headerBytes))
    return 'on'
  }

  /** Begins the next packet when it may be received. A message is charged to the allowance from here on. */
  #next(): Header | SkippedMessage | 'starved' | 'held' {
    if (this.#socket.writableNeedDrain) return 'held'
    if (this.#hasFirst && !this.#allowance) return 'held'
    const header = this.#frames.header()
    if (!header) return 'starved'
    const type = header.first >> 4
    if (type === publishType && this.#allowance) return this.#nextMessage(header, this.#allowance)
    const bytesMax = this.#hasFirst ? otherBytesMax : firstBytesMax
    if (header.bytes > Math.min(this.#packetBytesMax, bytesMax)) {
      const message = `a packet of type ${type} has ${header.bytes} bytes`
      throw new ConnectionFault(reasons.packetTooLarge, message)
    }
    this.#hasFirst = true
    return header
  }

  #nextMessage(header: Header, allowance: Allowance): Header | SkippedMessage | 'held' {
    const isOversize = header.bytes > this.#packetBytesMax
    const bytes = isOversize ? 0 : header.bytes
    if (!allowance.hasRoom(bytes) && (this.#unfinished > 0 || bytes > otherBytesMax)) {
      allowance.wait(this.#wake, bytes)
      return 'held'
    }
    allowance.take(bytes)
    this.#entering = bytes
    if (bytes > largeMin) this.#watchUnfinished()
    return isOversize ? new SkippedMessage(header) : header
  }

  /** Ends the connection if others wait for the room of a message that does not arrive. */
  #watchUnfinished(): void {
    this.#unfinishedCheck = setTimeout(() => {
      if (!this.#allowance?.large.isShort) return this.#watchUnfinished()
      const message = 'a large message took too long while others waited'
      this.#handler.fault(new ConnectionFault(reasons.keepAliveTimeout, message))
    }, unfinishedMilliseconds)
  }

  /** Passes the message that was being received. */
  #pass(deliver: () => void): void {
    clearTimeout(this.#unfinishedCheck)
    const bytes = this.#entering ?? 0
    this.#entering = undefined
    this.#unfinished++
    try {
      deliver()
    } catch (error) {
      this.finished(bytes)
      throw error
    }
  }
}
