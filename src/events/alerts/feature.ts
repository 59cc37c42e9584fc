import { type Base, feature } from '../../http/feature'
import type { ServiceClock } from '../../installation/clock/clock'
import type { Live } from '../../tracking/tracking/live'
import { AlertEngine } from './engine/engine'
import { AlertLive } from './live'
import { alertRoutes, publicAlertRoutes } from './routes'
import { createAlertRehearsals } from './rehearsal/rehearse'
import { alertRuleRoutes } from './rule-routes'
import { AlertRuleService } from './rule-service'
import { Outbox } from './telling/outbox'
import { AlertService } from './service'

/** Age limit of closed alerts, in days, and their maximum number in an organization. */
const alertDays = 400
const closedMax = 200_000
/** Age limit of messages that were sent or not needed, in days, and the maximum number of messages of an organization. */
const messageDays = 90
const messagesMax = 500_000
/** Alerts per transaction. They are few because each has its timeline. */
const alertsAtOnce = 500

interface Needs extends Base {
  readonly clock: ServiceClock
  readonly live: Live
}

export const alerts = feature({
  name: 'alerts',
  create({ store, clock, live, log, now }: Needs) {
    const outbox = new Outbox({ store, clock, log })
    const alertLive = new AlertLive(store, live, log, outbox)
    const alertEngine = new AlertEngine({ store, clock, log, live: alertLive })
    const alertRules = new AlertRuleService(store, alertEngine, now)
    return {
      outbox,
      alertEngine,
      alerts: new AlertService(store, alertLive, now),
      alertRules,
      alertRehearsals: createAlertRehearsals(store, (caller, body) => alertRules.checked(caller, body), now),
    }
  },
  routes: ({ alerts, alertRules, alertRehearsals }) => [
    ...publicAlertRoutes(alerts),
    ...alertRoutes(alerts),
    ...alertRuleRoutes(alertRules, alertRehearsals),
  ],
  start({ alertEngine, outbox }) {
    alertEngine.start()
    outbox.start()
    return {
      async stop() {
        await Promise.all([alertEngine.stop(), outbox.stop()])
      },
    }
  },
  async retention({ store }, { microsAgo, inSlices }) {
    await inSlices((tx) => tx.alerts.deleteClosedBefore(microsAgo(alertDays), alertsAtOnce))
    await inSlices((tx, rows) => tx.alertMessages.deleteEndedBefore(microsAgo(messageDays), rows))
    for (const { organizationId } of await store.read.alertState.cursors()) {
      await inSlices((tx) => tx.alerts.deleteSurplus(organizationId, closedMax, alertsAtOnce))
      await inSlices((tx, rows) => tx.alertMessages.deleteSurplus(organizationId, messagesMax, rows))
    }
  },
})
