import { createServer, type Server, type Socket } from 'node:net'

/** A label printer in ZPL II with a roll of chips, on a socket. It fails as printers do. */

/** What happens to the next label. */
export type Mishap =
  | 'none'
  /** The chip cannot be written, and answers with zeros. */
  | 'empty'
  /** The chip cannot be written, and answers with the EPC that it has. */
  | 'foreign'
  /** The chip is written, but cannot be read back. */
  | 'unreadable'
  /** The label is printed, and only the answer about another one is sent, again and again. */
  | 'silent'
  /** The label is printed, and the connection is closed within the answer. */
  | 'close'
  /** The label is printed, and the printer does not answer anything until the connection is closed. */
  | 'hang'
  /** The answers about the label before are sent once more. */
  | 'repeat'
  /** The label is printed, and something else is answered. */
  | 'nonsense'
  /** The roll ends before this label. A person puts a new one in. */
  | 'paper'
  /** From now on, the antenna is one label ahead of the print head, until a person corrects it. */
  | 'shift'

/** A label of the roll after it was printed. */
export interface Printed {
  readonly labelId: number
  /** The texts on it, in order. */
  readonly texts: readonly string[]
  /** What was to be written into the chip; null: nothing. */
  readonly wanted: string | null
  /** What the chip has answered. */
  readonly read: string
  /** The label of the roll. */
  readonly index: number
}

const empty = '0'.repeat(24)
const foreign = 'E28011700000020D5A5C1234'
const refillMillis = 60
/** Labels of the roll that are remembered. */
const rememberedMax = 10_000
/** Maximum length of a label that is not complete, in characters. */
const formatMax = 20_000_000

interface Options {
  /** Address to listen on. */
  readonly host?: string
  /** 0: a free port. */
  readonly port?: number
  /** How long a label takes, in milliseconds. */
  readonly labelMillis?: number
}

export class ZplPrinter {
  isPaperOut = false
  isHeadOpen = false
  isPaused = false
  /** Whether it sends answers that nobody has asked for, without end, instead of its status. */
  isFlooding = false
  /** Which mishap a label has. */
  mishap: (labelId: number) => Mishap = () => 'none'
  /** Is called with each label that was printed. */
  onPrinted: (label: Printed) => void = () => {}
  labelMillis: number
  shift = 0
  readonly printed: Printed[] = []
  /** What chips contain, by their label of the roll. */
  readonly chips = new Map<number, string>()
  readonly port: number
  readonly #host: string
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #waiting: { readonly format: string; readonly socket: Socket; readonly isRefilled: boolean }[] = []
  #hanging = new WeakSet<Socket>()
  #lastAnswer = ''
  #next = 0
  #isPrinting = false

