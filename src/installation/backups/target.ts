import { join, resolve } from 'node:path'
import { StartError } from '../../base/errors'
import type { Message } from '../../base/messages'
import { type BackupPlace, describePlace } from '../../settings/backup-kinds'
import type { Settings } from '../../settings/table'
import { type CopyName, parseCopyName } from './copy-name'
import { backupMessages } from './messages'

export type S3Settings = Pick<
  Settings,
  'backupS3Endpoint' | 'backupS3Region' | 'backupS3AccessKeyId' | 'backupS3SecretAccessKey'
>

/** A place for scheduled backups. Its functions throw errors of the system or of the S3 service. */
export interface Target {
  /** Lists all files, with their sizes in bytes. */
  list(): Promise<{ readonly name: string; readonly size: number }[]>
  /**
   * Writes a file of at most `sizeMax` bytes. It has its name only when it is complete. Returns the size in bytes.
   *
   * @throws StartError when there is no room for `sizeMax` bytes, if that is known
   */
  write(name: string, content: ReadableStream<Uint8Array>, sizeMax: number): Promise<number>
  read(name: string): ReadableStream<Uint8Array>
  remove(name: string): Promise<void>
}

/** A scheduled backup at a target. */
export interface StoredCopy extends CopyName {
  /** Size in bytes. */
  readonly size: number
}

/** Returns the folder for scheduled backups when no other place is set. */
export const localPlace = (directory: string) =>
  ({ kind: 'directory', path: join(directory, 'scheduled-backups') }) as const satisfies BackupPlace

/** Returns the place of scheduled backups as the user writes it. */
export const placeOf = ({ backupTo, dataDir }: Pick<Settings, 'backupTo' | 'dataDir'>): string =>
  describePlace(backupTo ?? localPlace(resolve(dataDir)))

/** Lists the scheduled backups at a target, newest first. */
export async function listCopies(target: Target): Promise<StoredCopy[]> {
  const copies = (await target.list()).flatMap(({ name, size }) => {
    const parsed = parseCopyName(name)
    return parsed ? { ...parsed, size } : []
  })
  return copies.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

/** Describes a failure of a target. The messages of S3 services and of Bun contain no credentials. */
export function toTargetError(place: BackupPlace, error: unknown): StartError {
  if (error instanceof StartError) return error
  const reason = reasonAt(error)
  return new StartError(backupMessages('backup.place_unusable', { place: describePlace(place), reason }))
}

/** Returns the reason of a failure while a target was used, without a period. */
export function reasonAt(error: unknown): string | Message {
  const said = error instanceof StartError ? error.said : undefined
  if (said !== undefined) return said
  const { code, message } = error as { code?: string; message: string }
  // The S3 client of Bun has only a code when there is no response.
  const isSilent = message === 'an unexpected error has occurred'
  const reason = isSilent ? backupMessages('backup.s3_silent') : message.replace(/\.$/, '')
  return code === undefined || message.includes(code)
    ? reason
    : backupMessages('backup.coded', { code, reason })
}
