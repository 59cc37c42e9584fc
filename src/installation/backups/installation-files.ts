import { Database } from 'bun:sqlite'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createFolder, writeWhole } from '../../base/whole-file'

/**
 * The files of the data directory, other than the database, that a new machine needs to continue an installation. A
 * scheduled backup has them in a table. Each group is complete or absent, and only replaces an absent one.
 */
const groups: readonly (readonly string[])[] = [['signing.key'], ['tls/authority.key', 'tls/authority.crt']]

/** Adds the files to a copy of the database. */
export function addFiles(path: string, directory: string): void {
  using db = new Database(path, { readwrite: true })
  db.run('create table installation_files (name text primary key, content blob not null) strict')
  const insert = db.query('insert into installation_files values (?, ?)')
  for (const group of groups) {
    const files = group.map((name) => join(directory, name))
    if (files.every((file) => existsSync(file)))
      for (const [index, name] of group.entries()) insert.run(name, readFileSync(files[index] as string))
  }
}

/** Removes the files from a copy of the database, and returns them by name. A requested backup has none. */
export function takeFiles(path: string): ReadonlyMap<string, Uint8Array> {
  using db = new Database(path, { readwrite: true })
  if (db.query("select 1 from sqlite_schema where name = 'installation_files'").get() === null)
    return new Map()
  const rows = db
    .query<{ name: string; content: Uint8Array }, []>('select name, content from installation_files')
    .all()
  // The keys must not stay in free pages of the database.
  db.run('pragma secure_delete = on')
  db.run('drop table installation_files')
  return new Map(rows.map(({ name, content }) => [name, content]))
}

/** Writes the files that the data directory does not have. Returns their names. */
export function putFiles(files: ReadonlyMap<string, Uint8Array>, directory: string): string[] {
  const missing = groups.filter(
    (group) =>
      group.every((name) => files.has(name)) && !group.some((name) => existsSync(join(directory, name))),
  )
  return missing.flat().map((name) => {
    const path = join(directory, name)
    createFolder(dirname(path))
    writeWhole(path, Buffer.from(files.get(name) as Uint8Array).toString())
    return name
  })
}
