import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { openRepeats } from '../../src/tracking/ingest/repeats'
import { createPauses } from '../../src/base/turns/pause'
import { RecentTimes } from '../../src/tracking/ingest/recent-times'
import { engines, type OpenEngine, stopServer } from './engines'

/** The keys of reads, by which repeats are recognized. Every engine must pass. */

const day = 86_400_000_000
const read = (tag: string, sentAt = 42, source = '1:1') => ({ tag, sentAt, source })

afterAll(stopServer)

for (const [name, openEngine] of Object.entries(engines)) {
  describe(`the reads that the ${name} store caches`, () => {
    let engine: OpenEngine
    beforeEach(async () => {
      engine = await openEngine()
    })
    afterEach(() => engine.discard())

    /** Returns which of the reads are repeats on a day, and stores all. */
    const ask = (onDay: number, ...reads: ReturnType<typeof read>[]) =>
      engine.store.write(async (tx) => {
        const repeats = await openRepeats(tx, reads, { receivedAt: onDay * day })
        const responses = reads.map((each) => repeats.isRepeat(each))
        await repeats.save(createPauses())
        return responses
      })
    /** The same, but stores nothing. */
    const isRepeat = (onDay: number, ...reads: ReturnType<typeof read>[]) =>
      engine.store.write(async (tx) => {
        const repeats = await openRepeats(tx, reads, { receivedAt: onDay * day })
        return reads.map((each) => repeats.isRepeat(each))
      })
    const forget = (beforeDay: number, rowsMax: number, most: number) =>
      engine.store.write((tx) => tx.ingest.pruneReadKeys(beforeDay, rowsMax, most))

    test('are compared with cached times as with stored ones, however few are cached', async () => {
      for (const most of [0, 2, 1000]) {
        const recent = new RecentTimes(most)
        const askCached = async (...reads: ReturnType<typeof read>[]) => {
          const repeats = await engine.store.write(async (tx) => {
            const opened = await openRepeats(tx, reads, { receivedAt: 100 * day, recent })
            const responses = reads.map((each) => opened.isRepeat(each))
            await opened.save(createPauses())
            return { opened, responses }
          })
          repeats.opened.updateRecent()
          return repeats.responses
        }
        const source = `1:${most}`
        const later = 60_000_042
        await ask(100, read('A', 1, source))
        expect(await askCached(read('A', 1, source), read('A', 2, source), read('B', 1, source))).toEqual([
          true,
          false,
          false,
        ])
        expect(
          await askCached(
            read('A', later, source),
            read('A', later, source),
            read('A', later + 1, source),
            read('B', later, source),
          ),
        ).toEqual([false, true, false, false])
        expect(
          await askCached(read('A', later, source), read('A', later + 2, source), read('A', 2, source)),
        ).toEqual([true, false, true])
        expect(await askCached(read('A', later + 2, source), read('B', later, source))).toEqual([true, true])
        expect(await isRepeat(101, read('A', later + 2, source), read('C', later, source))).toEqual([
          true,
          false,
        ])
      }
    })

    test('are known on their day and the two days after it', async () => {
      await ask(100, read('A'))
      const responses = []
      for (const onDay of [100, 101, 102, 103]) responses.push(...(await isRepeat(onDay, read('A'))))
      expect(responses).toEqual([true, true, true, false])
    })

    test('are distinguished by source, tag and time to the microsecond, within one write and across writes', async () => {
      const reads = [read('A'), read('A', 43), read('A', 60_000_042), read('B'), read('A', 42, '1:2')]
      expect(await ask(100, ...reads, read('A', 43))).toEqual([false, false, false, false, false, true])
      expect(await isRepeat(100, ...reads, read('A', 44))).toEqual([true, true, true, true, true, false])
    })

    test('may have times long before 1970 and after 2255', async () => {
      const reads = [read('A', -62_135_596_800_000_000), read('A', 253_402_300_799_000_000)]
      expect(await ask(100, ...reads)).toEqual([false, false])
      expect(await ask(101, ...reads)).toEqual([true, true])
    })

    test('are deleted a slice at a time, except those of the days that still count', async () => {
      await ask(100, read('A'), read('B'), read('C'))
      await ask(101, read('D'))
      expect([await forget(101, 10, 2), await forget(101, 10, 2), await forget(101, 10, 2)]).toEqual([
        2, 1, 0,
      ])
      expect(await isRepeat(101, read('A'), read('D'))).toEqual([false, true])
    })

    // Rule: history.md, Repeats
    test('are limited by number: the oldest are deleted first, including those of today', async () => {
      const minutes = [0, 1, 2, 3].map((minute) => read('A', minute * 60_000_000))
      await ask(100, ...minutes)
      expect([await forget(100, 3, 10), await forget(100, 3, 10)]).toEqual([1, 0])
      expect(await isRepeat(100, ...minutes)).toEqual([false, true, true, true])
    })

    // Rule: history.md, Repeats
    test('of one tag at one antenna are limited within a minute', async () => {
      const many = Array.from({ length: 5_000 }, (_, index) => read('A', index))
      await ask(100, ...many)
      expect(await isRepeat(100, read('A', 0), read('A', 4_999))).toEqual([false, true])
    })
  })
}
