import createClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './schema.js'
import { required } from './errors.js'
import { withToken } from './tokens.js'

export type { components, paths } from './schema.js'
export { ApiError, type ErrorInfo, type Result, required } from './errors.js'
export { type FollowOptions, follow } from './follow.js'
export { type Page, rows } from './rows.js'

/** The shapes of the API by their names in the OpenAPI document, such as `Schemas['AssetView']`. */
export type Schemas = components['schemas']

/** A client with a typed method for each operation, such as `api.GET('/api/v1/assets')`. */
export type Whereabouts = Client<paths, 'application/json'>

export interface ConnectOptions {
  /** The address of the installation, such as `http://localhost:8080`. */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** Sends the requests. The default is the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/**
 * Returns a client with the rights of an API key. It exchanges the key for a token with the first request, and again before the
 * token expires or when the service refuses it.
 */
export function connect(options: ConnectOptions): Whereabouts {
  const { url, clientId, clientSecret, fetch: send = (request) => fetch(request) } = options
  const anonymous = createClient<paths, 'application/json'>({ baseUrl: url, fetch: send })
  const exchange = async () => {
    const body = {
      grant_type: 'client_credentials' as const,
      client_id: clientId,
      client_secret: clientSecret,
    }
    return required(await anonymous.POST('/api/v1/oauth/token', { body }))
  }
  const api: Whereabouts = createClient<paths, 'application/json'>({
    baseUrl: url,
    fetch: withToken(send, exchange),
  })
  api.use({
    onRequest({ request }) {
      if (request.method === 'PATCH') request.headers.set('content-type', 'application/merge-patch+json')
    },
  })
  return api
}
