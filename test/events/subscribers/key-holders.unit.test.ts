import { expect, test } from 'bun:test'
import type { EventView } from '../../../src/events/event-log/schema'
import { createKeyHolders } from '../../../src/events/subscribers/key-holders'
import { placeMessages } from '../../../src/events/subscribers/messages'

/** What is read to create the messages about places after moves (docs/mqtt-out.md). */

const at = '2026-11-23T08:05:00.123Z'

const move = (sequence: number, assetId: number, key: string): EventView => ({
  sequence,
  type: 'asset.moved',
  occurred_at: at,
  recorded_at: at,
  asset_id: assetId,
  asset_external_key: key,
  location_id: 9,
  location_external_key: 'HALL',
  reader_id: null,
  reader_external_key: null,
  tag: null,
  record: null,
  move: {
    event_id: sequence,
    is_removed: false,
    cause: 'first',
    is_provisional: true,
    event_observed_at: at,
    event_observed_micros: 1_790_000_000_000_000,
    event_last_read_at: at,
    previous_location_id: null,
    previous_location_external_key: null,
    current_location_id: 9,
    current_location_external_key: 'HALL',
    current_event_observed_at: at,
  },
  trim: null,
  alert: null,
  stocktake: null,
  button: null,
  replaces: [],
})

const page = [move(1, 1, 'OWN'), move(2, 2, 'TAKEN'), move(3, 3, 'FREE')]

/** The assets that have keys, and what was read of them. */
function reads() {
  const queries: (readonly string[])[] = []
  const holdersOf = async (_organizationId: number, keys: readonly string[]) => {
    queries.push(keys)
    return new Map([
      ['OWN', 1],
      ['TAKEN', 7],
    ])
  }
  return { queries, holdersOf }
}

test('the keys of the moves of a page are read with one query, for all subscribers', async () => {
  const { queries, holdersOf } = reads()
  const holders = createKeyHolders({ holdersOf })
  const wanted: string[] = []
  const placeOf = async (key: string) => {
    wanted.push(key)
    return { assetId: 7, assetKey: key, locationId: 4, locationKey: 'DOCK', since: 0 }
  }
  for (let subscriber = 0; subscriber < 3; subscriber++) {
    const ofPage = holders(1, page)
    const messages = []
    for (const event of page)
      messages.push(...(await placeMessages('north', event, { holders: ofPage, placeOf })))
    const places = messages.map(({ key, payload }) => [
      key,
      payload === '' ? null : JSON.parse(payload).location_external_key,
    ])
    // The key of the second asset belongs to another one, and that of the third to none.
    expect(places).toEqual([
      ['OWN', 'HALL'],
      ['TAKEN', 'DOCK'],
      ['FREE', null],
    ])
  }
  expect(queries).toEqual([['OWN', 'TAKEN', 'FREE']])
  expect(wanted).toEqual(['TAKEN', 'TAKEN', 'TAKEN'])
})

test('the keys of other pages, and of other organizations, are read with queries of their own', async () => {
  const { queries, holdersOf } = reads()
  const holders = createKeyHolders({ holdersOf })
  await holders(1, page)()
  await holders(1, page.slice(1))()
  await holders(2, page)()
  expect(queries).toHaveLength(3)
})

test('a query that failed is run again', async () => {
  let calls = 0
  const holders = createKeyHolders({
    holdersOf: async () => {
      calls++
      if (calls === 1) throw new Error('The connection is lost.')
      return new Map([['OWN', 1]])
    },
  })
  expect(await holders(1, page)().catch((error: Error) => error.message)).toBe('The connection is lost.')
  expect((await holders(1, page)()).get('OWN')).toBe(1)
})
