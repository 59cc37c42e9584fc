import { hasRole, type SessionCaller } from '../../base/caller'
import { AppError, conflict, forbidden, invalidField, notFound } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { JobState, LabelState } from '../../base/printing/states'
import { type Clock, toMicros } from '../../base/time'
import { checked } from '../../contract/check'
import type { Page } from '../../contract/parameters'
import { mintedKind, requireMintable } from '../../inventory/numbers/minting'
import { audit } from '../../people/audit/record'
import type { PrinterRow, PrintJobRow, PrintLabelRow, Store, Writes } from '../../storage/core/store'
import type { TemplateView } from '../label-templates/schema'
import type { TemplateService } from '../label-templates/service'
import { type LabelEdit, markVoid, printNext } from './labels'
import { jobMessages } from './messages'
import { NewPrintJob, NewStation, type PrintJobView, type PrintLabelView } from './schema'
import { insertLabels, selectAssets } from './selection'
import { jobSubject } from './settle'
import { requireStation } from './station'
import { toJobView, toLabelView } from './view'

/** Maximum number of jobs of an organization that have not ended. */
const openMax = 200

interface Parts {
  readonly store: Store
  readonly templates: Pick<TemplateService, 'get'>
  readonly now: Clock
  /** Called when a job has changed, so that it is printed at once. */
  readonly onChange: () => void
}

/** The print jobs of an organization (docs/internal-api.md, Print jobs). */
export class PrintJobService {
  readonly #parts: Parts
  readonly #store: Store

  constructor(parts: Parts) {
    this.#parts = parts
    this.#store = parts.store
  }

