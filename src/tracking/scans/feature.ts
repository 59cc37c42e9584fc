import type { Metrics } from '../../base/metrics'
import type { Micros } from '../../base/time'
import { type Base, feature } from '../../http/feature'
import type { Moment } from '../history/arrivals'
import type { IngestSettings } from '../ingest/service'
import type { Live } from '../tracking/live'
import type { Tuning } from '../tuning/tuning'
import { createCodeService } from './codes'
import { createTagLookupService } from './lookup'
import { codeRoutes, scanRoutes, tagLookupRoutes } from './routes'
import { ScanService } from './service'

/** Limits of stored submissions, in days and in number. A device may query the result of a submission within them. */
const submissionDays = 30
const submissionsMax = 1_000_000

interface Needs extends Base {
  readonly clock: { readonly moment: (ahead: Micros) => Moment | undefined }
  readonly rules: IngestSettings
  readonly metrics: Metrics
  readonly live: Live
  readonly tuning: Tuning
}

export const scans = feature({
  name: 'scans',
  create({ store, clock, rules, metrics, live, tuning, now }: Needs) {
    const moment = () => clock.moment(rules.readMaxAheadMicros)
    return {
      scans: new ScanService({ store, settings: rules, metrics, live, tuning, now, moment }),
      tagLookup: createTagLookupService(store, now),
      codes: createCodeService(store),
    }
  },
  routes: ({ scans, tagLookup, codes }) => [
    ...scanRoutes(scans),
    ...tagLookupRoutes(tagLookup),
    ...codeRoutes(codes),
  ],
  retention: (_, { ago, inSlices }) =>
    inSlices((tx, rows) => tx.ingest.pruneSubmissions(ago(submissionDays), submissionsMax, rows)),
})
