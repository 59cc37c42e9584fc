import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Writes files atomically: after a power cut, a file is either complete or absent. */

/** Writes or replaces a file that only the current user may read. The file is on disk when this returns. */
export function writeWhole(path: string, content: string): void {
  const unfinished = `${path}.new`
  writeFileSync(unfinished, content, { mode: 0o600 })
  moveWhole(unfinished, path)
}

/** Renames a complete file in the same folder, and replaces an existing file with that name. */
export function moveWhole(unfinished: string, path: string): void {
  // The content is synced first, because a rename may reach the disk before it.
  sync(unfinished)
  renameSync(unfinished, path)
  sync(dirname(path))
}

/**
 * Creates a folder that only this user may read, and the missing folders above it. The names of the folders are on disk
 * when this returns: after a power cut, a file is lost when the name of its folder is not on disk.
 */
export function createFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    sync(dirname(folder))
    if (folder === resolve(first)) return
  }
}

/** Flushes the content of a file, or the names in a folder, to the disk. */
export function sync(path: string): void {
  // Windows syncs only files that are open for writing, and no folders.
  const isWindows = process.platform === 'win32'
  if (isWindows && statSync(path).isDirectory()) return
  const descriptor = openSync(path, isWindows ? 'r+' : 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
