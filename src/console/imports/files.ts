import { targets } from './cells/column-names'
import { writeCsv } from './reading/csv'
import { isRejectionHead, rejectionHeads } from './cells/informative'
import type { Plan, RowResult } from './plan'

/** The files that the import page offers for download: a template, and the rejected rows. */

export const template = (): string => writeCsv([targets.map(({ target }) => target)])

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