  async list(
    { organizationId }: SessionCaller,
    states: readonly JobState[],
    page: Page,
  ): Promise<{ rows: PrintJobView[]; total: number }> {
    const { rows, total } = await this.#store.read.printJobs.list(organizationId, states, page)
    return { rows: await this.#viewsOf(rows), total }
  }

  async get({ organizationId }: SessionCaller, id: number): Promise<PrintJobView> {
    return this.#viewOf(await ownJob(this.#store.read, organizationId, id))
  }

  async labels(
    { organizationId }: SessionCaller,
    id: number,
    states: readonly LabelState[],
    page: Page,
  ): Promise<{ rows: PrintLabelView[]; total: number }> {
    await ownJob(this.#store.read, organizationId, id)
    const { rows, total } = await this.#store.read.printLabels.list(id, states, page)
    return { rows: rows.map(toLabelView), total }
  }

  async create(caller: SessionCaller, body: JsonObject): Promise<PrintJobView> {
    const input = checked(NewPrintJob, body)
    const encode = input.encode ?? null
    if (encode && !hasRole(caller.role, 'manager')) throw forbidden(jobMessages('job.encode_role'))
    const { organizationId } = caller
    const at = this.#parts.now()
    const template = await this.#templateOf(caller, input.template_id)
    await this.#requirePrinter(caller, input)
    const selected = await selectAssets(this.#store, organizationId, input, at)
    const row: Omit<PrintJobRow, 'id'> = {
      organizationId,
      templateId: template.id,
      template: JSON.stringify(template),
      printerId: input.printer_id,
      encode: encode && JSON.stringify(encode),
      state: 'waiting',
      reason: null,
      since: toMicros(at),
      queued: selected.length,
      sent: 0,
      verified: 0,
      live: 0,
      void: 0,
      createdBy: caller.actor.id,
      createdByName: caller.actor.name,
      createdAt: at,
      endedAt: null,
      stationReaderId: null,
    }
    const job = await this.#store.write(async (tx) => {
      await requireRoom(tx, organizationId)
      if (input.printer_id !== null) await requirePrinter(tx, organizationId, input.printer_id)
      if (encode) {
        const { kind } = await mintedKind(tx, organizationId, encode, 'encode.')
        await requireMintable(tx, kind, selected.length)
      }
      const created = { ...row, id: await tx.printJobs.insert(row) }
      await insertLabels(tx, created, selected)
      await audit(tx, caller, {
        at,
        action: 'created',
        subject: jobSubject(created),
        after: {
          template_id: template.id,
          printer_id: input.printer_id,
          encode,
          label_count: selected.length,
        },
      })
      return created
    })
    this.#parts.onChange()
    return this.#viewOf(job)
  }

  /** Lets the printer finish the label that it prints, and prints no other one. */
  pause(caller: SessionCaller, id: number): Promise<PrintJobView> {
    return this.#change(caller, id, ['waiting', 'printing'], { state: 'paused', action: 'paused' })
  }

  resume(caller: SessionCaller, id: number): Promise<PrintJobView> {
    return this.#change(caller, id, ['paused', 'stopped'], { state: 'waiting', action: 'resumed' })
  }

  cancel(caller: SessionCaller, id: number): Promise<PrintJobView> {
    const states: JobState[] = ['waiting', 'printing', 'paused', 'stopped']
    return this.#change(caller, id, states, { state: 'cancelled', action: 'canceled' })
  }

  /** Prints a label again. A live one stays live until the new one is. */
  async reprint(caller: SessionCaller, id: number, labelId: number): Promise<PrintJobView> {
    const { organizationId } = caller
    const job = await this.#store.write(
      async (tx) => {
        const row = await ownJob(tx, organizationId, id)
        const label = await tx.printLabels.find(organizationId, labelId)
        if (!label || label.jobId !== id) throw notFound(jobMessages('job.label_not_found'))
        if (row.state === 'cancelled') throw conflict(jobMessages('job.ended'))
        if (row.printerId !== null && !(await tx.printers.find(organizationId, row.printerId)))
          throw conflict(jobMessages('job.printer_deleted'))
        if (row.endedAt !== null) await requireRoom(tx, organizationId)
        const edit = { tx, at: this.#parts.now() }
        await printAgain(edit, row, label)
        if (row.state === 'done')
          await tx.printJobs.update(organizationId, id, {
            state: 'waiting',
            reason: null,
            since: toMicros(edit.at),
            endedAt: null,
          })
        await audit(tx, caller, {
          at: edit.at,
          action: 'printed_again',
          subject: jobSubject(row),
          after: { asset_external_key: label.assetKey, epc: label.epc },
        })
        return ownJob(tx, organizationId, id)
      },
      [organizationId],
    )
    this.#parts.onChange()
    return this.#viewOf(job)
  }

  /** Gives a reader to the job. What lies alone on it becomes live. */
  setStation(caller: SessionCaller, id: number, body: JsonObject): Promise<PrintJobView> {
    const { reader_id: readerId } = checked(NewStation, body)
    return this.#changeStation(caller, id, (tx, row) => requireStation(tx, row, readerId))
  }

  /** Labels of a printer that were read back are live then. */
  removeStation(caller: SessionCaller, id: number): Promise<PrintJobView> {
    return this.#changeStation(caller, id, async () => null)
  }

  async #changeStation(
    caller: SessionCaller,
    id: number,
    readerOf: (tx: Writes, row: PrintJobRow) => Promise<number | null>,
  ): Promise<PrintJobView> {
    const { organizationId } = caller
    const job = await this.#store.write(
      async (tx) => {
        const row = await ownJob(tx, organizationId, id)
        if (row.endedAt !== null) throw conflict(jobMessages('job.station_ended'))
        const stationReaderId = await readerOf(tx, row)
        if (stationReaderId === row.stationReaderId) return row
        await tx.printJobs.update(organizationId, id, { stationReaderId })
        await audit(tx, caller, {
          at: this.#parts.now(),
          action: 'changed',
          subject: jobSubject(row),
          before: { station_reader_id: row.stationReaderId },
          after: { station_reader_id: stationReaderId },
        })
        return { ...row, stationReaderId }
      },
      [organizationId],
    )
    this.#parts.onChange()
    return this.#viewOf(job)
  }

  async #change(
    caller: SessionCaller,
    id: number,
    from: readonly JobState[],
    { state, action }: { readonly state: JobState; readonly action: 'paused' | 'resumed' | 'canceled' },
  ): Promise<PrintJobView> {
    const { organizationId } = caller
    const job = await this.#store.write(
      async (tx) => {
        const row = await ownJob(tx, organizationId, id)
        if (row.endedAt !== null) throw conflict(jobMessages('job.ended'))
        if (!from.includes(row.state)) return row
        const at = this.#parts.now()
        const since = toMicros(at)
        const values = {
          state,
          reason: null,
          since,
          ...(state === 'cancelled' ? { endedAt: since, stationReaderId: null } : { endedAt: null }),
        }
        await tx.printJobs.update(organizationId, id, values)
        await audit(tx, caller, { at, action, subject: jobSubject(row), after: { state } })
        return { ...row, ...values }
      },
      [organizationId],
    )
    this.#parts.onChange()
    return this.#viewOf(job)
  }

  async #templateOf(caller: SessionCaller, id: number): Promise<TemplateView> {
    const field = 'template_id'
    try {
      return await this.#parts.templates.get(caller, id)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error
      throw invalidField(field, 'fk_not_found', jobMessages('job.no_template', { field }))
    }
  }

  async #requirePrinter(
    { organizationId }: SessionCaller,
    { printer_id: printerId, encode }: NewPrintJob,
  ): Promise<void> {
    if (printerId === null) return
    const printer = await requirePrinter(this.#store.read, organizationId, printerId)
    if (encode && !printer.hasRfid)
      throw invalidField('printer_id', 'invalid_context', jobMessages('job.no_rfid', { name: printer.name }))
  }

  async #viewOf(row: PrintJobRow): Promise<PrintJobView> {
    const [view] = await this.#viewsOf([row])
    return view as PrintJobView
  }

  async #viewsOf(rows: readonly PrintJobRow[]): Promise<PrintJobView[]> {
    const { read } = this.#store
    const printers = await read.printers.ofIds(rows.flatMap(({ printerId }) => printerId ?? []))
    const stations = rows.flatMap(({ stationReaderId }) => stationReaderId ?? [])
    const readers =
      stations.length === 0 ? [] : await read.readers.ofIds(rows[0]?.organizationId ?? 0, stations)
    const nameOf = (
      among: readonly { readonly id: number; readonly name: string }[],
      wanted: number | null,
    ) => among.find(({ id }) => id === wanted)?.name ?? null
    return rows.map((row) =>
      toJobView(row, {
        printer: nameOf(printers, row.printerId),
        station: nameOf(readers, row.stationReaderId),
      }),
    )
  }
}

