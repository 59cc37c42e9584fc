import { randomUUID } from 'node:crypto'
import { Duplex } from 'node:stream'
import { Allowance } from './allowance'

/**
 * The topic of the empty message that replaces a PUBLISH that was too large. The message keeps the QoS and the packet
 * id of the original, so that aedes acknowledges it in its turn. No client can guess the topic.
 */
export const oversizeTopic = `oversize/${randomUUID()}`

/**
 * Reports a packet that is too large and can't be skipped: not a PUBLISH, or sent before the connection was accepted.
 */
export class PacketTooLarge extends Error {}

/**
 * Maximum size of all packets except PUBLISH, in bytes. A CONNECT contains names, a password and a will, and
 * subscriptions are refused. Neither an unauthenticated client nor a reader needs more memory than this.
 */
const otherBytesMax = 16_384

const publishType = 3

interface Header {
  readonly first: number
  /** Size of the fixed header. */
  readonly headerBytes: number
  /** Size of the whole packet. */
  readonly bytes: number
}

type Progress = 'on' | 'starved' | 'held'

/**
 * The socket that aedes reads from: packets of limited size, and a limited number of messages in progress.
 *
 * aedes reads whenever a segment arrives, however many messages are in progress, and buffers a packet of any length.
 * This class sets the limits. A PUBLISH passes only while the allowance of its reader has room for it, and no packet
 * passes while the client leaves responses unread. Otherwise the socket is paused, and TCP slows down the client.
 * A small message always passes when the connection has no other message. So connections of a reader that stop in the
 * middle of a message do not lock the reader out.
 */
export class LimitedConnection extends Duplex {
  readonly #socket: Duplex
  readonly #packetBytesMax: number
  #allowance: Allowance
  /** Sizes in bytes of the messages that passed and have not begun, oldest first. */
  readonly #entering: number[] = []
  /** Number of messages that have begun and not ended. */
  #begun = 0
  readonly #wake = () => this.#pump()
  #input: Buffer = Buffer.alloc(0)
  #step: () => Progress = () => this.#header()
  /** Number of bytes left of the part of a packet that is being passed or skipped. */
  #left = 0
  #isWanted = false
  #isHeld = false
  #isOpen = false
  #hasFirst = false
  #hasEnded = false
  #silence: NodeJS.Timeout | undefined

  constructor(socket: Duplex, packetBytesMax: number) {
    super()
    this.#socket = socket
    this.#packetBytesMax = packetBytesMax
    this.#allowance = new Allowance(packetBytesMax)
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('end', () => {
      this.#hasEnded = true
      this.#pump()
    })
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
    this.on('drain', () => this.#pump())
  }

  /**
   * Lets the packets after the CONNECT pass, within the allowance of the reader. From now on, a client that exceeds its
   * keep-alive is disconnected.
   */
  open(keepAliveSeconds: number, allowance: Allowance): void {
    this.#allowance = allowance
    this.#isOpen = true
    if (keepAliveSeconds > 0 && !this.destroyed) {
      // [MQTT-3.1.2-24] Every byte resets the timer, because a large message may take longer than the keep-alive.
      this.#silence = setTimeout(() => this.#onSilence(), keepAliveSeconds * 1500)
    }
    this.#pump()
  }

  /** Must be called for each message that passed. Returns a function that must be called when the message is done. */
  begin(): () => void {
    const bytes = this.#entering.shift()
    // The connection has ended.
    if (bytes === undefined) return () => {}
    this.#begun++
    return () => {
      this.#begun--
      this.#allowance.release(bytes)
      this.#pump()
    }
  }

  get #isIdle(): boolean {
    return this.#begun === 0 && this.#entering.length === 0
  }

