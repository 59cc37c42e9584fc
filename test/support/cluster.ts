import { expect } from 'bun:test'
import type { Client } from './client'
import { freshKey } from './records'

/** Writes to several instances behind a balancer, and what must be there afterwards. */

/** Creates assets until `stop`. A request whose connection is lost is sent again with the same Idempotency-Key. */
export function startWriters(session: Client, count: number) {
  const created: string[] = []
  const refused = new Set<number>()
  let isOver = false

  async function create(): Promise<void> {
    const external_key = freshKey()
    const headers = { 'idempotency-key': crypto.randomUUID(), 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'Pump', external_key })
    for (;;) {
      const sent = session.request('POST', '/api/v1/assets', { headers, body, keepalive: false })
      const status = await sent.then(
        (response) => response.status,
        () => 0,
      )
      if (status === 201) return void created.push(external_key)
      // 409 while the first request with this key still runs.
      if (![0, 409, 503].includes(status)) refused.add(status)
      if (isOver && status !== 409) return
    }
  }

  const writers = Array.from({ length: count }, async () => {
    while (!isOver) await create()
  })
  return {
    created,
    async stop(): Promise<readonly number[]> {
      isOver = true
      await Promise.all(writers)
      return [...refused]
    },
  }
}

async function keysOf(session: Client): Promise<string[]> {
  const keys: string[] = []
  for (let offset = 0; ; offset += 200) {
    const { body } = await session.get(`/api/v1/assets?limit=200&offset=${offset}&sort=external_key`)
    keys.push(...body.data.map((row: { external_key: string }) => row.external_key))
    if (body.data.length < 200) return keys
  }
}

/** Every acknowledged asset exists once, the count is exact, and the event log has no gap. */
export async function requireNothingLost(session: Client, created: readonly string[]): Promise<void> {
  const keys = await keysOf(session)
  const found = new Set(keys)
  expect(created.filter((key) => !found.has(key))).toEqual([])
  expect(keys.length).toBe(found.size)
  expect((await session.get('/api/v1/assets?limit=1')).body.total_count).toBe(keys.length)
  let after = 0
  const announced: string[] = []
  for (;;) {
    const { body } = await session.get(`/api/v1/events?after=${after}&limit=200`)
    for (const event of body.data) {
      expect(event.sequence).toBe(++after)
      if (event.type === 'asset.created') announced.push(event.asset_external_key)
    }
    if (body.data.length < 200) break
  }
  expect(announced.toSorted()).toEqual(keys.toSorted())
}
