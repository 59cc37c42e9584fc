import { targets } from './column-names'
import { writeCsv } from './csv'
import type { Plan, RowResult } from './plan'

/** The files that the import page offers for download: a template, and the rejected rows. */

export const template = (): string => writeCsv([targets.map(({ target }) => target)])

/** Whether a column of an exported file, or of a file of rejected rows, is only for information. */
export const isInformative = (head: string): boolean => exportedHeads.has(head) || isRejectionHead(head)
const exportedHeads: ReadonlySet<string> = new Set([
  'location_external_key',
  'location_name',
  'location_path',
  'last_seen',
  'deleted_at',
])

/** The columns for line and reason. An import ignores them, so the file can be fixed and imported without removing them. */
export const rejectionHeads = ['rejected_line', 'rejected_reason']
/** The names of these columns in files that version 0.2 saved. */
const formerRejectionHeads = ['refused_line', 'refused_because']

export const isRejectionHead = (head: string): boolean =>
  rejectionHeads.includes(head) || formerRejectionHeads.includes(head)

interface RejectedRows {
  readonly heads: readonly string[]
  readonly plan: Plan
  /** By line. */
  readonly results: ReadonlyMap<number, RowResult>
}

export function rejectedFile({ heads, plan, results }: RejectedRows): string {
  const rejected = plan.rows.filter(({ line }) => results.get(line)?.outcome === 'refused')
  const kept = heads.map((head, column) => ({ head, column })).filter(({ head }) => !isRejectionHead(head))
  const rows = rejected.map(({ line, cells }) => {
    const reasons = results.get(line)?.problems.map(({ message }) => message) ?? []
    return [...kept.map(({ column }) => cells[column] ?? ''), String(line), reasons.join('; ')]
  })
  return writeCsv([[...kept.map(({ head }) => head), ...rejectionHeads], ...rows])
}
