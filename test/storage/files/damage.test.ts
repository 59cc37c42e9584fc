import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiClient, clientOf, signIn } from '../../support/client'
import { damageFreePages, damageIndex, damageRecord, damageTable, enlarge } from '../../support/damage'
import { newDataDir, type Program, runProgram, startProgram, stopPrograms } from '../../support/program'
import { newAsset, newLocation } from '../../support/records'
import { newReader, type Reader } from '../../support/scans'
import { logged, until } from '../../support/until'

/** The check of a large database in the background, and what the service does when it finds damage. */

setDefaultTimeout(60_000)

const large = newDataDir()
const scratch: string[] = [large]
let token: string
let reader: Reader
let assetId: number
/** In no other record. */
const assetName = 'Zinc plate'

/** An installation with a large database and no damage, which was stopped. */
beforeAll(async () => {
  const program = await startProgram()
  const session = await signIn(program)
  const api = await apiClient(program, session)
  token = api.token as string
  assetId = (await newAsset(api, { name: assetName })).id
  reader = await newReader(session, 'gate', [(await newLocation(session)).id])
  await program.stop()
  enlarge(join(program.dataDir, 'whereabouts.db'))
  cpSync(program.dataDir, large, { recursive: true })
})
afterAll(async () => {
  await stopPrograms()
  for (const directory of scratch) rmSync(directory, { recursive: true, force: true })
})

/** Copies the installation. Returns the data directory. */
function copyOfLarge(): string {
  const dataDir = newDataDir()
  cpSync(large, dataDir, { recursive: true })
  scratch.push(dataDir)
  return dataDir
}

const databaseIn = (dataDir: string) => join(dataDir, 'whereabouts.db')
const resultIn = (dataDir: string) => join(dataDir, 'integrity.json')
const readyOf = ({ http }: Program) => clientOf(http).get('/readyz')
const isChecked = (program: Program) =>
  until(
    () => program.log().includes('was checked'),
    () => program.log(),
  )
const isDamaged = (program: Program) =>
  until(
    async () => (await readyOf(program)).status === 503,
    () => program.log(),
  )
const isChecking = (program: Program) =>
  until(
    () => program.log().includes('checking the database'),
    () => program.log(),
  )
/** Longer than the service waits after a start until it begins a check. */
const waitForBegin = () => Bun.sleep(2500)
const isBegun = (program: Program) => program.log().includes('checking the database')

describe('damage in the middle of a large database', () => {
  // Rule: internal-api.md, Version and limits
  test('is found after the start: writes are refused with the reason, reads go on, messages wait', async () => {
    const dataDir = copyOfLarge()
    damageTable(databaseIn(dataDir))
    const program = await startProgram({ dataDir })
    expect((await readyOf(program)).status).toBe(200)
    await isDamaged(program)

    const { body } = await readyOf(program)
    expect(body.status).toBe('degraded')
    expect(body.problems).toEqual([
      expect.stringMatching(/^The database is damaged \(.+\)\. Stop the service, restore a backup/),
    ])
    const api = clientOf(program.http, token)
    const write = await api.post('/api/v1/assets', { name: 'Refused' })
    expect([write.status, write.body.error.type, write.body.error.detail]).toEqual([
      503,
      'service_unavailable',
      'The database is damaged. An administrator must restore a backup',
    ])
    expect((await api.get('/api/v1/assets')).status).toBe(200)
    const device = clientOf(program.http, reader.device_token)
    const reads = { reads: [{ value: 'E2', antenna: 1 }] }
    expect((await device.post(`/internal/v1/readers/${reader.external_key}/events`, reads)).status).toBe(503)
    expect((await clientOf(program.http).get('/metrics')).text).toContain(
      '\nwhereabouts_database_damaged 1\n',
    )
    await logged(program, 'the database is damaged; writes are refused')
    expect(await program.stop()).toBe(0)
  })

  test('is recorded: the next start refuses writes immediately', async () => {
    const dataDir = copyOfLarge()
    damageTable(databaseIn(dataDir))
    const program = await startProgram({ dataDir })
    await isDamaged(program)
    await program.kill()
    for (let starts = 0; starts < 2; starts++) {
      const again = await startProgram({ dataDir })
      expect((await readyOf(again)).status).toBe(503)
      expect((await clientOf(again.http, token).post('/api/v1/assets', { name: 'A' })).status).toBe(503)
      expect(await again.stop()).toBe(0)
    }
  })

  // Rule: internal-api.md, Version and limits
  test('is gone after a restore, and after a check of a database that was copied by hand', async () => {
    const dataDir = copyOfLarge()
    damageTable(databaseIn(dataDir))
    const program = await startProgram({ dataDir })
    await isDamaged(program)
    const known = readFileSync(resultIn(dataDir))
    await program.stop()
    const restored = await runProgram(['restore', databaseIn(large), '--data-dir', dataDir])
    expect(restored.code).toBe(0)
    const again = await startProgram({ dataDir })
    expect((await readyOf(again)).status).toBe(200)
    await newAsset(clientOf(again.http, token))
    await again.stop()

    copyFileSync(databaseIn(large), databaseIn(dataDir))
    writeFileSync(resultIn(dataDir), known)
    const copied = await startProgram({ dataDir })
    expect((await readyOf(copied)).status).toBe(503)
    await until(
      async () => (await readyOf(copied)).status === 200,
      () => copied.log(),
    )
    await newAsset(clientOf(copied.http, token))
    await logged(copied, 'the damage is gone')
    await copied.stop()
    expect(JSON.parse(readFileSync(resultIn(dataDir), 'utf8')).damage).toBeNull()
  })

  test('is found by the command, even while the service runs, which it does not disturb', async () => {
    const dataDir = copyOfLarge()
    const check = () => runProgram(['check', '--data-dir', dataDir])
    expect(await check()).toEqual({
      code: 0,
      stdout: `${databaseIn(dataDir)} has no damage.\n`,
      stderr: '',
    })
    const program = await startProgram({ dataDir })
    expect((await check()).code).toBe(0)
    await program.stop()
    damageTable(databaseIn(dataDir))
    const { code, stderr } = await check()
    expect([code, stderr.length > 10]).toEqual([3, true])
    expect((await runProgram(['check', '--data-dir', join(dataDir, 'none')])).code).toBe(1)
    expect((await runProgram(['check', 'it'])).code).toBe(2)
  })
})

