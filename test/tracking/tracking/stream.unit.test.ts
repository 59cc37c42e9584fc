import { expect, test } from 'bun:test'
import { eventText, Stream, type Ticker } from '../../../src/tracking/tracking/stream'

/** A live stream by a clock of the test: its heartbeat, its checks, and its end. */

function setUp(isStillAuthorized: () => boolean = () => true) {
  let now = 0
  let isOver = false
  let checks = 0
  const calls = new Set<{ readonly interval: number; readonly call: () => void }>()
  const ticker: Ticker = {
    now: () => now,
    every(interval, call) {
      const entry = { interval, call }
      calls.add(entry)
      return () => calls.delete(entry)
    },
  }
  const stream = new Stream(
    {
      isStillAuthorized: async () => {
        checks++
        return isStillAuthorized()
      },
      onEnd: () => (isOver = true),
    },
    ticker,
  )
  return {
    stream,
    ...readerOf(stream),
    checks: () => checks,
    isOver: () => isOver,
    timers: () => calls.size,
    /** Lets so many seconds go by. */
    pass: (seconds: number): void => {
      for (const end = now + seconds * 1000; now < end;) {
        now += 1000
        for (const { interval, call } of calls) if (now % interval === 0) call()
      }
    },
  }
}

/** A client: `next` is what it takes next, undefined when the stream has ended. */
function readerOf({ body }: Stream) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  return {
    leave: () => reader.cancel(),
    next: async (): Promise<string | undefined> => {
      const { value } = await reader.read()
      return value && decoder.decode(value)
    },
  }
}

/** After all that can happen without any time going by. */
const soon = <T>(value: T): Promise<T> => new Promise((resolve) => setImmediate(() => resolve(value)))

const event = (count: number): string => eventText('move', { count })

// Rule: internal-api.md, Stream
test('a stream has a heartbeat every fifteen seconds', async () => {
  const { next, pass } = setUp()
  expect(await next()).toBe(': connected\n\n')
  for (let beat = 0; beat < 3; beat++) {
    const taken = next()
    pass(14)
    expect(await Promise.race([taken, soon('nothing yet')])).toBe('nothing yet')
    pass(1)
    expect(await taken).toBe(': heartbeat\n\n')
  }
})

// Rule: internal-api.md, Stream
test('a stream without any event ends at the next heartbeat when it may not continue', async () => {
  let may = true
  const { next, pass, isOver, timers } = setUp(() => may)
  await next()
  const taken = next()
  may = false
  pass(15)
  expect(await taken).toBeUndefined()
  expect([isOver(), timers()]).toEqual([true, 0])
})

test('a stream that may not continue ends before the next event', async () => {
  let may = true
  const { stream, next, pass } = setUp(() => may)
  await next()
  pass(1)
  may = false
  stream.send(event(1))
  expect(await next()).toBeUndefined()
})

test('a stream checks at most once a second whether it may continue', async () => {
  const { stream, next, pass, checks } = setUp()
  await next()
  for (let count = 0; count < 5; count++) {
    stream.send(event(count))
    expect(await next()).toBe(event(count))
  }
  expect(checks()).toBe(0)
  pass(1)
  stream.send(event(6))
  stream.send(event(7))
  expect(await next()).toBe(event(6) + event(7))
  stream.send(event(8))
  await next()
  expect(checks()).toBe(1)
})

test('a stream that its client has not read for longer than a heartbeat ends', async () => {
  const { stream, next, pass, isOver } = setUp()
  await next()
  pass(1)
  stream.send(event(1))
  pass(14)
  expect(isOver()).toBeFalse()
  pass(15)
  expect(isOver()).toBeTrue()
  expect(await next()).toBeUndefined()
})

test('the heartbeat of a stream that its client leaves stops', async () => {
  const { leave, isOver, timers } = setUp()
  expect([isOver(), timers()]).toEqual([false, 1])
  await leave()
  expect([isOver(), timers()]).toEqual([true, 0])
})
