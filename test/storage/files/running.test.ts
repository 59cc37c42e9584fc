import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import { apiClient, type Client, clientOf, signIn } from '../../support/client'
import { type Program, runProgram, startProgram, stopPrograms } from '../../support/program'
import { keysOf, newAsset, newLocation, newTagged } from '../../support/records'
import { newReader } from '../../support/scans'
import { logged, until } from '../../support/until'

/** Files of the data directory that are removed, replaced or overwritten while the service runs. */

setDefaultTimeout(40_000)
afterAll(stopPrograms)

async function start(): Promise<{ program: Program; api: Client; database: string }> {
  const program = await startProgram()
  const api = await apiClient(program, await signIn(program))
  await newAsset(api, { external_key: 'FIRST' })
  return { program, api, database: join(program.dataDir, 'whereabouts.db') }
}

interface Ready {
  readonly status: number
  readonly problems: readonly string[]
}

async function readiness({ http }: Program): Promise<Ready> {
  const { status, body } = await clientOf(http).get('/readyz')
  return { status, problems: body.problems }
}

/** Waits until the readiness is as described. */
async function becomes(program: Program, isSo: (ready: Ready) => boolean): Promise<Ready> {
  let ready = await readiness(program)
  await until(
    async () => isSo((ready = await readiness(program))),
    () => `a readiness for which ${isSo.toString()} holds; the last was ${JSON.stringify(ready)}`,
  )
  return ready
}

const isReady = ({ status }: Ready) => status === 200
const says =
  (words: string) =>
  ({ problems }: Ready) =>
    problems.some((problem) => problem.includes(words))

/** Waits for a line of the log; the process may have ended by then. */
async function logs(program: Program, words: string): Promise<void> {
  await until(() => program.log().includes(words), `"${words}" in the log`)
}

const assetsOf = async (program: Program, token: string | undefined) =>
  keysOf(await clientOf(program.http, token).get('/api/v1/assets?limit=200')).toSorted()

async function backupOf({ dataDir }: Program): Promise<string> {
  return (await runProgram(['backup', 'create', '--data-dir', dataDir])).stdout.trimEnd()
}

/** All that was acknowledged before the writes were refused. */
async function writeUntilRefused(api: Client): Promise<string[]> {
  const acknowledged: string[] = []
  for (let number = 0; ; number++) {
    const external_key = `AFTER-${number}`
    const { status, body, headers } = await api.post('/api/v1/assets', { name: 'After', external_key })
    if (status !== 201) {
      expect([status, body.error.type]).toEqual([503, 'service_unavailable'])
      expect(body.error.detail).toBe('The database file was removed or replaced')
      expect(headers.get('retry-after')).toMatch(/^\d+$/)
      return acknowledged
    }
    acknowledged.push(external_key)
    await Bun.sleep(20)
  }
}

const losses: [what: string, lose: (database: string, backup: string) => void][] = [
  ['deleted', (database) => rmSync(database)],
  ['replaced by a backup', (database, backup) => renameSync(backup, database)],
  [
    'deleted with all that is beside it',
    (database) => ['', '-wal', '-shm'].forEach((suffix) => rmSync(database + suffix)),
  ],
]

describe.each(losses)('a database that is %s', (_what, lose) => {
  test('is detected within seconds, saved with all acknowledged data, and can be restored', async () => {
    const { program, api, database } = await start()
    const backup = await backupOf(program)
    lose(database, backup)
    const begun = performance.now()
    const acknowledged = await writeUntilRefused(api)
    expect(performance.now() - begun).toBeLessThan(15_000)

    const { status, problems } = await becomes(program, says('saved in'))
    expect([status, problems.length]).toEqual([503, 1])
    await logged(program, '"level":50')
    expect(await assetsOf(program, api.token)).toEqual([...acknowledged, 'FIRST'].toSorted())
    expect(await program.stop()).toBe(0)

    const name = readdirSync(program.dataDir).find((file) =>
      file.startsWith('whereabouts.db.rescued-'),
    ) as string
    expect(problems[0]).toContain(name)
    const args = ['restore', join(program.dataDir, name), '--data-dir', program.dataDir]
    expect((await runProgram(args)).code).toBe(0)
    const again = await startProgram({ dataDir: program.dataDir })
    expect(await assetsOf(again, api.token)).toEqual([...acknowledged, 'FIRST'].toSorted())
  })
})

