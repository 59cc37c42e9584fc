import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port'
import { type Client, clientOf, signIn } from '../support/client'
import { openDatabase } from '../support/direct-database'
import {
  executable,
  newDataDir,
  type Program,
  runProgram,
  startProgram,
  stopPrograms,
} from '../support/program'
import { newAsset } from '../support/records'
import { until } from '../support/until'

/** Scheduled backups (decision 0027): the schedule, the place, the verification, and the restore on a new machine. */

setDefaultTimeout(60_000)

const scratch = newDataDir()
afterAll(async () => {
  await stopPrograms()
  rmSync(scratch, { recursive: true })
})

const path = '/internal/v1/scheduled-backups'
const never = '0 0 29 2 *'
const passphrase = 'a long passphrase'

function newPlace(): string {
  const place = join(scratch, Bun.randomUUIDv7())
  mkdirSync(place)
  return place
}

const start = (place: string, env: Record<string, string> = {}, dataDir?: string): Promise<Program> =>
  startProgram({
    ...(dataDir !== undefined && { dataDir }),
    env: { WHEREABOUTS_BACKUP_SCHEDULE: never, WHEREABOUTS_BACKUP_TO: place, ...env },
  })

const viewOf = async (session: Client) => (await session.get(path)).body.data

/** Makes a backup now and returns the view with it. */
async function make(session: Client) {
  const before = (await viewOf(session)).last?.name
  await until(async () => (await session.post(path)).status === 202, 'a backup begins')
  let view = await viewOf(session)
  await until(async () => {
    view = await viewOf(session)
    if (view.problem) throw new Error(view.problem.reason)
    return view.running_since === null && view.last?.name !== before
  }, 'a backup was made')
  return view
}

const readiness = async ({ http }: Program) => (await clientOf(http).get('/readyz')).body

async function restored(source: string, env: Record<string, string> = {}) {
  const dataDir = join(scratch, Bun.randomUUIDv7())
  const result = await runProgram(['restore', source, '--data-dir', dataDir], { env })
  return { dataDir, ...result }
}

// Rule: internal-api.md, Scheduled backups
describe('a scheduled backup', () => {
  test('is made at its time, read back at the place and verified', async () => {
    const place = newPlace()
    const program = await start(place, { WHEREABOUTS_BACKUP_SCHEDULE: '* * * * * *' })
    const session = await signIn(program)
    await until(async () => (await viewOf(session)).last !== null, 'a backup was made')
    const view = await viewOf(session)
    expect(view).toMatchObject({ schedule: '* * * * * *', place, is_beside_data: false, is_encrypted: false })
    expect([view.is_overdue, view.problem, view.last.miscount]).toEqual([false, null, null])
    expect(view.last.rows).toBeGreaterThan(5)
    expect(view.last.tables).toBeGreaterThan(20)
    const { size, mode } = statSync(join(place, view.last.name))
    expect([size, mode & 0o777]).toEqual([view.last.size, 0o600])
    expect((await readiness(program)).status).toBe('ready')
    await program.stop()
    expect(readdirSync(join(program.dataDir, 'backups'))).toEqual([])
  })

  test('contains what a new machine needs: data, signing key and certificate authority', async () => {
    const place = newPlace()
    const program = await start(place, { WHEREABOUTS_TLS: 'self-signed' })
    const session = await signIn(program)
    await newAsset(session, { external_key: 'KEPT' })
    const { last } = await make(session)
    const { code, stdout, dataDir } = await restored(place)
    expect(code).toBe(0)
    expect(stdout).toContain(`${last.name} is valid`)
    expect(stdout).toContain('signing.key, tls/authority.key, tls/authority.crt')
    for (const name of ['signing.key', 'tls/authority.key', 'tls/authority.crt'])
      expect([name, readFileSync(join(dataDir, name), 'utf8')]).toEqual([
        name,
        readFileSync(join(program.dataDir, name), 'utf8'),
      ])
    using db = openDatabase(dataDir, { readonly: true })
    expect(db.query("select 1 from sqlite_schema where name = 'installation_files'").values()).toEqual([])
    const again = await startProgram({ dataDir, env: { WHEREABOUTS_TLS: 'self-signed' } })
    const moved = clientOf(again.http, session.token, again.ca)
    const { body } = await moved.get('/api/v1/assets')
    expect(body.data.map((asset: { external_key: string }) => asset.external_key)).toEqual(['KEPT'])
  })

  test('in the data directory is the default', async () => {
    const program = await startProgram({ env: { WHEREABOUTS_BACKUP_SCHEDULE: never } })
    const view = await make(await signIn(program))
    expect(view).toMatchObject({ place: join(program.dataDir, 'scheduled-backups'), is_beside_data: true })
    expect(readdirSync(join(program.dataDir, 'scheduled-backups'))).toEqual([view.last.name])
  })

  test('replaces those that are not kept, and no other file', async () => {
    const place = newPlace()
    const program = await start(place)
    const session = await signIn(program)
    const { name } = (await make(session)).last
    const [, own] = name.split('-')
    const dated = (id: string, day: string) => `whereabouts-${id}-${day}T01-30-00-000.db.zst`
    const old = Array.from({ length: 40 }, (_, index) =>
      new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10),
    )
    const others = ['notes.txt', dated('00000000', '2024-01-01')]
    for (const file of [...others, ...old.map((day) => dated(own, day))])
      writeFileSync(join(place, file), 'x')
    const { copies, last } = await make(session)
    const left = readdirSync(place)
    expect(left).toEqual(expect.arrayContaining([...others, last.name]))
    expect(left.length - others.length).toBe(copies.length)
    // The newest of today, of six days, of two weeks before them, and of January.
    const days = [
      '2024-02-09',
      '2024-02-08',
      '2024-02-07',
      '2024-02-06',
      '2024-02-05',
      '2024-02-04',
      '2024-01-28',
      '2024-01-31',
    ]
    expect(new Set(copies.map((copy: { name: string }) => copy.name))).toEqual(
      new Set([last.name, ...days.map((day) => dated(own, day))]),
    )
  })
})

