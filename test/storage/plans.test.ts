import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { migrations } from '../../migrations'
import { createReads } from '../../src/storage/core/areas'
import type { Value } from '../../src/storage/sql/connection'
import { openDrizzle } from '../../src/storage/sql/drizzle'
import type { EpcisFilter, EventFilter, Reads } from '../../src/storage/core/store'
import type { Instant } from '../../src/base/time'

/**
 * The plans of the statements that requests run. A plan that scans a table or sorts rows takes longer with every row.
 * SQLite plans without statistics, so a small database shows the plans of a large one.
 */

const organization = 1
const now = '2026-11-22T08:00:00.000000Z' as Instant

/** One asset in each state, one location in each state, and a placement for each asset. */
function filled(): Database {
  const db = new Database(':memory:', { strict: true })
  for (const { sql } of migrations) db.run(sql)
  db.run(`insert into organizations (name, slug, created_at) values ('North', 'north', '${now}')`)
  const states = `(select value as i, iif(value & 1, 0, 1) as is_active, iif(value & 2, '${now}', null) as deleted_at,
    iif(value & 4, '2027-01-01T00:00:00.000000Z', null) as valid_to from json_each('[0,1,2,3,4,5,6,7]'))`
  const common = `1, 'key-' || i, 'name', is_active, '${now}', valid_to, '${now}', '${now}', deleted_at, '', ''`
  const columns =
    'organization_id, external_key, name, is_active, valid_from, valid_to, created_at, updated_at, deleted_at, search_key, search_description'
  db.run(`insert into locations (${columns}) select ${common} from ${states}`)
  db.run(`insert into assets (${columns}, metadata) select ${common}, '{}' from ${states}`)
  db.run(
    `insert into placements (asset_id, organization_id, location_id, last_seen_at, heard, base, head)
      select id, 1, 1, 1, '', '', '' from assets`,
  )
  db.run(
    `insert into audit_entries (organization_id, changed_at, actor_kind, actor_name, action, subject_kind, subject_id)
      select 1, '${now}', 'user', 'Ada', 'created', 'asset', id from assets`,
  )
  db.run(
    `insert into scan_events (organization_id, asset_id, location_id, first_at, last_at, read_count, cause)
      select 1, 1, 1, id, id, 1, 'scanned' from assets`,
  )
  return db
}

/** Returns the plans of the statements that `read` runs. */
async function plansOf(read: (reads: Reads) => Promise<unknown>): Promise<string[]> {
  using db = filled()
  const queries: { query: string; parameters: Value[] }[] = []
  const prepare = (query: string) => {
    const prepared = db.prepare<unknown, Value[]>(query)
    const recorded =
      <T>(execute: (...parameters: Value[]) => T) =>
      (...parameters: Value[]): T => {
        queries.push({ query, parameters })
        return execute(...parameters)
      }
    return {
      values: recorded((...parameters) => prepared.values(...parameters) as unknown[][]),
      run: recorded((...parameters) => prepared.run(...parameters)),
    }
  }
  await read(createReads(openDrizzle({ prepare })))
  expect(queries.length).toBeGreaterThan(0)
  // SQLite would prepare a statement again for other values of these parameters (src/storage/sql/drizzle.ts).
  expect(queries.filter(({ query }) => /[^+]\?/.test(query))).toEqual([])
  return queries.flatMap(({ query, parameters }) =>
    db
      .query<{ detail: string }, Value[]>(`explain query plan ${query}`)
      .all(...parameters)
      .map(({ detail }) => detail)
      .filter((plan) => !(plan.includes('TEMP B-TREE') && sortsGivenRows.test(query))),
  )
}

/** Subqueries and the elements of a list in an argument, which have the size of a page. */
const ofPage = /^SCAN (page|json_each|range|walk|value|kept)\b/

/** A statement that sorts the rows with ids that an argument lists. Their number is that of a page, or bounded. */
const sortsGivenRows = /"asset_id" in \(select value from json_each\(\+\?, '\$'\)\) order by/

