import type { Metrics } from '../../base/metrics'
import type { SecretBox } from '../../base/secret-box'
import { type Base, feature } from '../../http/feature'
import { hourOf } from './hours'
import { TelemetryRecorder } from './recorder'
import { telemetryRoutes } from './routes'
import { TelemetryService } from './service'

const keptDays = 400
/** Maximum number of rows of all organizations: about two gigabytes. */
const rowsMax = 20_000_000
/** Maximum number of times beyond a threshold, and of presses of buttons. */
const changesMax = 1_000_000

interface Needs extends Base {
  readonly secretBox: SecretBox
  readonly metrics: Metrics
}

export const telemetry = feature({
  name: 'telemetry',
  create: ({ store, secretBox, metrics, now }: Needs) => ({
    telemetry: new TelemetryService(store, secretBox, now),
    telemetryRecorder: new TelemetryRecorder(secretBox, metrics),
  }),
  routes: ({ telemetry }) => telemetryRoutes(telemetry),
  async retention(_, { microsAgo, inSlices }) {
    await inSlices((tx, rows) => tx.telemetry.prune(hourOf(microsAgo(keptDays)), rowsMax, rows))
    await inSlices((tx, rows) => tx.telemetrySpans.prune(microsAgo(keptDays), changesMax, rows))
    await inSlices((tx, rows) => tx.tagPresses.prune(microsAgo(keptDays), changesMax, rows))
  },
})
