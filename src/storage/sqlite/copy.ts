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
  clearPlaces(copy)
}

/** No number is minted from a copy before a person has confirmed the next one (docs/decisions/0051-numbers.md). */
function clearPlaces(copy: Database): void {
  const has = copy.query("select 1 from sqlite_schema where name = 'gs1_origin'").get() !== null
  if (!has) return
  copy.run("update gs1_counters set place = ''")
  copy.run("insert into gs1_origin values (1, '') on conflict do update set place = ''")
}
