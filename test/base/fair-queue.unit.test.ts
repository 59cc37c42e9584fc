import { describe, expect, test } from 'bun:test'
import { createFairQueue } from '../../src/base/turns/fair-queue'

function queueOf(items: readonly (readonly [key: string, item: number])[]) {
  const queue = createFairQueue<string, number>()
  for (const [key, item] of items) queue.push(key, item)
  const rest = (isReady?: (key: string) => boolean): number[] => {
    const taken: number[] = []
    for (let next = queue.next(isReady); next; next = queue.next(isReady)) taken.push(next.item)
    return taken
  }
  return { queue, rest }
}

describe('a fair queue', () => {
  test('keeps the order of the items of one key', () => {
    expect(
      queueOf([
        ['a', 1],
        ['a', 2],
        ['a', 3],
      ]).rest(),
    ).toEqual([1, 2, 3])
  })

  // Rule: api.md, Fair sharing
  test('takes one item of each key, then the next of each', () => {
    const items = [
      ['a', 1],
      ['a', 2],
      ['a', 3],
      ['b', 11],
      ['c', 21],
      ['c', 22],
    ] as const
    expect(queueOf(items).rest()).toEqual([1, 11, 21, 2, 22, 3])
  })

  test('serves a new key after one item of each other key', () => {
    const { queue, rest } = queueOf([
      ['a', 1],
      ['a', 2],
      ['a', 3],
    ])
    expect(queue.next()?.item).toBe(1)
    queue.push('b', 11)
    expect(rest()).toEqual([2, 11, 3])
  })

  test('skips a key that is not ready, and keeps its items', () => {
    const { queue, rest } = queueOf([
      ['a', 1],
      ['b', 11],
      ['a', 2],
    ])
    expect(rest((key) => key === 'b')).toEqual([11])
    expect([queue.size, queue.sizeOf('a'), queue.sizeOf('b')]).toEqual([2, 2, 0])
    expect(rest()).toEqual([1, 2])
    expect(queue.next()).toBeUndefined()
  })
})