describe('a database that is moved away', () => {
  test('prevents the acknowledgement of messages; they are accepted when the file is back', async () => {
    const { program, api, database } = await start()
    const session = await signIn(program)
    const dock = await newLocation(api)
    const reader = await newReader(session, 'GATE', [dock.id])
    await newTagged(api, 'E0AA')
    const device = await connectAsync(program.mqtt as string, {
      username: reader.external_key,
      password: reader.device_token,
    })
    const elsewhere = `${database}.elsewhere`
    renameSync(database, elsewhere)
    await becomes(program, says('saved in'))

    let isAcknowledged = false
    const payload = JSON.stringify({ reads: [{ value: 'E0AA', antenna: 1 }] })
    const sent = device
      .publishAsync(reader.topic.replace('/#', '/reads'), payload, { qos: 1 })
      .then(() => (isAcknowledged = true))
    // The broker has the message by the time that it has refused later ones over HTTP.
    for (let tries = 0; tries < 20; tries++)
      expect((await api.post('/api/v1/assets', { name: 'Refused' })).status).toBe(503)
    expect(isAcknowledged).toBeFalse()

    renameSync(elsewhere, database)
    await becomes(program, isReady)
    await sent
    const report = await api.get('/api/v1/reports/asset-locations')
    expect(report.body.data.map((row: { asset_external_key: string }) => row.asset_external_key)).toEqual([
      'E0AA',
    ])
    expect(readdirSync(program.dataDir).filter((name) => name.includes('rescued'))).toEqual([])
    await device.endAsync()
  })

  test('is served again when its directory is back, and a later kill loses nothing', async () => {
    const { program, api } = await start()
    const elsewhere = `${program.dataDir}-elsewhere`
    renameSync(program.dataDir, elsewhere)
    const { problems } = await becomes(program, says('Saving its data failed'))
    expect(problems[0]).not.toContain('/')
    renameSync(elsewhere, program.dataDir)
    await becomes(program, isReady)
    await newAsset(api, { external_key: 'SECOND' })
    await program.kill()
    const again = await startProgram({ dataDir: program.dataDir })
    expect(await assetsOf(again, api.token)).toEqual(['FIRST', 'SECOND'])
  })
})

test('an overwritten database ends the process immediately, without a write to the new file', async () => {
  const { program, api, database } = await start()
  const backup = await backupOf(program)
  await newAsset(api, { external_key: 'SECOND' })
  copyFileSync(backup, database)
  await program.process.exited
  await logged(program, 'overwritten')
  expect(readFileSync(database).equals(readFileSync(backup))).toBeTrue()
  const { code, stderr } = await runProgram(['serve', '--data-dir', program.dataDir])
  expect([code, stderr]).toEqual([1, expect.stringContaining('whereabouts.db-wal does not belong to')])
})

describe.each(['-wal', '-shm'])('a deleted whereabouts.db%s', (suffix) => {
  test('ends the process with code 70 and all data in the database file, so that the next start has them', async () => {
    const { program, api, database } = await start()
    rmSync(database + suffix)
    await newAsset(api, { external_key: 'SECOND' })
    expect(await program.process.exited).toBe(70)
    await logged(program, 'All data was saved in the database file')
    for (const beside of ['-wal', '-shm']) rmSync(database + beside, { force: true })
    const again = await startProgram({ dataDir: program.dataDir })
    expect(await assetsOf(again, api.token)).toEqual(['FIRST', 'SECOND'])
  })
})

describe('a deleted lock.db', () => {
  test('refuses a second process, immediately and later, and is locked again', async () => {
    const { program, api } = await start()
    const lock = join(program.dataDir, 'lock.db')
    const backup = await backupOf(program)
    rmSync(lock)
    const refused = {
      code: 1,
      stdout: '',
      stderr: `Another process uses the data directory ${program.dataDir}. Stop it, or use another directory.\n`,
    }
    const second = () =>
      runProgram(['serve', '--data-dir', program.dataDir, '--port', '0', '--mqtt-port', 'off'])
    expect(await second()).toEqual(refused)
    expect(await runProgram(['restore', backup, '--data-dir', program.dataDir])).toEqual(refused)
    await logs(program, 'the service locked a new file')
    expect(existsSync(lock)).toBeTrue()
    expect(await second()).toEqual(refused)
    expect(await readiness(program)).toEqual({ status: 200, problems: [] })
    await newAsset(api)
    expect(await program.stop()).toBe(0)
  })

  test('causes 503 for writes while another file has its name', async () => {
    const { program, api } = await start()
    const lock = join(program.dataDir, 'lock.db')
    rmSync(lock)
    mkdirSync(lock)
    const { status } = await becomes(program, says('lock file'))
    expect(status).toBe(503)
    expect((await api.post('/api/v1/assets', { name: 'Refused' })).status).toBe(503)
    rmSync(lock, { recursive: true })
    await becomes(program, isReady)
    await newAsset(api)
  })
})

test('a deleted signing key is written again, so that tokens stay valid after the next start', async () => {
  const { program, api } = await start()
  const key = join(program.dataDir, 'signing.key')
  const before = readFileSync(key)
  rmSync(key)
  await logs(program, 'the signing key file was deleted')
  expect([readFileSync(key).equals(before), statSync(key).mode & 0o777]).toEqual([true, 0o600])
  await program.stop()
  const again = await startProgram({ dataDir: program.dataDir })
  expect(await assetsOf(again, api.token)).toEqual(['FIRST'])
})

test('the database file contains, without the log, data that was written some seconds before', async () => {
  const { program, api, database } = await start()
  for (const external_key of ['SECOND', 'THIRD']) await newAsset(api, { external_key })
  const copy = `${program.dataDir}-copy.db`
  await until(async () => {
    copyFileSync(database, copy)
    return (await runProgram(['backup', 'verify', copy])).stdout.includes(' 3 assets')
  }, 'the database file has 3 assets')
  rmSync(copy)
})
