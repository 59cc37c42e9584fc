import type { ApiResponse, Client } from './client'
import { clientOf } from './client'
import type { Program } from './program'

/** Reads over HTTP: submissions of handhelds and messages of fixed readers (docs/internal-api.md, Scans). */

const begun = Math.floor(Date.now() / 1000) * 1000

/** An instant of the past hours, in milliseconds. It is recent enough to be accepted, and constant. */
export const secondsAgo = (seconds: number): string =>
  new Date(begun - Math.round(seconds * 1000)).toISOString()

/** An instant shortly before now. `secondsAgo` counts from an older one, which all files of a run share. */
export const secondsAhead = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString()

/** Scans the RFID tag of this value at a location, as a user. */
export async function scan(
  session: Client,
  locationId: number,
  value: string,
  observedAt: string,
): Promise<ApiResponse> {
  const response = await session.post('/internal/v1/scans', {
    location_id: locationId,
    reads: [{ value, observed_at: observedAt }],
  })
  if (response.body?.data?.accepted !== 1)
    throw new Error(`Scanning returned ${response.status}: ${response.text}`)
  return response
}

export interface Reader {
  readonly id: number
  readonly external_key: string
  readonly topic: string
  readonly device_token: string
}

/** A fixed reader whose antennas are mapped to these locations, in their order. */
export async function newReader(
  session: Client,
  externalKey: string,
  locationIds: readonly number[],
  body: Record<string, unknown> = {},
): Promise<Reader> {
  const response = await session.post('/internal/v1/readers', {
    external_key: externalKey,
    name: externalKey,
    kind: 'fixed',
    format: 'whereabouts_v1',
    antennas: locationIds.map((id, index) => ({ port: index + 1, location_id: id })),
    ...body,
  })
  if (response.status !== 201) throw new Error(`The reader returned ${response.status}: ${response.text}`)
  return response.body.data
}

export interface SentRead {
  readonly value: string
  readonly tag_type?: string
  readonly antenna?: number
  readonly observed_at?: string
  readonly rssi?: number
}

export async function postReads(program: Program, reader: Reader, reads: readonly SentRead[]): Promise<void> {
  const device = clientOf(program.http, reader.device_token)
  const response = await device.post(`/internal/v1/readers/${reader.external_key}/events`, { reads })
  if (response.status !== 202)
    throw new Error(`The reader's events returned ${response.status}: ${response.text}`)
}
