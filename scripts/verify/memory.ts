import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { whenEnded } from '../when-ended'

/** Where the tests on PostgreSQL write: memory, because each creates databases, and they test no disk. */

const memory = '/dev/shm'

/** More than the tests of a run need at the same time. */
const sizeMin = 6 * 2 ** 30

/** Returns the variables of steps that write to memory; none without enough of it, or when TMPDIR says where to write. */
export function inMemory(): Readonly<Record<string, string>> {
  if (process.env['TMPDIR'] !== undefined || !existsSync(memory)) return {}
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < sizeMin) return {}
  const directory = mkdtempSync(join(memory, 'whereabouts-tests-'))
  // PostgreSQL runs as another user.
  chmodSync(directory, 0o711)
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
  whenEnded('rm -rf "$1"', [directory])
  return { TMPDIR: directory }
}
