import { Database } from 'bun:sqlite'
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'

/** Databases that are large, and databases with damaged pages. */

/** More than the size up to which a start checks all of the database. */
const largeBytes = 20 * 1024 * 1024
const entryBytes = 3000

/** Fills the database of a stopped service with entries of the audit log. */
export function enlarge(path: string): void {
  using db = new Database(path)
  db.query(
    `insert into audit_entries (organization_id, changed_at, actor_kind, actor_name, action, subject_kind, subject_id, after)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < ?1)
       select 1, ?2, 'user', 'Filler', 'created', 'asset', i, json_object('text', hex(zeroblob(?3))) from n`,
  ).run(Math.ceil(largeBytes / entryBytes), `${new Date().toISOString().slice(0, -1)}000Z`, entryBytes / 2)
}

/** Overwrites a page in the middle of the audit log. */
export function damageTable(path: string): void {
  overwrite(path, pageOf(path))
}

function pageOf(path: string): number {
  using db = new Database(path, { readonly: true })
  const pages = db
    .query<{ pageno: number }, []>(
      "select pageno from dbstat where name = 'audit_entries' and pagetype = 'leaf' order by path",
    )
    .all()
  return pages[Math.floor(pages.length / 2)]?.pageno as number
}

/**
 * Changes the name of an asset in an index. The pages have no damage. SQLite reports that the index has no entry of the
 * asset when it is renamed.
 */
export function damageIndex(path: string, name: string): void {
  const pages = indexPagesOf(path)
  const file = readFileSync(path)
  const at = pages
    .map((page) => file.indexOf(name, (page - 1) * 4096))
    .find((position, index) => position >= 0 && position < (pages[index] as number) * 4096)
  if (at === undefined) throw new Error(`No page of the index contains ${name}.`)
  file.write('x', at)
  writeFileSync(path, file)
}

function indexPagesOf(path: string): number[] {
  using db = new Database(path, { readonly: true })
  return db
    .query<{ pageno: number }, []>("select pageno from dbstat where name = 'assets_name_order'")
    .all()
    .map(({ pageno }) => pageno)
}

/**
 * Changes the length of the first record in an index of locations. The page has no damage, and SQLite reports the record only
 * when it reads it.
 */
export function damageRecord(path: string): void {
  const start = (recordPageOf(path) - 1) * 4096
  const file = readFileSync(path)
  // A page of an index has the position of its first cell at byte 8. The cell begins with the size of the record.
  const cell = start + file.readUInt16BE(start + 8)
  file.writeUInt8(0x7f, cell + 1)
  writeFileSync(path, file)
}

function recordPageOf(path: string): number {
  using db = new Database(path, { readonly: true })
  return db
    .query<{ pageno: number }, []>("select pageno from dbstat where name = 'locations_created_reverse'")
    .get()?.pageno as number
}

/** Deletes rows, so that the database has free pages, and overwrites the first page of their list. */
export function damageFreePages(path: string): void {
  overwrite(path, freePageOf(path))
}

function freePageOf(path: string): number {
  using db = new Database(path)
  db.run('delete from audit_entries where id % 100 > 1')
  return new DataView(db.serialize().buffer).getUint32(32)
}

function overwrite(path: string, page: number): void {
  const descriptor = openSync(path, 'r+')
  writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, (page - 1) * 4096)
  closeSync(descriptor)
}
