import { describe, expect, test } from 'bun:test'
import { createTurns } from '../../src/turns'

function queueOf(items: readonly (readonly [party: string, item: number])[]) {
  const turns = createTurns<string, number>()
  for (const [party, item] of items) turns.push(party, item)
  const rest = (isReady?: (party: string) => boolean): number[] => {
    const taken: number[] = []
    for (let next = turns.next(isReady); next; next = turns.next(isReady)) taken.push(next.item)
    return taken
  }
  return { turns, rest }
}

describe('a queue of turns', () => {
  test('keeps the order of one party', () => {
    expect(
      queueOf([
        ['a', 1],
        ['a', 2],
        ['a', 3],
      ]).rest(),
    ).toEqual([1, 2, 3])
  })

  test('takes one item of each party in turn', () => {
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

  test('gives a party that comes later its turn after one item of each other', () => {
    const { turns, rest } = queueOf([
      ['a', 1],
      ['a', 2],
      ['a', 3],
    ])
    expect(turns.next()?.item).toBe(1)
    turns.push('b', 11)
    expect(rest()).toEqual([2, 11, 3])
  })

  test('passes over a party that is not ready, and keeps its items', () => {
    const { turns, rest } = queueOf([
      ['a', 1],
      ['b', 11],
      ['a', 2],
    ])
    expect(rest((party) => party === 'b')).toEqual([11])
    expect([turns.size, turns.sizeOf('a'), turns.sizeOf('b')]).toEqual([2, 2, 0])
    expect(rest()).toEqual([1, 2])
    expect(turns.next()).toBeUndefined()
  })
})
