import { S3Client } from 'bun'
import type { BackupPlace } from '../../settings/backup-kinds'
import type { S3Settings, Target } from './target'

/** Bytes of a part of an upload. An upload has at most 10,000 parts, so a backup has at most 160 GB. */
const partSize = 16 * 1024 * 1024

/** A bucket of an S3 service as the place of scheduled backups. An incomplete upload creates no file. */
export function s3Target(
  { bucket, prefix }: Extract<BackupPlace, { kind: 's3' }>,
  settings: S3Settings,
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
        await writer.flush()
        waiting = 0
      }
      await writer.end()
      return size
    },
    read: (name) => client.file(keyOf(name)).stream() as ReadableStream<Uint8Array>,
    remove: (name) => client.file(keyOf(name)).delete(),
  }
}
