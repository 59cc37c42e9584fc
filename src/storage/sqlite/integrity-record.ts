import { readFileSync, rmSync } from 'node:fs'
import type { Log } from '../../base/log'
import { type Instant, parseInstant } from '../../base/time'
import { writeWhole } from '../../base/whole-file'

interface Checked {
  readonly checkedAt: Instant | undefined
  readonly damage: string | undefined
  readonly miscount: string | undefined
}

/** Keeps the result of the last check in a file, because a damaged database must not be written. */
export function createRecord(path: string, log: Log) {
  function attempt(what: string, act: () => void): void {
    try {
      act()
    } catch (err) {
      // The next start then checks the database, or the next check tries again.
      log.warn({ err, file: path }, what)
    }
  }

  return {
    /**
     * An absent or unreadable file means that no check has ended. After damage, there is no time, so that a start checks
     * whether a backup was restored.
     */
    read(): Checked {
      try {
        const stored = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
        const textOf = (name: string) => (typeof stored[name] === 'string' ? stored[name] : undefined)
        const [at, damage] = [textOf('checked_at'), textOf('damage')]
        return {
          checkedAt: damage === undefined && at !== undefined ? parseInstant(at) : undefined,
          damage,
          miscount: textOf('miscount'),
        }
      } catch {
        return { checkedAt: undefined, damage: undefined, miscount: undefined }
      }
    },
    write: ({ checkedAt, damage, miscount }: Checked): void =>
      attempt('the result of the check cannot be stored', () =>
        writeWhole(
          path,
          `${JSON.stringify({ checked_at: checkedAt, damage: damage ?? null, miscount: miscount ?? null })}\n`,
        ),
      ),
    remove: (): void =>
      attempt('the result of the last check cannot be removed', () => rmSync(path, { force: true })),
  }
}
