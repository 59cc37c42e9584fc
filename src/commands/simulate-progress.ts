import { openSync, writeSync } from 'node:fs'
import { fromMicros } from '../time'
import { UsageError } from '../errors'
import type { SimulatedMessage } from './simulate-reads'

/** Counts milliseconds in steps that grow by a tenth, so that hours of them take no more memory than seconds. */
export class Latencies {
  private readonly counts = Array.from({ length: steps }, () => 0)
  private total = 0

  add(milliseconds: number): void {
    const exact = Math.round(Math.log(milliseconds / finest) / growth)
    const step = Math.min(steps - 1, Math.max(0, exact))
    this.counts[step] = (this.counts[step] as number) + 1
    this.total++
  }

  /** The milliseconds that a share of all did not exceed, such as `3.2 ms`. */
  share(share: number): string {
    let remaining = share * this.total
    const step = this.counts.findIndex((count) => (remaining -= count) <= 0)
    if (this.total === 0) return '-'
    const milliseconds = finest * Math.exp(step * growth)
    return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
  }
}

const finest = 0.05
const growth = Math.log(1.1)
/** Up to half an hour. */
const steps = 184

export interface ReadCounts {
  readonly sent: number
  readonly acknowledged: number
}

/** How far a simulation is; its rate is that since the line was last asked for. */
export function progressOf(counts: () => ReadCounts, latencies: Latencies): () => string {
  let before = { at: performance.now(), acknowledged: 0 }
  return () => {
    const { sent, acknowledged } = counts()
    const now = performance.now()
    const rate = Math.round(((acknowledged - before.acknowledged) * 1000) / (now - before.at))
    before = { at: now, acknowledged }
    return (
      `${sent} reads sent, ${acknowledged} acknowledged, ${sent - acknowledged} in flight, ${rate} reads/s, ` +
      `acknowledged within p50 ${latencies.share(0.5)}, p99 ${latencies.share(0.99)}`
    )
  }
}

/** Appends the reads of a message that was acknowledged to a file, at once. */
export function openReadLog(path: string): (message: SimulatedMessage) => void {
  const file = openFile(path)
  return ({ reader, heard }) => {
    const { tagType, tick, hasRssi } = reader.encoder
    const lines = heard.map(({ antenna, value, at, rssi }) =>
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
    throw new UsageError(`Cannot write the --log ${path} (${(error as NodeJS.ErrnoException).code}).`)
  }
}
