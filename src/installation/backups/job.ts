import { Database } from 'bun:sqlite'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../base/errors'
import type { Message } from '../../base/messages'
import { describePlace } from '../../settings/backup-kinds'
import type { Settings } from '../../settings/table'
import { folderOf } from '../../storage/sqlite/backup-files'
import { discard } from '../../storage/sqlite/leftovers'
import { type Instant, toWire } from '../../base/time'
import { copyName } from './copy-name'
import { copyLocked } from './create'
import { addFiles } from './installation-files'
import { copiesToDelete } from './kept-copies'
import { backupMessages } from './messages'
import { packed, unpack } from './packing'
import { openOwnTarget } from './open-target'
import { listCopies, localPlace, reasonAt, type S3Settings, type StoredCopy, toTargetError } from './target'
import { rowsOf, verifyDatabase } from './verify'

/** The request of the service to the process for scheduled backups, on its standard input. */
export interface Job extends S3Settings, Pick<Settings, 'backupTo' | 'backupPassphrase'> {
  readonly kind: 'list' | 'copy'
  readonly directory: string
  readonly at: Instant
}

/** A scheduled backup that was read back at the target and verified. */
export interface GoodCopy {
  readonly name: string
  readonly createdAt: string
  /** Where it is, without credentials. */
  readonly place: string
  /** Size at the target, in bytes. */
  readonly size: number
  /** Size of the database, in bytes. */
  readonly databaseSize: number
  /** Duration until it was verified, in seconds. */
  readonly seconds: number
  readonly tables: number
  readonly rows: number
  /** The first wrong total, which a restore corrects; null when there is none. */
  readonly miscount: string | null
}

export interface JobResult {
  /** Of this installation, newest first. */
  readonly copies: readonly StoredCopy[]
  /** Only of the job `copy`. */
  readonly made: GoodCopy | null
}

/**
 * Does a job. A backup that cannot be verified is deleted at the target.
 *
 * @throws StartError with the reason
 */
export async function runJob(job: Job): Promise<JobResult> {
  const place = job.backupTo ?? localPlace(job.directory)
  try {
    const target = openOwnTarget(job.directory, job.backupTo, job)
    const id = installationIdOf(job.directory)
    const own = async () =>
      (await listCopies(target)).filter(({ installation }) => id.startsWith(installation))
    // Fails early when the target is unreachable.
    const before = await own()
    if (job.kind === 'list') return { copies: before, made: null }
    const made = await makeCopy(job, id, target, describePlace(place))
    for (const { name } of copiesToDelete(await own(), toWire(job.at))) await target.remove(name)
    return { copies: await own(), made }
  } catch (error) {
    throw toTargetError(place, error)
  }
}

async function makeCopy(
  { directory, at, backupPassphrase }: Job,
  id: string,
  target: ReturnType<typeof openOwnTarget>,
  place: string,
): Promise<GoodCopy> {
  const startedAt = performance.now()
  const scratch = join(folderOf(directory), 'unfinished-scheduled')
  const isEncrypted = backupPassphrase !== undefined
  const name = copyName(id, at, isEncrypted)
  try {
    discard(scratch)
    copyLocked(directory, scratch)
    addFiles(scratch, directory)
    const rows = countRows(scratch)
    const databaseSize = statSync(scratch).size
    const size = await target.write(name, await packed(scratch, backupPassphrase), databaseSize)
    rmSync(scratch)
    try {
      await unpack(target.read(name), scratch, { name, isEncrypted, passphrase: backupPassphrase })
      const verified = verifyDatabase(scratch)
      requireSameRows(rows, verified.rows)
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10
      const total = [...rows.values()].reduce((sum, count) => sum + count, 0)
      const miscount = verified.miscount ?? null
      const createdAt = toWire(at)
      return { name, createdAt, place, size, databaseSize, seconds, tables: rows.size, rows: total, miscount }
    } catch (error) {
      await target.remove(name)
      throw new StartError(backupMessages('backup.not_usable', { place, reason: reasonAt(error) }))
    }
  } finally {
    discard(scratch)
  }
}

function installationIdOf(directory: string): string {
  using db = new Database(join(directory, 'whereabouts.db'), { readonly: true })
  const id = db.query<{ id: string }, []>('select id from installation').get()?.id
  if (id === undefined) throw new StartError(backupMessages('backup.no_id', { directory }))
  return id
}

function countRows(path: string): Map<string, number> {
  using db = new Database(path, { readonly: true })
  return rowsOf(db)
}

function requireSameRows(expected: ReadonlyMap<string, number>, found: ReadonlyMap<string, number>): void {
  for (const [table, rows] of expected)
    if (found.get(table) !== rows) throw new StartError(differenceOf(table, rows, found.get(table)))
}

const differenceOf = (table: string, expected: number, found: number | undefined): Message =>
  found === undefined
    ? backupMessages('backup.table_missing', { table, expected })
    : backupMessages('backup.rows_differ', { table, found, expected })
