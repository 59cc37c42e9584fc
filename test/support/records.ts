import type { ApiResponse, Client } from './client'

/** Master data for tests that need some, and responses in the form in which tests compare them. */

export interface Row {
  readonly id: number
  readonly external_key: string
  readonly updated_at: string
  readonly tags: readonly { readonly id: number; readonly tag_type: string; readonly value: string }[]
}

async function createdBy(response: Promise<ApiResponse>): Promise<Row> {
  const { status, body, text } = await response
  if (status !== 201) throw new Error(`Creating returned ${status}: ${text}`)
  return body.data
}

export const newLocation = (client: Client, body: Record<string, unknown> = {}): Promise<Row> =>
  createdBy(client.post('/api/v1/locations', { name: 'Place', ...body }))

export const newAsset = (client: Client, body: Record<string, unknown> = {}): Promise<Row> =>
  createdBy(client.post('/api/v1/assets', { name: 'Thing', ...body }))

/** An asset that carries an rfid tag of this value, which is its key, too. */
export const newTagged = (client: Client, value: string, body: Record<string, unknown> = {}): Promise<Row> =>
  newAsset(client, { external_key: value, tags: [{ tag_type: 'rfid', value }], ...body })

/** The errors as `field code`, after the status: `[400, 'name required']`; other errors by their type. */
export function faultsOf({ status, body, text }: ApiResponse): (number | string)[] {
  const error = body?.error
  if (!error) return [status, text]
  if (error.type !== 'validation_error') return [status, error.type]
  return [status, ...error.fields.map(({ field, code }: Record<string, string>) => `${field} ${code}`)]
}

/** The keys of a list's rows, in its order. */
export const keysOf = ({ body }: ApiResponse): string[] =>
  body.data.map((row: { external_key: string }) => row.external_key)

/** A new key for each call, so that tests of one organization don't meet. */
let keysMade = 0
export const freshKey = (prefix = 'K'): string => `${prefix}-${(++keysMade).toString(36)}x`
