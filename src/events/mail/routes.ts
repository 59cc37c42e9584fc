import { json } from '../../http/body'
import { type Endpoint, endpoint, noContent, ok } from '../../http/endpoint'
import { itemOf } from '../../http/openapi/shapes'
import { Mail, MailTest } from './schema'
import type { MailService } from './service'

/** The private endpoints for mail (docs/internal-api.md, Mail). */
export const mailRoutes = (mail: MailService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/mail',
    access: { kind: 'session', role: 'viewer' },
    response: { status: 200, description: 'Whether mail can be sent.', schema: itemOf(Mail) },
    handle: async ({ caller }) => ok(await mail.view(caller)),
  }),
  endpoint({
    method: 'POST',
    path: '/internal/v1/mail/test',
    access: { kind: 'session', role: 'admin' },
    body: { mediaTypes: [json], schema: MailTest },
    response: { status: 204, description: 'The mail server has taken the test.' },
    mayConflict: true,
    async handle({ caller, body }) {
      await mail.test(caller, body)
      return noContent
    },
  }),
]
