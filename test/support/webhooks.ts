import type { Client } from './client'

/** Webhooks of the organization of a session. */

const path = '/internal/v1/webhooks'

export interface CreatedHook {
  readonly id: number
  readonly secret: string
  readonly cursor: number
}

export async function newWebhook(session: Client, url: string, others: object = {}): Promise<CreatedHook> {
  const { status, body, text } = await session.post(path, { name: 'Hook', url, ...others })
  if (status !== 201) throw new Error(text)
  return body.data
}

export const readWebhook = async (session: Client, id: number) =>
  (await session.get(`${path}/${id}`)).body.data

export const deliveriesOf = async (session: Client, id: number) =>
  (await session.get(`${path}/${id}/deliveries`)).body.data

export const changeWebhook = (session: Client, id: number, change: object) =>
  session.patch(`${path}/${id}`, change)

export const replayWebhook = (session: Client, id: number, from: object) =>
  session.post(`${path}/${id}/replay`, from)

export const testWebhook = (session: Client, id: number) => session.post(`${path}/${id}/test`)

export const removeWebhook = (session: Client, id: number) => session.delete(`${path}/${id}`)
