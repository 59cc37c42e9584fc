import { afterAll, expect, test } from 'bun:test'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { join } from 'node:path'
import { assetListReads } from '../../src/storage/queries/assets/asset-lists'
import { openReader } from '../../src/storage/sqlite/reader'
import { searchLimits } from '../../src/storage/search/search'
import type { FieldCondition } from '../../src/storage/core/store'
import { fromMicros, type Instant } from '../../src/base/time'
import { apiClient, signIn } from '../support/client'
import { startProgram, stopPrograms } from '../support/program'
import { newAsset } from '../support/records'

afterAll(stopPrograms)

// Rule: internal-api.md, Asset filters
test('only the first assets of a long list are compared, and the list says so', async () => {
  const program = await startProgram()
  const api = await apiClient(program, await signIn(program))
  for (const size of [1, 2, 3, 4])
    await newAsset(api, { external_key: `A-${size}`, metadata: { size, odd: size % 2 } })
  using reader = openReader(join(program.dataDir, 'whereabouts.db'))
  const odd: FieldCondition = { key: 'odd', kind: 'number', test: 'is', value: 1 }
  const listed = async (compared: number, descending: boolean) => {
    const filter = {
      externalKeys: [],
      isActive: undefined,
      includeDeleted: false,
      search: undefined,
    } as const
    const order = [{ field: 'external_key', descending }] as const
    const now: Instant = fromMicros(Date.now() * 1000)
    const page = { order, limit: 10, offset: 0, conditions: [odd] }
    const assets = assetListReads(drizzle(reader), searchLimits, compared)
    const { rows, ...rest } = await assets.listWith(1, filter, now, page)
    return { keys: rows.map(({ externalKey }) => externalKey), ...rest }
  }
  expect(await listed(4, false)).toEqual({ keys: ['A-1', 'A-3'], total: 2, isComplete: true })
  expect(await listed(2, false)).toEqual({ keys: ['A-1'], total: 1, isComplete: false })
  expect(await listed(2, true)).toEqual({ keys: ['A-3'], total: 1, isComplete: false })
})
