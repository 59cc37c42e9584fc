import { paging, pathId, toPage } from '../../contract/parameters'
import { json } from '../../http/body'
import { created, type Endpoint, endpoint, listed, noContent, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import { AlertRecipients, AlertRule, AlertRuleChange, NewAlertRule } from './rules/schema'
import type { createAlertRehearsals } from './rehearsal/rehearse'
import { AlertRehearsal, RehearsalBody } from './rehearsal/schema'
import type { AlertRuleService } from './rule-service'

const path = '/internal/v1/alert-rules'
const one = `${path}/:rule`
const params = { rule: pathId("The rule's id.") }
const viewer = { kind: 'session', role: 'viewer' } as const
const manager = { kind: 'session', role: 'manager' } as const

/** The private endpoints for alert rules (docs/internal-api.md, Alert rules). */
export const alertRuleRoutes = (
  rules: AlertRuleService,
  rehearsals: ReturnType<typeof createAlertRehearsals>,
): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access: viewer,
    isList: true,
    query: paging,
    response: { status: 200, description: 'A page of rules, the oldest first.', schema: pageOf(AlertRule) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await rules.list(caller, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path,
    access: manager,
    body: { mediaTypes: [json], schema: NewAlertRule },
    response: { status: 201, description: 'The new rule.', schema: itemOf(AlertRule) },
    mayConflict: true,
    async handle({ caller, body }) {
      const rule = await rules.create(caller, body)
      return created(`${path}/${rule.id}`, rule)
    },
  }),
  endpoint({
    method: 'GET',
    path: one,
    access: viewer,
    params,
    response: { status: 200, description: 'The rule.', schema: itemOf(AlertRule) },
    handle: async ({ caller, params: { rule: id } }) => ok(await rules.get(caller, id)),
  }),
  endpoint({
    method: 'PATCH',
    path: one,
    access: manager,
    params,
    body: { mediaTypes: [json, 'application/merge-patch+json'], schema: AlertRuleChange },
    response: { status: 200, description: 'The changed rule.', schema: itemOf(AlertRule) },
    exists: ({ caller, params: { rule: id } }) => rules.get(caller, id),
    handle: async ({ caller, params: { rule: id }, body }) => ok(await rules.change(caller, id, body)),
  }),
  endpoint({
    method: 'DELETE',
    path: one,
    access: manager,
    params,
    response: { status: 204, description: 'The rule is deleted, and its open alerts are closed.' },
    async handle({ caller, params: { rule: id } }) {
      await rules.remove(caller, id)
      return noContent
    },
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/alert-recipients',
    access: manager,
    response: { status: 200, description: 'What a rule can tell.', schema: itemOf(AlertRecipients) },
    handle: async ({ caller }) => ok(await rules.recipients(caller)),
  }),
  endpoint({
    method: 'POST',
    path: `${path}/rehearse`,
    access: manager,
    body: { mediaTypes: [json], schema: RehearsalBody },
    response: {
      status: 200,
      description: 'What the rule would have raised.',
      schema: itemOf(AlertRehearsal),
    },
    mayConflict: true,
    handle: async ({ caller, body }) => ok(await rehearsals.rehearse(caller, body)),
  }),
]
