import { setTimeout as delay } from 'node:timers/promises'
import type { Resolve } from '../../base/addresses/addresses'
import { AppError } from '../../base/errors'
import { type Message, storedOf } from '../../base/messages'
import type { Clock } from '../../base/time'
import { mintedKind, mintNumbers } from '../../inventory/numbers/minting'
import type { PrinterRow, PrintJobRow, PrintLabelRow, Store } from '../../storage/core/store'
import { PrinterConnection } from '../printers/connection'
import { printerMessages } from '../printers/messages'
import { addressOf, notePrinter } from '../printers/service'
import { faultOf, PrinterFault } from '../printers/status'
import { LabelProblem } from '../zpl/label'
import { LabelDrawing } from './drawing'
import { type LabelEdit, markVoid, moveLabel, printNext } from './labels'
import { jobMessages } from './messages'
import { sendLabel } from './sending'
import { endJob, isActive, setJobState, settle, stopJob } from './settle'
import { encodeOf } from './view'

/** Interval at which a printer that cannot print is asked again, in milliseconds. */
const againMillis = 1_000
/** Interval at which a printer that prints other labels is asked, and for how long before the job waits, in milliseconds. */
const busyMillis = 100
const busyMax = 10_000
/** Number of void labels one after another that stop a job. */
const voidMax = 3

export interface SessionParts {
  readonly store: Store
  readonly resolve: Resolve
  readonly now: Clock
}

/** Prints the jobs of one printer, one label at a time. */
export class PrinterSession {
  readonly #parts: SessionParts
  readonly #store: Store
  readonly #printerId: number
  readonly #stopping = new AbortController()
  #isEnding = false
  #connection: { readonly address: string; readonly open: PrinterConnection } | undefined
  #drawing: { readonly key: string; readonly of: LabelDrawing } | undefined
  #voids = 0
  #wakeUp = Promise.withResolvers<void>()
  #busySince: number | undefined
  /**
   * Numbers that no chip has, as this session has seen. It forgets them when it ends: in a database that was restored meanwhile, they
   * may be in chips that it does not know.
   */
  readonly #unused = new Set<string>()

  constructor(parts: SessionParts, printerId: number) {
    this.#parts = parts
    this.#store = parts.store
    this.#printerId = printerId
  }

  /** Ends after the label that is being printed. */
  end(): void {
    this.#isEnding = true
    this.wake()
  }

  /** Ends at once. Nobody will know the result of the label that is being printed. */
  abort(): void {
    this.end()
    this.#stopping.abort()
    this.#connection?.open.close()
  }

  /** Something about the jobs or the printer has changed. */
  wake(): void {
    this.#wakeUp.resolve()
    this.#wakeUp = Promise.withResolvers()
  }

