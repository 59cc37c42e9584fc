import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { audit } from '../../src/audit/record'
import { systemActor } from '../../src/caller'
import { setBackFuture } from '../../src/clock/repair'
import type { AssetRow, Store } from '../../src/storage/store'
import { type Instant, plusSeconds } from '../../src/time'
import { at, engines, insertAsset, type OpenEngine, openOrganization, stopServer } from './engines'

/** The times that a wrong clock has written, after the repair (decision 0012). Every engine must pass. */

setDefaultTimeout(60_000)
afterAll(stopServer)

const year = 365 * 86_400
/** Texts are set back to milliseconds. */
const setBackTo = (seconds: number): Instant => later(seconds).replace('456Z', '000Z') as Instant
const later = (seconds: number): Instant => plusSeconds(at, seconds)

const everyEntry = {
  subjectId: undefined,
  actorKind: undefined,
  actorId: undefined,
  action: undefined,
  subjectKind: undefined,
  importId: undefined,
  from: undefined,
  to: undefined,
}

for (const [name, openEngine] of Object.entries(engines)) {
  describe(`the times that the ${name} store sets back,`, () => {
    let engine: OpenEngine
    let store: Store
    let organizationId: number
    beforeEach(async () => {
      engine = await openEngine()
      store = engine.store
      organizationId = await openOrganization(store, 'north')
    })
    afterEach(() => engine.discard())

    const repair = (): Promise<number | undefined> =>
      setBackFuture(store, at, { readMaxAheadMicros: 0 }, () => false)
    test('are those of an asset and its entry of the audit log', async () => {
      const author = { organizationId, actor: systemActor }
      const asset = await store.write(async (tx) => {
        const row = await insertAsset(tx, organizationId, 'CRATE')
        const renamed = { ...row, name: 'Crate', updatedAt: later(year) }
        await tx.assets.update(renamed)
        const subject = { kind: 'asset', id: row.id, name: 'CRATE' } as const
        await audit(tx, author, { at: later(year), action: 'created', subject, after: {} })
        return renamed
      })
      expect(await repair()).toBe(year + 600)
      // No change is earlier than the creation.
      const { updatedAt } = (await store.read.assets.find(organizationId, asset.id)) as AssetRow
      expect(updatedAt).toBe(at)
      const { rows } = await store.read.audit.list(organizationId, everyEntry, { limit: 10, offset: 0 })
      expect(rows.map(({ changedAt }) => changedAt)).toEqual([setBackTo(-600)])
    })
  })
}
