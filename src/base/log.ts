import pino from 'pino'
import pretty from 'pino-pretty'

export type Log = pino.Logger

export interface LogOptions {
  readonly level: string
  /** The default is pretty on a terminal, otherwise JSON. */
  readonly format: 'pretty' | 'json' | undefined
}

/** Creates the log, which writes to standard error. An error while writing does not stop the service. */
export function createLog({ level, format = process.stderr.isTTY ? 'pretty' : 'json' }: LogOptions): Log {
  const destination = pino.destination({ dest: 2, sync: true })
  destination.on('error', () => {})
  const stream =
    format === 'pretty'
      ? pretty({
          destination,
          colorize: process.stderr.isTTY,
          ignore: 'pid,hostname',
          translateTime: 'SYS:HH:MM:ss.l',
        })
      : destination
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream)
}

/**
 * Limits each kind of log entry to one per minute, with the number of suppressed entries. Entries that unauthenticated
 * clients can cause must not fill the disk.
 */
export function oncePerMinute(
  log: (kind: string, suppressed: number, detail: object) => void,
  now: () => number,
) {
  const kinds = new Map<string, { since: number; suppressed: number }>()
  return (kind: string, detail: object): void => {
    const known = kinds.get(kind)
    if (known && now() - known.since < 60_000) {
      known.suppressed++
      return
    }
    kinds.set(kind, { since: now(), suppressed: 0 })
    log(kind, known?.suppressed ?? 0, detail)
  }
}
