import { createStore } from './store'

/** The state of the connection to the service, judged by the last request. */
export type Connection = 'good' | 'unreachable' | 'unavailable'

export const connection = createStore<Connection>('good')

/** Fetches, and updates the state of the connection. */
export async function observed(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    connection.set(response.status === 503 ? 'unavailable' : 'good')
    return response
  } catch (error) {
    if (!request.signal.aborted) connection.set('unreachable')
    throw error
  }
}