// Rule: internal-api.md, Scheduled backups
describe('a place that cannot be used', () => {
  test('does not prevent the start; the service is degraded until it can be used', async () => {
    const place = join(newPlace(), 'share')
    const program = await start(place)
    const session = await signIn(program)
    await until(async () => (await readiness(program)).status === 'degraded', 'the service is degraded')
    expect((await clientOf(program.http).get('/readyz')).status).toBe(200)
    expect((await viewOf(session)).problem).toMatchObject({
      reason: `The directory ${place} does not exist. Mount or create it.`,
      text: { key: 'backup.no_directory', params: { path: place } },
    })
    expect(existsSync(place)).toBeFalse()
    mkdirSync(place)
    await until(async () => (await session.post(path)).status === 202, 'a backup begins')
    await until(async () => (await readiness(program)).status === 'ready', 'the service is ready')
    expect(readdirSync(place)).toHaveLength(1)
  })

  test('whose last good backup is too old makes the service degraded, and a missed backup is made after the start', async () => {
    const place = newPlace()
    const program = await start(place)
    await make(await signIn(program))
    await program.stop()
    const file = join(program.dataDir, 'scheduled-backups.json')
    const state = JSON.parse(readFileSync(file, 'utf8'))
    const created = new Date(Date.now() - 27 * 3_600_000).toISOString()
    writeFileSync(file, JSON.stringify({ ...state, last: { ...state.last, createdAt: created } }))
    renameSync(place, `${place}-away`)
    const daily = { WHEREABOUTS_BACKUP_SCHEDULE: '30 1 * * *' }
    const away = await start(place, daily, program.dataDir)
    expect((await readiness(away)).problems).toContain(
      'The last good scheduled backup is too old. The backups page of the console has the details',
    )
    await away.stop()
    renameSync(`${place}-away`, place)
    const back = await start(place, daily, program.dataDir)
    await until(async () => (await readiness(back)).status === 'ready', 'the missed backup was made')
    expect(readdirSync(place).length).toBeGreaterThan(0)
  })

  test('is not reported as too old by a new installation', async () => {
    const program = await start(newPlace(), { WHEREABOUTS_BACKUP_SCHEDULE: '30 1 * * *' })
    expect(await readiness(program)).toEqual({ status: 'ready', problems: [] })
  })
})

