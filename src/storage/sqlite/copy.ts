import { Database } from 'bun:sqlite'
import { chmodSync, rmSync } from 'node:fs'
import { moveWhole } from '../../base/whole-file'
import { markCopy } from './mark'

/** Copies a database to a file that only its owner may read. Removes the remains of an interrupted copy. */
export function copyDatabase(db: Database, unfinished: string, path: string): void {
  try {
    rmSync(unfinished, { force: true })
    db.query('vacuum into ?').run(unfinished)
    markFile(unfinished)
    chmodSync(unfinished, 0o600)
    moveWhole(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

function markFile(path: string): void {
  using copy = new Database(path, { readwrite: true })
  markCopy(copy)
}
