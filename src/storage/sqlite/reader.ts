import { Database } from 'bun:sqlite'

/** Opens a connection that only reads. */
export function openReader(path: string): Database {
  const db = new Database(path, { readonly: true, strict: true })
  db.run('pragma cache_size = -32000')
  db.run('pragma mmap_size = 268435456')
  return db
}
