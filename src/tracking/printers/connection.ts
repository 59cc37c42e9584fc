import { connect, type Socket } from 'node:net'
import { DeliveryError, type Resolve } from '../../base/addresses/addresses'
import { type HostPort, urlOf } from '../../base/addresses/host-port'
import { foreign } from '../../base/messages'
import { printerMessages } from './messages'
import { type Answer, Answers, type HostStatus, nonsense, PrinterFault } from './status'

/** Maximum times to connect, and until a printer says how it is, in milliseconds. */
const connectMillis = 5_000
const statusMillis = 4_000
/** Maximum number of answers that wait to be read. A label has two. */
const answersMax = 100

const shownOf = ({ host, port }: HostPort): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

interface Waiting<T> {
  readonly resolve: (value: T) => void
  readonly reject: (fault: PrinterFault) => void
}

/** A connection to a label printer. Its methods throw PrinterFault. */
export class PrinterConnection {
  readonly #socket: Socket
  readonly #shown: string
  readonly #received = new Answers()
  readonly #answers: Answer[] = []
  #fault: PrinterFault | undefined
  #statusWanted: Waiting<HostStatus> | undefined
  #wakeUp: () => void = () => {}

  private constructor(socket: Socket, shown: string) {
    this.#socket = socket
    this.#shown = shown
    socket.setNoDelay(true)
    socket.on('data', (chunk: Uint8Array) => this.#receive(chunk))
    socket.on('error', () => this.#end(lost()))
    socket.on('close', () => this.#end(lost()))
  }

  /** Connects to an address that the service may call. */
  static async open(address: HostPort, resolve: Resolve, signal: AbortSignal): Promise<PrinterConnection> {
    const shown = shownOf(address)
    const failed = (error: unknown) =>
      new PrinterFault(
        'off',
        printerMessages('printer.unreachable', {
          address: shown,
          reason: error instanceof DeliveryError ? error.said : foreign(reasonOf(error)),
        }),
      )
    try {
      const [ip] = await resolve(urlOf(address))
      if (ip === undefined) throw new Error('no address')
      return new PrinterConnection(await connected(ip, address.port, signal), shown)
    } catch (error) {
      throw failed(error)
    }
  }

  get isOpen(): boolean {
    return this.#fault === undefined
  }

  close(): void {
    this.#end(lost())
  }

  /** Asks the printer how it is. */
  async status(): Promise<HostStatus> {
    const { promise, resolve, reject } = Promise.withResolvers<HostStatus>()
    this.#statusWanted = { resolve, reject }
    const silent = new PrinterFault(
      'off',
      printerMessages('printer.silent', { address: this.#shown, waited_seconds: statusMillis / 1_000 }),
    )
    const timer = setTimeout(() => this.#end(silent), statusMillis)
    try {
      this.send('~HS\n')
      return await promise
    } finally {
      clearTimeout(timer)
      this.#statusWanted = undefined
    }
  }

  send(text: string): void {
    if (this.#fault) throw this.#fault
    this.#socket.write(text)
  }

  /** Returns the next answer about a label; undefined when there is none within some milliseconds. */
  async answer(milliseconds: number): Promise<Answer | undefined> {
    if (this.#answers.length === 0 && !this.#fault)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        this.#wakeUp = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    const next = this.#answers.shift()
    if (!next && this.#fault) throw this.#fault
    return next
  }

  #receive(chunk: Uint8Array): void {
    try {
      for (const one of this.#received.take(chunk))
        if ('labelId' in one) this.#answers.push(one)
        else this.#statusWanted?.resolve(one)
      const [oldest] = this.#answers
      if (oldest && this.#answers.length > answersMax)
        throw nonsense(`L${oldest.labelId}${oldest.field}[${oldest.value}]`)
      this.#wakeUp()
    } catch (error) {
      if (!(error instanceof PrinterFault)) throw error
      this.#end(error)
    }
  }

  #end(fault: PrinterFault): void {
    this.#fault ??= fault
    this.#socket.destroy()
    this.#statusWanted?.reject(this.#fault)
    this.#wakeUp()
  }
}

const lost = () => new PrinterFault('off', printerMessages('printer.lost'))

const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message

/** Connects to an address. Rejects when that takes too long. */
function connected(ip: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: ip, port })
    const fail = (error: unknown) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      socket.destroy()
      reject(error as Error)
    }
    const stop = () => fail(new Error('stopped'))
    const timer = setTimeout(() => fail(new Error('ETIMEDOUT')), connectMillis)
    signal.addEventListener('abort', stop, { once: true })
    socket.once('error', fail)
    socket.once('connect', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      socket.off('error', fail)
      resolve(socket)
    })
    if (signal.aborted) stop()
  })
}
