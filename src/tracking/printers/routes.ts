import { paging, pathId, toPage } from '../../contract/parameters'
import { json, mergePatch } from '../../http/body'
import { created, type Endpoint, endpoint, listed, noContent, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import { NewPrinter, Printer, PrinterChange } from './schema'
import type { PrinterService } from './service'

const path = '/internal/v1/printers'
const one = `${path}/:printer`
const params = { printer: pathId("The printer's id.") }
const viewer = { kind: 'session', role: 'viewer' } as const
const operator = { kind: 'session', role: 'operator' } as const
const admin = { kind: 'session', role: 'admin' } as const
const item = itemOf(Printer)

/** Label printers (docs/internal-api.md, Printers). */
export const printerRoutes = (printers: PrinterService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access: viewer,
    isList: true,
    query: paging,
    response: { status: 200, description: 'A page of printers, the oldest first.', schema: pageOf(Printer) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await printers.list(caller, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path,
    access: admin,
    body: { mediaTypes: [json], schema: NewPrinter },
    response: { status: 201, description: 'The new printer.', schema: item },
    mayConflict: true,
    async handle({ caller, body }) {
      const printer = await printers.create(caller, body)
      return created(`${path}/${printer.id}`, printer)
    },
  }),
  endpoint({
    method: 'GET',
    path: one,
    access: viewer,
    params,
    response: { status: 200, description: 'The printer.', schema: item },
    handle: async ({ caller, params: { printer: id } }) => ok(await printers.get(caller, id)),
  }),
  endpoint({
    method: 'PATCH',
    path: one,
    access: admin,
    params,
    body: { mediaTypes: [json, mergePatch], schema: PrinterChange },
    response: { status: 200, description: 'The changed printer.', schema: item },
    exists: ({ caller, params: { printer: id } }) => printers.get(caller, id),
    handle: async ({ caller, params: { printer: id }, body }) => ok(await printers.change(caller, id, body)),
  }),
  endpoint({
    method: 'DELETE',
    path: one,
    access: admin,
    params,
    response: { status: 204, description: 'The printer is deleted.' },
    mayConflict: true,
    async handle({ caller, params: { printer: id } }) {
      await printers.remove(caller, id)
      return noContent
    },
  }),
  endpoint({
    method: 'POST',
    path: `${one}/test`,
    access: operator,
    params,
    response: { status: 200, description: 'The printer with what it has said now.', schema: item },
    handle: async ({ caller, params: { printer: id } }) => ok(await printers.test(caller, id)),
  }),
]
