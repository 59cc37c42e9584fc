import { createFolder } from '../../base/whole-file'
import type { BackupPlace } from '../../settings/backup-kinds'
import { directoryTarget } from './directory-target'
import { s3Target } from './s3-target'
import { localPlace, type S3Settings, type Target } from './target'

/** @param dataDir the data directory of the service, if backups are written */
export function openTarget(place: BackupPlace, settings: S3Settings, dataDir?: string): Target {
  return place.kind === 's3' ? s3Target(place, settings) : directoryTarget(place.path, dataDir)
}

/** Opens the folder of the data directory, or the place that is set. Only the former is created when it is missing. */
export function openOwnTarget(
  directory: string,
  place: BackupPlace | undefined,
  settings: S3Settings,
): Target {
  if (place) return openTarget(place, settings, directory)
  const local = localPlace(directory)
  createFolder(local.path)
  return openTarget(local, settings, directory)
}
