import { appendFileSync } from 'node:fs'

/** A measurement. Figures of different runs are not comparable, because the machines differ; ratios within a run are. */
export interface Row {
  /** What was done, such as "GET asset by id, 100,000 assets". */
  readonly work: string
  /** What was measured, such as "requests/s to bare Elysia". */
  readonly measure: string
  readonly result: string
  /** The goal, if there is one, such as "0.75". */
  readonly goal?: string
}

/** Prints a row. bench/results.ts also collects it, through the file of the variable. */
export function report(row: Row): void {
  console.log(
    `${row.work} | ${row.measure} | ${row.result}${row.goal === undefined ? '' : ` | goal ${row.goal}`}`,
  )
  const file = Bun.env['BENCH_ROWS']
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`)
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Returns the value below which a share of the values is. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const milliseconds = (value: number): string => `${value.toPrecision(value < 99.5 ? 2 : 3)} ms`
