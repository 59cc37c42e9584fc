import { describe, expect, test } from 'bun:test'
import { parseCsv } from '../../../src/console/imports/reading/csv'
import { rejectedLocations, resultsOf, rowsOf } from '../../../src/console/imports/location-plan'
import {
  guessLocationMapping,
  locationsOfList,
  locationsOfRecords,
  type PlannedLocation,
} from '../../../src/console/imports/location-rows'

/** Locations as people list them. */

const pathOf = ({ parent, name }: PlannedLocation): string => (parent ? `${pathOf(parent)}/${name}` : name)
const described = (locations: readonly PlannedLocation[]) =>
  locations.map((location) =>
    [location.line, location.problem ?? pathOf(location), location.key].filter(Boolean).join(' '),
  )

describe('an indented list', () => {
  test.each([
    ['with tabs', 'A\n\tB\n\t\tC\n\tD\nE', ['1 A', '2 A/B', '3 A/B/C', '4 A/D', '5 E']],
    [
      'with spaces of several widths',
      'A\n  B\n     C\n  D\n E',
      ['1 A', '2 A/B', '3 A/B/C', '4 A/D', '5 A/E'],
    ],
    ['with bullets and empty lines', '- A\r\n\r\n  * B\r\n  • C', ['1 A', '3 A/B', '4 A/C']],
    ['that is indented as a whole', '    A\n      B\n    C', ['1 A', '2 A/B', '3 C']],
    ['with keys', 'Hall [H-1]\n\tRack [1] [R-1]\n\t[X]', ['1 Hall H-1', '2 Hall/Rack [1] R-1', '3 Hall/[X]']],
    [
      'with a name twice below one location',
      'A\n\tB\nA\n\tC\n\tB\n\t\tD',
      ['1 A', '2 A/B', '4 A/C', '6 A/B/D'],
    ],
  ])('%s is read as a tree', (_, text, expected) => {
    expect(described(locationsOfList(text))).toEqual(expected)
  })
})

describe('a file of locations', () => {
  const locationsOf = (text: string) => {
    const [first, ...records] = parseCsv(text)
    return locationsOfRecords(records, guessLocationMapping(first?.cells ?? []))
  }
  const read = (text: string) => described(locationsOf(text))

  test.each([
    ['with paths that include the name', 'path\nA > B > C\nA > D', ['2 A', '2 A/B', '2 A/B/C', '3 A/D']],
    ['with paths above the name', 'Name,Path\nC,A / B\nB,A', ['2 A', '3 A/B', '2 A/B/C']],
    ['with slashes in names', 'path\nA › B/C', ['2 A', '2 A/B/C']],
    ['with the key of a location that a path named before', 'key,path\nR,A > B\nK,A', ['3 A K', '2 A/B R']],
    [
      'with parents by key and name',
      'key;name;parent\nB;Bee;A\nA;Ay;\nC;See;bee',
      ['3 Ay A', '2 Ay/Bee B', '4 Ay/Bee/See C'],
    ],
    ['with a parent that it does not contain', 'name,parent\nX,HALL-1', ['2 X']],
    [
      'with names that differ only in punctuation',
      'name,parent\nRack 1.1,\nRack 11,\nBox,rack 1.1\nCup,Rack 1-1',
      ['2 Rack 1.1', '4 Rack 1.1/Box', '3 Rack 11', '5 Cup'],
    ],
    [
      'with a circle',
      'key,name,parent\nA,a,B\nB,b,A\nC,c,B',
      ['2 The parent locations form a cycle A', '3 The parent locations form a cycle B', '4 b/c C'],
    ],
    [
      'with a parent that several locations have as name',
      'key,name,parent\nA,Rack,\nB,Rack,\nC,Box,Rack',
      ['2 Rack A', '3 Rack B', '4 Several locations are named Rack. Use the key of the parent C'],
    ],
    ['with the same location twice', 'path\nA > B\nA > B', ['2 A', '2 A/B', '3 Line 2 is the same location']],
  ])('%s is read as a tree', (_, text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  type Report = NonNullable<Parameters<typeof resultsOf>[1]>[number]
  const created = (key: string): Report => ({ outcome: 'created', id: 1, external_key: key, errors: [] })
  const refused: Report = {
    outcome: 'refused',
    id: null,
    external_key: null,
    errors: [
      {
        field: 'external_key',
        code: 'invalid_value',
        message: 'wrong',
        text: { key: 'text.plain', params: { english: 'wrong' } },
      },
    ],
  }

  test('of which some are rejected returns them with all that it contains', () => {
    const results = resultsOf(
      locationsOf(
        'key,name,parent,active,description\nH-1,Hall,,,\nR 1,Rack,hall,no,Gray\nB-1,Box,R-9,yes,\nS-1,Slot,Rack,,\n' +
          'T-1,Twin,,,\nT-2,Twin,,,\nC-1,Cup,Twin,,',
      ),
      [created('H-1'), refused, refused, refused, created('T-1'), created('T-2')],
    )
    const rejected = rejectedLocations(results)
    const [heads, ...rows] = parseCsv(rejected.slice(1)).map(({ cells }) => cells)
    expect(heads?.slice(0, 6)).toEqual(['external_key', 'name', 'parent', 'path', 'description', 'is_active'])
    expect(rows.map((cells) => cells.slice(0, 7))).toEqual([
      // The location above is in the service by now.
      ['R 1', 'Rack', 'H-1', '', 'Gray', 'false', '3'],
      // The location above is in this file, where its key will be corrected.
      ['S-1', 'Slot', 'Rack', '', '', '', '5'],
      ['B-1', 'Box', 'R-9', '', '', 'true', '4'],
      ['C-1', 'Cup', 'Twin', '', '', '', '8'],
    ])

    const corrected = rejected.replace('R 1', 'R-1').replace('R-9', 'H-1').replace('Twin', 'T-2')
    expect(rowsOf(locationsOf(corrected.slice(1)))).toEqual([
      expect.objectContaining({ name: 'Rack', external_key: 'R-1', parent_external_key: 'H-1' }),
      expect.objectContaining({ name: 'Slot', parent_row: 0 }),
      expect.objectContaining({ name: 'Box', parent_external_key: 'H-1', is_active: true }),
      expect.objectContaining({ name: 'Cup', parent_external_key: 'T-2' }),
    ])
  })

  test('with paths of which some are rejected returns them with their paths', () => {
    const results = resultsOf(locationsOf('path,key\nA > B,B 1\nA > B > C,C-1\nA > B,B-2\nD,D 1'), [
      created('A-1'),
      refused,
      refused,
      created('B-2'),
      refused,
    ])
    const rows = parseCsv(rejectedLocations(results).slice(1)).map(({ cells }) => cells.slice(0, 4))
    expect(rows.slice(1)).toEqual([
      ['B 1', 'B', '', 'A > B'],
      ['C-1', 'C', '', 'A > B > C'],
      ['D 1', 'D', '', ''],
    ])
  })
})
