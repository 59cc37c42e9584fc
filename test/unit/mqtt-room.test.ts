import { describe, expect, test } from 'bun:test'
import { createRoom } from '../../src/ingest/mqtt/room'

/** Who has to go when more connect than there is room for. */

class Guest {
  isGone = false
  #closed: (() => void) | undefined

  constructor(readonly name: string) {}

  /** Tells of it later, as a socket does; `close` is that. */
  destroy(): void {
    this.isGone = true
  }

  close(): void {
    this.#closed?.()
  }

  once(_event: 'close', listener: () => void): void {
    this.#closed = listener
  }
}

/** `readers` are those of the guests, in the order in which they came; null is a stranger. */
function full(...readers: (number | null)[]) {
  const room = createRoom<Guest>(readers.length)
  const guests = readers.map((_, index) => new Guest(`guest ${index}`))
  for (const [index, guest] of guests.entries()) {
    room.enter(guest)
    const reader = readers[index] ?? null
    if (reader !== null) room.introduce(guest, reader)
  }
  const gone = (): number[] => guests.flatMap(({ isGone }, index) => (isGone ? [index] : []))
  return { room, guests, gone }
}

describe('when there is no room left', () => {
  test.each<[readers: (number | null)[], leaving: number[]]>([
    [[null, null, null], [0]],
    [[1, 1, null, null], [2]],
    [[1, 2, 2, 3, 3, 3], [3]],
    [[1, 2, 2], [1]],
  ])('among %j the guests %j leave for another', (readers, leaving) => {
    const { room, gone } = full(...readers)
    const another = new Guest('another')
    expect(room.enter(another)).toBe(true)
    expect([gone(), another.isGone]).toEqual([leaving, false])
  })

  test('nobody leaves where each is the only one of its reader: another is turned away', () => {
    const { room, gone } = full(1, 2, 3)
    const another = new Guest('another')
    expect(room.enter(another)).toBe(false)
    expect([gone(), another.isGone]).toEqual([[], true])
  })
})

test('whoever closes leaves room, and whoever was asked to leave is not counted until then', () => {
  const { room, guests, gone } = full(1, 2, 3)
  guests[1]?.close()
  expect(room.enter(new Guest('another'))).toBe(true)
  expect(gone()).toEqual([])

  const strangers = full(null, null)
  strangers.room.enter(new Guest('first'))
  strangers.room.introduce(strangers.guests[0] as Guest, 9)
  strangers.room.enter(new Guest('second'))
  expect(strangers.gone()).toEqual([0, 1])
})

test('it is cleared of everybody', () => {
  const { room, gone } = full(null, 1, 1)
  room.clear()
  expect(gone()).toEqual([0, 1, 2])
})
