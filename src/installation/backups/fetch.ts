import { statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { StartError, UsageError } from '../../base/errors'
import { type BackupPlace, describePlace, parseBackupPlace } from '../../settings/backup-kinds'
import type { Settings } from '../../settings/table'
import { parseCopyName } from './copy-name'
import { formOf, unpack } from './packing'
import { openTarget } from './open-target'
import { listCopies, type S3Settings, toTargetError } from './target'

export type FetchSettings = S3Settings & Pick<Settings, 'backupPassphrase'>

/** A scheduled backup, or the place of scheduled backups, of which the newest is meant. */
interface Source {
  readonly place: BackupPlace
  readonly name: string | undefined
  /** Absent when the name says it. */
  readonly isEncrypted?: boolean
}

/**
 * Writes the database of a scheduled backup to a file and returns the name of the backup. Returns undefined for any
 * other file.
 *
 * @param source a file, a directory, or an s3:// URL of either
 * @throws StartError, UsageError
 */
export async function fetchCopy(
  source: string,
  path: string,
  settings: FetchSettings,
): Promise<string | undefined> {
  const found = sourceOf(source)
  if (!found) return undefined
  const { place } = found
  try {
    const target = openTarget(place, settings)
    const name = found.name ?? newestOf(await listCopies(target), place)
    const isEncrypted = found.isEncrypted ?? parseCopyName(name)?.isEncrypted === true
    const shown =
      place.kind === 's3' ? `s3://${place.bucket}/${place.prefix}${name}` : `${place.path}/${name}`
    await unpack(target.read(name), path, { name: shown, isEncrypted, passphrase: settings.backupPassphrase })
    return shown
  } catch (error) {
    throw toTargetError(place, error)
  }
}

function sourceOf(source: string): Source | undefined {
  const name = basename(source)
  const isCopy = parseCopyName(name) !== undefined
  if (!source.startsWith('s3://')) return localSourceOf(source, name, isCopy)
  const place = parseBackupPlace(isCopy ? source.slice(0, -name.length) : source)
  if (!place) throw new UsageError(`${source} must be s3:// with a bucket and an optional prefix or file.`)
  return { place, name: isCopy ? name : undefined }
}

/** A file may have another name, for example after a download with a browser. */
function localSourceOf(source: string, name: string, isCopy: boolean): Source | undefined {
  const found = statSync(source, { throwIfNoEntry: false })
  if (found?.isDirectory()) return { place: { kind: 'directory', path: source }, name: undefined }
  const place = { kind: 'directory', path: dirname(source) } as const
  if (isCopy) return { place, name }
  const form = found?.isFile() ? formOf(source) : undefined
  return form && { place, name, ...form }
}

function newestOf(copies: Awaited<ReturnType<typeof listCopies>>, place: BackupPlace): string {
  const shown = describePlace(place)
  const [newest] = copies
  if (!newest) throw new StartError(`${shown} contains no scheduled backup.`)
  const installations = new Set(copies.map(({ installation }) => installation))
  if (installations.size > 1)
    throw new StartError(
      `${shown} contains backups of ${installations.size} installations. Add the name of a backup, such as ${newest.name}.`,
    )
  return newest.name
}
