import { openSync, writeSync } from 'node:fs'
import { fromMicros } from '../../base/time'
import { UsageError } from '../../base/errors'
import type { SimulatedMessage } from './reads'

/** A histogram of latencies in milliseconds. Each step is 10 % wider than the previous one, so the memory is constant. */
export class Latencies {
  private readonly counts = Array.from({ length: steps }, () => 0)
  private total = 0

  add(milliseconds: number): void {
    const exact = Math.round(Math.log(milliseconds / finest) / growth)
    const step = Math.min(steps - 1, Math.max(0, exact))
    this.counts[step] = (this.counts[step] as number) + 1
    this.total++
  }

  /** Returns a percentile as text, such as `3.2 ms`. */
  percentile(share: number): string {
    let remaining = share * this.total
    const step = this.counts.findIndex((count) => (remaining -= count) <= 0)
    if (this.total === 0) return '-'
    const milliseconds = finest * Math.exp(step * growth)
    return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
  }
}

const finest = 0.05
const growth = Math.log(1.1)
/** Number of steps; the last one is half an hour. */
const steps = 184

interface ReadCounts {
  readonly sent: number
  readonly acknowledged: number
}

/** Returns a function for the progress line. The rate is that since the previous call. */
export function progressOf(counts: () => ReadCounts, latencies: Latencies): () => string {
  let before = { at: performance.now(), acknowledged: 0 }
  return () => {
    const { sent, acknowledged } = counts()
    const now = performance.now()
    const rate = Math.round(((acknowledged - before.acknowledged) * 1000) / (now - before.at))
    before = { at: now, acknowledged }
    return (
      `${sent} reads sent, ${acknowledged} acknowledged, ${sent - acknowledged} in flight, ${rate} reads/s, ` +
      `latency p50 ${latencies.percentile(0.5)}, p99 ${latencies.percentile(0.99)}`
    )
  }
}

/** Opens the read log. The returned function appends the reads of an acknowledged message. Throws UsageError. */
export function openReadLog(path: string): (message: SimulatedMessage) => void {
  const file = openFile(path)
  return ({ reader, contents }) => {
    const { tagType, tick, hasRssi } = reader.encoder
    const lines = contents.map(({ antenna, value, at, rssi }) =>
      JSON.stringify({
        reader: reader.key,
        antenna,
        tag_type: tagType,
        value,
        observed_at: tick === null ? null : fromMicros(at),
        rssi: hasRssi ? rssi : null,
      }),
    )
    writeSync(file, `${lines.join('\n')}\n`)
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, 'w')
  } catch (error) {
    throw new UsageError(`Cannot write the --log file ${path} (${(error as NodeJS.ErrnoException).code}).`)
  }
}