const grows = (plan: string): boolean =>
  (plan.startsWith('SCAN') && !ofPage.test(plan)) || plan.includes('TEMP B-TREE')

const page = { limit: 50, offset: 0 }
const deep = { limit: 50, offset: 4 }
const all = { includeDeleted: true, isActive: undefined }
const live = { includeDeleted: false, isActive: undefined }
const none = { externalKeys: [], parentIds: [], parentExternalKeys: [], search: undefined }
const noAssets = {
  assetIds: [],
  assetExternalKeys: [],
  locationIds: [],
  locationExternalKeys: [],
  search: undefined,
}
const noEntries = {
  subjectId: undefined,
  actorId: undefined,
  action: undefined,
  subjectKind: undefined,
  actorKind: undefined,
  from: undefined,
  to: undefined,
}
const window = { from: 0, to: Number.MAX_SAFE_INTEGER }

const logOf = (filter: Partial<EventFilter>) => (reads: Reads) =>
  reads.eventLog.page(
    organization,
    { types: [], assetId: undefined, locationId: undefined, ...filter },
    { after: 0, limit: 50, newest: 1_000 },
  )
const epcisOf = (filter: Partial<EpcisFilter>) => (reads: Reads) =>
  reads.epcis.page(
    organization,
    { epcs: undefined, readPoints: undefined, bizLocations: undefined, from: 0, before: 1_000, ...filter },
    { occurredAt: -1, sequence: 0 },
    50,
  )

const assetFields = ['external_key', 'name', 'created_at', 'updated_at'] as const
const locationFields = ['external_key', 'name', 'created_at'] as const
const reportFields = ['asset_last_seen', 'asset_external_key'] as const
const filters = [
  live,
  all,
  { includeDeleted: false, isActive: true },
  { includeDeleted: true, isActive: false },
]

