import { expect, test } from 'bun:test'
import { locationTreeOf } from '../../src/console/api/location-tree'
import { setTimeZone } from '../../src/console/languages/zone'
import { questionIn } from '../../src/console/search/question'

/** Questions about moves that are typed into the search. */

const node = (id: number, name: string, parent: number | null = null) => ({
  id,
  external_key: name.toUpperCase().replaceAll(' ', '-'),
  name,
  parent_id: parent,
  is_active: true,
  is_effective: true,
  asset_count: 0,
})
const places = locationTreeOf([
  node(1, 'Hall'),
  node(2, 'Dock 10', 1),
  node(3, 'Dock 1', 1),
  node(4, 'Tor 4', 1),
])
/** A Saturday. */
const now = new Date('2026-11-28T12:00:00Z')
setTimeZone('UTC')

const cases: [string, string | undefined][] = [
  ['left dock 1 yesterday 14-16', 'DOCK-1 left 2026-11-27T14:00 2026-11-27T16:00'],
  ['What left Dock 1 yesterday between 14:30 and 16?', 'DOCK-1 left 2026-11-27T14:30 2026-11-27T16:00'],
  ['arrived at dock 10 today', 'DOCK-10 arrived 2026-11-28T00:00 2026-11-29T00:00'],
  ['moved last week', 'none both 2026-11-16T00:00 2026-11-23T00:00'],
  ['moved hall this week', 'HALL both 2026-11-23T00:00 2026-11-30T00:00'],
  ['left dock 1', 'DOCK-1 left 2026-11-28T00:00 2026-11-29T00:00'],
  ['left dock 1 8-10', 'DOCK-1 left 2026-11-28T08:00 2026-11-28T10:00'],
  ['Abgänge Tor 4 gestern 14 bis 16 Uhr', 'TOR-4 left 2026-11-27T14:00 2026-11-27T16:00'],
  ['Was hat Dock 1 gestern verlassen?', 'DOCK-1 left 2026-11-27T00:00 2026-11-28T00:00'],
  ['left dock 1 yesterday 16-14', undefined],
  ['left dock 7 yesterday', undefined],
  ['left yesterday', undefined],
  ['dock 1 yesterday', undefined],
  ['', undefined],
]
test.each(cases)('%p', (text, expected) => {
  const href = questionIn(text, places, now)?.href
  const query = new URLSearchParams(href?.slice(2))
  const [place, direction] = [query.get('location') ?? 'none', query.get('direction') ?? 'both']
  const times = ['from', 'to'].map((name) => query.get(name)?.slice(0, 16))
  expect(href && [place, direction, ...times].join(' ')).toBe(expected)
})
