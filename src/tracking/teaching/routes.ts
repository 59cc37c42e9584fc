import { choice, ids, instant, lastInstant, paging, pathId, toPage } from '../../contract/parameters'
import { json } from '../../http/body'
import { created, type Endpoint, endpoint, listed, needs, noContent, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import { Rehearsal } from '../readers/tuning-schema'
import type { PlaceModelService } from './model'
import type { ReferenceService } from './references'
import type { SampleService } from './samples'
import {
  Activation,
  DetailedSample,
  NewReference,
  NewSample,
  PlaceAccuracy,
  PlaceModel,
  Reference,
  Sample,
  sampleStates,
} from './schema'

const viewer = { kind: 'session', role: 'viewer' } as const
const manager = { kind: 'session', role: 'manager' } as const
const samplesPath = '/internal/v1/place-samples'
const modelPath = '/internal/v1/place-model'
const sampleParams = { place_sample: pathId("The sample's id.") }

/** Samples of places (docs/internal-api.md, Taught places). */
export const sampleRoutes = (samples: SampleService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: samplesPath,
    access: viewer,
    isList: true,
    query: {
      location_id: pathId('Only samples of this location.'),
      state: choice(sampleStates, 'Only samples in this state.'),
      ...paging,
    },
    response: { status: 200, description: 'The samples, newest first.', schema: pageOf(Sample) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const filter = { locationId: query.location_id, state: query.state }
      const { rows, total } = await samples.list(caller, filter, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path: samplesPath,
    access: manager,
    body: { mediaTypes: [json], schema: NewSample },
    response: { status: 201, description: 'The sample, which is being recorded.', schema: itemOf(Sample) },
    async handle({ caller, body }) {
      const sample = await samples.record(caller, body)
      return created(`${samplesPath}/${sample.id}`, sample)
    },
  }),
  endpoint({
    method: 'GET',
    path: `${samplesPath}/:place_sample`,
    access: viewer,
    params: sampleParams,
    response: { status: 200, description: 'The sample.', schema: itemOf(DetailedSample) },
    handle: async ({ caller, params: { place_sample: id } }) =>
      ok(await samples.get(caller.organizationId, id)),
  }),
  endpoint({
    method: 'POST',
    path: `${samplesPath}/:place_sample/keep`,
    access: manager,
    params: sampleParams,
    response: { status: 200, description: 'The kept sample.', schema: itemOf(Sample) },
    handle: async ({ caller, params: { place_sample: id } }) => ok(await samples.keep(caller, id)),
  }),
  endpoint({
    method: 'DELETE',
    path: `${samplesPath}/:place_sample`,
    access: manager,
    params: sampleParams,
    response: { status: 204, description: 'The sample is deleted.' },
    async handle({ caller, params: { place_sample: id } }) {
      await samples.discard(caller, id)
      return noContent
    },
  }),
]

/** What is taught, and whether it decides (docs/internal-api.md, Place model). */
export const modelRoutes = (model: PlaceModelService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: modelPath,
    access: viewer,
    response: { status: 200, description: 'What is taught.', schema: itemOf(PlaceModel) },
    handle: async ({ caller }) => ok(await model.get(caller.organizationId)),
  }),
  endpoint({
    method: 'POST',
    path: `${modelPath}/rehearsal`,
    access: manager,
    response: { status: 200, description: 'The rehearsal.', schema: itemOf(Rehearsal) },
    handle: async ({ caller }) => ok(await model.rehearse(caller)),
  }),
  endpoint({
    method: 'POST',
    path: `${modelPath}/activate`,
    access: manager,
    body: { mediaTypes: [json], schema: Activation },
    response: { status: 200, description: 'What is taught.', schema: itemOf(PlaceModel) },
    handle: async ({ caller, body }) => ok(await model.activate(caller, body)),
  }),
  endpoint({
    method: 'DELETE',
    path: modelPath,
    access: manager,
    response: { status: 204, description: 'The untaught rule decides.' },
    async handle({ caller }) {
      await model.deactivate(caller)
      return noContent
    },
  }),
]

const referencesPath = '/internal/v1/reference-assets'

/** Assets whose true place is known (docs/internal-api.md, Reference assets). */
export const referenceRoutes = (references: ReferenceService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: referencesPath,
    access: viewer,
    isList: true,
    query: paging,
    response: { status: 200, description: 'The reference assets, by id.', schema: pageOf(Reference) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await references.list(caller, page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path: referencesPath,
    access: manager,
    body: { mediaTypes: [json], schema: NewReference },
    response: { status: 201, description: 'The reference asset.', schema: itemOf(Reference) },
    async handle({ caller, body }) {
      const reference = await references.put(caller, body)
      return created(`${referencesPath}/${reference.asset_id}`, reference)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `${referencesPath}/:asset_id`,
    access: manager,
    params: { asset_id: pathId("The asset's id.") },
    response: { status: 204, description: 'The asset is not a reference asset any more.' },
    async handle({ caller, params: { asset_id: id } }) {
      await references.remove(caller, id)
      return noContent
    },
  }),
]

/** How accurate the places of reference assets are (docs/api.md, Place accuracy). */
export const accuracyRoutes = (references: ReferenceService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/api/v1/reports/place-accuracy',
    access: needs('tracking:read'),
    doc: {
      operationId: 'listPlaceAccuracy',
      summary: 'List how often the right place was shown',
      description:
        'Returns one row for each place with reference assets and each week with reference time, the newest week first. The true place of reference assets is known; they are chosen in the console. Without reference assets there are no rows.',
      tag: 'Tracking',
    },
    isList: true,
    query: {
      location_id: ids('Only these places.'),
      from: instant('Only the time from this instant on; 12 weeks before `to` when absent.'),
      to: lastInstant('Only the time up to this instant; now when absent. At most 366 days after `from`.'),
      ...paging,
    },
    response: { status: 200, description: 'A page of the report.', schema: pageOf(PlaceAccuracy) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const period = { from: query.from, to: query.to }
      const { rows, total } = await references.accuracy(
        caller.organizationId,
        query.location_id,
        period,
        page,
      )
      return listed(rows, page, total)
    },
  }),
]
