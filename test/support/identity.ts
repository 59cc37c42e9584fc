import { createHmac } from 'node:crypto'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiResponse, Client, Credential } from './client'
import { administrator, newDataDir, type Program } from './program'

/** Requests that use valid and forged credentials. */

export const tokenPath = '/api/v1/oauth/token'
export const sessionPath = '/internal/v1/session'

export const exchange = (client: Client, { client_id, client_secret }: Credential): Promise<ApiResponse> =>
  client.post(tokenPath, { grant_type: 'client_credentials', client_id, client_secret })

export const refresh = (client: Client, refreshToken: string): Promise<ApiResponse> =>
  client.post(tokenPath, { grant_type: 'refresh_token', refresh_token: refreshToken })

export const exchangeForm = (
  client: Client,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<ApiResponse> =>
  client.request('POST', tokenPath, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** Name and value of the cookie that a response sets, as a browser sends them back. */
export function cookieOf({ headers, status, text }: ApiResponse): string {
  const [cookie] = headers.getSetCookie()
  if (cookie === undefined) throw new Error(`The response ${status} sets no cookie: ${text}`)
  return cookie.split(';', 1)[0] as string
}

/** A browser's sign-in: the response, and the cookie that refreshes the session. */
export async function begin(
  client: Client,
  credentials = administrator,
): Promise<{ response: ApiResponse; cookie: string; token: string }> {
  const response = await client.post(sessionPath, credentials)
  return { response, cookie: cookieOf(response), token: response.body.data.access_token }
}

export const refreshSession = (client: Client, cookie: string): Promise<ApiResponse> =>
  client.request('POST', `${sessionPath}/refresh`, { headers: { cookie } })

export const signOut = (client: Client, cookie: string): Promise<ApiResponse> =>
  client.request('DELETE', sessionPath, { headers: { cookie } })

/** The status and the error of a response without its request id, to compare two responses. */
export function statusAndError({ status, body }: ApiResponse): object {
  const { request_id: _id, ...error } = body.error
  return { status, error }
}

type Part = Record<string, unknown>

export interface Jwt {
  readonly header: Part
  readonly claims: Part
}

export function decodeJwt(token: string): Jwt {
  const [header, claims] = token
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Part)
  return { header: header as Part, claims: claims as Part }
}

export const signingKey = ({ dataDir }: Program): string =>
  readFileSync(join(dataDir, 'signing.key'), 'utf8').trim()

const encode = (part: Part): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Signs a JWT with any content as HMAC. */
export function signJwt({ header, claims }: Jwt, key: string | Uint8Array, hash = 'sha256'): string {
  const content = `${encode(header)}.${encode(claims)}`
  return `${content}.${createHmac(hash, key).update(content).digest('base64url')}`
}

/** A copy of the data of a stopped service, for another start. */
export function copyOfData({ dataDir }: Program): string {
  const copy = newDataDir()
  cpSync(dataDir, copy, { recursive: true })
  return copy
}
