import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { apiClient, signIn } from '../support/client'
import { newDataDir, runProgram, startProgram, stopPrograms } from '../support/program'
import { newAsset } from '../support/records'
import { startStrictS3 } from '../support/strict-s3'
import { until } from '../support/until'

/** Scheduled backups in an S3 service that refuses the checksum headers of newer clients. */

setDefaultTimeout(60_000)

const s3 = startStrictS3()
afterAll(async () => {
  await stopPrograms()
  s3.stop()
})

const settings = {
  WHEREABOUTS_BACKUP_S3_ENDPOINT: s3.endpoint,
  WHEREABOUTS_BACKUP_S3_ACCESS_KEY_ID: 'tester',
  WHEREABOUTS_BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
}
const place = 's3://backups/north'
const path = '/internal/v1/scheduled-backups'

test('a service that answers 400 to x-amz-checksum headers has the backup, and a restore reads it', async () => {
  const program = await startProgram({
    env: { ...settings, WHEREABOUTS_BACKUP_SCHEDULE: '0 0 29 2 *', WHEREABOUTS_BACKUP_TO: place },
  })
  const session = await signIn(program)
  await newAsset(await apiClient(program, session), { external_key: 'KEPT' })
  await until(async () => (await session.post(path)).status === 202, 'a backup begins')
  await until(async () => (await session.get(path)).body.data.last !== null, 'the backup is made')
  const { last } = (await session.get(path)).body.data
  expect([...s3.objects.keys()]).toEqual([`north/${last.name}`])
  expect(s3.objects.get(`north/${last.name}`)?.length).toBe(last.size)

  const dataDir = newDataDir()
  const { code, stderr } = await runProgram(['restore', place, '--data-dir', dataDir], { env: settings })
  expect([code, stderr]).toEqual([0, ''])
  expect(s3.refused).toEqual([])
  expect(s3.requests).toContain('PUT')
})

test('a backup whose reading back breaks off is a failure that names the reason, and the unproven backup is deleted', async () => {
  // It passes requests on, and ends the connection in the middle of an object.
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = 'GET', url = '/' } = request
    const body = Buffer.concat(chunks)
    const answer = await fetch(s3.endpoint + url, { method, ...(body.length > 0 && { body }) })
    const bytes = await answer.bytes()
    const isObject = method === 'GET' && url.includes('/whereabouts-')
    response.writeHead(answer.status, { 'content-length': bytes.length, etag: '"1"' })
    if (!isObject) return void response.end(bytes)
    response.write(bytes.subarray(0, 100), () => response.destroy())
  }
  const cutting = createServer((request, response) => void pass(request, response))
  await new Promise<void>((resolve) => cutting.listen(0, '127.0.0.1', resolve))
  const { port } = cutting.address() as AddressInfo
  const program = await startProgram({
    env: {
      ...settings,
      WHEREABOUTS_BACKUP_SCHEDULE: '0 0 29 2 *',
      WHEREABOUTS_BACKUP_TO: 's3://backups/cut',
      WHEREABOUTS_BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    },
  })
  const session = await signIn(program)
  await until(async () => (await session.post(path)).status === 202, 'a backup begins')
  const viewOf = async () => (await session.get(path)).body.data
  await until(async () => (await viewOf()).problem !== null, 'the backup has failed')
  const { problem, last, running_since: runningSince } = await viewOf()
  expect(problem.reason).toContain('The backup was written to s3://backups/cut, but is not usable')
  expect(problem.reason).toContain('the S3 service does not respond')
  expect([last, runningSince]).toEqual([null, null])
  expect([...s3.objects.keys()].filter((key) => key.startsWith('cut/'))).toEqual([])
  await program.stop()
  cutting.close()
})
