import { describe, expect, test } from 'bun:test'
import { createPendingResponses } from '../../src/http/pending-responses'

/** Responses that clients have not read. */

const mebibyte = 1_048_576

function atStart() {
  const read = new Set<Request>()
  const pending = createPendingResponses((request) => !read.has(request))
  const isFull = (requester: string): boolean => {
    try {
      pending.requireRead(requester)
      return false
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate_limited', details: { headers: { 'retry-after': '1' } } })
      return true
    }
  }
  /** Resolves when the responses have been looked at. */
  const send = async (requester: string, lengths: readonly number[]): Promise<Request[]> => {
    const requests = lengths.map((length) => {
      const request = new Request('http://localhost/')
      pending.add(requester, request, 'x'.repeat(length))
      return request
    })
    await new Promise((resolve) => setImmediate(resolve))
    return requests
  }
  return { read, isFull, send }
}

describe('a requester', () => {
  // Rule: api.md, Fair sharing
  test('with too many unread characters gets no further response; other requesters do', async () => {
    const { isFull, send } = atStart()
    await send('a', [256 * mebibyte])
    expect(isFull('a')).toBe(false)
    await send('a', [1])
    expect([isFull('a'), isFull('b')]).toEqual([true, false])
  })

  // Rule: api.md, Fair sharing
  test('with too many unread responses gets no further response, regardless of their size', async () => {
    const { isFull, send } = atStart()
    await send('a', Array<number>(512).fill(1))
    expect(isFull('a')).toBe(false)
    await send('a', [1])
    expect(isFull('a')).toBe(true)
  })

  test('gets responses again once it has read one', async () => {
    const { read, isFull, send } = atStart()
    const [first] = await send('a', [mebibyte, 256 * mebibyte])
    expect(isFull('a')).toBe(true)
    read.add(first as Request)
    expect(isFull('a')).toBe(false)
  })

  test('that reads its responses immediately may have any number of them', async () => {
    const { read, isFull, send } = atStart()
    for (let round = 0; round < 20; round++)
      for (const request of await send('a', Array<number>(100).fill(mebibyte / 100))) read.add(request)
    expect(isFull('a')).toBe(false)
  })
})
