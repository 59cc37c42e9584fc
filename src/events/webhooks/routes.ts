import { paging, pathId, toPage } from '../../contract/parameters'
import { json } from '../../http/body'
import { created, type Endpoint, endpoint, listed, noContent, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import { CreatedWebhook, Delivery, NewSecretView, NewWebhook, Replay, Webhook, WebhookChange } from './schema'
import type { WebhookService } from './service'

const admin = { kind: 'session', role: 'admin' } as const
const path = '/internal/v1/webhooks'
const one = `${path}/:webhook`
const params = { webhook: pathId("The webhook's id.") }

/** The private endpoints for webhooks (docs/internal-api.md, Webhooks). */
export const webhookRoutes = (webhooks: WebhookService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access: admin,
    isList: true,
    query: paging,
    response: { status: 200, description: 'A page of webhooks, the oldest first.', schema: pageOf(Webhook) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await webhooks.list(caller, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path,
    access: admin,
    body: { mediaTypes: [json], schema: NewWebhook },
    response: { status: 201, description: 'The new webhook.', schema: itemOf(CreatedWebhook) },
    mayConflict: true,
    async handle({ caller, body }) {
      const webhook = await webhooks.create(caller, body)
      return created(`${path}/${webhook.id}`, webhook)
    },
  }),
  endpoint({
    method: 'GET',
    path: one,
    access: admin,
    params,
    response: { status: 200, description: 'The webhook.', schema: itemOf(Webhook) },
    handle: async ({ caller, params: { webhook: id } }) => ok(await webhooks.get(caller, id)),
  }),
  endpoint({
    method: 'PATCH',
    path: one,
    access: admin,
    params,
    body: { mediaTypes: [json, 'application/merge-patch+json'], schema: WebhookChange },
    response: { status: 200, description: 'The changed webhook.', schema: itemOf(Webhook) },
    exists: ({ caller, params: { webhook: id } }) => webhooks.get(caller, id),
    handle: async ({ caller, params: { webhook: id }, body }) => ok(await webhooks.change(caller, id, body)),
  }),
  endpoint({
    method: 'DELETE',
    path: one,
    access: admin,
    params,
    response: { status: 204, description: 'The webhook is deleted.' },
    async handle({ caller, params: { webhook: id } }) {
      await webhooks.remove(caller, id)
      return noContent
    },
  }),
  endpoint({
    method: 'POST',
    path: `${one}/test`,
    access: admin,
    params,
    response: { status: 204, description: 'A test is queued; its result is among the deliveries.' },
    mayConflict: true,
    async handle({ caller, params: { webhook: id } }) {
      await webhooks.test(caller, id)
      return noContent
    },
  }),
  endpoint({
    method: 'POST',
    path: `${one}/replay`,
    access: admin,
    params,
    body: { mediaTypes: [json], schema: Replay },
    response: { status: 200, description: 'The webhook.', schema: itemOf(Webhook) },
    mayConflict: true,
    exists: ({ caller, params: { webhook: id } }) => webhooks.get(caller, id),
    handle: async ({ caller, params: { webhook: id }, body }) => ok(await webhooks.replay(caller, id, body)),
  }),
  endpoint({
    method: 'POST',
    path: `${one}/secret`,
    access: admin,
    params,
    response: { status: 200, description: 'The new secret.', schema: itemOf(NewSecretView) },
    handle: async ({ caller, params: { webhook: id } }) => ok(await webhooks.rotate(caller, id)),
  }),
  endpoint({
    method: 'GET',
    path: `${one}/deliveries`,
    access: admin,
    params,
    isList: true,
    query: paging,
    response: { status: 200, description: 'A page of attempts, the newest first.', schema: pageOf(Delivery) },
    async handle({ caller, params: { webhook: id }, query }) {
      const page = toPage(query)
      const { rows, total } = await webhooks.deliveries(caller, id, page)
      return listed(rows, page, total)
    },
  }),
]
