import { setTimeout as delay } from 'node:timers/promises'
import type { PrintLabelRow } from '../../storage/core/store'
import type { PrinterConnection } from '../printers/connection'
import { faultOf, PrinterFault } from '../printers/status'
import { jobMessages } from './messages'
import type { Outcome } from './settle'

/** Sends one label to a printer, and waits until the printer has printed it and says what is in its chip. */

/** How long answers are waited for before the printer is asked how it is, in milliseconds. */
const answerMillis = 250
/** Interval at which a printer that is printing is asked how it is, in milliseconds. */
const busyMillis = 25
/** Time after which an answer is missing from a printer that has nothing to print any more, in milliseconds. */
const missingMillis = 3_000

interface Sending {
  readonly connection: PrinterConnection
  readonly label: PrintLabelRow
  readonly zpl: string
  /** Is called with what a person must do at the printer, and with undefined when it prints. */
  readonly note: (fault: PrinterFault | undefined) => Promise<void>
  readonly signal: AbortSignal
}

/** What the printer has said about the label. */
interface Found {
  epc?: string
  tid?: string
  isProcessed?: true
}

/** The result of a label, and the fault that has ended the connection. */
export interface Sent {
  readonly outcome: Outcome
  readonly fault?: PrinterFault
}

/** Throws when the signal is aborted, and not because of the printer. */
export async function sendLabel({ connection, label, zpl, note, signal }: Sending): Promise<Sent> {
  const found: Found = {}
  let idleSince: number | undefined
  try {
    connection.send(zpl)
    for (;;) {
      await collect(connection, label, found)
      signal.throwIfAborted()
      const status = await connection.status()
      const fault = faultOf(status)
      await note(fault)
      if (!fault && !status.isBusy) {
        idleSince ??= performance.now()
        const isMissing = performance.now() - idleSince > missingMillis
        if (isComplete(label, found) || isMissing) return { outcome: outcomeOf(label, found) }
      } else {
        idleSince = undefined
        await delay(fault ? answerMillis : busyMillis, undefined, { signal, ref: false })
      }
    }
  } catch (error) {
    if (!(error instanceof PrinterFault)) throw error
    const reason = jobMessages(error.state === 'faulty' ? 'label_void.nonsense' : 'label_void.unknown')
    return { outcome: { kind: 'unknown', reason }, fault: error }
  }
}

const isComplete = ({ epc }: PrintLabelRow, found: Found): boolean =>
  epc === null ? found.isProcessed === true : found.epc !== undefined && found.tid !== undefined

/** Takes what the printer answers about this label for some time. Answers about others are repeats. */
async function collect(connection: PrinterConnection, label: PrintLabelRow, found: Found): Promise<void> {
  const until = performance.now() + answerMillis
  for (let left = answerMillis; left > 0 && !isComplete(label, found); left = until - performance.now()) {
    const answer = await connection.answer(left)
    if (!answer) return
    if (answer.labelId !== label.id) continue
    if (answer.field === 'E') found.epc ??= answer.value
    else if (answer.field === 'T') found.tid ??= answer.value
    else found.isProcessed = true
  }
}

function outcomeOf({ epc }: PrintLabelRow, found: Found): Outcome {
  if (epc === null && found.isProcessed) return { kind: 'printed' }
  if (epc !== null && found.epc !== undefined) {
    const isChip = found.tid !== undefined && !/^0*$/.test(found.tid)
    return { kind: 'read', epc: found.epc, tid: isChip ? (found.tid ?? null) : null }
  }
  return { kind: 'unknown', reason: jobMessages('label_void.no_answer') }
}
