import type { ApiResponse, Client, Credential } from './client'
import { sessionPath, tokenPath } from './identity'
import { administrator } from './program'

/** Clients at separate addresses, for a service that trusts the proxy 127.0.0.1. */

export const behindProxy = { env: { WHEREABOUTS_TRUSTED_PROXIES: '127.0.0.1' } } as const

export interface Place {
  readonly address: string
  /** Name and value of the cookie of a device. */
  readonly device?: string | undefined
}

export const postFrom = (
  client: Client,
  path: string,
  body: object,
  { address, device }: Place,
): Promise<ApiResponse> =>
  client.request('POST', path, {
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(device !== undefined && { cookie: device }),
    },
    body: JSON.stringify(body),
  })

export const signInFrom = (client: Client, place: Place, credentials = administrator): Promise<ApiResponse> =>
  postFrom(client, sessionPath, credentials, place)

export const exchangeFrom = (client: Client, { client_id, client_secret }: Credential, place: Place) =>
  postFrom(client, tokenPath, { grant_type: 'client_credentials', client_id, client_secret }, place)

/** Name and value of the cookie by which accounts recognize the device. */
export function deviceOf({ headers }: ApiResponse): string {
  const cookie = headers.getSetCookie().find((each) => each.includes('whereabouts_device='))
  if (cookie === undefined) throw new Error('No cookie of a device was set')
  return cookie.split(';', 1)[0] as string
}
