import { lazily } from '../ui/pages/lazily'
import type { PageRoute } from './page-route'

/** The pages that Settings leads to, without the page of settings itself. */
export const settingsRoutes: readonly PageRoute[] = [
  {
    path: '/api-keys',
    page: lazily(async () => (await import('../api-keys/api-keys-page')).ApiKeysPage),
    role: 'admin',
  },
  {
    path: '/api-keys/:client_id/requests',
    page: lazily(async () => (await import('../api-keys/requests-page')).RequestsPage),
    role: 'admin',
  },
  {
    path: '/api-keys/new',
    page: lazily(async () => (await import('../api-keys/new-api-key-page')).NewApiKeyPage),
    role: 'admin',
  },
  { path: '/members', page: lazily(async () => (await import('../users/members-page')).MembersPage) },
  {
    path: '/members/invite',
    page: lazily(async () => (await import('../users/invite-page')).InvitePage),
    role: 'admin',
  },
  {
    path: '/wall-links',
    page: lazily(async () => (await import('../plans/wall-links-page')).WallLinksPage),
    role: 'admin',
  },
  {
    path: '/gs1-prefixes',
    page: lazily(async () => (await import('../numbers/gs1-prefixes-page')).Gs1PrefixesPage),
    role: 'admin',
  },
  { path: '/printers', page: lazily(async () => (await import('../printers/printers-page')).PrintersPage) },
  {
    path: '/printers/new',
    page: lazily(async () => (await import('../printers/new-printer-page')).NewPrinterPage),
    role: 'admin',
  },
  {
    path: '/printers/:id',
    page: lazily(async () => (await import('../printers/printer-page')).PrinterPage),
  },
  { path: '/mail', page: lazily(async () => (await import('../outputs/mail-page')).MailPage) },
  {
    path: '/outputs/new',
    page: lazily(async () => (await import('../outputs/new-output-page')).NewOutputPage),
    role: 'admin',
  },
  {
    path: '/outputs/:id',
    page: lazily(async () => (await import('../outputs/output-page')).OutputPage),
    role: 'admin',
  },
  {
    path: '/webhooks',
    page: lazily(async () => (await import('../webhooks/webhooks-page')).WebhooksPage),
    role: 'admin',
  },
  {
    path: '/webhooks/new',
    page: lazily(async () => (await import('../webhooks/new-webhook-page')).NewWebhookPage),
    role: 'admin',
  },
  {
    path: '/webhooks/:id',
    page: lazily(async () => (await import('../webhooks/webhook-page')).WebhookPage),
    role: 'admin',
  },
  {
    path: '/webhooks/:id/edit',
    page: lazily(async () => (await import('../webhooks/edit-webhook-page')).EditWebhookPage),
    role: 'admin',
  },
  {
    path: '/asset-fields',
    page: lazily(async () => (await import('../fields/asset-fields-page')).AssetFieldsPage),
    role: 'admin',
  },
]
