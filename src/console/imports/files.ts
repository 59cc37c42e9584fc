import { targets } from './columns'
import { writeCsv } from './csv'
import type { Plan, RowResult } from './plan'

/** Files for the person: what to fill in, and what was refused. */

export const template = (): string => writeCsv([targets.map(({ target }) => target)])

/** Line and reason. An import passes these columns over: the file can be mended and imported as it is. */
export const refusalHeads = ['refused_line', 'refused_because'] as const
const isOfRefusal = (head: string): boolean => refusalHeads.some((own) => own === head)

interface Refusals {
  readonly heads: readonly string[]
  readonly plan: Plan
  /** By line. */
  readonly results: ReadonlyMap<number, RowResult>
}

export function refusedFile({ heads, plan, results }: Refusals): string {
  const refused = plan.rows.filter(({ line }) => results.get(line)?.outcome === 'refused')
  const kept = heads.map((head, column) => ({ head, column })).filter(({ head }) => !isOfRefusal(head))
  const rows = refused.map(({ line, cells }) => {
    const reasons = results.get(line)?.problems.map(({ message }) => message) ?? []
    return [...kept.map(({ column }) => cells[column] ?? ''), String(line), reasons.join('; ')]
  })
  return writeCsv([[...kept.map(({ head }) => head), ...refusalHeads], ...rows])
}