  private constructor(server: Server, host: string, labelMillis: number) {
    this.#server = server
    this.#host = host
    this.labelMillis = labelMillis
    this.port = (server.address() as { port: number }).port
    server.on('connection', (socket) => this.#serve(socket))
  }

  static async start({ host = '127.0.0.1', port = 0, labelMillis = 0 }: Options = {}): Promise<ZplPrinter> {
    const server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => {
        server.off('error', reject)
        resolve()
      })
    })
    return new ZplPrinter(server, host, labelMillis)
  }

  /** Switches it off. */
  async off(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  /** Switches it on again. */
  on(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(this.port, this.#host, resolve))
  }

  /** A person puts labels in, closes the head, and presses the pause button. */
  repair(): void {
    this.isPaperOut = false
    this.isHeadOpen = false
    this.isPaused = false
    this.#print()
  }

  chip(index: number): string {
    return this.chips.get(index) ?? empty
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('error', () => {})
    socket.setEncoding('utf8')
    let rest = ''
    socket.on('data', (chunk) => {
      rest += String(chunk)
      for (let match = command.exec(rest); match; match = command.exec(rest)) {
        rest = rest.slice(match.index + match[0].length)
        if (match[0] === '~HS') this.#answerStatus(socket)
        else this.#waiting.push({ format: match[0], socket, isRefilled: false })
      }
      if (rest.length > formatMax) socket.destroy()
      this.#print()
    })
  }

  #answerStatus(socket: Socket): void {
    if (this.#hanging.has(socket)) return
    if (this.isFlooding) return flood(socket)
    const flag = (value: boolean) => (value ? '1' : '0')
    const formats = String(this.#waiting.length).padStart(3, '0')
    socket.write(
      `\u0002030,${flag(this.isPaperOut)},${flag(this.#isStopped)},0406,${formats},0,0,0,000,0,0,0\u0003\r\n` +
        `\u0002001,0,${flag(this.isHeadOpen)},0,0,2,4,0,00000000,1,000\u0003\r\n` +
        `\u00021234,0\u0003\r\n`,
    )
  }

  #print(): void {
    while (this.#waiting.length > 0 && !this.#isPrinting && !this.#isStopped) {
      if (this.labelMillis === 0) this.#printNext()
      else {
        this.#isPrinting = true
        setTimeout(() => {
          this.#isPrinting = false
          this.#printNext()
          this.#print()
        }, this.labelMillis)
      }
    }
  }

  get #isStopped(): boolean {
    return this.isPaperOut || this.isHeadOpen || this.isPaused
  }

  #printNext(): void {
    const next = this.#waiting.shift()
    if (!next) return
    const { format, socket, isRefilled } = next
    const labelId = Number(/L(\d+)[EP]\[/.exec(format)?.[1])
    const mishap = isRefilled ? 'none' : this.mishap(labelId)
    if (mishap === 'paper') {
      this.#waiting.unshift({ format, socket, isRefilled: true })
      this.isPaperOut = true
      setTimeout(() => this.repair(), refillMillis)
    } else this.#printOne(labelId, format, socket, mishap)
  }

  #printOne(labelId: number, format: string, socket: Socket, mishap: Mishap): void {
    const index = this.#next++
    if (mishap === 'shift') this.shift = 1
    const wanted = /\^RFW,H,2,\d+,1\^FD([0-9A-F]+)\^FS/.exec(format)?.[1] ?? null
    if (mishap === 'foreign') this.chips.set(index, foreign)
    else if (wanted !== null && mishap !== 'empty') this.chips.set(index + this.shift, wanted)
    const read = mishap === 'unreadable' ? '' : this.chip(index)
    this.#remember({ labelId, texts: textsOf(format), wanted, read, index })
    const tid = `E28011602000${index.toString(16).toUpperCase().padStart(12, '0')}`
    // Labels of other programs ask for no answer.
    if (Number.isNaN(labelId)) return
    const answer =
      wanted === null
        ? `L${labelId}P[${labelId}]\r\n`
        : `L${labelId}E[${read}]\r\nL${labelId}T[${mishap === 'unreadable' ? '' : tid}]\r\n`
    if (mishap === 'hang') this.#hanging.add(socket)
    if (mishap === 'close') socket.end(answer.slice(0, 10))
    if (mishap === 'nonsense') socket.write('READY.\r\n')
    if (mishap === 'silent') chatter(socket)
    if (mishap === 'repeat') socket.write(this.#lastAnswer)
    if (!['hang', 'close', 'nonsense', 'silent'].includes(mishap) && !this.#hanging.has(socket))
      socket.write(answer)
    this.#lastAnswer = answer
  }

  #remember(label: Printed): void {
    this.printed.push(label)
    if (this.printed.length > rememberedMax) this.chips.delete((this.printed.shift() as Printed).index)
    this.onPrinted(label)
  }
}

const otherAnswer = 'L999999P[999999]\r\n'
const chatterMillis = 50

function chatter(socket: Socket): void {
  const timer = setInterval(() => socket.write(otherAnswer), chatterMillis)
  // Until the next label arrives.
  socket.on('data', (chunk) => chunk.includes('^XA') && clearInterval(timer))
  socket.once('close', () => clearInterval(timer))
}

function flood(socket: Socket): void {
  while (!socket.destroyed && socket.write(otherAnswer.repeat(1_000)));
  socket.once('drain', () => flood(socket))
}

const command = /~HS|\^XA[^]*?\^XZ/

/** Returns the texts of a format in their place on the label, with their characters. */
const textsOf = (format: string): string[] =>
  [...format.matchAll(/\^FO\d+,\d+\^A0N[^]*?\^FH\\\^FD([^^]*)\^FS/g)].map(([, text = '']) =>
    text.replace(/\\([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
  )
