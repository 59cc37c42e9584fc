/** Whether the figures of a long run stay flat: samples at a constant interval, and the comparison of two parts of them. */

export interface Sample {
  readonly seconds: number
  readonly requests: number
  readonly failures: number
  readonly p50_ms: number
  readonly p99_ms: number
  /** Anonymous resident memory: what the process has allocated, without the mapped files. */
  readonly memory_mb: number
  readonly handles: number
  readonly threads: number
  /** Processor time of the service in the interval. */
  readonly cpu_ms: number
  readonly database_mb: number
  /** Of the machine; the latency of a busy machine says little. */
  readonly load: number
}

/** What may be added to the first value, as a factor and a constant: noise, not growth. */
const limits = {
  memory_mb: { factor: 1.15, constant: 8 },
  handles: { factor: 1, constant: 3 },
  p99_ms: { factor: 1.5, constant: 5 },
} as const
type Measure = keyof typeof limits

interface Trend {
  readonly measure: Measure
  readonly before: number
  readonly after: number
  readonly isFlat: boolean
}

/** The service fills its caches in this part of the run. */
const warmUpShare = 1 / 6

/** Compares the medians of the first and the last third after the warm-up. */
export function trendsOf(samples: readonly Sample[]): Trend[] {
  const warm = samples.slice(Math.floor(samples.length * warmUpShare))
  const third = Math.floor(warm.length / 3)
  return Object.entries(limits).map(([name, { factor, constant }]) => {
    const measure = name as Measure
    const before = median(warm.slice(0, third).map((sample) => sample[measure]))
    const after = median(warm.slice(-third).map((sample) => sample[measure]))
    return { measure, before, after, isFlat: after <= before * factor + constant }
  })
}

export const shareOf = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const median = (values: readonly number[]): number => shareOf(values, 0.5)

const columns: readonly (keyof Sample)[] = [
  'seconds',
  'requests',
  'failures',
  'p50_ms',
  'p99_ms',
  'memory_mb',
  'handles',
  'threads',
  'cpu_ms',
  'database_mb',
  'load',
]

export const csvHead: string = columns.join(',')
export const csvLine = (sample: Sample): string =>
  columns.map((column) => Number(sample[column].toFixed(2))).join(',')
