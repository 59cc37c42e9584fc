import type { Client } from './client'
import type { Program } from './program'
import { freshKey, newLocation, type Row } from './records'
import { newReader, postReads, type Reader, type SentRead } from './scans'
import { until } from './until'

/** Places that are taught, in tests: three locations with three antennas each, and transmissions of tags. */

export interface World {
  readonly locations: readonly Row[]
  readonly reader: Reader
}

export async function newWorld(session: Client, names = ['Ward', 'Hall', 'Store']): Promise<World> {
  const locations: Row[] = []
  for (const name of names) locations.push(await newLocation(session, { name }))
  const reader = await newReader(
    session,
    freshKey('gateway'),
    locations.flatMap(({ id }) => [id, id, id]),
  )
  return { locations, reader }
}

/** The RSSI of the nine antennas where the tag is. In the ward, those of the hall hear it best, as through a thin wall. */
export const levels = {
  ward: [-74, -76, -72, -66, -64, -68, -80, -82, -84],
  hall: [-84, -86, -82, -66, -70, -64, -70, -72, -74],
  store: [-86, -88, -86, -76, -74, -78, -60, -62, -64],
} as const
export type Spot = keyof typeof levels

/** Transmissions every 0.4 s from a time on, in milliseconds since 1970. */
export const readsAt = (value: string, spot: Spot, from: number, count: number): SentRead[][] =>
  Array.from({ length: count }, (_, step) =>
    levels[spot].map((level, index) => ({
      value,
      antenna: index + 1,
      observed_at: new Date(from + step * 400 + index).toISOString(),
      rssi: level + ((step * 7 + index * 5) % 5) - 2,
    })),
  )

export interface Sample {
  readonly id: number
  readonly state: string
  readonly started_at: string
}

export async function record(session: Client, body: object): Promise<Sample> {
  const response = await session.post('/internal/v1/place-samples', { seconds: 10, ...body })
  if (response.status !== 201) throw new Error(`Recording returned ${response.status}: ${response.text}`)
  return response.body.data
}

export const sampleOf = async (session: Client, id: number) =>
  (await session.get(`/internal/v1/place-samples/${id}`)).body.data

/** Resolves when samples are no longer recorded. They take ten seconds. */
export const recorded = (session: Client, ids: readonly number[]): Promise<void> =>
  until(async () => {
    const { body } = await session.get('/internal/v1/place-samples?state=recording&limit=200')
    return body.data.every(({ id }: Sample) => !ids.includes(id))
  }, 'the samples have ended')

/** Teaches spots at their locations, and switches over. Returns the version. */
export async function teach(
  program: Program,
  session: Client,
  { reader }: World,
  spots: readonly { readonly location: Row; readonly asset: Row; readonly spot: Spot }[],
): Promise<number> {
  const samples: Sample[] = []
  for (const { location, asset, spot } of spots) {
    const sample = await record(session, { location_id: location.id, asset_ids: [asset.id] })
    samples.push(sample)
    const reads = readsAt(asset.external_key, spot, Date.parse(sample.started_at) + 10, 24)
    await postReads(program, reader, reads.flat())
  }
  await recorded(
    session,
    samples.map(({ id }) => id),
  )
  for (const { id } of samples) {
    const { status, text } = await session.post(`/internal/v1/place-samples/${id}/keep`)
    if (status !== 200) throw new Error(`Keeping returned ${status}: ${text}`)
  }
  const { version } = (await session.get('/internal/v1/place-model')).body.data.candidate
  const { status, text } = await session.post('/internal/v1/place-model/activate', { version })
  if (status !== 200) throw new Error(`Switching over returned ${status}: ${text}`)
  return version
}
