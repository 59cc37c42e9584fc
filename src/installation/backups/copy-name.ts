import { nameOf } from '../../storage/sqlite/backup-files'
import type { Instant } from '../../base/time'

/** The name of a scheduled backup at its target: installation, time, format. */

export interface CopyName {
  readonly name: string
  /** The first eight digits of the id of the installation. Several installations may share a target. */
  readonly installation: string
  /** The time at which the backup began, as in the API. */
  readonly createdAt: string
  readonly isEncrypted: boolean
}

const form = /^whereabouts-([0-9a-f]{8})-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3})\.db\.zst(\.age)?$/

export const copyName = (installationId: string, at: Instant, isEncrypted: boolean): string =>
  `whereabouts-${installationId.slice(0, 8)}-${nameOf(at)}.db.zst${isEncrypted ? '.age' : ''}`

/** Returns undefined for any other file. */
export function parseCopyName(name: string): CopyName | undefined {
  const match = form.exec(name)
  if (!match) return undefined
  const [, installation = '', hour, minutes, seconds, milliseconds, age] = match
  const createdAt = `${hour}:${minutes}:${seconds}.${milliseconds}Z`
  return { name, installation, createdAt, isEncrypted: age !== undefined }
}
