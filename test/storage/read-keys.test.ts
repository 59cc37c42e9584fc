import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { engines, type OpenEngine } from './engines'

/** How reads are remembered, to know a repeat. Every engine must pass. */

for (const [name, openEngine] of Object.entries(engines)) {
  describe(`the reads that the ${name} store remembers`, () => {
    let engine: OpenEngine
    beforeEach(() => {
      engine = openEngine()
    })
    afterEach(() => engine.discard())

    const keyOf = (day: number, tag: string) => ({ day, source: '1:1', sentAt: 42, tag })
    const remember = (day: number, tag: string) =>
      engine.store.write((tx) => tx.ingest.rememberRead(keyOf(day, tag)))
    const hasSeen = (day: number, tag: string) =>
      engine.store.write((tx) => tx.ingest.hasSeen(keyOf(day, tag)))
    const forget = (day: number, most: number) =>
      engine.store.write((tx) => tx.ingest.forgetReadsBefore(day, most))

    test('are known on their day and the two days after it', async () => {
      await remember(100, 'A')
      expect(await Promise.all([100, 101, 102, 103].map((day) => hasSeen(day, 'A')))).toEqual([
        true,
        true,
        true,
        false,
      ])
      expect(await hasSeen(100, 'B')).toBeFalse()
    })

    test('are forgotten a slice at a time, and none of the days that still count', async () => {
      for (const tag of ['A', 'B', 'C']) await remember(100, tag)
      await remember(101, 'D')
      expect([await forget(101, 2), await forget(101, 2), await forget(101, 2)]).toEqual([2, 1, 0])
      expect(await hasSeen(101, 'D')).toBeTrue()
      expect(await hasSeen(100, 'A')).toBeFalse()
    })
  })
}
