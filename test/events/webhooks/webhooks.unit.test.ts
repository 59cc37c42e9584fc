import { plain, storedOf } from '../../../src/base/messages'
import { describe, expect, test } from 'bun:test'
import type { WebhookRow } from '../../../src/storage/core/store'
import { second } from '../../../src/base/time'
import { createResolve } from '../../../src/base/addresses/addresses'
import { dueIn, failed, type Result, stateAfter } from '../../../src/events/webhooks/outcomes'
import { delayAfter } from '../../../src/events/webhooks/schedule'

const day = 86_400 * second

const resolveTo =
  (addresses: readonly string[], allowed: readonly string[] = []) =>
  (url: string) =>
    createResolve(allowed, async () => addresses.map((address) => ({ address })))(new URL(url))

describe('the address of a webhook', () => {
  test.each([
    '127.0.0.1',
    '127.8.9.1',
    '0.0.0.0',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '169.254.169.254',
    'fe80::1',
    'fd00:ec2::254',
    '100.100.100.200',
    'fd20:ce::254',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
    '::ffff:169.254.169.254',
    '0:0:0:0:0:ffff:7f00:0001',
    'fe80::1%eth0',
    '255.255.255.255',
  ])('%s is refused, even as the second of a name', async (address) => {
    await expect(resolveTo([address])('http://name.example/')).rejects.toThrow('refused')
    await expect(resolveTo(['192.168.1.2', address])('http://name.example/')).rejects.toThrow('refused')
  })

  test.each(['192.168.1.2', '10.0.0.1', '172.16.0.1', 'fd12::1', '93.184.216.34'])(
    '%s is allowed',
    async (address) => {
      expect(await resolveTo([address])('https://name.example/')).toEqual([address])
    },
  )

  test.each([
    'http://2130706433/',
    'http://017700000001/',
    'http://0177.0.0.1/',
    'http://0x7f000001/',
    'http://127.1/',
    'http://0/',
    'http://[::ffff:7f00:1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://①②⑦.0.0.1/',
    'http://127。0。0。1/',
    'http://127.0.0.1./',
    'http://%31%32%37.0.0.1/',
  ])('in the URL %s is refused without a look-up', async (url) => {
    await expect(resolveTo(['192.168.1.2'])(url)).rejects.toThrow('refused')
  })

  test('is checked at each attempt, and the connection uses the checked address', async () => {
    const replies = ['192.168.1.2', '127.0.0.1']
    const resolve = createResolve([], async () => [{ address: replies.shift() ?? '' }])
    expect(await resolve(new URL('http://rebinding.example/'))).toEqual(['192.168.1.2'])
    await expect(resolve(new URL('http://rebinding.example/'))).rejects.toThrow('refused')
  })

  test('is allowed by a host, an address or a network of the setting', async () => {
    for (const allowed of ['name.example', '127.0.0.1', '127.0.0.0/8'])
      expect(await resolveTo(['127.0.0.1'], [allowed])('http://name.example/')).toEqual(['127.0.0.1'])
    await expect(resolveTo(['127.0.0.1'], ['other.example'])('http://name.example/')).rejects.toThrow(
      'refused',
    )
  })

  test('is allowed by an entry with a port at this port only', async () => {
    const allowed = ['127.0.0.1:5084', '[::1]:5084', 'name.example:5084', '127.0.0.2:80']
    for (const host of [...allowed, 'NAME.example:5084', '127.0.0.2'])
      expect(await resolveTo(['127.0.0.1'], allowed)(`http://${host}/`)).toHaveLength(1)
    for (const host of ['127.0.0.1:5085', '127.0.0.1', '[::1]', 'other.example:5084'])
      await expect(resolveTo(['127.0.0.1'], allowed)(`http://${host}/`)).rejects.toThrow('refused')
  })
})

describe('the delay of a retry', () => {
  test('grows from a second to a day, and varies by a fifth', () => {
    expect(delayAfter(1, 0.5, null, 0)).toBe(1)
    expect(delayAfter(1, 0, null, 0)).toBeCloseTo(0.8)
    expect(delayAfter(2, 0.5, null, 0)).toBe(5)
    for (const failures of [11, 50]) expect(delayAfter(failures, 0.5, null, 0)).toBe(86_400)
  })

  test('is not shorter than Retry-After in seconds or as a date, and at most a day', () => {
    expect(delayAfter(1, 0.5, '120', 0)).toBe(120)
    expect(delayAfter(1, 0.5, 'Thu, 01 Jan 1970 00:02:00 GMT', 0)).toBe(120)
    expect(delayAfter(1, 0.5, '999999999', 0)).toBe(86_400)
    expect(delayAfter(1, 0.5, 'soon', 0)).toBe(1)
  })

  test('is kept when the service time passes more slowly than the attempt, and not when it comes from a wrong clock', () => {
    const at = 1_790_000_000 * second
    const row = { cursor: 6, failures: 10, failingSince: at - day, nextAttemptAt: at } as WebhookRow
    const refusal = { status: 503, error: plain('HTTP 503'), response: '', retryAfter: null }
    const attempt = { sequence: 7, attemptedAt: at, durationMs: 15_000 }
    const after = { ...row, ...failed(row, { ...attempt, ...refusal }, true, () => 1) }
    // The service time is at half speed while the machine time is behind it.
    expect(dueIn(after, at + 7.5 * second)).toBe(day + 7.5 * second)
    expect(dueIn(after, at - day)).toBe(0)
  })
})

describe('the state of a webhook after a run', () => {
  const at = 1_790_000_000 * second
  const row = { cursor: 6, failures: 2, failingSince: at - 60 * second, nextAttemptAt: at } as WebhookRow
  const resultOf = (sequence: number, error: string | null): Result => {
    const said = error === null ? null : plain(error)
    const outcome = { status: said ? 503 : 200, error: said, response: '', retryAfter: null }
    const delivery = {
      webhookId: 1,
      sequence,
      type: 'asset.moved',
      attemptedAt: at,
      durationMs: 5,
      ...outcome,
      error,
    }
    return { sequence, attempt: { outcome, delivery } }
  }

  test('has the sequence of the last event that was accepted, and no failures', () => {
    const after = stateAfter(row, [resultOf(7, null), resultOf(9, null)], true, Math.random)
    expect(after).toMatchObject({ cursor: 9, failures: 0, failingSince: null, nextAttemptAt: null })
  })

  test('counts a failure after accepted events as the first', () => {
    const after = stateAfter(row, [resultOf(7, null), resultOf(9, 'HTTP 503')], true, Math.random)
    expect(after).toMatchObject({
      cursor: 8,
      failures: 1,
      failingSince: at,
      lastError: storedOf(plain('HTTP 503')),
    })
  })

  test('counts a failure without accepted events as a further one', () => {
    const after = stateAfter(row, [{ sequence: 7 }, resultOf(9, 'HTTP 503')], true, Math.random)
    expect(after).toMatchObject({ cursor: 8, failures: 3 })
  })

  test('keeps the failures when the format leaves out all events', () => {
    expect(stateAfter(row, [{ sequence: 7 }, { sequence: 8 }], true, Math.random)).toEqual({ cursor: 8 })
  })
})
