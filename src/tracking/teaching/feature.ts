import { type Base, feature } from '../../http/feature'
import type { ReaderTuningService } from '../readers/tuning-service'
import { PlaceModelService } from './model'
import { ReferenceService } from './references'
import { accuracyRoutes, modelRoutes, referenceRoutes, sampleRoutes } from './routes'
import { SampleService } from './samples'

/** Age limit of samples that are not kept, in days. */
const unkeptDays = 1

interface Needs extends Base {
  readonly readerTuning: ReaderTuningService
}

export const teaching = feature({
  name: 'teaching',
  create: ({ store, readerTuning, now }: Needs) => ({
    placeSamples: new SampleService(store, now),
    placeModel: new PlaceModelService(store, now, readerTuning),
    references: new ReferenceService(store, now),
  }),
  routes: ({ placeSamples, placeModel, references }) => [
    ...sampleRoutes(placeSamples),
    ...modelRoutes(placeModel),
    ...referenceRoutes(references),
    ...accuracyRoutes(references),
  ],
  retention: (_, { microsAgo, inSlices }) =>
    inSlices((tx, rows) => tx.placeSamples.deleteUnkept(microsAgo(unkeptDays), rows)),
})
