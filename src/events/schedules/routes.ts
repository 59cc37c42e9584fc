import { paging, pathId, toPage } from '../../contract/parameters'
import { json, mergePatch } from '../../http/body'
import { created, type Endpoint, endpoint, listed, noContent, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import { MailSchedule, MailScheduleChange, MailSchedules, NewMailSchedule, ScheduledMails } from './schema'
import type { MailScheduleService } from './service'

const path = '/internal/v1/mail-schedules'
const one = `${path}/:schedule`
const params = { schedule: pathId("The schedule's id.") }
const viewer = { kind: 'session', role: 'viewer' } as const
const manager = { kind: 'session', role: 'manager' } as const
const item = itemOf(MailSchedule)

/** Schedules of mail (docs/internal-api.md, Mail schedules). */
export const scheduleRoutes = (schedules: MailScheduleService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access: viewer,
    isList: true,
    query: paging,
    response: { status: 200, description: 'A page of schedules, the oldest first.', schema: MailSchedules },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await schedules.list(caller, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path,
    access: manager,
    body: { mediaTypes: [json], schema: NewMailSchedule },
    response: { status: 201, description: 'The new schedule.', schema: item },
    mayConflict: true,
    async handle({ caller, body }) {
      const schedule = await schedules.create(caller, body)
      return created(`${path}/${schedule.id}`, schedule)
    },
  }),
  endpoint({
    method: 'GET',
    path: one,
    access: viewer,
    params,
    response: { status: 200, description: 'The schedule.', schema: item },
    handle: async ({ caller, params: { schedule } }) => ok(await schedules.get(caller, schedule)),
  }),
  endpoint({
    method: 'PATCH',
    path: one,
    access: manager,
    params,
    body: { mediaTypes: [json, mergePatch], schema: MailScheduleChange },
    response: { status: 200, description: 'The changed schedule.', schema: item },
    exists: ({ caller, params: { schedule } }) => schedules.get(caller, schedule),
    handle: async ({ caller, params: { schedule }, body }) =>
      ok(await schedules.change(caller, schedule, body)),
  }),
  endpoint({
    method: 'DELETE',
    path: one,
    access: manager,
    params,
    response: { status: 204, description: 'The schedule is deleted. What was queued is not sent.' },
    async handle({ caller, params: { schedule } }) {
      await schedules.remove(caller, schedule)
      return noContent
    },
  }),
  endpoint({
    method: 'GET',
    path: `${one}/mails`,
    access: viewer,
    params,
    isList: true,
    query: paging,
    response: { status: 200, description: 'A page of mails, the newest first.', schema: ScheduledMails },
    async handle({ caller, params: { schedule }, query }) {
      const page = toPage(query)
      const { rows, total } = await schedules.mails(caller, schedule, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path: `${one}/send`,
    access: manager,
    params,
    response: { status: 204, description: 'The mail is queued for its recipients.' },
    mayConflict: true,
    async handle({ caller, params: { schedule } }) {
      await schedules.send(caller, schedule)
      return noContent
    },
  }),
]
