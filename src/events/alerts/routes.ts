import { alertKinds, severities } from '../../base/alert-kinds'
import type { JsonObject } from '../../base/json'
import type { SessionCaller } from '../../base/caller'
import type { Instant } from '../../base/time'
import {
  choices,
  ids,
  instant,
  lastInstant,
  limit,
  offset,
  type ParameterValues,
  pathId,
  publicChoice,
  sort,
  toPage,
} from '../../contract/parameters'
import { json } from '../../http/body'
import { type Endpoint, endpoint, listed, needs, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import {
  AlertDetails,
  type AlertDetailsView,
  AlertPage,
  AlertView,
  BulkBody,
  BulkResult,
  NoteBody,
  SnoozeBody,
  states,
} from './schema'
import type { AlertQuery, AlertService } from './service'

const filters = {
  state: publicChoice(states, 'Only open, or only closed alerts.'),
  kind: choices(alertKinds, 'Only alerts of rules of any of these kinds.'),
  severity: choices(severities, 'Only alerts of any of these severities.'),
  rule_id: ids('Only alerts of any of these rules.'),
  asset_id: ids('Only alerts about any of these assets.'),
  location_id: ids('Only alerts at any of these locations or below them.'),
  from: instant('Only alerts that opened at this instant or later.'),
  to: lastInstant('Only alerts that opened at this instant or earlier.'),
  sort: sort(['opened_at'], '-opened_at'),
  limit,
  offset,
}

const filtersOfConsole = {
  ...filters,
  closed_from: instant('Only alerts that were closed at this instant or later.'),
}

const toQuery = (query: ParameterValues<typeof filters>, closedFrom?: Instant): AlertQuery => ({
  state: query.state,
  kinds: query.kind,
  severities: query.severity,
  ruleIds: query.rule_id,
  assetIds: query.asset_id,
  locationIds: query.location_id,
  from: query.from,
  to: query.to,
  closedFrom,
  sort: query.sort,
  page: toPage(query),
})

const tag = 'Tracking'

/** Alerts of the public API (docs/api.md, Alerts). */
export const publicAlertRoutes = (alerts: AlertService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/alerts',
    access: needs('tracking:read'),
    doc: {
      operationId: 'listAlerts',
      summary: 'List alerts',
      description:
        'Returns the alerts that the rules of the organization have raised, the latest first by default. Rules are made in the console. The event log has an event for each change of an alert.',
      tag,
    },
    isList: true,
    query: filters,
    response: { status: 200, description: 'A page of alerts.', schema: pageOf(AlertView) },
    async handle({ caller, query }) {
      const wanted = toQuery(query)
      const { rows, total } = await alerts.listPublic(caller.organizationId, wanted)
      return listed(rows, wanted.page, total)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/alerts/:alert_id',
    access: needs('tracking:read'),
    doc: {
      operationId: 'getAlert',
      summary: 'Read an alert',
      description: 'Returns one alert, open or closed. Closed alerts are kept for 400 days.',
      tag,
    },
    params: { alert_id: pathId("The alert's id.") },
    response: { status: 200, description: 'The alert.', schema: itemOf(AlertView), headers: ['ETag'] },
    handle: async ({ caller, params }) => ok(await alerts.getPublic(caller.organizationId, params.alert_id)),
  }),
]

const path = '/internal/v1/alerts'
const one = `${path}/:alert`
const params = { alert: pathId("The alert's id.") }
const viewer = { kind: 'session', role: 'viewer' } as const
const operator = { kind: 'session', role: 'operator' } as const

interface Act {
  readonly name: string
  readonly schema: typeof NoteBody | typeof SnoozeBody
  readonly description: string
  readonly run: (caller: SessionCaller, id: number, body: JsonObject) => Promise<AlertDetailsView>
}

/** An endpoint by which a person does something with an open alert. */
const act = (alerts: AlertService, { name, schema, description, run }: Act): Endpoint =>
  endpoint({
    method: 'POST',
    path: `${one}/${name}`,
    access: operator,
    params,
    body: { mediaTypes: [json], schema, isOptional: schema === NoteBody },
    response: { status: 200, description, schema: itemOf(AlertDetails) },
    mayConflict: true,
    exists: ({ caller, params: { alert: id } }) => alerts.get(caller, id),
    handle: async ({ caller, params: { alert: id }, body }) => ok(await run(caller, id, body)),
  })

/** Alerts of the console (docs/internal-api.md, Alerts). */
export const alertRoutes = (alerts: AlertService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access: viewer,
    isList: true,
    query: filtersOfConsole,
    response: {
      status: 200,
      description: 'A page of alerts, with the numbers of open alerts of the organization.',
      schema: AlertPage,
    },
    async handle({ caller, query }) {
      const wanted = toQuery(query, query.closed_from)
      const { rows, total, counts } = await alerts.list(caller, wanted)
      const { limit: most, offset: skipped } = wanted.page
      return {
        status: 200,
        body: {
          data: rows,
          limit: most,
          offset: skipped,
          total_count: total,
          open_count: counts.open,
          unacknowledged_count: counts.unacknowledged,
        },
      }
    },
  }),
  endpoint({
    method: 'GET',
    path: one,
    access: viewer,
    params,
    response: { status: 200, description: 'The alert with what has happened.', schema: itemOf(AlertDetails) },
    handle: async ({ caller, params: { alert: id } }) => ok(await alerts.get(caller, id)),
  }),
  endpoint({
    method: 'POST',
    path: `${path}/acknowledge`,
    access: operator,
    body: { mediaTypes: [json], schema: BulkBody },
    response: { status: 200, description: 'What was acknowledged.', schema: itemOf(BulkResult) },
    handle: async ({ caller, body }) => ok(await alerts.acknowledgeSome(caller, body)),
  }),
  act(alerts, {
    name: 'acknowledge',
    schema: NoteBody,
    description: 'The alert, which the user has now.',
    run: (caller, id, body) => alerts.acknowledge(caller, id, body),
  }),
  act(alerts, {
    name: 'release',
    schema: NoteBody,
    description: 'The alert, which is no longer acknowledged.',
    run: (caller, id, body) => alerts.release(caller, id, body),
  }),
  act(alerts, {
    name: 'snooze',
    schema: SnoozeBody,
    description: 'The alert, which is quiet until then.',
    run: (caller, id, body) => alerts.snooze(caller, id, body),
  }),
  act(alerts, {
    name: 'close',
    schema: NoteBody,
    description: 'The closed alert.',
    run: (caller, id, body) => alerts.close(caller, id, body),
  }),
]
