import type { Content } from './column-names'
import { readYesNo } from './yes-no'

/** Tells by the cells of a column whether it is what its heading may mean. */

/** Number of rows that are looked at. */
const searchedMax = 1000

/** Headings of RFID tags that other programs use for keywords. */
const ofKeywords = new Set(['tags', 'tag', 'labels'])
/** Headings of yes and no that other programs use for words such as "deployed". */
const ofStates = new Set(['status', 'state', 'zustand', 'statut', 'etat', 'estado', 'stato'])

/** An RFID tag has digits, and no list of words. */
const looksLikeTag = (cell: string): boolean =>
  cell.split('|').every((part) => /\d/.test(part) && /^[\p{L}\d:._\-\s/=+"']{2,}$/u.test(part.trim())) &&
  !/\p{L}{3,}\s*[,;]\s*\p{L}/u.test(cell)

export function contentOf(rows: readonly { readonly cells: readonly string[] }[]): Content {
  const searched = rows.slice(0, searchedMax)
  const cellsOf = (column: number): string[] =>
    searched.map(({ cells }) => (cells[column] ?? '').trim()).filter((cell) => cell !== '')
  const mostly = (column: number, is: (cell: string) => boolean): boolean => {
    const cells = cellsOf(column)
    return cells.filter(is).length * 2 >= cells.length
  }
  return {
    isEmpty: (column) => searched.length > 0 && cellsOf(column).length === 0,
    suits(target, heading, column) {
      if (target === 'tags_rfid' && ofKeywords.has(heading)) return mostly(column, looksLikeTag)
      if (target === 'is_active' && ofStates.has(heading))
        return mostly(column, (cell) => readYesNo(cell) !== undefined)
      return true
    },
  }
}
