import { describe, expect, test } from 'bun:test'
import { locationTreeOf } from '../../../src/console/api/location-tree'
import { gridded } from '../../../src/console/plans/shapes/geometry'
import { fittingName } from '../../../src/console/plans/shapes/names'
import { pictureOf, type Plan } from '../../../src/console/plans/shapes/picture'

/** What of a plan can be read: names, the areas of a level, and the cells in an area. */

type Nodes = Parameters<typeof locationTreeOf>[0]

const node = (id: number, parent_id: number | null, name: string): Nodes[number] => ({
  id,
  external_key: `K-${id}`,
  name,
  parent_id,
  is_active: true,
  is_effective: true,
  asset_count: 1,
})

describe('a name that is too long for its area', () => {
  test.each([
    ['Shelf 0123', 80, 'Shelf 0123'],
    ['Shelf 0123', 40, '0123'],
    ['High rack aisle 12', 80, 'aisle 12'],
    ['High rack aisle 12', 20, '12'],
    ['Dock 1 North', 60, '1 North'],
    ['Zone A-12', 40, 'A-12'],
    ['Rack-0123', 40, '0123'],
    ['Shelf 1-1', 30, '1-1'],
    ['Reception', 40, 'Rece…'],
    ['3 Shelf 12', 40, '3 Sh…'],
    ['Cafe\u0301 terrace', 40, 'Cafe\u0301…'],
    ['👩‍🔧👩‍🔧👩‍🔧👩‍🔧👩‍🔧', 40, '👩‍🔧👩‍🔧👩‍🔧👩‍🔧…'],
  ])('%s in %i px is shown as %s', (name, width, expected) => {
    expect(fittingName(name, width)).toBe(expected)
  })

  test('is left out when only a letter of it would remain', () => {
    expect(fittingName('Reception', 14, 2)).toBeUndefined()
  })
})

describe('a plan with many areas', () => {
  const rectangle = (location_id: number, x: number, y: number, width: number, height: number) => ({
    location_id,
    shape: 'rectangle' as const,
    points: [
      { x, y },
      { x: x + width, y: y + height },
    ],
  })
  /** A hall with 20 aisles of 10 shelves, of which the plan shows the shelves. */
  const aisles = Array.from({ length: 20 }, (_, index) => 2 + index)
  const shelves = Array.from({ length: 200 }, (_, index) => 100 + index)
  const aisleOf = (shelf: number) => 2 + Math.floor((shelf - 100) / 10)
  const tree = locationTreeOf([
    node(1, null, 'Hall'),
    ...aisles.map((id) => node(id, 1, `Aisle ${id - 1}`)),
    ...shelves.map((id) => node(id, aisleOf(id), `Shelf ${id}`)),
  ])
  const planOf = (
    placeOf: (index: number) => readonly [column: number, row: number],
    more: Plan['areas'] = [],
  ) =>
    ({
      image: null,
      areas: [
        ...shelves.map((id, index) => {
          const [column, row] = placeOf(index)
          return rectangle(id, column / 20, row / 10, 0.045, 0.09)
        }),
        ...more,
      ],
    }) as unknown as Plan
  const shownIn = (plan: Plan, width: number, height: number) =>
    pictureOf(tree, tree.roots[0] ?? null, plan, { width, height }).areas
  const columns = planOf((index) => [Math.floor(index / 10), index % 10])

  test('shows the level above the areas that are too small for a name, with cells for them', () => {
    const areas = shownIn(
      planOf((index) => [index % 20, Math.floor(index / 20)]),
      860,
      660,
    )
    expect(areas.map(({ location }) => location.name)).toEqual(aisles.map((id) => `Aisle ${id - 1}`))
    expect(areas[0]?.box.width).toBeGreaterThan(300)
  })

  test('shows each area when it is large enough, as after enlarging the plan', () => {
    expect(shownIn(columns, 3000, 2000).length).toBe(200)
    expect(shownIn(columns, 860, 660).length).toBe(20)
  })

  test('keeps areas apart that lie among those of another location', () => {
    expect(
      shownIn(
        planOf((index) => [(index * 7) % 20, (index * 3 + Math.floor(index / 20)) % 10]),
        860,
        660,
      ).length,
    ).toBe(200)
  })

  test('uses the drawn area of the level above', () => {
    const outline = rectangle(2, 0, 0, 0.05, 1)
    const aisle = shownIn(
      planOf((index) => [Math.floor(index / 10), index % 10], [outline]),
      860,
      660,
    ).find(({ location }) => location.id === 2)
    expect(aisle?.box.height).toBeCloseTo(660 - 32, 0)
  })
})

describe('the cells of an area', () => {
  test.each([
    [1, 130, 500],
    [2, 130, 500],
    [3, 200, 600],
    [8, 180, 500],
    [2, 400, 390],
  ])('%i in %i × %i px fill it from side to side', (count, width, height) => {
    const cells = gridded(count, { x: 0, y: 0, width, height }) ?? []
    expect(Math.max(...cells.map((cell) => cell.x + cell.width)) / width).toBeGreaterThan(0.8)
  })
})