  /** Prints until nothing is left to print. */
  async run(): Promise<void> {
    const { read } = this.#store
    try {
      while (!this.#isEnding) {
        const job = await read.printJobs.nextOf(this.#printerId)
        const [printer] = await read.printers.ofIds([this.#printerId])
        if (!job || !printer) return
        await this.#step(job, printer)
      }
    } catch (error) {
      if (!this.#stopping.signal.aborted) throw error
    } finally {
      this.#connection?.open.close()
    }
  }

  async #step(job: PrintJobRow, printer: PrinterRow): Promise<void> {
    if (await this.#voidUnknown(job)) return
    if (job.verified > 0 && job.stationReaderId === null) return this.#acceptVerified(job)
    const [label] = await this.#store.read.printLabels.inState(job.id, 'queued', 1)
    if (!label) {
      if (!(await this.#write(job, (edit) => endJob(edit, job)))) await this.#pause(againMillis)
      return
    }
    if (!(await this.#store.read.assets.liveAmong(job.organizationId, [label.assetId])).has(label.assetId)) {
      const reason = jobMessages('label_void.asset_deleted')
      await this.#write(job, (edit) => markVoid(edit, job, label, { reason }))
      return
    }
    if (job.encode !== null && !printer.hasRfid)
      return this.#stop(job, jobMessages('job.no_rfid', { name: printer.name }))
    const connection = await this.#ready(job, printer)
    if (!connection) return
    const sent = await this.#reserve(job, label)
    if (sent) await this.#print({ job, printer, connection, label: sent })
  }

  /** Voids labels that were sent by a connection that has ended. Returns whether there were any. */
  async #voidUnknown(job: PrintJobRow): Promise<boolean> {
    const labels = await this.#store.read.printLabels.inState(job.id, 'sent', 10)
    for (const label of labels)
      await this.#write(job, (edit) =>
        settle(edit, job, label, { kind: 'unknown', reason: jobMessages('label_void.unknown') }),
      )
    return labels.length > 0
  }

  /** Without an encode station, labels are live as soon as their chips were read back. */
  async #acceptVerified(job: PrintJobRow): Promise<void> {
    for (const label of await this.#store.read.printLabels.inState(job.id, 'verified', 10))
      await this.#write(job, (edit) =>
        settle(edit, job, label, { kind: 'read', epc: label.epc ?? '', tid: label.tid }),
      )
  }

  /** Returns a connection to the printer when it can print now. Otherwise the job waits, and so does this. */
  async #ready(job: PrintJobRow, printer: PrinterRow): Promise<PrinterConnection | undefined> {
    try {
      const connection = await this.#connected(printer)
      const status = await connection.status()
      const fault = faultOf(status) ?? this.#busyFault(status.isBusy)
      if (!fault && !status.isBusy) return connection
      if (fault) await this.#note(job, printer, fault)
      await this.#pause(fault ? againMillis : busyMillis)
    } catch (error) {
      if (!(error instanceof PrinterFault)) throw error
      await this.#faulted(job, printer, error)
    }
    return undefined
  }

  /** What another program has sent is printed first. */
  #busyFault(isBusy: boolean): PrinterFault | undefined {
    if (!isBusy) this.#busySince = undefined
    else this.#busySince ??= performance.now()
    const isLong = this.#busySince !== undefined && performance.now() - this.#busySince > busyMax
    return isLong ? new PrinterFault('busy', printerMessages('printer.busy')) : undefined
  }

  async #connected(printer: PrinterRow): Promise<PrinterConnection> {
    const address = `${printer.host} ${printer.port}`
    if (this.#connection?.address === address && this.#connection.open.isOpen) return this.#connection.open
    this.#connection?.open.close()
    const open = await PrinterConnection.open(
      addressOf(printer) ?? printer,
      this.#parts.resolve,
      this.#stopping.signal,
    )
    this.#connection = { address, open }
    return open
  }

  /** Stores that a printer cannot be used. A job whose printer answers nonsense is stopped. */
  async #faulted(job: PrintJobRow, printer: PrinterRow, fault: PrinterFault): Promise<void> {
    this.#connection?.open.close()
    this.#connection = undefined
    await this.#note(job, printer, fault)
    if (fault.state === 'faulty') return this.#stop(job, fault.said)
    await this.#pause(againMillis)
  }

  /** Mints the number of a label, if it needs one, in the write that makes it `sent`. Returns undefined when it must not be sent now. */
  async #reserve(job: PrintJobRow, label: PrintLabelRow): Promise<PrintLabelRow | undefined> {
    const encode = encodeOf(job)
    const { organizationId } = job
    try {
      return await this.#store.write(async (tx) => {
        const edit = { tx, at: this.#parts.now() }
        if (!(await setJobState(edit, job, 'printing', null))) return undefined
        let epc = label.epc !== null && this.#unused.has(label.epc) ? label.epc : null
        if (encode && epc === null) {
          const { kind } = await mintedKind(tx, organizationId, encode)
          const [number] = await mintNumbers(tx, kind, 1)
          epc = number?.epc ?? null
        }
        const isMoved = await moveLabel(edit, label, 'sent', { epc })
        return isMoved ? { ...label, epc, state: 'sent' as const } : undefined
      })
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error
      await this.#stop(job, error.said)
      return undefined
    }
  }

  async #print({
    job,
    printer,
    connection,
    label,
  }: {
    readonly job: PrintJobRow
    readonly printer: PrinterRow
    readonly connection: PrinterConnection
    readonly label: PrintLabelRow
  }): Promise<void> {
    const zpl = await this.#draw(job, printer, label)
    if (zpl === undefined) return
    const { outcome, fault } = await sendLabel({
      connection,
      label,
      zpl,
      note: (found) => this.#note(job, printer, found),
      signal: this.#stopping.signal,
    })
    const { result, unused } = await this.#write(job, (edit) => settle(edit, job, label, outcome))
    if (unused !== null) this.#unused.add(unused)
    this.#voids = result === 'void' ? this.#voids + 1 : 0
    if (fault) await this.#faulted(job, printer, fault)
    else if (this.#voids >= voidMax) {
      this.#voids = 0
      await this.#stop(job, jobMessages('job.void_in_a_row', { count: voidMax }))
    }
  }

  /** Returns the ZPL of a label. One that cannot be drawn stops the job. */
  async #draw(job: PrintJobRow, printer: PrinterRow, label: PrintLabelRow): Promise<string | undefined> {
    const key = JSON.stringify([job.id, printer.dpi, printer.correctionX, printer.correctionY])
    if (this.#drawing?.key !== key) this.#drawing = { key, of: new LabelDrawing(job, printer) }
    try {
      const zpl = await this.#drawing.of.draw(this.#store.read, label)
      if (zpl !== undefined) return zpl
      const reason = jobMessages('label_void.asset_deleted')
      await this.#write(job, (edit) => markVoid(edit, job, label, { reason }))
    } catch (error) {
      if (!(error instanceof LabelProblem)) throw error
      await this.#write(job, async (edit) => {
        const reason = jobMessages('label_void.not_drawn', { reason: error.said })
        if (await markVoid(edit, job, label, { reason }))
          await printNext(edit, label, { epc: null, replaces: label.replaces })
        await stopJob(edit, job, error.said)
      })
    }
    return undefined
  }

  #stop(job: PrintJobRow, reason: Message): Promise<void> {
    return this.#write(job, (edit) => stopJob(edit, job, reason))
  }

  /** Stores what the printer says, and that the job waits for it. */
  async #note(job: PrintJobRow, printer: PrinterRow, fault: PrinterFault | undefined): Promise<void> {
    const [present] = await this.#store.read.printers.ofIds([printer.id])
    const current = await this.#store.read.printJobs.find(job.organizationId, job.id)
    if (!present || !current) return
    const stored = fault ? storedOf(fault.said) : null
    const isKnown = present.state === (fault?.state ?? 'ready') && present.problem === stored
    if (isKnown && (!isActive(current) || current.reason === stored)) return
    await this.#write(job, async (edit) => {
      const [row] = await edit.tx.printers.ofIds([printer.id])
      if (row) await notePrinter(edit.tx, row, fault, this.#parts.now)
      if (fault?.state !== 'faulty')
        await setJobState(edit, job, fault ? 'waiting' : 'printing', fault?.said ?? null)
    })
  }

  #write<T>({ organizationId }: PrintJobRow, work: (edit: LabelEdit) => Promise<T>): Promise<T> {
    return this.#store.write((tx) => work({ tx, at: this.#parts.now() }), [organizationId])
  }

  async #pause(milliseconds: number): Promise<void> {
    if (this.#isEnding) return
    const { signal } = this.#stopping
    await Promise.race([
      delay(milliseconds, undefined, { signal, ref: false }).catch(() => {}),
      this.#wakeUp.promise,
    ])
  }
}
