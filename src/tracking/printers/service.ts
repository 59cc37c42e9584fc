import { isIP } from 'node:net'
import { refusedLiterally, type Resolve } from '../../base/addresses/addresses'
import { parseHostPort, urlOf } from '../../base/addresses/host-port'
import type { SessionCaller } from '../../base/caller'
import { conflict, notFound } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import { storedOf } from '../../base/messages'
import { type Clock, laterThan, toMicros } from '../../base/time'
import { accepted, problemsOf } from '../../contract/check'
import type { Page } from '../../contract/parameters'
import { audit } from '../../people/audit/record'
import type { PrinterRow, Store, Writes } from '../../storage/core/store'
import { PrinterConnection } from './connection'
import { printerMessages } from './messages'
import { defaults, NewPrinter, PrinterChange, type PrinterView } from './schema'
import { faultOf, PrinterFault } from './status'
import { toAudited, toPrinterView } from './view'

/** Maximum number of printers of an organization. */
const printersMax = 50

type Input = Pick<PrinterView, keyof ReturnType<typeof toAudited>>

/** The label printers of an organization (docs/internal-api.md, Printers). */
export class PrinterService {
  readonly #store: Store
  readonly #resolve: Resolve
  readonly #now: Clock
  readonly #stopping = new AbortController()

  constructor(store: Store, resolve: Resolve, now: Clock) {
    this.#store = store
    this.#resolve = resolve
    this.#now = now
  }

  stop(): void {
    this.#stopping.abort()
  }

  async list({ organizationId }: SessionCaller, page: Page): Promise<{ rows: PrinterView[]; total: number }> {
    const { rows, total } = await this.#store.read.printers.list(organizationId, page)
    return { rows: rows.map(toPrinterView), total }
  }

  async get({ organizationId }: SessionCaller, id: number): Promise<PrinterView> {
    return toPrinterView(await ownPrinter(this.#store.read, organizationId, id))
  }

  async create(caller: SessionCaller, body: JsonObject): Promise<PrinterView> {
    const input = { ...defaults, ...accepted(NewPrinter, body, problemsOf(NewPrinter, body)) }
    await this.#requireUsable(body, input)
    const { organizationId } = caller
    return this.#store.write(
      async (tx) => {
        if ((await tx.printers.list(organizationId, { limit: 1, offset: 0 })).total >= printersMax)
          throw conflict(printerMessages('printer.many', { max: printersMax }))
        const at = this.#now()
        const row = { ...columnsOf(input), ...unasked(at), organizationId, createdAt: at, updatedAt: at }
        const created = { ...row, id: await tx.printers.insert(row) }
        await audit(tx, caller, {
          at,
          action: 'created',
          subject: subjectOf(created),
          after: toAudited(created),
        })
        return toPrinterView(created)
      },
      [organizationId],
    )
  }

  async change(caller: SessionCaller, id: number, body: JsonObject): Promise<PrinterView> {
    const changes = accepted(PrinterChange, body, problemsOf(PrinterChange, body))
    const { organizationId } = caller
    const before = await ownPrinter(this.#store.read, organizationId, id)
    await this.#requireUsable(body, { ...toAudited(before), ...changes })
    return this.#store.write(
      async (tx) => {
        const row = await ownPrinter(tx, organizationId, id)
        const input = { ...toAudited(row), ...changes }
        const at = this.#now()
        const isOther = input.host !== row.host || input.port !== row.port
        const after = {
          ...row,
          ...columnsOf(input),
          // Nobody has asked the other device.
          ...(isOther && unasked(at)),
          updatedAt: laterThan(row.updatedAt, at),
        }
        await tx.printers.update(organizationId, id, after)
        await audit(tx, caller, {
          at,
          action: 'changed',
          subject: subjectOf(row),
          before: toAudited(row),
          after: toAudited(after),
        })
        return toPrinterView(after)
      },
      [organizationId],
    )
  }

  async remove(caller: SessionCaller, id: number): Promise<void> {
    const { organizationId } = caller
    await this.#store.write(
      async (tx) => {
        const row = await ownPrinter(tx, organizationId, id)
        if ((await tx.printJobs.countOpenOf(id)) > 0) throw conflict(printerMessages('printer.in_use'))
        await tx.printers.delete(organizationId, id)
        await audit(tx, caller, {
          at: this.#now(),
          action: 'deleted',
          subject: subjectOf(row),
          before: toAudited(row),
        })
      },
      [organizationId],
    )
  }

  /** Asks a printer how it is. One that has something to print is asked all the time, and often accepts one connection only. */
  async test(caller: SessionCaller, id: number): Promise<PrinterView> {
    const { organizationId } = caller
    const row = await ownPrinter(this.#store.read, organizationId, id)
    if (await this.#store.read.printJobs.nextOf(id)) return toPrinterView(row)
    const fault = await this.#ask(row)
    return this.#store.write(
      async (tx) => {
        const present = await ownPrinter(tx, organizationId, id)
        await audit(tx, caller, { at: this.#now(), action: 'tested', subject: subjectOf(present) })
        return toPrinterView(await notePrinter(tx, present, fault, this.#now))
      },
      [organizationId],
    )
  }

  async #ask({ host, port }: PrinterRow): Promise<PrinterFault | undefined> {
    try {
      const connection = await PrinterConnection.open({ host, port }, this.#resolve, this.#stopping.signal)
      try {
        return faultOf(await connection.status())
      } finally {
        connection.close()
      }
    } catch (error) {
      if (error instanceof PrinterFault) return error
      throw error
    }
  }

  async #requireUsable(body: JsonObject, input: Input): Promise<void> {
    const field = 'host'
    const address = addressOf(input)
    const message = address
      ? await refusedLiterally(urlOf(address), this.#resolve)
      : printerMessages('printer.host', { field })
    if (message) accepted(NewPrinter, body, [{ field, code: 'invalid_value', message }])
  }
}

/** Stores what a printer has said. Returns the printer as it is then. */
export async function notePrinter(
  { printers }: Pick<Writes, 'printers'>,
  row: PrinterRow,
  fault: PrinterFault | undefined,
  now: Clock,
): Promise<PrinterRow> {
  const state = fault?.state ?? 'ready'
  const problem = fault ? storedOf(fault.said) : null
  if (row.state === state && row.problem === problem) return row
  const since = row.state === state ? row.since : toMicros(now())
  await printers.update(row.organizationId, row.id, { state, problem, since })
  return { ...row, state, problem, since }
}

/** Returns a printer of the organization. Throws `not_found`. */
async function ownPrinter(
  { printers }: Pick<Store['read'] | Writes, 'printers'>,
  organizationId: number,
  id: number,
): Promise<PrinterRow> {
  const row = await printers.find(organizationId, id)
  if (!row) throw notFound(printerMessages('printer.not_found'))
  return row
}

const unasked = (at: ReturnType<Clock>) => ({ state: 'unknown', since: toMicros(at), problem: null }) as const

const subjectOf = ({ id, name }: PrinterRow) => ({ kind: 'printer', id, name }) as const

/** Returns the address of a printer; undefined when the host is none. */
export function addressOf({ host, port }: Pick<PrinterRow, 'host' | 'port'>) {
  const text = isIP(host) === 6 ? `[${host}]` : host
  const address = parseHostPort(`${text}:${port}`, port)
  return address && !host.startsWith('[') ? address : undefined
}

const columnsOf = (input: Input) => ({
  name: input.name,
  host: input.host,
  port: input.port,
  dpi: input.dpi,
  hasRfid: input.has_rfid,
  correctionX: input.correction_x,
  correctionY: input.correction_y,
})
