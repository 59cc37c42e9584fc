import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../base/log'
import type { Store } from '../../storage/core/store'
import { startLeaderTask } from '../records/leader-task'
import { identityKey } from './rules'

/** Number of tags of a transaction, and the time for other work after it, in milliseconds. */
const tagsAtOnce = 50
const restMillis = 10

/** Computes the identities of tags that earlier versions have stored. */
export const keepIdentities = (store: Store, log: Log): { stop(): Promise<void> } =>
  startLeaderTask(store, log, {
    intervalMillis: 5_000,
    failed: 'identities of tags could not be computed; retrying',
    async run(isOver) {
      while (!isOver()) {
        const tags = await store.read.tags.unidentified(tagsAtOnce)
        if (tags.length === 0) return
        await store.write(async (tx) => {
          for (const { id, tagType, value } of tags) await tx.tags.identify(id, identityKey(tagType, value))
        })
        await sleep(restMillis)
      }
    },
  })
