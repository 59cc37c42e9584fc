import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Files that are there whole or not at all, also after a power cut. */

/** Writes or replaces a file that only this user may read. It is on disk when this returns. */
export function writeWhole(path: string, content: string): void {
  const unfinished = `${path}.new`
  writeFileSync(unfinished, content, { mode: 0o600 })
  moveWhole(unfinished, path)
}

/** Gives a complete file in the same folder its name, in place of any file of that name. */
export function moveWhole(unfinished: string, path: string): void {
  // The content first: a rename may reach the disk before what was written.
  sync(unfinished)
  renameSync(unfinished, path)
  sync(dirname(path))
}

/** Returns once the content of a file, or the names in a folder, would outlive a power cut. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
