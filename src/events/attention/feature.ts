import { type Base, feature } from '../../http/feature'
import type { ScheduledBackups } from '../../installation/backups/scheduled'
import type { ClockService } from '../../installation/clock/service'
import type { Tls } from '../../installation/tls/tls'
import type { Settings } from '../../settings/table'
import type { Brokers } from '../../tracking/ingest/mqtt/brokers'
import type { ReaderService } from '../../tracking/readers/service'
import type { MailService } from '../mail/service'
import type { OutputService } from '../outputs/service'
import type { WebhookService } from '../webhooks/service'
import { attentionRoutes } from './routes'
import { createAttentionService } from './service'

interface Needs extends Base {
  readonly settings: Settings
  readonly tls: Tls | null
  readonly brokers: Brokers
  readonly readers: ReaderService
  readonly webhooks: WebhookService
  readonly mail: MailService
  readonly outputs: OutputService
  readonly clockService: ClockService
  readonly scheduledBackups: ScheduledBackups
}

export const attention = feature({
  name: 'attention',
  create({
    store,
    settings,
    tls,
    brokers,
    readers,
    webhooks,
    mail,
    outputs,
    clockService,
    scheduledBackups,
    now,
  }: Needs) {
    /** Returns the problems of the database, the external broker and the certificate, as sentences. */
    const warnings = () => [...store.warnings(), brokers.problem() ?? [], tls?.warning() ?? []].flat()
    const parts = { readers, webhooks, mail, outputs, clock: clockService, scheduledBackups, warnings }
    return { warnings, attention: createAttentionService(store, parts, settings, now) }
  },
  routes: ({ attention }) => attentionRoutes(attention),
})