test('a damaged record that SQLite reports only when the counts are compared: the start is refused with the reason', async () => {
  const program = await startProgram()
  await newLocation(await signIn(program))
  await program.stop()
  damageRecord(databaseIn(program.dataDir))
  const { code, stderr } = await runProgram(['serve', '--port', '0', '--data-dir', program.dataDir])
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^The database .+ is damaged \(database disk image is malformed\)\. Restore a backup\.\n$/,
  )
})

test('a damaged list of free pages is found', async () => {
  const dataDir = copyOfLarge()
  damageFreePages(databaseIn(dataDir))
  const program = await startProgram({ dataDir })
  await isDamaged(program)
  await program.stop()
})

test('an entry that is missing in an index is found when SQLite reports it for a write', async () => {
  const dataDir = copyOfLarge()
  damageIndex(databaseIn(dataDir), assetName)
  const program = await startProgram({ dataDir })
  await isChecked(program)
  expect((await readyOf(program)).status).toBe(200)
  const api = clientOf(program.http, token)
  expect((await api.patch(`/api/v1/assets/${assetId}`, { name: 'Renamed' })).status).toBe(500)
  await logged(program, 'SQLite reports that the database is damaged')
  await isDamaged(program)
  expect((await readyOf(program)).body.problems[0]).toContain('missing from index')
  expect((await api.get(`/api/v1/assets/${assetId}`)).body.data.name).toBe(assetName)
  await program.stop()

  const again = await startProgram({ dataDir })
  await isChecking(again)
  await until(
    () => again.log().match(/"damage":/g)?.length === 2,
    () => again.log(),
  )
  expect((await readyOf(again)).status).toBe(503)
  await again.stop()
})

describe('the check in the background', () => {
  test('runs once a day: at the first start, not at the next, and again a day later', async () => {
    const dataDir = copyOfLarge()
    const first = await startProgram({ dataDir })
    await isChecked(first)
    await first.stop()
    const result = readFileSync(resultIn(dataDir), 'utf8')

    const next = await startProgram({ dataDir })
    await waitForBegin()
    expect(isBegun(next)).toBeFalse()
    await next.stop()
    expect(readFileSync(resultIn(dataDir), 'utf8')).toBe(result)

    const dayAgo = `${new Date(Date.now() - 86_400_000 - 1000).toISOString().slice(0, -1)}000Z`
    writeFileSync(resultIn(dataDir), JSON.stringify({ checked_at: dayAgo, damage: null }))
    const later = await startProgram({ dataDir })
    await isChecked(later)
    await later.stop()
  })

  test('runs after an unclean stop, even when the next start is stopped before its end', async () => {
    const dataDir = copyOfLarge()
    const first = await startProgram({ dataDir })
    await isChecked(first)
    await newAsset(clientOf(first.http, token))
    await first.kill()
    const interrupted = await startProgram({ dataDir })
    expect(await interrupted.stop()).toBe(0)
    const next = await startProgram({ dataDir })
    await isChecked(next)
    await next.stop()
  })

  test('ends with the service, killed or stopped, and the next start runs it', async () => {
    const dataDir = copyOfLarge()
    const processesOf = ({ process: { pid } }: Program) =>
      Bun.spawnSync(['pgrep', '-f', `check --data-dir ${dataDir} --parent ${pid}`]).stdout.toString()
    for (const end of ['kill', 'stop'] as const) {
      const program = await startProgram({ dataDir })
      await isChecking(program)
      await program[end]()
      await until(() => processesOf(program) === '', 'the process of the check ends')
    }
    expect(existsSync(resultIn(dataDir))).toBeFalse()
    const program = await startProgram({ dataDir })
    await isChecked(program)
    expect((await readyOf(program)).body).toEqual({ status: 'ready', problems: [] })
    await program.stop()
  })

  test('works when its result cannot be stored', async () => {
    const dataDir = copyOfLarge()
    const program = await startProgram({ dataDir })
    mkdirSync(`${resultIn(dataDir)}.new`)
    await isChecked(program)
    await until(
      () => program.log().includes('the result of the check cannot be stored'),
      () => program.log(),
    )
    expect((await readyOf(program)).status).toBe(200)
    await newAsset(clientOf(program.http, token))
    rmSync(`${resultIn(dataDir)}.new`, { recursive: true })
    await program.stop()
  })

  // Rule: internal-api.md, Version and limits
  test('is shown to admins', async () => {
    const program = await startProgram()
    const session = await signIn(program)
    const { database } = (await session.get('/internal/v1/installation')).body.data
    expect(database).toEqual({
      state: 'sound',
      checked_at: expect.stringMatching(/Z$/),
      checked_tables: null,
      tables: null,
      damage: null,
    })
  })
})
