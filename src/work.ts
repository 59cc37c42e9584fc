import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * On whose behalf the program works at this moment. The store serves parties in turn and adds up how long it works for
 * each; without a party it works for the program itself.
 */
export interface Work {
  /** An organization or an address; parties take turns. */
  readonly party: string
  /** Milliseconds that the store has worked for it. */
  milliseconds: number
  /** Whether the client still waits for the result. */
  readonly isWanted?: () => boolean
}

const current = new AsyncLocalStorage<Work>()

export const workFor = <T>(work: Work, task: () => Promise<T>): Promise<T> => current.run(work, task)

export const currentWork = (): Work | undefined => current.getStore()

/** The party of what the program does by itself, such as maintenance. */
export const ownParty = 'program'
