import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isHeld, lockFile } from './system/lock'
import { folderOf } from './backup-files'

/** Names that only an interrupted process leaves behind. The directory must be locked. */
const unfinished = [
  'whereabouts.db.new',
  'whereabouts.db.fetched',
  'whereabouts.db.restored',
  'whereabouts.db.rescued.new',
  'signing.key.new',
  'integrity.json.new',
  'scheduled-backups.json.new',
]

export function removeLeftovers(directory: string): void {
  for (const name of unfinished) discard(join(directory, name))
  if (!statSync(folderOf(directory), { throwIfNoEntry: false })?.isDirectory()) return
  discard(join(folderOf(directory), 'unfinished'))
  discard(join(folderOf(directory), 'unfinished-scheduled'))
  removeUnfinishedCopy(directory)
}

/** Removes the copy, unless a backup is in progress. */
function removeUnfinishedCopy(directory: string): void {
  const copy = join(folderOf(directory), 'unfinished-copy')
  if (!existsSync(copy)) return
  try {
    const lock = lockFile(join(directory, 'backup-lock.db'))
    discard(copy)
    lock.close()
  } catch (error) {
    if (!isHeld(error)) throw error
  }
}

/** Deletes a database and the files that SQLite keeps for it. */
export function discard(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true })
}
