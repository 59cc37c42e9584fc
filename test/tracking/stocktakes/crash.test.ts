import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { apiClient, type Client, signIn } from '../../support/client'
import { newDataDir, startProgram, stopPrograms } from '../../support/program'
import { newLocation } from '../../support/records'
import { secondsAgo } from '../../support/scans'
import { open, path, read, send } from '../../support/stocktakes'
import { until } from '../../support/until'

/** A service that is killed while it writes what follows a close (docs/internal-api.md, Close of a stocktake). */

setDefaultTimeout(120_000)
afterAll(stopPrograms)

const assetsCount = 2_000
const missingCount = 1_000
const keysOf = (name: string, length: number) => Array.from({ length }, (_, index) => `${name}-${index}`)
const values = keysOf('CRASH', assetsCount)
const missing = keysOf('MISSING', missingCount)

async function createAssets(api: Client): Promise<void> {
  const all = [...values, ...missing]
  for (let from = 0; from < all.length; from += 500) {
    const rows = all.slice(from, from + 500).map((value) => ({
      action: 'create',
      asset: { name: 'Crate', external_key: value, tags: [{ tag_type: 'rfid', value }] },
    }))
    expect((await api.post('/api/v1/assets/batch', { rows })).status).toBe(200)
  }
}

// Rule: internal-api.md, Close of a stocktake
test('writes each deliberate scan and each search exactly once, and the result stays', async () => {
  const dataDir = newDataDir()
  let program = await startProgram({ dataDir })
  let session = await signIn(program)
  await createAssets(await apiClient(program, session))
  const [aisle, other] = [await newLocation(session), await newLocation(session)]
  for (const part of [values, missing]) {
    const reads = part.map((value) => ({ value, observed_at: secondsAgo(3_000) }))
    await session.post('/internal/v1/scans', { location_id: aisle.id, reads })
  }
  const { id, expected_count: expected } = await open(session, aisle)
  expect(expected).toBe(assetsCount + missingCount)
  const counted = values.map((value) => ({ value, observed_at: secondsAgo(60) }))
  expect((await send(session, id, other, counted)).body.data.accepted).toBe(assetsCount)
  await session.post(`${path}/${id}/close`, { write_places: true, start_searches: true })
  await until(
    async () => (await read(session, id)).state === 'closed',
    () => 'the result is fixed',
  )
  const { result_sha256: hash } = await read(session, id)
  // Each start writes a part, until everything is written.
  for (let kills = 0; kills < 3; kills++) {
    await program.kill()
    program = await startProgram({ dataDir })
    session = await signIn(program)
  }
  await until(
    async () => (await read(session, id)).work === null,
    () => 'everything is written',
  )
  expect(await read(session, id)).toMatchObject({
    state: 'closed',
    result_sha256: hash,
    counts: { elsewhere: assetsCount, missing: missingCount },
  })
  const searched = new Set<number>()
  for (let offset = 0; offset < missingCount; offset += 200) {
    const { data, total_count: total } = (
      await session.get(`/internal/v1/searches?limit=200&offset=${offset}`)
    ).body
    expect(total).toBe(missingCount)
    for (const { asset } of data) searched.add(asset.id)
  }
  expect(searched.size).toBe(missingCount)
  const api = await apiClient(program, session)
  const { data } = (await api.get('/api/v1/events?type=asset.moved&limit=200')).body
  expect(data.length).toBeGreaterThan(0)
  const moves = new Map<number, number>()
  for (let after = 0; ;) {
    const page = (
      await api.get(`/api/v1/events?type=asset.moved&location_id=${other.id}&limit=200&after=${after}`)
    ).body
    for (const { asset_id: asset } of page.data) moves.set(asset, (moves.get(asset) ?? 0) + 1)
    if (page.next_after >= page.newest_sequence) break
    after = page.next_after
  }
  expect(moves.size).toBe(assetsCount)
  expect([...new Set(moves.values())]).toEqual([1])
  const history = (await api.get(`/api/v1/assets/${[...moves.keys()][7]}/events`)).body.data
  expect(history.map((event: { location_id: number }) => event.location_id)).toEqual([other.id, aisle.id])
})