test('a backup that is requested right after the start is reported until it ends, and no other begins beside it', async () => {
  let connections = 0
  // An S3 service that never answers.
  const silent = createServer(() => void connections++)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port: silentPort } = silent.address() as AddressInfo
  const program = await start('s3://backups/north', {
    WHEREABOUTS_BACKUP_S3_ENDPOINT: `http://127.0.0.1:${silentPort}`,
    WHEREABOUTS_BACKUP_S3_ACCESS_KEY_ID: 'tester',
    WHEREABOUTS_BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
  })
  const session = await signIn(program)
  expect((await session.post(path)).status).toBe(202)
  // The service looks at the place two seconds after its start.
  const end = performance.now() + 3000
  await until(async () => {
    expect((await viewOf(session)).running_since).not.toBeNull()
    return connections > 0 && performance.now() > end
  }, 'the service has looked at the place')
  expect((await session.post(path)).status).toBe(409)
  expect(connections).toBe(1)
  await program.stop()
  silent.close()
})

const gateway = join(import.meta.dir, '../../dist/tools/versitygw')
const hasGateway = existsSync(gateway)
const port = await freePort()
if (!hasGateway)
  console.warn('versitygw is not in dist/tools: the tests of S3 are skipped (.ci/run installs it)')

describe.skipIf(!hasGateway)('an S3 service as the place', () => {
  const credentials = { ROOT_ACCESS_KEY: 'tester', ROOT_SECRET_KEY: 'never-in-a-log' }
  const endpoint = `http://127.0.0.1:${port}`
  const settings = {
    WHEREABOUTS_BACKUP_S3_ENDPOINT: endpoint,
    WHEREABOUTS_BACKUP_S3_ACCESS_KEY_ID: credentials.ROOT_ACCESS_KEY,
    WHEREABOUTS_BACKUP_S3_SECRET_ACCESS_KEY: credentials.ROOT_SECRET_KEY,
  }
  const buckets = newPlace()
  const folder = join(buckets, 'backups', 'north')
  let server: Bun.Subprocess | undefined

  async function serve(): Promise<void> {
    server = Bun.spawn([gateway, '--port', `127.0.0.1:${port}`, 'posix', buckets], {
      env: { PATH: Bun.env['PATH'], ...credentials },
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    const isUp = () =>
      fetch(endpoint).then(
        () => true,
        () => false,
      )
    await until(isUp, 'the S3 service responds')
  }

  async function end(): Promise<void> {
    server?.kill()
    await server?.exited
  }
  beforeAll(() => mkdirSync(join(buckets, 'backups')))
  afterAll(end)

  test('is degraded while it is away, and has the backup after it is back', async () => {
    const program = await start('s3://backups/north', settings)
    const session = await signIn(program)
    await until(async () => (await readiness(program)).status === 'degraded', 'the service is degraded')
    const { problem } = await viewOf(session)
    expect(problem).toMatchObject({
      reason: 's3://backups/north cannot be used (ConnectionRefused: the S3 service does not respond).',
      text: {
        key: 'backup.place_unusable',
        params: {
          place: 's3://backups/north',
          reason: {
            key: 'backup.coded',
            params: { code: 'ConnectionRefused', reason: { key: 'backup.s3_silent', params: {} } },
          },
        },
      },
    })
    await serve()
    await until(async () => (await session.post(path)).status === 202, 'a backup begins')
    await until(async () => (await readiness(program)).status === 'ready', 'the service is ready')
    const { last } = await viewOf(session)
    expect(readdirSync(folder)).toEqual([last.name])
    expect(statSync(join(folder, last.name)).size).toBe(last.size)
    expect(program.log()).not.toContain(credentials.ROOT_SECRET_KEY)
    const newer = (await make(session)).last
    expect(readdirSync(folder)).toEqual([newer.name])
    await end()
  })

  test('is restored from, and refuses wrong credentials and altered files', async () => {
    await serve()
    const whole = await restored('s3://backups/north', settings)
    expect([whole.code, whole.stderr]).toEqual([0, ''])
    expect(existsSync(join(whole.dataDir, 'signing.key'))).toBeTrue()
    const wrong = { ...settings, WHEREABOUTS_BACKUP_S3_SECRET_ACCESS_KEY: 'wrong' }
    expect((await restored('s3://backups/north', wrong)).stderr).toContain('SignatureDoesNotMatch')
    const [name = ''] = readdirSync(folder)
    truncateSync(join(folder, name), 1000)
    const cut = await restored(`s3://backups/north/${name}`, settings)
    expect([cut.code, cut.stderr]).toEqual([
      1,
      `s3://backups/north/${name} cannot be restored: it is truncated or altered (unexpected end of file).\n`,
    ])
    await end()
  })
})

describe('a restore', () => {
  let encrypted: string
  let plain: string
  beforeAll(async () => {
    const place = newPlace()
    const program = await start(place, { WHEREABOUTS_BACKUP_PASSPHRASE: passphrase })
    const session = await signIn(program)
    encrypted = join(place, (await make(session)).last.name)
    await program.stop()
    // On the same day, a newer backup would replace the first one.
    const other = newPlace()
    const again = await start(other, {}, program.dataDir)
    plain = join(other, (await make(await signIn(again))).last.name)
    await again.stop()
  })

  const harms: [string, (file: string) => void][] = [
    ['truncated', (file) => truncateSync(file, statSync(file).size - 1)],
    ['cut in half', (file) => truncateSync(file, statSync(file).size >> 1)],
    [
      'altered',
      (file) => {
        const bytes = readFileSync(file)
        const at = bytes.length >> 1
        bytes[at] = (bytes[at] as number) ^ 1
        writeFileSync(file, bytes)
      },
    ],
    ['empty', (file) => writeFileSync(file, '')],
  ]
  test.each(
    harms.flatMap(([what, harm]) =>
      (['plain', 'encrypted'] as const).map((kind) => [what, kind, harm] as const),
    ),
  )('refuses a %s file (%s) with the reason', async (_, kind, harm) => {
    const source = kind === 'plain' ? plain : encrypted
    const file = join(newPlace(), source.split('/').at(-1) as string)
    copyFileSync(source, file)
    harm(file)
    const { code, stderr, dataDir } = await restored(file, { WHEREABOUTS_BACKUP_PASSPHRASE: passphrase })
    expect(stderr).toContain(`${file} cannot be restored: it is truncated or altered (`)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
    expect(existsSync(dataDir)).toBe(false)
  })

  test('needs the passphrase of an encrypted backup', async () => {
    expect((await restored(encrypted)).stderr).toContain('is encrypted. Set backup_passphrase')
    const wrong = await restored(encrypted, { WHEREABOUTS_BACKUP_PASSPHRASE: 'another passphrase' })
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      `${encrypted} cannot be restored: the passphrase is wrong, or the backup is altered.\n`,
    ])
    const right = await restored(encrypted, { WHEREABOUTS_BACKUP_PASSPHRASE: passphrase })
    expect([right.code, right.stderr]).toEqual([0, ''])
  })

  test('keeps the signing key of a data directory that has one', async () => {
    const other = await startProgram()
    await other.stop()
    const key = readFileSync(join(other.dataDir, 'signing.key'), 'utf8')
    const { code, stdout } = await runProgram(['restore', plain, '--data-dir', other.dataDir])
    expect([code, stdout.includes('signing.key')]).toEqual([0, false])
    expect(readFileSync(join(other.dataDir, 'signing.key'), 'utf8')).toBe(key)
  })

  test('accepts a backup under another name', async () => {
    for (const source of [plain, encrypted]) {
      const renamed = join(newPlace(), 'downloaded (1)')
      copyFileSync(source, renamed)
      const { code, stdout } = await restored(renamed, { WHEREABOUTS_BACKUP_PASSPHRASE: passphrase })
      expect([code, stdout.split(' is valid')[0]]).toEqual([0, renamed])
    }
  })

  test('reports a file that cannot be written as such, and leaves nothing behind', async () => {
    const dataDir = join(newPlace(), 'data')
    // No file may have more than 64 kB.
    const limited = 'trap "" XFSZ; ulimit -f 128; exec "$0" restore "$1" --data-dir "$2"'
    const { exitCode, stderr } = Bun.spawnSync(['sh', '-c', limited, executable, plain, dataDir], { env: {} })
    expect([exitCode, stderr.toString()]).toEqual([
      1,
      expect.stringMatching(/^\S+whereabouts\.db\.fetched cannot be written: EFBIG[^\n]+\.\n$/),
    ])
    expect(existsSync(dataDir)).toBe(false)
  })

  test('of the files of a PostgreSQL installation is refused', async () => {
    const url = { WHEREABOUTS_DATABASE_URL: 'postgres://user:password@127.0.0.1:9/none' }
    const { code, stderr } = await restored(plain, url)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The database is PostgreSQL [^\n]+\.\n$/)])
  })

  test('refuses a directory without a scheduled backup', async () => {
    const place = newPlace()
    expect((await restored(place)).stderr).toBe(`${place} contains no scheduled backup.\n`)
  })
})
