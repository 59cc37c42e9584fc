import { queryOptions } from '@tanstack/react-query'
import { api, dataOf, queryClient, type Schemas } from '../api/client'

/** What is taught of places, and how accurate they are. */

export type Sample = Schemas['PlaceSampleView']
export type DetailedSample = Schemas['DetailedPlaceSampleView']
export type PlaceModel = Schemas['PlaceModelView']
export type TaughtPlace = PlaceModel['places'][number]
export type AccuracyWeek = Schemas['PlaceAccuracyView']

const pollMs = 10_000
const recordingMs = 1000
/** The service keeps ten samples of a location, and few that are not kept. */
const samplesShown = 50

export const samplesQuery = (locationId: number) =>
  queryOptions({
    queryKey: ['taught', 'samples', locationId],
    queryFn: async () => {
      const params = { query: { location_id: locationId, limit: samplesShown } }
      return (await dataOf(api.GET('/internal/v1/place-samples', { params }))).data
    },
    refetchInterval: pollMs,
  })

/** A sample with what each antenna heard. It is read every second while it is being recorded. */
export const sampleQuery = (id: number) =>
  queryOptions({
    queryKey: ['taught', 'sample', id],
    queryFn: async () => {
      const params = { path: { place_sample: id } }
      return (await dataOf(api.GET('/internal/v1/place-samples/{place_sample}', { params }))).data
    },
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.state === 'recording' ? recordingMs : pollMs,
  })

export const modelQuery = queryOptions({
  queryKey: ['taught', 'model'],
  queryFn: async () => (await dataOf(api.GET('/internal/v1/place-model'))).data,
  refetchInterval: pollMs,
})

export const accuracyQuery = queryOptions({
  queryKey: ['taught', 'accuracy'],
  queryFn: async () => {
    const params = { query: { limit: 200 } }
    return (await dataOf(api.GET('/api/v1/reports/place-accuracy', { params }))).data
  },
  refetchInterval: 60_000,
})

export const taughtChanged = () => queryClient.invalidateQueries({ queryKey: ['taught'] })

export const percentOf = (share: number): number => Math.round(share * 100)
