import { backupMessages } from './messages'
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

/** Backups of the data directory, for the owners of the installation (docs/internal-api.md, Backups). */
export class BackupService {
  readonly #store: Pick<Store, 'write'>
  readonly #now: Clock
  readonly #directory: string
  readonly #databaseUrl: string | undefined
  readonly #stopping = new AbortController()
  #runningSince: Instant | null = null

  constructor(store: Pick<Store, 'write'>, settings: Settings, now: Clock) {
    this.#store = store
    this.#now = now
    this.#directory = settings.dataDir
    this.#databaseUrl = settings.databaseUrl
  }

  list({ limit, offset }: Page): { rows: BackupView[]; total: number } {
    const backups = listBackups(this.#directory)
    return {
      rows: backups.slice(offset, offset + limit).map((argument1) => this.#toView(argument1)),
      total: backups.length,
    }
  }

  async create(caller: SessionCaller): Promise<BackupView> {
    if (this.#databaseUrl !== undefined) throw conflict(backupMessages('backup.postgresql'))
    if (this.#runningSince !== null) throw conflict(backupMessages('backup.another'))
    this.#runningSince = this.#now()
    try {
      const view = this.#toView(
        this.#find(basename(await createInProcess(this.#directory, this.#stopping.signal))),
      )
      await this.#store.write((tx) =>
        audit(tx, caller, {
          at: this.#now(),
          action: 'created',
          subject: this.#subjectOf(view),
          after: view,
        }),
      )
      return view
    } finally {
      this.#runningSince = null
    }
  }

  /** Returns the backup with its path. Throws `not_found`. */
  get(name: string): Backup & { readonly path: string } {
    return { ...this.#find(name), path: join(folderOf(this.#directory), name) }
  }

  async remove(caller: SessionCaller, name: string): Promise<void> {
    const view = this.#toView(this.#find(name))
    // The deletion comes before the audit entry: on a full disk, it frees the space for the entry.
    deleteBackup(this.#directory, view.name)
    await this.#store.write((tx) =>
      audit(tx, caller, { at: this.#now(), action: 'deleted', subject: this.#subjectOf(view), before: view }),
    )
  }

  #find(name: string): Backup {
    const backup = findBackup(this.#directory, name)
    if (!backup) throw notFound(backupMessages('backup.not_found'))
    return backup
  }

  #subjectOf({ name }: BackupView) {
    return { kind: 'backup', id: name, name } as const
  }

  #toView({ name, createdAt, size }: Backup): BackupView {
    return {
      name,
      created_at: createdAt,
      path: resolve(folderOf(this.#directory), name),
      size,
    }
  }

  /** Returns when the backup began that is being created; null without one. */
  creatingSince(): string | null {
    return this.#runningSince && toWire(this.#runningSince)
  }

  stop(): void {
    return this.#stopping.abort()
  }
}
