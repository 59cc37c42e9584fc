import type { Database } from 'bun:sqlite'
import { fstatSync, read, readdirSync, rmSync, statfsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { nameOf } from './backup-files'
import type { Instant } from '../../base/time'
import { moveWhole } from '../../base/whole-file'
import { checkpoint } from './checkpoints'
import type { Mark } from './mark'

const readAsync = promisify(read)
const chunkBytes = 1024 * 1024
/** Interval and maximum time to wait for running reads, in milliseconds. */
const waitMilliseconds = 50
const waitMax = 20_000

const rescuedPrefix = 'whereabouts.db.rescued-'
const unfinishedRescue = 'whereabouts.db.rescued.new'

/** Lists the paths of the rescued databases, newest last. */
export const rescuedIn = (directory: string): string[] =>
  readdirSync(directory)
    .filter((name) => name.startsWith(rescuedPrefix))
    .toSorted()
    .map((name) => join(directory, name))

/**
 * Writes all of the write-ahead log into the open database file and marks the file as complete. It also works after
 * both files were deleted. Nothing may be written meanwhile.
 */
export async function fold(db: Database, mark: Mark): Promise<void> {
  while (db.inTransaction) await sleep(5)
  for (let waited = 0; !isFolded(db, mark, waited >= waitMax); waited += waitMilliseconds)
    await sleep(waitMilliseconds)
}

function isFolded(db: Database, mark: Mark, isLast: boolean): boolean {
  try {
    mark.close()
    if (checkpoint(db, 'truncate')) return true
  } catch (error) {
    if (isLast) throw error
  }
  if (isLast) throw new Error('a read of the database does not end')
  return false
}

/**
 * Copies the open database file, which was deleted or renamed, into the directory under another name. Returns the path
 * of the copy. `fold` must be called before. Reads are served meanwhile.
 */
export async function rescue(descriptor: number, directory: string, at: Instant): Promise<string> {
  const { size } = fstatSync(descriptor)
  const { bavail, bsize } = statfsSync(directory)
  if (bavail * bsize < size)
    throw new Error(`there is no room for ${Math.ceil(size / 1e6)} MB in ${directory}`)
  const unfinished = join(directory, unfinishedRescue)
  const path = join(directory, `${rescuedPrefix}${nameOf(at)}`)
  try {
    await copy(descriptor, size, unfinished)
    moveWhole(unfinished, path)
    return path
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

async function copy(descriptor: number, size: number, path: string): Promise<void> {
  await using file = await open(path, 'w', 0o600)
  const chunk = Buffer.allocUnsafe(chunkBytes)
  for (let position = 0; position < size;) {
    const { bytesRead } = await readAsync(descriptor, chunk, 0, chunkBytes, position)
    if (bytesRead === 0) throw new Error('the open database file ended early')
    await file.writeFile(chunk.subarray(0, bytesRead))
    position += bytesRead
  }
  // Synced here, without blocking other requests, rather than in moveWhole.
  await file.sync()
}
