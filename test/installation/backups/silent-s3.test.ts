import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { s3Target } from '../../../src/installation/backups/s3-target'

/** An S3 service that accepts connections, and neither reads nor replies. */
let server: Server
const sockets = new Set<Socket>()

beforeAll(async () => {
  server = createServer({ pauseOnConnect: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

test.each([
  ['a small backup', 1024 * 1024],
  ['a backup of several parts', 40 * 1024 * 1024],
])('the upload of %s ends when the S3 service takes nothing for too long', async (_, bytes) => {
  const { port } = server.address() as AddressInfo
  const settings = {
    backupS3Endpoint: `http://127.0.0.1:${port}`,
    backupS3Region: 'us-east-1',
    backupS3AccessKeyId: 'key',
    backupS3SecretAccessKey: 'secret',
  }
  const target = s3Target({ kind: 's3', bucket: 'backups', prefix: '' }, settings, 200)
  const outcome = await target
    .write('a', new Blob([new Uint8Array(bytes)]).stream(), bytes)
    .catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(Error)
  expect((outcome as Error).message).toBe('the S3 service does not respond')
})
