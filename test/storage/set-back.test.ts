import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { audit } from '../../src/people/audit/record'
import { systemActor } from '../../src/base/caller'
import { setBackFuture } from '../../src/installation/clock/repair'
import { newSearch } from '../../src/tracking/searches/new-search'
import { lineOf } from '../../src/tracking/stocktakes/counts/counting'
import { newStocktake } from '../../src/tracking/stocktakes/management'
import type { AssetRow, Store, WebhookRow } from '../../src/storage/core/store'
import { type Instant, plusSeconds, second, toMicros } from '../../src/base/time'
import { at, engines, insertAsset, type OpenEngine, openOrganization, stopServer } from './engines'

/** The times that a wrong clock has written, after the repair (decision 0012). Every engine must pass. */

setDefaultTimeout(60_000)
afterAll(stopServer)

const year = 365 * 86_400
const day = 86_400
/** Texts are set back to milliseconds. */
const setBackTo = (seconds: number): Instant => later(seconds).replace('456Z', '000Z') as Instant
const later = (seconds: number): Instant => plusSeconds(at, seconds)
const micros = (seconds: number): number => toMicros(at) + seconds * second

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

    const insert = (values: Partial<WebhookRow>): Promise<number> =>
      store.write((tx) =>
        tx.webhooks.insert({
          organizationId,
          name: 'Hook',
          url: 'http://127.0.0.1/',
          types: '[]',
          locationId: null,
          format: 'event',
          cursor: 0,
          secret: 'new',
          previousSecret: null,
          previousExpiresAt: null,
          isEnabled: 1,
          disabledReason: null,
          failures: 0,
          failingSince: null,
          nextAttemptAt: null,
          lastError: null,
          lostEvents: 0,
          createdAt: at,
          updatedAt: at,
          ...values,
        }),
      )
    const attemptAt = (webhookId: number, seconds: number): Promise<void> =>
      store.write((tx) =>
        tx.webhooks.insertDelivery({
          webhookId,
          sequence: 1,
          type: 'asset.moved',
          attemptedAt: micros(seconds),
          durationMs: 1,
          status: 200,
          error: null,
          response: '',
        }),
      )
    const repair = (): Promise<number | undefined> =>
      setBackFuture(store, at, { readMaxAheadMicros: 0 }, () => false)
    const found = async (id: number): Promise<WebhookRow> =>
      (await store.read.webhooks.find(organizationId, id)) as WebhookRow

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

    test('are those of a webhook and its attempts, in their order, while right ones stay', async () => {
      const right = await insert({ previousSecret: 'old', previousExpiresAt: micros(day) })
      const before = await found(right)
      const wrong = await insert({
        previousSecret: 'old',
        previousExpiresAt: micros(year + 200 + day),
        failingSince: micros(year + 300),
        nextAttemptAt: micros(year + 301),
        failures: 1,
        createdAt: later(year + 100),
        updatedAt: later(year + 200),
      })
      for (const seconds of [10, year + 300, year + 400]) await attemptAt(wrong, seconds)
      // The newest time becomes that of the repair minus 600 s.
      expect(await repair()).toBe(year + 1_000)
      expect(await found(right)).toEqual(before)
      expect(await found(wrong)).toMatchObject({
        createdAt: setBackTo(-900),
        updatedAt: setBackTo(-800),
        previousExpiresAt: micros(day - 800),
        failingSince: micros(-700),
        nextAttemptAt: null,
      })
      const { rows } = await store.read.webhooks.deliveries(wrong, { limit: 10, offset: 0 })
      expect(rows.map(({ attemptedAt }) => attemptedAt)).toEqual([-600, -700, 10].map(micros))
      expect(await repair()).toBeUndefined()
    })

    test('leave the previous secret of a webhook at most a day, even after an interrupted repair', async () => {
      const id = await insert({
        previousSecret: 'old',
        previousExpiresAt: micros(3 * year + day),
        updatedAt: later(3 * year),
      })
      // A repair that was interrupted after most rows is continued with a smaller shift.
      await attemptAt(id, year)
      await repair()
      const { previousExpiresAt } = await found(id)
      expect(previousExpiresAt).toBeLessThanOrEqual(micros(day + 300))
    })

    test('are those of an open stocktake, whose lines keep the location with the latest scan, and of searches', async () => {
      const stocktake = { name: 'Count', locationId: 1, scope: '{}', isBlind: false, usesReaders: false }
      const [assetId, id, searchId] = await store.write(async (tx) => {
        const asset = await insertAsset(tx, organizationId, 'CRATE')
        const opened = await tx.stocktakes.insert({
          ...newStocktake(organizationId, later(year)),
          ...stocktake,
          state: 'open',
          dueAt: micros(year),
          repeatMonths: null,
          openedAt: micros(year),
        })
        const first = { firstBy: 'user:a', firstName: 'Ana', firstSource: 'scan', tagValue: '' } as const
        const key = { stocktakeId: opened, isLate: false, assetId: asset.id, tagType: '', tagKey: '' }
        // Location 2 has the latest scan, and location 1 had it before the clock went wrong.
        for (const [locationId, firstAt, lastAt] of [
          [1, -100, -50],
          [2, year + 100, year + 400],
          [3, -20, year + 300],
        ] as const)
          tx.stocktakeCounts.save({
            ...key,
            ...first,
            locationId,
            firstAt: micros(firstAt),
            lastAt: micros(lastAt),
          })
        tx.stocktakeCounts.save({
          ...key,
          ...first,
          assetId: 0,
          tagType: 'rfid',
          tagKey: 'E2',
          tagValue: 'E2',
          locationId: 1,
          firstAt: micros(year + 5),
          lastAt: micros(year + 5),
        })
        const line = lineOf({ stocktakeId: opened, organizationId }, asset, 1)
        const counted = { foundLocationId: 2, countedAt: micros(year + 100), countedBy: 'user:a' }
        tx.stocktakeLines.insert({
          ...line,
          ...counted,
          verdict: 'elsewhere',
          countedName: 'Ana',
          source: 'scan',
        })
        const byReader = { verdict: 'found', source: 'reader', countedAt: micros(year + 10) } as const
        tx.stocktakeLines.insert({ ...line, ...byReader, assetId: asset.id + 1, foundLocationId: 1 })
        const counter = {
          counter: 'user:a',
          name: 'Ana',
          locationId: 2,
          scans: 3,
          lastAt: micros(year + 400),
        }
        tx.stocktakeCounts.saveCounter({ stocktakeId: opened, ...counter })
        const wanted = { organizationId, assetId: asset.id, forUserId: null, forName: '', note: null }
        const search = await tx.searches.insert(newSearch(wanted, micros(year)))
        return [asset.id, opened, search] as const
      })
      expect(await repair()).toBe(year + 1_000)
      const [line, ofReader] = await store.read.stocktakeLines.ofAssets(id, [assetId, assetId + 1])
      expect(line).toMatchObject({ verdict: 'elsewhere', foundLocationId: 2 })
      expect(line?.countedAt).toBeLessThanOrEqual(micros(0))
      expect(ofReader).toMatchObject({ verdict: 'found', countedAt: micros(-990) })
      const counts = await store.read.stocktakeCounts.ofAssets(id, false, [assetId])
      const lastAt = new Map(counts.map((count) => [count.locationId, count.lastAt]))
      expect(lastAt.get(1)).toBe(micros(-50))
      expect(lastAt.get(3)).toBeGreaterThan(micros(-50))
      expect(lastAt.get(2)).toBeGreaterThan(lastAt.get(3) as number)
      expect(lastAt.get(2)).toBeLessThanOrEqual(micros(0))
      const [unknown] = await store.read.stocktakeCounts.unknown(id, { limit: 10, offset: 0 })
      expect(unknown).toMatchObject({ firstAt: micros(-995), lastAt: micros(-995) })
      expect(await store.read.stocktakes.find(organizationId, id)).toMatchObject({
        openedAt: micros(-1_000),
        createdAt: setBackTo(-1_000),
        dueAt: micros(year),
      })
      expect((await store.read.stocktakeCounts.counters(id, 9))[0]?.lastAt).toBe(micros(-600))
      expect((await store.read.searches.find(organizationId, searchId))?.openedAt).toBe(micros(-1_000))
      expect(await repair()).toBeUndefined()
    })
  })
}
