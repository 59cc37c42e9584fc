import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ApiResponse, apiClient, type Client, clientOf, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { newDataDir, runProgram, startProgram, stopPrograms } from '../../support/program'
import { newAsset } from '../../support/records'
import { attachTracer, mayTrace, traceSuffix } from '../../support/tracer'
import { until } from '../../support/until'
import { lockDatabase } from '../../support/database-lock'

/** What the service does when its disk is full, and when another process locks its database. */

/** A separate small disk. Mounting it needs root. */
const disk = newDataDir()
const isMounted =
  process.getuid?.() === 0 &&
  Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk]).exitCode === 0
const suffix = isMounted ? '' : ' (skipped: a tmpfs cannot be mounted here)'

afterAll(async () => {
  await stopPrograms().catch(() => {})
  if (isMounted) Bun.spawnSync(['umount', disk])
  rmSync(disk, { recursive: true })
})

function expectEnvelope({ status, headers, body }: ApiResponse): void {
  const types: Record<number, string> = { 503: 'service_unavailable', 507: 'insufficient_storage' }
  expect(body.error).toMatchObject({ status, type: types[status], request_id: headers.get('x-request-id') })
  expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(headers.get('content-type')).toBe('application/json')
}

describe(`a full disk${suffix}`, () => {
  const filler = join(disk, 'filler')
  const takeAll = () => Bun.spawnSync(['dd', 'if=/dev/zero', `of=${filler}`, 'bs=4k'], { stderr: 'ignore' })
  const makeRoom = () => rmSync(filler)
  const newDirectory = () => mkdtempSync(join(disk, 'data-'))
  /** The code of a program that takes all room again and again. */
  const takeAlways = `const { appendFileSync } = require('node:fs')
    const block = Buffer.alloc(4096)
    for (;;) try { appendFileSync(process.argv[1], block) } catch { Bun.sleepSync(1) }`
  let taking: Bun.Subprocess | undefined
  afterEach(() => {
    taking?.kill()
    rmSync(filler, { force: true })
  })

  /** More than the write-ahead log may have room for from a write that failed. */
  const large = { filling: 'x'.repeat(900_000) }

  /** Creates, eight at a time, until one fails; returns how many succeeded. */
  async function fillUp(client: Client): Promise<number> {
    const metadata = { filling: 'x'.repeat(40_000) }
    for (let created = 0; ;) {
      const create = () => client.post('/api/v1/assets', { name: 'Filling', metadata })
      const responses = await Promise.all(Array.from({ length: 8 }, create))
      const failed = responses.filter((response) => response.status !== 201)
      created += responses.length - failed.length
      failed.forEach(expectEnvelope)
      if (failed.length > 0) return created
    }
  }

  // Rule: api.md, Error types
  test.skipIf(!isMounted)(
    'rejects writes, serves reads, reports degraded, and recovers when space is available',
    async () => {
      const dataDir = newDirectory()
      const program = await startProgram({ dataDir })
      const api = await apiClient(program, await signIn(program))
      const { id } = await newAsset(api)
      writeFileSync(filler, Buffer.alloc(56 * 1024 * 1024))
      const count = 1 + (await fillUp(api))

      for (let tries = 0; tries < 50; tries++) {
        const [write, read, list] = await Promise.all([
          api.patch(`/api/v1/assets/${id}`, { metadata: large }),
          api.get(`/api/v1/assets/${id}`),
          api.get('/api/v1/assets?limit=1'),
        ])
        expectEnvelope(write)
        expect([read.status, read.body.data.metadata]).toEqual([200, {}])
        expect([list.status, list.body.total_count]).toEqual([200, count])
      }

      // A small write may still find room in the log: it is degraded for as long as writes fail.
      let isWriting = true
      const writing = (async () => {
        while (isWriting) await api.patch(`/api/v1/assets/${id}`, { metadata: large })
      })()
      const health = () => clientOf(program.http).get('/readyz')
      let ready = await health()
      while (ready.status === 200) ready = await health()
      expect(ready.status).toBe(503)
      expect(ready.text).toMatch(/The disk is full|The database cannot be written/)
      expect((await clientOf(program.http).get('/healthz')).status).toBe(200)
      const healthcheck = () => runProgram(['healthcheck', '--url', program.http])
      let check = await healthcheck()
      while (check.code === 0) check = await healthcheck()
      isWriting = false
      await writing
      expect({ code: check.code, stdout: check.stdout }).toEqual({ code: 1, stdout: '' })
      expect(check.stderr).toContain('degraded')

      makeRoom()
      while ((await clientOf(program.http).get('/readyz')).status !== 200) await Bun.sleep(20)
      expect((await api.patch(`/api/v1/assets/${id}`, { metadata: large })).status).toBe(200)
      await program.kill()

      const again = await startProgram({ dataDir })
      const client = clientOf(again.http, api.token)
      expect((await client.get('/api/v1/assets?limit=1')).body.total_count).toBe(count)
      expect((await client.get(`/api/v1/assets/${id}`)).body.data.metadata).toEqual(large)
      expect(await again.stop()).toBe(0)
      using db = openDatabase(dataDir, { readonly: true })
      expect(db.query('pragma integrity_check').values()).toEqual([['ok']])
      rmSync(dataDir, { recursive: true })
    },
    20_000,
  )

  test.skipIf(!isMounted)('does not prevent a restart, and reads continue', async () => {
    const dataDir = newDirectory()
    const program = await startProgram({ dataDir })
    const api = await apiClient(program, await signIn(program))
    const { id } = await newAsset(api)
    // The write-ahead log now has more than the database file has room for.
    const metadata = { filling: 'x'.repeat(40_000) }
    for (let count = 0; count < 40; count++) await newAsset(api, { metadata })
    takeAll()
    await program.kill()

    const again = await startProgram({ dataDir })
    const client = clientOf(again.http, api.token)
    expect((await client.get(`/api/v1/assets/${id}`)).body.data).toMatchObject({ id })
    expectEnvelope(await client.post('/api/v1/assets', { name: 'No room', metadata: large }))
    makeRoom()
    expect((await client.post('/api/v1/assets', { name: 'Room', metadata: large })).status).toBe(201)
    await again.kill()
    rmSync(dataDir, { recursive: true })
  })

  test.skipIf(!isMounted)(
    'does not prevent a restart with a long log while another program takes all room',
    async () => {
      const dataDir = newDirectory()
      const program = await startProgram({ dataDir })
      const api = await apiClient(program, await signIn(program))
      // While another process reads, the log cannot begin again.
      using other = openDatabase(dataDir, { readonly: true })
      other.run('begin')
      other.query('select count(*) from assets').get()
      const metadata = { filling: 'x'.repeat(60_000) }
      const log = () => statSync(join(dataDir, 'whereabouts.db-wal')).size
      let count = 0
      for (; log() < 2 * 4096 * 4120; count++) await newAsset(api, { metadata })
      taking = Bun.spawn([process.execPath, '-e', takeAlways, filler])
      await until(() => statfsSync(disk).bavail === 0, 'the full disk')
      await program.kill()
      other.close()

      const again = await startProgram({ dataDir })
      const client = clientOf(again.http, api.token)
      expect((await client.get('/api/v1/assets?limit=1')).body.total_count).toBe(count)
      taking.kill()
      await taking.exited
      makeRoom()
      expect((await client.post('/api/v1/assets', { name: 'Room', metadata: large })).status).toBe(201)
      expect(await again.stop()).toBe(0)
      using db = openDatabase(dataDir, { readonly: true })
      expect(db.query('pragma integrity_check').values()).toEqual([['ok']])
      rmSync(dataDir, { recursive: true })
    },
    20_000,
  )

  test.skipIf(!isMounted)('is reported when it prevents a start', async () => {
    const dataDir = newDirectory()
    const program = await startProgram({ dataDir })
    await signIn(program)
    await program.kill()
    rmSync(join(dataDir, 'whereabouts.db-shm'))
    takeAll()

    const path = join(dataDir, 'whereabouts.db')
    const { code, stderr } = await runProgram([
      'serve',
      '--data-dir',
      dataDir,
      '--port',
      '0',
      '--mqtt-port',
      'off',
    ])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `The database ${path} cannot be opened: the disk is full.\n`,
    })
    makeRoom()
    const again = await startProgram({ dataDir })
    expect((await signIn(again)).token).toBeString()
    await again.kill()
    rmSync(dataDir, { recursive: true })
  })
})

