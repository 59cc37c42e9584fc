import { type Base, feature } from '../../http/feature'
import type { TopicDirectory } from '../../tracking/ingest/topic-directory'
import { simulatedDataRoutes } from './routes'
import { createSimulatedDataService } from './service'

interface Needs extends Base {
  readonly topics: TopicDirectory
}

export const simulatedData = feature({
  name: 'simulatedData',
  create: ({ store, topics, now }: Needs) => ({
    simulatedData: createSimulatedDataService(store, now, topics.changed),
  }),
  routes: ({ simulatedData }) => simulatedDataRoutes(simulatedData),
})
