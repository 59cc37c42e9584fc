import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { areasOf, locationTreeOf, widthsOf } from '../../src/console/api/location-tree'

/** The tree of places, cut at a depth for the overview. */

type Nodes = Parameters<typeof locationTreeOf>[0]

const node = (id: number, parent_id: number | null, asset_count: number): Nodes[number] => ({
  id,
  external_key: `K-${id}`,
  name: `Place ${id}`,
  parent_id,
  is_active: true,
  is_effective: true,
  asset_count,
})

/** A yard alone, and a hall with two aisles, one of which has a shelf. */
const site = locationTreeOf([
  node(1, null, 5),
  node(2, null, 1),
  node(3, 2, 10),
  node(4, 2, 0),
  node(5, 4, 100),
]).roots

describe('areas', () => {
  test.each([
    [0, { 'Place 1': 5, 'Place 2': 111 }],
    [1, { 'Place 1': 5, 'Place 2, alone': 1, 'Place 2 › Place 3': 10, 'Place 2 › Place 4': 100 }],
    [
      2,
      {
        'Place 1': 5,
        'Place 2, alone': 1,
        'Place 2 › Place 3': 10,
        'Place 2 › Place 4, alone': 0,
        'Place 2 › Place 4 › Place 5': 100,
      },
    ],
  ])('of depth %i hold what is in them, and what is above stands for itself', (depth, expected) => {
    const counts = areasOf(site, depth).map(({ place, assets, isAlone }) => [
      place.path + (isAlone ? ', alone' : ''),
      assets,
    ])
    expect(Object.fromEntries(counts)).toEqual(expected)
  })

  test('are as many at each depth as there are places', () => {
    expect(widthsOf(site)).toEqual([2, 2, 1])
    expect(widthsOf([])).toEqual([])
  })

  test('hold every asset once, whatever the tree and the depth', () => {
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
