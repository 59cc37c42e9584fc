import { describe, expect, test } from 'bun:test'
import { parseCsv } from '../../src/console/imports/csv'
import {
  guessLocationMapping,
  locationsOfList,
  locationsOfRecords,
  type PlannedLocation,
} from '../../src/console/imports/location-rows'

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
  const read = (text: string) => {
    const [first, ...records] = parseCsv(text)
    return described(locationsOfRecords(records, guessLocationMapping(first?.cells ?? [])))
  }

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
      'with a circle',
      'key,name,parent\nA,a,B\nB,b,A\nC,c,B',
      ['2 The locations above it form a circle A', '3 The locations above it form a circle B', '4 b/c C'],
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
})
