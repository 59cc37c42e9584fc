import { isAbsolute, resolve } from 'node:path'
import { Cron } from 'croner'
import { hasControl, hasSpaceAtAnEdge } from '../base/text'
import type { Kind } from './kinds'

/** A place for scheduled backups. `prefix` is empty or ends with a slash. */
export type BackupPlace =
  | { readonly kind: 'directory'; readonly path: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string }

/** The cron expression; null when scheduled backups are off. */
export const scheduleOrOff: Kind<string | null> = {
  allowed: 'a cron expression of five or six fields that has a next time, such as "30 1 * * *", or off',
  read(value) {
    if (value === 'off' || value === false) return null
    return typeof value === 'string' && hasNextTime(value) ? value : undefined
  },
}

function hasNextTime(expression: string): boolean {
  // Croner also accepts a date and seven fields.
  if (![5, 6].includes(expression.trim().split(/\s+/).length)) return false
  try {
    return new Cron(expression, { paused: true }).nextRun() !== null
  } catch {
    return false
  }
}

export const backupPlace: Kind<BackupPlace> = {
  allowed: 'a directory, or s3:// with a bucket and an optional prefix such as s3://backups/warehouse',
  read: (value) => (typeof value === 'string' ? parseBackupPlace(value) : undefined),
}

const s3Form = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/

/** Returns undefined if the text is neither a path nor `s3://bucket/prefix`. */
export function parseBackupPlace(text: string): BackupPlace | undefined {
  if (text === '' || text.length > 4096 || hasControl(text) || hasSpaceAtAnEdge(text)) return undefined
  if (!/^[a-z0-9+.-]+:\/\//i.test(text))
    return Object.freeze({ kind: 'directory', path: isAbsolute(text) ? text : resolve(text) })
  const [, bucket, rest = ''] = s3Form.exec(text) ?? []
  if (bucket === undefined) return undefined
  const prefix = rest.replace(/\/+$/, '')
  return Object.freeze({ kind: 's3', bucket, prefix: prefix === '' ? '' : `${prefix}/` })
}

/** Returns the place as the user writes it. */
export const describePlace = (place: BackupPlace): string =>
  place.kind === 'directory' ? place.path : `s3://${place.bucket}/${place.prefix}`.replace(/\/$/, '')
