import { paging, pathId, toPage } from '../../contract/parameters'
import { json } from '../../http/body'
import { created, type Endpoint, endpoint, listed, noContent, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import { NewOutput, Output, OutputChange } from './schema'
import type { OutputService } from './service'

const path = '/internal/v1/alert-outputs'
const one = `${path}/:output`
const params = { output: pathId("The output's id.") }
const admin = { kind: 'session', role: 'admin' } as const

/** The private endpoints for outputs (docs/internal-api.md, Outputs). */
export const outputRoutes = (outputs: OutputService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access: admin,
    isList: true,
    query: paging,
    response: { status: 200, description: 'A page of outputs, the oldest first.', schema: pageOf(Output) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await outputs.list(caller, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path,
    access: admin,
    body: { mediaTypes: [json], schema: NewOutput },
    response: { status: 201, description: 'The new output.', schema: itemOf(Output) },
    mayConflict: true,
    async handle({ caller, body }) {
      const output = await outputs.create(caller, body)
      return created(`${path}/${output.id}`, output)
    },
  }),
  endpoint({
    method: 'GET',
    path: one,
    access: admin,
    params,
    response: { status: 200, description: 'The output.', schema: itemOf(Output) },
    handle: async ({ caller, params: { output: id } }) => ok(await outputs.get(caller, id)),
  }),
  endpoint({
    method: 'PATCH',
    path: one,
    access: admin,
    params,
    body: { mediaTypes: [json, 'application/merge-patch+json'], schema: OutputChange },
    response: { status: 200, description: 'The changed output.', schema: itemOf(Output) },
    exists: ({ caller, params: { output: id } }) => outputs.get(caller, id),
    handle: async ({ caller, params: { output: id }, body }) => ok(await outputs.change(caller, id, body)),
  }),
  endpoint({
    method: 'DELETE',
    path: one,
    access: admin,
    params,
    response: { status: 204, description: 'The output is deleted.' },
    async handle({ caller, params: { output: id } }) {
      await outputs.remove(caller, id)
      return noContent
    },
  }),
  endpoint({
    method: 'POST',
    path: `${one}/test`,
    access: admin,
    params,
    response: { status: 204, description: 'The output was switched on, and off again.' },
    mayConflict: true,
    async handle({ caller, params: { output: id } }) {
      await outputs.test(caller, id)
      return noContent
    },
  }),
]
