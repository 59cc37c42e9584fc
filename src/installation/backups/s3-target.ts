import { S3Client } from 'bun'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../base/errors'
import type { BackupPlace } from '../../settings/backup-kinds'
import { backupMessages } from './messages'
import type { S3Settings, Target } from './target'

/** Bytes of a part of an upload. An upload has at most 10,000 parts, so a backup has at most 160 GB. */
const partSize = 16 * 1024 * 1024

/**
 * Time in which the service must take a part, in milliseconds. The client of Bun waits without an end for a service that takes no more
 * bytes, and no other backup can begin meanwhile. A part at a time needs 75 kbit/s.
 */
const partMillis = 30 * 60_000

/** Throws StartError when the service has not taken what is sent after this time. */
async function inTime(sending: number | Promise<number>, limitMillis: number): Promise<void> {
  const ended = new AbortController()
  const { signal } = ended
  const silent = sleep(limitMillis, 'silent', { signal }).catch(() => undefined)
  const first = await Promise.race([sending, silent])
  ended.abort()
  if (first === 'silent') throw new StartError(backupMessages('backup.s3_silent'))
}

/** A bucket of an S3 service as the place of scheduled backups. An incomplete upload creates no file. */
export function s3Target(
  { bucket, prefix }: Extract<BackupPlace, { kind: 's3' }>,
  settings: S3Settings,
  limitMillis = partMillis,
): Target {
  const client = new S3Client({
    bucket,
    region: settings.backupS3Region,
    ...(settings.backupS3Endpoint !== undefined && { endpoint: settings.backupS3Endpoint }),
    ...(settings.backupS3AccessKeyId !== undefined && { accessKeyId: settings.backupS3AccessKeyId }),
    ...(settings.backupS3SecretAccessKey !== undefined && {
      secretAccessKey: settings.backupS3SecretAccessKey,
    }),
  })
  const keyOf = (name: string) => prefix + name

  return {
    async list() {
      const files: { name: string; size: number }[] = []
      let startAfter: string | undefined
      for (;;) {
        const page = await client.list({ prefix, ...(startAfter !== undefined && { startAfter }) })
        const contents = page.contents ?? []
        for (const { key, size = 0 } of contents) files.push({ name: key.slice(prefix.length), size })
        startAfter = contents.at(-1)?.key
        if (!page.isTruncated || startAfter === undefined) return files
      }
    },
    async write(name, content) {
      const writer = client.file(keyOf(name)).writer({ partSize, queueSize: 2, retry: 3 })
      let size = 0
      let waiting = 0
      for await (const chunk of content) {
        void writer.write(chunk)
        size += chunk.length
        waiting += chunk.length
        if (waiting < partSize) continue
        // The writer accepts data faster than it sends, so all of it would be in memory.
        await inTime(writer.flush(), limitMillis)
        waiting = 0
      }
      await inTime(writer.end(), limitMillis)
      return size
    },
    read: (name) => client.file(keyOf(name)).stream() as ReadableStream<Uint8Array>,
    remove: (name) => client.file(keyOf(name)).delete(),
  }
}