// Rule: api.md, Error types
test.skipIf(!mayTrace)(
  `while the disk is read-only, writes return 503 and the service is degraded${traceSuffix}`,
  async () => {
    const program = await startProgram()
    const api = await apiClient(program, await signIn(program))
    const { id } = await newAsset(api)
    const tracer = await attachTracer(program, 'inject=pwrite64:error=EROFS')
    for (let tries = 0; tries < 20; tries++) {
      const write = await api.patch(`/api/v1/assets/${id}`, { name: 'Changed' })
      expect(write.status).toBe(503)
      expectEnvelope(write)
      expect((await api.get(`/api/v1/assets/${id}`)).body.data.name).toBe('Thing')
    }
    const ready = await clientOf(program.http).get('/readyz')
    expect([ready.status, ready.body.problems]).toEqual([503, ['The database cannot be written']])

    await tracer.detach()
    expect((await api.patch(`/api/v1/assets/${id}`, { name: 'Changed' })).status).toBe(200)
    expect((await clientOf(program.http).get('/readyz')).status).toBe(200)
  },
)

// Rule: api.md, Error types
test('a lock of another process causes 503 for writes soon, and does not delay reads', async () => {
  const program = await startProgram()
  const api = await apiClient(program, await signIn(program))
  const { id } = await newAsset(api)
  using other = lockDatabase(program)

  const begun = performance.now()
  let waiting = 20
  const writes = Array.from({ length: waiting }, async () => {
    const response = await api.post('/api/v1/assets', { name: 'Late' })
    waiting--
    return { response, seconds: (performance.now() - begun) / 1000 }
  })
  let slowest = 0
  while (waiting > 0 || performance.now() - begun < 1000) {
    const before = performance.now()
    expect((await api.get(`/api/v1/assets/${id}`)).status).toBe(200)
    slowest = Math.max(slowest, performance.now() - before)
  }
  const refused = await Promise.all(writes)
  for (const { response, seconds } of refused) {
    expect(response.status).toBe(503)
    expectEnvelope(response)
    expect(seconds).toBeLessThan(5)
  }
  // A write waits 500 ms for the lock, longer on a loaded machine. A read that waited for it would take as long.
  expect(slowest).toBeLessThan(0.9 * 1000 * Math.min(...refused.map(({ seconds }) => seconds)))

  other.run('rollback')
  expect((await api.post('/api/v1/assets', { name: 'In time' })).status).toBe(201)
  expect((await api.get('/api/v1/assets')).body.total_count).toBe(2)
})
