import type { PrinterState } from '../../base/printing/states'
import type { Message } from '../../base/messages'
import { printerMessages } from './messages'

/** What label printers answer: `~HS` (host status) and `^HV` (host verification) of ZPL II. */

/** A printer cannot print now. */
export class PrinterFault extends Error {
  constructor(
    readonly state: Exclude<PrinterState, 'unknown' | 'ready'>,
    readonly said: Message,
  ) {
    super(said.english)
  }
}

/** What the printer says about itself. */
export interface HostStatus {
  readonly isPaperOut: boolean
  readonly isRibbonOut: boolean
  readonly isHeadOpen: boolean
  readonly isPaused: boolean
  /** Whether labels wait in it, or are being printed. */
  readonly isBusy: boolean
}

/** What the printer has returned about a field of a label: `E`: EPC that was read, `T`: TID, `P`: the label was processed. */
export interface Answer {
  readonly labelId: number
  readonly field: 'E' | 'T' | 'P'
  readonly value: string
}

const start = '\u0002'
const end = '\u0003'
/** Lengths of what a printer sends at once, in characters. */
const frameMax = 1_024
const lineMax = 4_096
const shownMax = 60

/** Number of fields of the three frames of a host status. */
const frameFields = [12, 11, 2] as const

const answerForm = /^L(\d{1,15})([ETP])\[([ -Z\\^-~]{0,256})\]$/

/** The printer sends what printers for ZPL do not send. */
export const nonsense = (text: string): PrinterFault =>
  new PrinterFault(
    'faulty',
    printerMessages('printer.nonsense', {
      reason: text.slice(0, shownMax).replaceAll(/[^\u0020-\u007e]/g, '?'),
    }),
  )

/** Divides the bytes of a printer into answers. */
export class Answers {
  #rest = ''
  #frames: string[][] = []

  /** Returns what is complete now. Throws PrinterFault for anything that these printers do not send. */
  take(chunk: Uint8Array): (HostStatus | Answer)[] {
    this.#rest += Buffer.from(chunk).toString('latin1')
    const found: (HostStatus | Answer)[] = []
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      if (typeof next === 'string') {
        const answer = answerOf(next)
        if (answer) found.push(answer)
      } else {
        const status = this.#statusAfter(next)
        if (status) found.push(status)
      }
    }
    return found
  }

  /** Returns the fields of a frame, or a line. */
  #next(): string[] | string | undefined {
    const text = this.#rest
    if (text.startsWith(start)) {
      const at = text.indexOf(end)
      if (at < 0) {
        if (text.length > frameMax) throw nonsense(text)
        return undefined
      }
      this.#rest = text.slice(at + 1)
      return text.slice(1, at).split(',')
    }
    const at = text.indexOf('\n')
    if (at < 0) {
      if (text.length > lineMax) throw nonsense(text)
      return undefined
    }
    this.#rest = text.slice(at + 1)
    return text.slice(0, at).trim()
  }

  #statusAfter(fields: string[]): HostStatus | undefined {
    const expected = frameFields[this.#frames.length]
    if (fields.length !== expected) throw nonsense(fields.join(','))
    this.#frames.push(fields)
    if (this.#frames.length < frameFields.length) return undefined
    const [first = [], second = []] = this.#frames
    this.#frames = []
    const numbers = [first[1], first[2], first[4], second[2], second[3], second[8]].map(Number)
    if (numbers.some((number) => !Number.isInteger(number))) throw nonsense([...first, ...second].join(','))
    const [paper, pause, formats, head, ribbon, remaining] = numbers
    return {
      isPaperOut: paper === 1,
      isPaused: pause === 1,
      isHeadOpen: head === 1,
      isRibbonOut: ribbon === 1,
      isBusy: formats !== 0 || remaining !== 0,
    }
  }
}

function answerOf(line: string): Answer | undefined {
  if (line === '') return undefined
  const [, id, field, value] = answerForm.exec(line) ?? []
  if (id === undefined || value === undefined) throw nonsense(line)
  return { labelId: Number(id), field: field as Answer['field'], value: value.trim().toUpperCase() }
}

/** Returns what a person must do before the printer prints. */
export function faultOf(status: HostStatus): PrinterFault | undefined {
  if (status.isHeadOpen) return new PrinterFault('head_open', printerMessages('printer.head_open'))
  if (status.isPaperOut) return new PrinterFault('paper_out', printerMessages('printer.paper_out'))
  if (status.isRibbonOut) return new PrinterFault('ribbon_out', printerMessages('printer.ribbon_out'))
  if (status.isPaused) return new PrinterFault('paused', printerMessages('printer.paused'))
  return undefined
}
