import type { Metrics } from '../base/metrics'
import type { SecretBox } from '../base/secret-box'
import type { CreateBudgets } from '../base/turns/budget'
import { alerts } from '../events/alerts/feature'
import { attention } from '../events/attention/feature'
import { epcis } from '../events/epcis/feature'
import { eventLog } from '../events/event-log/feature'
import { findings } from '../events/findings/feature'
import { outputs } from '../events/outputs/feature'
import { mail } from '../events/mail/feature'
import { schedules } from '../events/schedules/feature'
import { subscribers } from '../events/subscribers/feature'
import { webhooks } from '../events/webhooks/feature'
import type { Base } from '../http/feature'
import { idempotency } from '../http/idempotency'
import { about } from '../installation/about/feature'
import { backups } from '../installation/backups/feature'
import type { ServiceClock } from '../installation/clock/clock'
import { clock } from '../installation/clock/feature'
import { doctor } from '../installation/doctor/feature'
import { simulatedData } from '../installation/simulated/feature'
import { tls } from '../installation/tls/feature'
import type { Tls } from '../installation/tls/tls'
import { assets } from '../inventory/assets/feature'
import { fields } from '../inventory/fields/feature'
import { locations } from '../inventory/locations/feature'
import { numbers } from '../inventory/numbers/feature'
import { photos } from '../inventory/photos/feature'
import { search } from '../inventory/search/feature'
import { tags } from '../inventory/tags/feature'
import { printJobs } from '../tracking/print-jobs/feature'
import { printers } from '../tracking/printers/feature'
import { labelTemplates } from '../tracking/label-templates/feature'
import { apiKeys } from '../people/api-keys/feature'
import { audit } from '../people/audit/feature'
import { authentication } from '../people/authentication/feature'
import type { SigningKey } from '../people/authentication/shared-signing-key'
import type { Tokens } from '../people/authentication/tokens'
import { ownSecondFactor } from '../people/own-second-factor/feature'
import { passkeys } from '../people/passkeys/feature'
import { providers } from '../people/providers/feature'
import { secondFactors } from '../people/second-factors/feature'
import { users } from '../people/users/feature'
import type { Settings } from '../settings/table'
import { activity } from '../tracking/activity/feature'
import { assetList } from '../tracking/asset-list/feature'
import { history } from '../tracking/history/feature'
import { ingest } from '../tracking/ingest/feature'
import { mqtt } from '../tracking/ingest/mqtt/feature'
import type { IngestSettings } from '../tracking/ingest/service'
import { llrp } from '../tracking/llrp/feature'
import { plans } from '../tracking/plans/feature'
import { readers } from '../tracking/readers/feature'
import { scans } from '../tracking/scans/feature'
import { stations } from '../tracking/stations/feature'
import { stays } from '../tracking/stays/feature'
import { searches } from '../tracking/searches/feature'
import { stocktakes } from '../tracking/stocktakes/feature'
import { teaching } from '../tracking/teaching/feature'
import { telemetry } from '../tracking/telemetry/feature'
import { tracking } from '../tracking/tracking/feature'
import { tuning } from '../tracking/tuning/feature'
import { unknownTags } from '../tracking/unknown-tags/feature'
import { featuresOf } from './compose'

/** What the application gives to the features. */
export interface Parts extends Base {
  readonly settings: Settings
  /** The flags of the service. */
  readonly args: readonly string[]
  readonly rules: IngestSettings
  readonly clock: ServiceClock
  readonly tls: Tls | null
  readonly signingKey: SigningKey
  readonly tokens: Tokens
  readonly secretBox: SecretBox
  readonly installationId: string
  readonly metrics: Metrics
  readonly budgets: CreateBudgets
}

/**
 * The features in the order in which they are created, start and delete what has expired. They stop in reverse. A feature
 * can need the services of those before it.
 */
export const features = featuresOf<Parts>()
  .and(clock) // First, so that it stores the time last.
  .and(idempotency)
  .and(authentication)
  .and(secondFactors)
  .and(users)
  .and(ownSecondFactor)
  .and(apiKeys)
  .and(passkeys)
  .and(providers)
  .and(audit)
  .and(tags)
  .and(numbers)
  .and(assets)
  .and(locations)
  .and(fields)
  .and(photos)
  .and(search)
  .and(eventLog)
  .and(tracking)
  .and(assetList)
  .and(stays)
  .and(tuning)
  .and(telemetry)
  .and(stations)
  .and(ingest)
  .and(readers)
  .and(teaching)
  .and(scans)
  .and(searches)
  .and(stocktakes)
  .and(unknownTags)
  .and(plans)
  .and(labelTemplates)
  .and(printers)
  .and(printJobs)
  .and(activity)
  .and(epcis)
  .and(webhooks)
  .and(subscribers)
  .and(mqtt)
  .and(llrp)
  .and(alerts)
  .and(mail)
  .and(findings)
  .and(schedules)
  .and(outputs)
  .and(backups)
  .and(doctor)
  .and(simulatedData)
  .and(about)
  .and(tls)
  .and(attention)
  .and(history) // Last, because its retention can take long.

export type Services = ReturnType<typeof features.create>['services']
