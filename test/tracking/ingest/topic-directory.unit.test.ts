import { expect, test } from 'bun:test'
import { createTopicDirectory } from '../../../src/tracking/ingest/topic-directory'
import { until } from '../../support/until'

/** When the topics of readers are loaded again, because announcements of other instances may have been missed (decision 0033). */

interface Filter {
  readonly id: number
  readonly organizationId: number
  readonly topic: string
}

function open() {
  let filters: Filter[] | undefined = [{ id: 1, organizationId: 1, topic: 'north/gate' }]
  let [loads, changes] = [0, 0]
  let miss = () => {}
  const topics = createTopicDirectory(
    async () => {
      loads++
      if (!filters) throw new Error('The database does not respond.')
      return [...filters]
    },
    {
      announce() {},
      onAnnounced() {},
      onMissed: (listener) => (miss = listener),
    },
  )
  topics.onChange(() => changes++)
  return {
    topics,
    changes: () => changes,
    set: (now: Filter[] | undefined) => (filters = now),
    miss: async (): Promise<void> => {
      const before = loads
      miss()
      await until(() => loads > before, 'the topics')
      // What follows from the topics happens in the same turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('topics that are the same as before change nothing, and others do', async () => {
  const { topics, changes, set, miss } = open()
  await miss()
  const before = changes()
  await miss()
  await miss()
  expect(changes()).toBe(before)
  expect((await topics.readerOf('north/dock'))?.id).toBeUndefined()
  set([{ id: 2, organizationId: 1, topic: 'north/dock' }])
  await miss()
  expect(changes()).toBe(before + 1)
  expect((await topics.readerOf('north/dock'))?.id).toBe(2)
})

test('a database that does not respond changes nothing, and a change is found later', async () => {
  const { topics, changes, set, miss } = open()
  await miss()
  const before = changes()
  set(undefined)
  await miss()
  expect(changes()).toBe(before)
  set([{ id: 2, organizationId: 1, topic: 'north/dock' }])
  await miss()
  expect(changes()).toBe(before + 1)
  expect((await topics.readerOf('north/dock'))?.id).toBe(2)
})
