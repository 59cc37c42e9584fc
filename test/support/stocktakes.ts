import type { ApiResponse, Client } from './client'
import { freshKey, newLocation, newTagged, type Row } from './records'
import { scan, secondsAgo } from './scans'
import { until } from './until'

/** Stocktakes of the organization of a session. */

export const path = '/internal/v1/stocktakes'

// oxlint-disable-next-line typescript/no-explicit-any -- responses are what the tests examine
type Json = any

/** A hall with two aisles, and a yard outside. */
export interface Hall {
  readonly hall: Row
  readonly aisle: Row
  readonly other: Row
  readonly yard: Row
}

export async function newHall(session: Client): Promise<Hall> {
  const hall = await newLocation(session, { external_key: freshKey('HALL') })
  const [aisle, other] = [
    await newLocation(session, { external_key: freshKey('AISLE'), parent_id: hall.id }),
    await newLocation(session, { external_key: freshKey('AISLE'), parent_id: hall.id }),
  ]
  return { hall, aisle, other, yard: await newLocation(session, { external_key: freshKey('YARD') }) }
}

/** Creates tagged assets that are at a location. */
export async function placed(session: Client, location: Row, count: number): Promise<Row[]> {
  const assets: Row[] = []
  for (let made = 0; made < count; made++) {
    const asset = await newTagged(session, freshKey('A'))
    await scan(session, location.id, asset.external_key, secondsAgo(3_000))
    assets.push(asset)
  }
  return assets
}

export async function open(session: Client, location: Row, body: Json = {}): Promise<Json> {
  const response = await session.post(path, { name: 'November', location_id: location.id, ...body })
  if (response.status !== 201) throw new Error(`The stocktake returned ${response.status}: ${response.text}`)
  return response.body.data
}

export const read = async (session: Client, id: number): Promise<Json> =>
  (await session.get(`${path}/${id}`)).body.data

export const linesOf = async (session: Client, id: number, query = ''): Promise<Json[]> =>
  (await session.get(`${path}/${id}/lines?limit=200${query}`)).body.data

/** The verdict of each line by asset id. */
export const verdicts = async (session: Client, id: number): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await linesOf(session, id)).map(({ asset_id: asset, verdict }) => [String(asset), verdict]),
  )

export interface Scanned {
  readonly value?: string
  readonly asset_id?: number
  readonly observed_at?: string
}

export const send = (
  session: Client,
  id: number,
  location: Row,
  reads: readonly Scanned[],
  body: Json = {},
): Promise<ApiResponse> => session.post(`${path}/${id}/scans`, { location_id: location.id, reads, ...body })

/** Counts assets by their tags at a location, some seconds ago. */
export const count = (session: Client, id: number, location: Row, assets: readonly Row[], ago = 60) =>
  send(
    session,
    id,
    location,
    assets.map(({ external_key: value }) => ({ value, observed_at: secondsAgo(ago) })),
  )

/** Closes a stocktake, and returns it when nothing is left to do. */
export async function close(session: Client, id: number, body: Json = {}): Promise<Json> {
  const response = await session.post(`${path}/${id}/close`, body)
  if (response.status !== 202) throw new Error(`The close returned ${response.status}: ${response.text}`)
  let last: Json
  await until(
    async () => {
      last = await read(session, id)
      return last.state === 'closed' && last.work === null
    },
    () => `the stocktake is closed: ${JSON.stringify(last)}`,
  )
  return last
}
