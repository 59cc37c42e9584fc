import { describe, expect, test } from 'bun:test'
import { createConnectionLimit } from '../../../../src/tracking/ingest/mqtt/connection-limit'

/** Which connection is closed when there are more than the limit allows. */

class Connection {
  isClosed = false
  #closed: (() => void) | undefined

  constructor(readonly name: string) {}

  /** Like a socket, it reports later that it is closed: see `close`. */
  destroy(): void {
    this.isClosed = true
  }

  close(): void {
    this.#closed?.()
  }

  once(_event: 'close', listener: () => void): void {
    this.#closed = listener
  }
}

/** A full limit; `readers` are those of its connections, the oldest first, null for an unauthenticated one. */
function full(...readers: (number | null)[]) {
  const limit = createConnectionLimit<Connection>(readers.length)
  const connections = readers.map((_, index) => new Connection(`connection ${index}`))
  for (const [index, connection] of connections.entries()) {
    limit.admit(connection)
    const reader = readers[index] ?? null
    if (reader !== null) limit.register(connection, reader)
  }
  const closed = (): number[] => connections.flatMap(({ isClosed }, index) => (isClosed ? [index] : []))
  return { limit, connections, closed }
}

describe('a full limit', () => {
  test.each<[readers: (number | null)[], closing: number[]]>([
    [[null, null, null], [0]],
    [[1, 1, null, null], [2]],
    [[1, 2, 2, 3, 3, 3], [3]],
    [[1, 2, 2], [1]],
  ])('of the readers %j closes the connections %j for a new one', (readers, closing) => {
    const { limit, closed } = full(...readers)
    const another = new Connection('another')
    expect(limit.admit(another)).toBe(true)
    expect([closed(), another.isClosed]).toEqual([closing, false])
  })

  test('of one connection for each reader closes the new connection', () => {
    const { limit, closed } = full(1, 2, 3)
    const another = new Connection('another')
    expect(limit.admit(another)).toBe(false)
    expect([closed(), another.isClosed]).toEqual([[], true])
  })
})

test('a connection that is closed no longer counts', () => {
  const { limit, connections, closed } = full(1, 2, 3)
  connections[1]?.close()
  expect(limit.admit(new Connection('another'))).toBe(true)
  expect(closed()).toEqual([])

  const unauthenticated = full(null, null)
  unauthenticated.limit.admit(new Connection('first'))
  unauthenticated.limit.register(unauthenticated.connections[0] as Connection, 9)
  unauthenticated.limit.admit(new Connection('second'))
  expect(unauthenticated.closed()).toEqual([0, 1])
})

test('clear closes all connections', () => {
  const { limit, closed } = full(null, 1, 1)
  limit.clear()
  expect(closed()).toEqual([0, 1, 2])
})
