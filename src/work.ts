import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The request that the current work belongs to. The store serves parties in turns and measures its work for each
 * request. Work without a request belongs to the service itself.
 */
export interface Work {
  /** The party of the request. Parties take turns. */
  readonly party: string
  /** Time that the store has worked for the request, in milliseconds. */
  milliseconds: number
  /** Reports whether the client still waits for the response. */
  readonly isWanted?: () => boolean
}

const current = new AsyncLocalStorage<Work>()

export const workFor = <T>(work: Work, task: () => Promise<T>): Promise<T> => current.run(work, task)

export const currentWork = (): Work | undefined => current.getStore()

/** The party of the service's own work, such as maintenance. */
export const serviceParty = 'service'
