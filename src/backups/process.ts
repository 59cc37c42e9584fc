import { AppError, conflict } from '../errors'
import type { Obstacle } from './create'

/** How `whereabouts backup create` ends, beside 0 and 1. */
export const exitCodes: Readonly<Record<Obstacle, number>> = { busy: 3, full: 4, unwritable: 5 }

/** An executable that was built knows its own code; from source it takes Bun and the file. */
const self = Bun.main.startsWith('/$bunfs/') ? [process.execPath] : [process.execPath, Bun.main]

/**
 * Makes a backup in a process of its own: copying a large database takes seconds in which this one has to answer.
 * Resolves to the path of the backup.
 *
 * @throws AppError where it could not be made
 */
export async function createInProcess(directory: string, signal: AbortSignal): Promise<string> {
  const child = Bun.spawn([...self, 'backup', 'create', '--data-dir', directory], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  const [path, complaint, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code === 0) return path.trimEnd()
  const message = complaint.trimEnd()
  if (code === exitCodes.busy) throw conflict(message)
  const headers = { 'retry-after': '60' }
  if (code === exitCodes.full) throw new AppError('storage_full', message, { headers })
  if (code === exitCodes.unwritable) throw new AppError('unavailable', message, { headers })
  if (signal.aborted) throw new AppError('unavailable', 'The service is shutting down', { headers })
  throw new Error(`Making a backup ended with ${code}: ${message}`)
}
