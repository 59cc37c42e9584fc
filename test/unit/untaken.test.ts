import { describe, expect, test } from 'bun:test'
import { createUntaken } from '../../src/http/untaken'

/** Large answers that wait for clients who don't take them. */

const mebibyte = 1_048_576
const most = 256

function atStart() {
  const taken = new Set<Request>()
  const untaken = createUntaken((request) => !taken.has(request))
  const isFull = (organization: number): boolean => {
    try {
      untaken.requireTaken(organization)
      return false
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate_limited', details: { headers: { 'retry-after': '1' } } })
      return true
    }
  }
  const add = (organization: number, length: number): Request => {
    const request = new Request('http://localhost/')
    untaken.add(organization, request, 'x'.repeat(length))
    return request
  }
  return { taken, isFull, add }
}

describe('an organization', () => {
  test('may have much waiting, and is then asked to take it first; others are not', () => {
    const { isFull, add } = atStart()
    add(1, most * mebibyte)
    expect(isFull(1)).toBe(false)
    add(1, mebibyte)
    expect([isFull(1), isFull(2)]).toEqual([true, false])
  })

  test('may go on once an answer is taken', () => {
    const { taken, isFull, add } = atStart()
    const [first] = [add(1, most * mebibyte), add(1, mebibyte)]
    expect(isFull(1)).toBe(true)
    taken.add(first as Request)
    expect(isFull(1)).toBe(false)
    add(1, (most - 1) * mebibyte)
    expect(isFull(1)).toBe(false)
    add(1, mebibyte)
    expect(isFull(1)).toBe(true)
  })

  test('has its small answers uncounted', () => {
    const { isFull, add } = atStart()
    add(1, most * mebibyte)
    for (let i = 0; i < 100; i++) add(1, 131_071)
    expect(isFull(1)).toBe(false)
    add(1, 131_072)
    expect(isFull(1)).toBe(true)
  })
})
