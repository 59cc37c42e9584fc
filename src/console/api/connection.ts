import { createStore } from './store'

/** What the last answer, or the lack of one, tells of the way to the service. */
export type Connection = 'good' | 'unreachable' | 'unavailable'

export const connection = createStore<Connection>('good')

/** Fetches, and notes how that went. */
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