describe('a statement neither scans a table nor sorts', () => {
  for (const field of assetFields)
    for (const descending of [false, true])
      test(`for assets by ${field}, ${descending ? 'descending' : 'ascending'}`, async () => {
        for (const filter of filters.filter(
          ({ includeDeleted }) => !includeDeleted || field !== 'external_key',
        ))
          for (const slice of [page, deep]) {
            const order = [{ field, descending }]
            const plans = await plansOf((reads) =>
              reads.assets.list(organization, { ...none, ...filter }, now, { order, ...slice }),
            )
            expect(plans.filter(grows)).toEqual([])
          }
      })

  // Keys of deleted assets repeat, so that those with the same key are sorted by id.
  for (const field of assetFields.filter((name) => name !== 'external_key'))
    for (const descending of [false, true])
      test(`for deleted assets by ${field}, ${descending ? 'descending' : 'ascending'}`, async () => {
        for (const slice of [page, deep]) {
          const filter = { ...none, includeDeleted: 'only', isActive: undefined } as const
          const plans = await plansOf((reads) =>
            reads.assets.list(organization, filter, now, { order: [{ field, descending }], ...slice }),
          )
          expect(plans.filter(grows)).toEqual([])
        }
      })

  test('for photos and a deleted asset', async () => {
    const plans = await plansOf(async (reads) => {
      await reads.assetPhotos.list(organization, [1, 2])
      await reads.assetPhotos.thumbnail(organization, 1, 1)
      await reads.assetPhotos.part(organization, 1, 1, 0)
      await reads.deletedAssets.find(organization, 1)
      await reads.deletedAssets.tagsOf(1, now)
    })
    expect(plans.filter(grows)).toEqual([])
  })

  for (const field of locationFields)
    for (const descending of [false, true])
      test(`for locations by ${field}, ${descending ? 'descending' : 'ascending'}`, async () => {
        const order = [{ field, descending }]
        const plans = await plansOf((reads) =>
          reads.locations.list(organization, { ...none, ...live }, now, { order, ...page }),
        )
        expect(plans.filter(grows)).toEqual([])
      })

  for (const field of reportFields)
    for (const descending of [false, true])
      test(`for the report by ${field}, ${descending ? 'descending' : 'ascending'}`, async () => {
        for (const slice of [page, deep]) {
          const filter = { ...noAssets, includeDeleted: false }
          const order = [{ field, descending }]
          const plans = await plansOf((reads) =>
            reads.report.list(organization, filter, now, { order, ...slice }),
          )
          expect(plans.filter(grows)).toEqual([])
        }
      })

  test('for the latest moves of the floor, except the newest events', async () => {
    for (const places of [undefined, [1, 2]]) {
      const plans = await plansOf((reads) => reads.floor.moves(organization, places, 0, 12))
      const large = plans.filter((plan) => /\bSEARCH (scan_events|assets)\b/.test(plan))
      expect(large.length).toBeGreaterThan(0)
      // Each is found by its id.
      expect(large.filter((plan) => !plan.includes('USING INTEGER PRIMARY KEY (rowid=?)'))).toEqual([])
      // Those of each location are a range.
      const ranges = plans.filter((plan) => /\bevent\b/.test(plan))
      expect(ranges).toEqual([
        expect.stringContaining(
          'INDEX scan_events_location (location_id=? AND first_at>?)',
        ) as unknown as string,
      ])
    }
  })

  test('for the number and the depth of the locations below one, without all other locations', async () => {
    for (const read of [
      ({ tree }: Reads) => tree.countLiveBelow(organization, 1),
      ({ tree }: Reads) => tree.levelsBelow(1),
      ({ tree }: Reads) => tree.hasLiveChild(1),
    ]) {
      const plans = await plansOf(read)
      expect(plans.filter((plan) => grows(plan) || plan.endsWith('(organization_id=?)'))).toEqual([])
    }
  })

  test('for the places of the assets at a location, whose ids one index has', async () => {
    const places = await plansOf(({ mqttSessions }) => mqttSessions.placesOf(1, [1, 2]))
    expect(places.filter(grows)).toEqual([])
    expect(places.some((plan) => plan.includes('placements_location'))).toBe(false)
    // A page of 10,000 ids is sorted.
    const ids = await plansOf(({ mqttSessions }) => mqttSessions.assetsAt(1, 0, 10_000))
    expect(ids.filter((plan) => plan.includes('placements'))).toEqual([
      expect.stringContaining('COVERING INDEX placements_location (location_id=?') as unknown as string,
    ])
  })

  test('for the counts of the floor', async () => {
    const plans = await plansOf((reads) => reads.floor.counts(organization, now))
    expect(plans.filter(grows)).toEqual([])
  })

  test('for the report of one location, the last seen first', async () => {
    const filter = { ...noAssets, locationIds: [1], includeDeleted: false }
    const order = [{ field: 'asset_last_seen', descending: true } as const]
    const plans = await plansOf((reads) => reads.report.list(organization, filter, now, { order, ...page }))
    expect(plans.filter(grows)).toEqual([])
  })

  test('for the report by location behind another field', async () => {
    for (const field of reportFields)
      for (const locationIds of field === 'asset_last_seen' ? [[], [1, 2]] : [[]]) {
        const filter = { ...noAssets, includeDeleted: locationIds.length === 0, locationIds }
        const order = [
          { field, descending: field === 'asset_last_seen' },
          { field: 'location_external_key', descending: false } as const,
        ]
        const plans = await plansOf((reads) =>
          reads.report.list(organization, filter, now, { order, ...page }),
        )
        expect(plans.filter(grows)).toEqual([])
      }
  })

  const reads: Readonly<Record<string, (reads: Reads) => Promise<unknown>>> = {
    'an asset by id': ({ assets }) => assets.find(organization, 1),
    'an asset by key': ({ assets }) => assets.findByKey(organization, 'key-1'),
    'a location by id': ({ locations }) => locations.find(organization, 1),
    'a location by key': ({ locations }) => locations.findByKey(organization, 'key-1'),
    'the history of an asset, newest first': ({ tracking }) => tracking.history(1, window, false, page),
    'the history of an asset, oldest first': ({ tracking }) => tracking.history(1, window, true, page),
    'the end of the history of an asset': ({ tracking }) => tracking.history(1, window, false, deep),
    'the events of an asset': ({ events }) => events.ofAsset(1, window, page),
    'the last events of an asset': ({ events }) => events.ofAsset(1, window, deep),
    'the number of assets at an instant': ({ placesAt }) =>
      placesAt.at(organization, { assetIds: [], locationIds: [], search: undefined }, now, {
        order: [{ field: 'asset_external_key', descending: false }],
        limit: 50,
        offset: 1_000,
      }),
    'the assets with keys': ({ mqttSessions }) => mqttSessions.holdersOf(organization, ['key-1', 'key-2']),
    'the children of a location': ({ tree }) => tree.children(organization, 1, now, page),
    'the descendants of a location': ({ tree }) => tree.descendants(organization, 1, now, page),
    'the number of assets at locations': ({ activity }) => activity.assetsAtLocations(organization, now),
    'the audit log': ({ audit }) => audit.list(organization, noEntries, page),
    'the audit log of one record': ({ audit }) =>
      audit.list(organization, { ...noEntries, subjectId: '1', subjectKind: 'asset' }, page),
    'the audit log with filters': ({ audit }) =>
      audit.list(organization, { ...noEntries, actorKind: 'user', action: 'created', from: now }, page),
    'the unknown tags': ({ unknownTags }) =>
      unknownTags.list(organization, { readerIds: [], search: undefined }, page),
    'the ends of the event log': ({ eventLog }) => eventLog.ends(organization),
    'the event log': logOf({}),
    'the event log of several types': logOf({ types: ['asset.moved', 'asset.updated'] }),
    'the event log of an asset': logOf({ assetId: 1 }),
    'the event log of a location': logOf({ locationId: 1 }),
    'the event log of an asset at a location': logOf({ assetId: 1, locationId: 1 }),
    'EPCIS events': epcisOf({}),
    'EPCIS events of a time': epcisOf({ from: 1, before: 1_000 }),
    'EPCIS events of assets': epcisOf({ epcs: ['1', '2'] }),
    'EPCIS events of read points': epcisOf({ readPoints: ['1:1', '2:1'] }),
    'EPCIS events at places': epcisOf({ bizLocations: ['1', '2'] }),
    'EPCIS events with all filters': epcisOf({ epcs: ['1'], readPoints: ['1:1'], bizLocations: ['1'] }),
    'the corrections of EPCIS events': ({ epcis }) =>
      epcis.replacements(organization, [{ id: 1 }, { id: 2 }]),
    'what an event changes in EPCIS': ({ epcis }) => epcis.change(organization, 1),
    'the values of tags': ({ tags }) => tags.matchingValues(organization, 'rfid', ['A']),
  }
  const ofAll = 'INDEX event_log_named'
  const byEpc = 'COVERING INDEX event_log_epc'
  const byReadPoint = 'COVERING INDEX event_log_read_point'
  const byBizLocation = 'COVERING INDEX event_log_biz_location'
  test.each([
    ['all', {}, [ofAll]],
    ['a time', { from: 1, before: 900 }, [ofAll]],
    ['an asset', { epcs: ['1'] }, [byEpc]],
    ['a read point', { readPoints: ['1:1'] }, [byReadPoint]],
    ['a place', { bizLocations: ['1'] }, [byBizLocation]],
    ['an asset at a place', { epcs: ['1'], bizLocations: ['1'] }, [byEpc, byBizLocation]],
    ['a read point at a place', { readPoints: ['1:1'], bizLocations: ['1'] }, [byReadPoint, byBizLocation]],
  ] as const)('for the EPCIS events of %s, which have an index of their own', async (_what, filter, used) => {
    const plans = await plansOf(epcisOf(filter))
    const indexes = plans.flatMap(
      (plan) => /^SEARCH (?:event_log|other) USING ([A-Z ]*INDEX \w+)/.exec(plan)?.[1] ?? [],
    )
    expect(indexes).toEqual([...used])
  })

  test.each(Object.entries(reads))('for %s', async (_what, read) => {
    expect((await plansOf(read)).filter(grows)).toEqual([])
  })
})
