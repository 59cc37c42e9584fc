import { basename, join, resolve } from 'node:path'
import { audit } from '../../people/audit/record'
import type { Page } from '../../contract/parameters'
import { conflict, notFound } from '../../base/errors'
import type { SessionCaller } from '../../base/caller'
import type { Settings } from '../../settings/table'
import type { Store } from '../../storage/core/store'
import { type Clock, type Instant, toWire } from '../../base/time'
import {
  type Backup,
  deleteBackup,
  findBackup,
  folderOf,
  listBackups,
} from '../../storage/sqlite/backup-files'
import { createInProcess } from './process'
import type { BackupView } from './schema'

export type BackupService = ReturnType<typeof createBackupService>

/** Backups of the data directory, for the owners of the installation (docs/internal-api.md, Backups). */
export function createBackupService(store: Pick<Store, 'write'>, settings: Settings, now: Clock) {
  const { dataDir: directory, databaseUrl } = settings
  const stopping = new AbortController()
  let runningSince: Instant | null = null

  function list({ limit, offset }: Page): { rows: BackupView[]; total: number } {
    const backups = listBackups(directory)
    return { rows: backups.slice(offset, offset + limit).map(toView), total: backups.length }
  }

  async function create(caller: SessionCaller): Promise<BackupView> {
    if (databaseUrl !== undefined)
      throw conflict('The database is PostgreSQL. Create backups with its tools, such as pg_dump')
    if (runningSince !== null) throw conflict('Another backup is being created')
    runningSince = now()
    try {
      const view = toView(find(basename(await createInProcess(directory, stopping.signal))))
      await store.write((tx) =>
        audit(tx, caller, { at: now(), action: 'created', subject: subjectOf(view), after: view }),
      )
      return view
    } finally {
      runningSince = null
    }
  }

  /** Returns the backup with its path. Throws `not_found`. */
  function get(name: string): Backup & { readonly path: string } {
    return { ...find(name), path: join(folderOf(directory), name) }
  }

  async function remove(caller: SessionCaller, name: string): Promise<void> {
    const view = toView(find(name))
    // The deletion comes before the audit entry: on a full disk, it frees the space for the entry.
    deleteBackup(directory, view.name)
    await store.write((tx) =>
      audit(tx, caller, { at: now(), action: 'deleted', subject: subjectOf(view), before: view }),
    )
  }

  function find(name: string): Backup {
    const backup = findBackup(directory, name)
    if (!backup) throw notFound('Backup')
    return backup
  }

  const subjectOf = ({ name }: BackupView) => ({ kind: 'backup', id: name, name }) as const

  const toView = ({ name, createdAt, size }: Backup): BackupView => ({
    name,
    created_at: createdAt,
    path: resolve(folderOf(directory), name),
    size,
  })

  return {
    list,
    create,
    get,
    remove,
    /** Returns when the backup began that is being created; null without one. */
    creatingSince: (): string | null => runningSince && toWire(runningSince),
    stop: (): void => stopping.abort(),
  }
}
