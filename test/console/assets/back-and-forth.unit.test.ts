import { expect, test } from 'bun:test'
import { type Move, rowsOf } from '../../../src/console/assets/back-and-forth'

/** The rows of a history on the page of an asset. */

/** Events, newest first: a letter for each location, with the minutes of the stay; "*" is the stay that continues. */
const historyOf = (text: string): Move[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((stay) => ({
      location_id: stay.charCodeAt(0),
      seconds: stay[1] === '*' ? null : Number(stay.slice(1)) * 60,
    }))

/** The rows as text: the locations of a row together, and the number of moves of a group. */
const textOf = (history: readonly Move[]): string =>
  rowsOf(history)
    .map(({ stays, moves }) => {
      const locations = stays.map((stay) => String.fromCharCode(stay.location_id)).join('')
      return moves > 0 ? `${locations}:${moves}` : locations
    })
    .join(' ')

test.each([
  ['no event', '', ''],
  ['one event', 'A1', 'A'],
  ['two moves between two locations', 'A1 B1 A1 C60', 'A B A C'],
  ['three moves', 'B1 A1 B1 A1 C60', 'BABA:3 C'],
  ['many moves', 'A1 B1 A1 B1 A1 B1 A1', 'ABABABA:6'],
  ['the move from a long stay at the other location counts', 'A1 B1 A1 B60', 'ABA:3 B'],
  ['the move from a long stay at the same location does not', 'A1 B1 A1 A60', 'A B A A'],
  ['the move from a third location does not', 'A1 B1 A1 C1', 'A B A C'],
  ['the event that continues is a row', 'A* B1 A1 B1 A1', 'A BABA:3'],
  ['a stay of 5 minutes ends a group', 'A1 B1 A5 B1 A1', 'A B A B A'],
  ['a stay just below 5 minutes does not', 'A1 B1 A4.9 B1 A1', 'ABABA:4'],
  ['an event at the same location ends a group', 'B1 A1 B1 A1 A1 B1 A1 B1', 'BABA:3 ABAB:3'],
  ['a third location ends a group', 'B1 A1 B1 A1 C1 B1 A1', 'BABA:3 C B A'],
  ['two groups share no event', 'A1 C1 A1 C1 A1 B1 A1 B1 A1', 'ACACA:4 BABA:3'],
  ['a group can begin within events that are none', 'A1 B1 A1 C1 A1 C1 D60', 'A B ACAC:3 D'],
  ['a round trip over three locations is not a group', 'A1 B1 C1 A1 B1 C1', 'A B C A B C'],
])('%s', (_, history, rows) => {
  expect(textOf(historyOf(history))).toBe(rows)
})
