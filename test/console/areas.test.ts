import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { areasOf, locationTreeOf, widthsOf } from '../../src/console/api/location-tree'

/** The areas of the overview: the tree of locations at a depth. */

type Nodes = Parameters<typeof locationTreeOf>[0]

const node = (id: number, parent_id: number | null, asset_count: number): Nodes[number] => ({
  id,
  external_key: `K-${id}`,
  name: `Location ${id}`,
  parent_id,
  is_active: true,
  is_effective: true,
  asset_count,
})

/** A yard, and a hall with two aisles, one of which has a shelf. */
const site = locationTreeOf([
  node(1, null, 5),
  node(2, null, 1),
  node(3, 2, 10),
  node(4, 2, 0),
  node(5, 4, 100),
]).roots

describe('areas', () => {
  test.each([
    [0, { 'Location 1': 5, 'Location 2': 111 }],
    [
      1,
      {
        'Location 1': 5,
        'Location 2, direct': 1,
        'Location 2 › Location 3': 10,
        'Location 2 › Location 4': 100,
      },
    ],
    [
      2,
      {
        'Location 1': 5,
        'Location 2, direct': 1,
        'Location 2 › Location 3': 10,
        'Location 2 › Location 4, direct': 0,
        'Location 2 › Location 4 › Location 5': 100,
      },
    ],
  ])(
    'of depth %i include their sub-locations, and the locations above count their own assets',
    (depth, expected) => {
      const counts = areasOf(site, depth).map(({ location, assets, isDirect }) => [
        location.path + (isDirect ? ', direct' : ''),
        assets,
      ])
      expect(Object.fromEntries(counts)).toEqual(expected)
    },
  )

  test('at each depth are as many as the locations of that depth', () => {
    expect(widthsOf(site)).toEqual([2, 2, 1])
    expect(widthsOf([])).toEqual([])
  })

  test('count every asset once for any tree and depth', () => {
    const tree = fc
      .array(fc.record({ parent: fc.nat(), assets: fc.nat(1000) }), { maxLength: 30 })
      .map((rows) => rows.map(({ parent, assets }, at) => node(at + 1, parent % (at + 1) || null, assets)))
    fc.assert(
      fc.property(tree, fc.nat(8), (nodes, depth) => {
        const sum = areasOf(locationTreeOf(nodes).roots, depth).reduce(
          (total, { assets }) => total + assets,
          0,
        )
        return sum === nodes.reduce((total, { asset_count: assets }) => total + assets, 0)
      }),
    )
  })
})
