import type { CsvRecord } from './csv'

/** Maximum number of lines of a title. */
export const titleMax = 10

/** Whether some of these cells are known headings. */
export type AreHeadings = (cells: readonly string[]) => boolean

/** Returns the records without the lines above the headings that have one cell only: a title, its date, its author. */
export function withoutTitle(all: readonly CsvRecord[], areHeadings: AreHeadings): readonly CsvRecord[] {
  const at = all
    .slice(0, titleMax + 1)
    .findIndex(({ cells }) => cells.filter((cell) => cell.trim()).length > 1)
  const heads = all[at]
  const isTitled =
    heads !== undefined &&
    areHeadings(heads.cells) &&
    !all.slice(0, at).some(({ cells }) => areHeadings(cells))
  return isTitled ? all.slice(at) : all
}
