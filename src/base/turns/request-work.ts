import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The request that the current work belongs to. Requesters take turns in the store, which measures its work for each request.
 * Work without a request belongs to the service itself.
 */
export interface Work {
  /** The organization, the devices of an organization, or the address that the request comes from. */
  readonly requester: string
  /** Time that the store has worked for the request, in milliseconds. */
  milliseconds: number
  /** Reports whether the client still waits for the response. */
  readonly isWanted?: () => boolean
}

/** @param isWanted reports whether the client still waits for the response */
export const newWork = (requester: string, isWanted: () => boolean): Work => ({
  requester,
  milliseconds: 0,
  isWanted,
})

const current = new AsyncLocalStorage<Work>()

export const workFor = <T>(work: Work, task: () => T): T => current.run(work, task)

/** Runs what a request has caused, but does not belong to it: it continues after the client has left. */
export const asService = <T>(task: () => T): T => current.exit(task)

export const currentWork = (): Work | undefined => current.getStore()

/** The requester of the service's own tasks, such as maintenance. */
export const serviceRequester = 'service'

/** The requester of batches of reads, which contain messages of several organizations. */
export const readersRequester = 'readers'
