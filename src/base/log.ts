import pino from 'pino'
import pretty from 'pino-pretty'

export type Log = pino.Logger

interface LogOptions {
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

/** Writes an entry, such as `(detail, message) => log.warn(detail, message)`. */
type Write = (detail: object, message: string) => void

/**
 * Limits each message to one entry per minute, with the number of suppressed entries. Entries that unauthenticated clients
 * can cause must not fill the disk.
 */
export function oncePerMinute(write: Write, now: () => number = () => performance.now()) {
  const messages = new Map<string, { since: number; suppressed: number }>()
  return (message: string, detail: object): void => {
    const known = messages.get(message)
    if (known && now() - known.since < 60_000) {
      known.suppressed++
      return
    }
    messages.set(message, { since: now(), suppressed: 0 })
    write({ ...detail, suppressed: known?.suppressed ?? 0 }, message)
  }
}
