import type { Metrics } from '../../base/metrics'
import { createResolve } from '../../base/addresses/addresses'
import type { Settings } from '../../settings/table'
import { type Base, feature } from '../../http/feature'
import type { Connections } from '../ingest/connections'
import type { FormatGuesses } from '../ingest/format-guesses'
import type { IngestService } from '../ingest/service'
import type { TopicDirectory } from '../ingest/topic-directory'
import type { Tuning } from '../tuning/tuning'
import { createReadAgainService } from './read-again'
import { readerEventRoutes, readerRoutes } from './routes'
import { ReaderService } from './service'
import { createReaderSignIn } from './sign-in'
import { readerTuningRoutes } from './tuning-routes'
import { ReaderTuningService } from './tuning-service'

/** Age limit of recent messages, in days. They help to set up a reader and are not an archive. */
const messageDays = 7

interface Needs extends Base {
  readonly settings: Settings
  readonly metrics: Metrics
  readonly topics: TopicDirectory
  readonly connections: Connections
  readonly guesses: FormatGuesses
  readonly ingest: IngestService
  readonly tuning: Tuning
}

export const readers = feature({
  name: 'readers',
  create({ store, settings, metrics, topics, connections, guesses, ingest, tuning, log, now }: Needs) {
    const resolve = createResolve(settings.webhookAllow)
    const memory = { connections, guesses, tuning, resolve }
    const readers = new ReaderService(store, memory, now, topics.changed)
    metrics.watchReaders(() => readers.countByState())
    return {
      readers,
      readAgain: createReadAgainService(store, ingest),
      readerSignIn: createReaderSignIn(store, connections, log),
      readerTuning: new ReaderTuningService(store, tuning, now),
    }
  },
  routes: ({ readers, readAgain, readerTuning, readerSignIn, ingest, connections }) => [
    ...readerRoutes(readers, readAgain),
    ...readerTuningRoutes(readerTuning, readers),
    ...readerEventRoutes(ingest, readerSignIn, connections),
  ],
  retention: (_, { microsAgo, inSlices }) =>
    inSlices((tx, rows) => tx.readerHealth.deleteMessagesBefore(microsAgo(messageDays), rows)),
})
