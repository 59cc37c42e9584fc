import { foreign, readStored } from '../../base/messages'
import { storageMessages } from '../../storage/core/messages'
import { AppError, conflict } from '../../base/errors'
import { ownCommand } from '../../base/executable'
import type { FailureReason } from './create'

/** Exit codes of `whereabouts backup create` other than 0 and 1. */
export const exitCodes: Readonly<Record<FailureReason, number>> = { busy: 3, full: 4, unwritable: 5 }

/**
 * Creates a backup in a separate process, because copying a large database takes seconds, during which this process
 * must respond to requests. Returns the path of the backup.
 *
 * @throws AppError when the reason is temporary: `conflict`, `storage_full` or `unavailable`
 */
export async function createInProcess(directory: string, signal: AbortSignal): Promise<string> {
  const child = Bun.spawn(
    [...ownCommand, 'backup', 'create', '--parent', String(process.pid), '--data-dir', directory],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    },
  )
  const [path, reason, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code === 0) return path.trimEnd()
  const message = readStored(reason.trimEnd(), foreign)
  if (code === exitCodes.busy) throw conflict(message)
  const headers = { 'retry-after': '60' }
  if (code === exitCodes.full) throw new AppError('storage_full', message, { headers })
  if (code === exitCodes.unwritable) throw new AppError('unavailable', message, { headers })
  if (signal.aborted) throw new AppError('unavailable', storageMessages('storage.stopping'), { headers })
  throw new Error(`The process that creates a backup exited with ${code}: ${message.english}`)
}
