import { jobStates, labelStates } from '../../base/printing/states'
import { choices, limit, offset, pathId, toPage } from '../../contract/parameters'
import { json } from '../../http/body'
import { created, type Endpoint, endpoint, listed, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import { NewPrintJob, NewStation, PrintJob, PrintLabel } from './schema'
import type { PrintJobService } from './service'

const path = '/internal/v1/print-jobs'
const one = `${path}/:print_job`
const params = { print_job: pathId("The job's id.") }
const viewer = { kind: 'session', role: 'viewer' } as const
const operator = { kind: 'session', role: 'operator' } as const
const item = itemOf(PrintJob)

/** Print jobs (docs/internal-api.md, Print jobs). */
export const printJobRoutes = (jobs: PrintJobService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access: viewer,
    isList: true,
    query: { state: choices(jobStates, 'Only jobs in any of these states.'), limit, offset },
    response: { status: 200, description: 'A page of jobs, newest first.', schema: pageOf(PrintJob) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await jobs.list(caller, query.state, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path,
    access: operator,
    body: { mediaTypes: [json], schema: NewPrintJob },
    response: {
      status: 201,
      description: 'The new job. With `encode`, the role manager is required.',
      schema: item,
    },
    mayConflict: true,
    async handle({ caller, body }) {
      const job = await jobs.create(caller, body)
      return created(`${path}/${job.id}`, job)
    },
  }),
  endpoint({
    method: 'GET',
    path: one,
    access: viewer,
    params,
    response: { status: 200, description: 'The job.', schema: item },
    handle: async ({ caller, params: { print_job: id } }) => ok(await jobs.get(caller, id)),
  }),
  endpoint({
    method: 'GET',
    path: `${one}/labels`,
    access: viewer,
    isList: true,
    params,
    query: { state: choices(labelStates, 'Only labels in any of these states.'), limit, offset },
    response: {
      status: 200,
      description: 'A page of labels, in the order of printing.',
      schema: pageOf(PrintLabel),
    },
    async handle({ caller, params: { print_job: id }, query }) {
      const page = toPage(query)
      const { rows, total } = await jobs.labels(caller, id, query.state, page)
      return listed(rows, page, total)
    },
  }),
  ...(
    [
      ['pause', 'The paused job. The printer finishes the label that it prints.'],
      ['resume', 'The job, which goes on.'],
      ['cancel', 'The canceled job. What was printed stays as it is.'],
    ] as const
  ).map(([action, description]) =>
    endpoint({
      method: 'POST',
      path: `${one}/${action}`,
      access: operator,
      params,
      response: { status: 200, description, schema: item },
      mayConflict: true,
      handle: async ({ caller, params: { print_job: id } }) => ok(await jobs[action](caller, id)),
    }),
  ),
  endpoint({
    method: 'POST',
    path: `${one}/station`,
    access: operator,
    params,
    body: { mediaTypes: [json], schema: NewStation },
    response: { status: 200, description: 'The job with its encode station.', schema: item },
    mayConflict: true,
    handle: async ({ caller, params: { print_job: id }, body }) =>
      ok(await jobs.setStation(caller, id, body)),
  }),
  endpoint({
    method: 'DELETE',
    path: `${one}/station`,
    access: operator,
    params,
    response: { status: 200, description: 'The job, without an encode station.', schema: item },
    mayConflict: true,
    handle: async ({ caller, params: { print_job: id } }) => ok(await jobs.removeStation(caller, id)),
  }),
  endpoint({
    method: 'POST',
    path: `${one}/labels/:label/reprint`,
    access: operator,
    params: { ...params, label: pathId("The label's id.") },
    response: { status: 200, description: 'The job, which prints a label for the same asset.', schema: item },
    mayConflict: true,
    handle: async ({ caller, params: { print_job: id, label } }) => ok(await jobs.reprint(caller, id, label)),
  }),
]
