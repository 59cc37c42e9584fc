import { describe, expect, test } from 'bun:test'
import type { MaybePromise } from '../../src/base/turns/maybe-promise'
import { Admission } from '../../src/http/admission'

/** The order in which requests of several requesters are served, with a thread that is kept busy. */

const keepBusy = (milliseconds: number): void => {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

const requestOf = (caller: string): Request =>
  new Request('http://localhost/', { headers: { authorization: caller } })

function opened(isWanted: (request: Request) => boolean = () => true) {
  const admission = new Admission(() => '192.0.2.1', isWanted)
  const served: string[] = []
  const send = (caller: string, name: string, milliseconds = 3): MaybePromise<Response> =>
    admission.admit(requestOf(caller), async () => {
      served.push(name)
      keepBusy(milliseconds)
      return new Response(name)
    })
  for (const caller of ['a', 'b']) admission.setRequester(requestOf(caller), `organization:${caller}`)
  return { admission, served, send }
}

describe('admission', () => {
  test('serves a request immediately while the thread keeps up', () => {
    const { served, send } = opened()
    void send('a', 'a1', 0)
    expect(served).toEqual(['a1'])
  })

  test('serves a new requester before further requests of an earlier requester', async () => {
    const { served, send } = opened()
    const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => send('a', name))
    all.push(send('b', 'b1'))
    await Promise.all(all)
    expect(served).toEqual(['a1', 'a2', 'b1', 'a3', 'a4', 'a5'])
  })

  test('treats unknown callers at one address as one requester', async () => {
    const { served, send } = opened()
    const all = ['s1', 's2', 's3', 's4'].map((name) => send(`token ${name}`, name))
    all.push(send('b', 'b1'))
    await Promise.all(all)
    expect(served).toEqual(['s1', 's2', 'b1', 's3', 's4'])
  })

  // Rule: api.md, Fair sharing
  test('allows each requester 128 reads in progress at the same time', async () => {
    const { admission, served, send } = opened()
    let finish = () => {}
    const finished = new Promise<void>((resolve) => (finish = resolve))
    const open = Array.from({ length: 128 }, () =>
      admission.admit(requestOf('a'), async () => {
        await finished
        return new Response()
      }),
    )
    const further = send('a', 'a129', 0)
    await send('b', 'b1', 0)
    expect(served).toEqual(['b1'])
    finish()
    await Promise.all([...open, further])
    expect(served).toEqual(['b1', 'a129'])
  })

  test('does not count slowly arriving bodies as requests in progress', async () => {
    const { admission, served, send } = opened()
    let finish = () => {}
    const finished = new Promise<void>((resolve) => (finish = resolve))
    const slow = Array.from({ length: 500 }, () =>
      admission.admit(new Request('http://localhost/', { method: 'POST' }), async () => {
        await finished
        return new Response()
      }),
    )
    await send('another requester', 's1', 0)
    expect(served).toEqual(['s1'])
    finish()
    await Promise.all(slow)
  })

  test('does not serve a request when its client disconnected while it waited for 20 ms', async () => {
    const gone = new Set<string>()
    const { served, send } = opened((request) => !gone.has(String(request.headers.get('authorization'))))
    const all = [send('a', 'a1'), send('a', 'a2', 25), send('b', 'b1')]
    gone.add('b')
    const [, , last] = await Promise.all(all)
    expect(served).toEqual(['a1', 'a2'])
    expect(last?.status).toBe(503)
  })
})
