import { t } from '../languages/messages'
import { comparedForm, doubtOf, type Tag } from '../records/doubtful-tags'
import { counted } from '../ui/values/format'
import type { PlannedRow } from './plan'

/** A tag of a row that may never match a read. The row is imported with it. */
export interface Doubt {
  readonly column: number
  readonly message: string
}

/** Returns the doubts about the tags of each row that has some. */
export function doubtsIn(rows: readonly PlannedRow[]): Map<PlannedRow, readonly Doubt[]> {
  const found = new Map<PlannedRow, readonly Doubt[]>()
  const lineOf = new Map<string, number>()
  for (const row of rows) {
    if (row.problems.length > 0) continue
    const doubts = tagsOf(row).flatMap((tag, at) => {
      const column = row.tagColumns[at]
      const form = comparedForm(tag)
      const line = lineOf.get(form) ?? row.line
      lineOf.set(form, line)
      const message = doubtOf(tag) ?? (line === row.line ? undefined : inOtherSpelling(line))
      return message === undefined || column === undefined ? [] : { column, message }
    })
    if (doubts.length > 0) found.set(row, doubts)
  }
  return found
}

const tagsOf = ({ body }: PlannedRow): readonly Tag[] => (body['tags'] ?? []) as readonly Tag[]

const inOtherSpelling = (line: number): string =>
  t('Line {line} has the same tag in another spelling.', { line: counted(line) })