  /** Ends the connection. Resolves when the operating system has received all written bytes. */
  async flush(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.destroyed) resolve()
      this.once('close', resolve)
      this.end(resolve)
    })
  }

  #receive(chunk: Buffer): void {
    this.#silence?.refresh()
    this.#input = this.#input.length === 0 ? chunk : Buffer.concat([this.#input, chunk])
    this.#pump()
  }

  #onSilence(): void {
    // While the client is held back its silence is our doing.
    if (this.#isHeld) this.#silence?.refresh()
    else this.destroy(new Error('keep alive timeout'))
  }

  #pump(): void {
    let progress: Progress = 'on'
    while (progress === 'on' && !this.destroyed) progress = this.#step()
    if (this.destroyed) return
    this.#isHeld = progress === 'held'
    if (this.#isHeld) this.#socket.pause()
    else if (!this.#hasEnded) this.#socket.resume()
    else if (this.#isIdle || this.#input.length > 0 || this.#left > 0) this.push(null)
  }

  #header(): Progress {
    if (!this.#isWanted || this.writableNeedDrain) return 'held'
    if (this.#hasFirst && !this.#isOpen) return 'held'
    const header = readHeader(this.#input)
    if (header === 'incomplete') return 'starved'
    if (header === 'malformed') return this.#fail(new Error('malformed remaining length'))
    const type = header.first >> 4
    const isMessage = type === publishType && this.#isOpen
    const bytesMax = isMessage ? this.#packetBytesMax : Math.min(this.#packetBytesMax, otherBytesMax)
    const isOversize = header.bytes > bytesMax
    if (isOversize && !isMessage) {
      return this.#fail(new PacketTooLarge(`a packet of type ${type} has ${header.bytes} bytes`))
    }
    this.#hasFirst = true
    if (type !== publishType) return this.#pass(header.bytes)
    if (!this.#hasRoom(isOversize ? 0 : header.bytes)) return 'held'
    if (isOversize) return this.#enter(() => this.#oversize(header))
    this.#count(header.bytes)
    return this.#pass(header.bytes)
  }

  #hasRoom(bytes: number): boolean {
    if (this.#allowance.hasRoom(bytes) || (this.#isIdle && bytes <= otherBytesMax)) return true
    this.#allowance.wait(this.#wake)
    return false
  }

  #count(bytes: number): void {
    this.#entering.push(bytes)
    this.#allowance.take(bytes)
  }

  #pass(bytes: number): Progress {
    this.#left = bytes
    return this.#enter(() => {
      if (!this.#isWanted) return 'held'
      const piece = this.#take(this.#left)
      if (!piece) return 'starved'
      this.#left -= piece.length
      this.#isWanted = this.push(piece)
      return this.#left > 0 ? 'on' : this.#enter(() => this.#header())
    })
  }

  /** Skips a PUBLISH that is too large, except for its packet id, which follows the topic. */
  #oversize(header: Header): Progress {
    const headBytes = header.headerBytes + 2
    if (this.#input.length < headBytes) return 'starved'
    const topicBytes = this.#input.readUInt16BE(header.headerBytes)
    const idBytes = (header.first & 0x06) === 0 ? 0 : 2
    const restBytes = header.bytes - headBytes - topicBytes - idBytes
    if (restBytes < 0) return this.#fail(new Error('malformed PUBLISH'))
    return this.#skip(headBytes + topicBytes, () => {
      if (this.#input.length < idBytes) return 'starved'
      const id = this.#take(idBytes) ?? Buffer.alloc(0)
      return this.#skip(restBytes, () => this.#substitute(header.first, id))
    })
  }

  #substitute(first: number, id: Buffer): Progress {
    const topic = Buffer.from(oversizeTopic)
    const bytes = 2 + topic.length + id.length
    const packet = Buffer.concat([Buffer.of(first, bytes, 0, topic.length), topic, id])
    this.#count(packet.length)
    this.#isWanted = this.push(packet)
    return this.#enter(() => this.#header())
  }

  #skip(bytes: number, next: () => Progress): Progress {
    this.#left = bytes
    return this.#enter(() => {
      this.#left -= this.#take(this.#left)?.length ?? 0
      return this.#left > 0 ? 'starved' : this.#enter(next)
    })
  }

  /** Takes at most `bytes` of the received bytes. */
  #take(bytes: number): Buffer | undefined {
    if (this.#input.length === 0) return undefined
    const piece = this.#input.subarray(0, bytes)
    this.#input = this.#input.subarray(piece.length)
    return piece
  }

  #enter(step: () => Progress): Progress {
    this.#step = step
    return 'on'
  }

  #fail(error: Error): Progress {
    this.destroy(error)
    return 'held'
  }

  /**
   * Returns all buffered bytes, as the streams of Node do and as aedes expects. The streams of Bun return one chunk and
   * emit no event for the next one, so a packet of several chunks would never be complete.
   */
  override read(size?: number): unknown {
    return super.read(size ?? (this.readableLength || undefined))
  }

  override _read(): void {
    this.#isWanted = true
    this.#pump()
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    if (this.#socket.destroyed) done()
    else this.#socket.write(chunk, done)
  }

  /** Writes several acknowledgements as one segment. */
  override _writev(chunks: { readonly chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), '', done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => done())
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#silence)
    this.#allowance.forget(this.#wake)
    for (const bytes of this.#entering.splice(0)) this.#allowance.release(bytes)
    this.#input = Buffer.alloc(0)
    this.#socket.destroy()
    done(error)
  }
}

/** Reads the fixed header at the beginning of `bytes`. A length of more than four bytes is malformed [MQTT-2.2.3]. */
function readHeader(bytes: Buffer): Header | 'incomplete' | 'malformed' {
  const first = bytes[0]
  let rest = 0
  for (let i = 1; i <= 4; i++) {
    const byte = bytes[i]
    if (first === undefined || byte === undefined) return 'incomplete'
    rest += (byte & 0x7f) << (7 * (i - 1))
    if (byte < 0x80) return { first, headerBytes: i + 1, bytes: i + 1 + rest }
  }
  return 'malformed'
}
