import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../base/errors'
import { type Log, oncePerMinute } from '../../base/log'
import type { Store } from '../../storage/core/store'
import { identityKey } from './rules'

/** Computes the identities of tags that earlier versions have stored. */

const intervalMillis = 5_000
/** Number of tags of a transaction, and the time for other work after it, in milliseconds. */
const tagsAtOnce = 50
const restMillis = 10

export function keepIdentities(store: Store, log: Log): { stop(): Promise<void> } {
  const warn = oncePerMinute((detail, what) => log.warn(detail, what))
  let isStopped = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (!isStopped && store.problems().length === 0) {
      const tags = await store.read.tags.unidentified(tagsAtOnce)
      if (tags.length === 0) return
      await store.write(async (tx) => {
        for (const { id, tagType, value } of tags) await tx.tags.identify(id, identityKey(tagType, value))
      })
      await sleep(restMillis)
    }
  }

  const timer = setInterval(() => {
    if (!store.instances.isLeader) return
    running ??= run()
      .catch((err: unknown) => {
        const isBusy = err instanceof AppError && err.code === 'unavailable'
        if (!isStopped && !isBusy) warn('identities of tags could not be computed; retrying', { err })
      })
      .finally(() => {
        running = undefined
      })
  }, intervalMillis)
  timer.unref()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