/** Throws `conflict` unless one more job may be open. */
async function requireRoom({ printJobs }: Pick<Writes, 'printJobs'>, organizationId: number): Promise<void> {
  if ((await printJobs.countOpen(organizationId)) >= openMax)
    throw conflict(jobMessages('job.many_open', { max: openMax }))
}

async function requirePrinter(
  { printers }: Pick<Store['read'] | Writes, 'printers'>,
  organizationId: number,
  id: number,
): Promise<PrinterRow> {
  const field = 'printer_id'
  const printer = await printers.find(organizationId, id)
  if (!printer) throw invalidField(field, 'fk_not_found', jobMessages('job.no_printer', { field }))
  return printer
}

/** Returns a job of the organization. Throws `not_found`. */
async function ownJob(
  { printJobs }: Pick<Store['read'] | Writes, 'printJobs'>,
  organizationId: number,
  id: number,
): Promise<PrintJobRow> {
  const row = await printJobs.find(organizationId, id)
  if (!row) throw notFound(jobMessages('job.not_found'))
  return row
}

/** Adds a label for the asset of this one. Throws `conflict` when there will be one anyway. */
async function printAgain(edit: LabelEdit, job: PrintJobRow, label: PrintLabelRow): Promise<void> {
  const isOfBrowser = job.printerId === null
  if (label.state === 'sent' && !isOfBrowser) throw conflict(jobMessages('job.being_printed'))
  const { printLabels } = edit.tx
  const isComing = label.state === 'queued' || (await printLabels.isComing(job.id, label.position, label.id))
  if (isComing) throw conflict(jobMessages('job.printed_already'))
  const replaces = label.state === 'live' ? label.id : null
  if (label.state === 'sent' || label.state === 'verified')
    await markVoid(edit, job, label, { reason: jobMessages('label_void.printed_again') })
  await printNext(edit, label, { epc: null, replaces })
}
