import type { Metrics } from '../../base/metrics'
import { type Micros, toMicros } from '../../base/time'
import { type Base, feature } from '../../http/feature'
import type { Moment } from '../history/arrivals'
import type { Pads } from '../stations/pads'
import type { Live } from '../tracking/live'
import type { TelemetryRecorder } from '../telemetry/recorder'
import type { Tuning } from '../tuning/tuning'
import { Connections } from './connections'
import { createFormatGuesses } from './format-guesses'
import { dayOf } from './repeats'
import { IngestService, type IngestSettings } from './service'
import { createTopicDirectory } from './topic-directory'

/** Repeats are detected for 48 hours, which may touch three calendar days. */
const readKeyDays = 2
/** Maximum number of read keys: about a gigabyte. */
const readKeysMax = 20_000_000

interface Needs extends Base {
  readonly clock: { readonly moment: (ahead: Micros) => Moment | undefined }
  readonly rules: IngestSettings
  readonly metrics: Metrics
  readonly live: Live
  readonly tuning: Tuning
  readonly pads: Pads
  readonly telemetryRecorder: TelemetryRecorder
}

export const ingest = feature({
  name: 'ingest',
  create({ store, clock, rules, metrics, live, tuning, pads, telemetryRecorder, now, log }: Needs) {
    const guesses = createFormatGuesses(log)
    const moment = () => clock.moment(rules.readMaxAheadMicros)
    return {
      topics: createTopicDirectory(store.read.readers.allTopics, store.instances),
      connections: new Connections(() => toMicros(now())),
      guesses,
      ingest: new IngestService({
        store,
        settings: rules,
        metrics,
        live,
        tuning,
        pads,
        telemetry: telemetryRecorder,
        guesses,
        now,
        log,
        moment,
      }),
    }
  },
  // The messages that the brokers and HTTP have accepted are written.
  start: ({ ingest }) => ({ close: () => ingest.idle() }),
  retention: (_, { microsAgo, inSlices }) =>
    inSlices((tx, rows) => tx.ingest.pruneReadKeys(dayOf(microsAgo(readKeyDays)), readKeysMax, rows)),
})
