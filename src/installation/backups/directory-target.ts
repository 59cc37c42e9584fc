import { createReadStream, createWriteStream, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StartError } from '../../base/errors'
import { moveWhole } from '../../base/whole-file'
import { parseCopyName } from './copy-name'
import { backupMessages } from './messages'
import type { Target } from './target'

/**
 * A directory as the place of scheduled backups, such as a mounted share. It must exist: when a share is not mounted,
 * a new directory would be on the disk that the backups protect.
 *
 * @param dataDir the data directory of the service, whose disk must not get full
 */
export function directoryTarget(path: string, dataDir?: string): Target {
  function requireDirectory(): void {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) throw new StartError(backupMessages('backup.no_directory', { path }))
    if (!found.isDirectory()) throw new StartError(backupMessages('backup.not_directory', { path }))
  }

  return {
    async list() {
      requireDirectory()
      return readdirSync(path).flatMap((name) => {
        const found = statSync(join(path, name), { throwIfNoEntry: false })
        return found?.isFile() ? { name, size: found.size } : []
      })
    },
    async write(name, content, sizeMax) {
      requireDirectory()
      if (dataDir !== undefined && statSync(path).dev === statSync(dataDir).dev) requireRoom(path, sizeMax)
      // The name is the same for each backup of an installation, so that the remains of an interrupted one are replaced.
      const unfinished = join(path, `unfinished-${parseCopyName(name)?.installation}`)
      try {
        await pipeline(fromWeb(content), createWriteStream(unfinished, { mode: 0o600 }))
        moveWhole(unfinished, join(path, name))
      } catch (error) {
        rmSync(unfinished, { force: true })
        const isFull = ['ENOSPC', 'EDQUOT'].includes(String((error as { code?: string }).code))
        throw isFull ? new StartError(backupMessages('backup.place_full', { path })) : error
      }
      return statSync(join(path, name)).size
    },
    read: (name) => toWeb(createReadStream(join(path, name))),
    async remove(name) {
      rmSync(join(path, name), { force: true })
    },
  }
}

// The types of the streams of Node.js and of the web differ, although the values are the same.
const fromWeb = (stream: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as unknown as Parameters<typeof Readable.fromWeb>[0])

const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>

/** Bytes that stay free on the disk of the service. On another disk, a backup may take all: its compressed size is not known before. */
const reserve = 64 * 1024 * 1024

function requireRoom(path: string, needed: number): void {
  const { bavail, bsize } = statfsSync(path)
  if (bavail * bsize < needed + reserve)
    throw new StartError(
      backupMessages('backup.place_small', { path, megabytes: Math.ceil((needed + reserve) / 1e6) }),
    )
}
