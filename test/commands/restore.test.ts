import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiClient, clientOf, mintKey, signIn } from '../support/client'
import { openDatabase } from '../support/direct-database'
import { executable, newDataDir, runProgram, startProgram } from '../support/program'
import { keysOf, newAsset, newLocation } from '../support/records'
import { newReader } from '../support/scans'
import { contentOf, created, refusalOf, startWithBackup } from './backups'

/** The command `restore`: the files that it accepts and rejects, and the restored data. */

setDefaultTimeout(30_000)

const { program, api, good, scratch, bad, fresh, stop } = await startWithBackup()
afterAll(stop)

test('a mistyped source is named, and nothing of the data directory is created', async () => {
  for (const source of [join(scratch, 'missing.db'), join(scratch, 'missing', 'folder')]) {
    const parent = fresh()
    const { code, stderr } = await runProgram(['restore', source, '--data-dir', join(parent, 'data')])
    expect([code, stderr]).toEqual([
      1,
      `${source} does not exist. Name a backup, a directory of backups or an s3:// URL.\n`,
    ])
    expect(existsSync(parent)).toBe(false)
  }
})

test('a source that is not a backup leaves no data directory and no file in an empty one', async () => {
  const source = `${fresh()}.db`
  writeFileSync(source, 'not a backup')
  const [absent, empty] = [fresh(), newDataDir()]
  for (const directory of [absent, empty]) {
    const { code } = await runProgram(['restore', source, '--data-dir', directory])
    expect(code).toBe(1)
  }
  expect(existsSync(absent)).toBe(false)
  expect(readdirSync(empty)).toEqual([])
  rmSync(empty, { recursive: true })
})

const formerIn = (stdout: string): string =>
  /^The previous database was moved to (.+)\.$/m.exec(stdout)?.[1] as string

describe('restore', () => {
  test('restores all data, which the service then serves', async () => {
    const source = await startProgram()
    const admin = await signIn(source)
    const key = await mintKey(admin)
    const client = await apiClient(source, admin)
    const tags = [{ tag_type: 'ble', value: '54:48:E6:8F:80:A5' }]
    const {
      id,
      tags: [tag],
    } = await newAsset(client, {
      external_key: 'KEPT',
      name: 'As it was',
      tags,
    })
    const secret = { key: '231d39c1d7cc1ab1aee224cd096db932' }
    expect((await admin.patch(`/internal/v1/assets/${id}/tags/${tag?.id}/key`, secret)).status).toBe(204)
    const place = await newLocation(client)
    const gateway = await newReader(admin, 'gateway', [place.id], { format: 'minew_g1' })
    // An encrypted frame of BTHome: 25.06 °C and 50.55 %.
    const advertise = (program: { readonly http: string }) =>
      clientOf(program.http, gateway.device_token).post(`/internal/v1/readers/gateway/events`, [
        {
          type: 'Unknown',
          mac: '5448E68F80A5',
          rssi: -60,
          rawData: '1216d2fc41a47266c95f730011223378237214',
        },
      ])
    expect((await advertise(source)).status).toBe(202)
    const backup = await created(source.dataDir)
    const wanted = contentOf(backup)
    await client.patch(`/api/v1/assets/${id}`, { name: 'Changed since' })
    await newAsset(client, { external_key: 'SINCE' })
    await source.stop()

    const { code, stdout, stderr } = await runProgram(['restore', backup, '--data-dir', source.dataDir])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const database = join(source.dataDir, 'whereabouts.db')
    expect(contentOf(database)).toEqual(wanted)
    expect(statSync(database).mode & 0o777).toBe(0o600)
    // The free space is noted in the background.
    const files = readdirSync(source.dataDir).filter((name) => !name.startsWith('disk-space.json'))
    expect(files.toSorted()).toEqual(
      ['backup-lock.db', 'backups', 'lock.db', 'signing.key', 'whereabouts.db'].toSorted(),
    )

    // What was there before is a backup itself.
    const former = formerIn(stdout)
    const names = (contentOf(former)['assets'] as unknown[][]).map((row) => row.includes('Changed since'))
    expect(names.filter(Boolean)).toHaveLength(1)
    expect((await runProgram(['backup', 'verify', former])).code).toBe(0)

    const again = await startProgram({ dataDir: source.dataDir })
    const old = clientOf(again.http, client.token)
    expect(keysOf(await old.get('/api/v1/assets'))).toEqual(['KEPT'])
    expect((await old.get(`/api/v1/assets/${id}`)).body.data.name).toBe('As it was')
    const measured = async () => (await old.get(`/api/v1/assets/${id}/telemetry`)).body.data
    const before = await measured()
    expect(before).toMatchObject([{ last: 25.06 }, { last: 50.55 }])
    // The key of the tag works.
    expect((await advertise(again)).status).toBe(202)
    expect((await measured())[0].last_at > before[0].last_at).toBeTrue()
    expect((await newAsset(old, { external_key: 'NEXT' })).id).toBePositive()
    const token = await clientOf(again.http).post('/api/v1/oauth/token', {
      grant_type: 'client_credentials',
      ...key,
      name: undefined,
      scopes: undefined,
      expires_at: undefined,
    })
    expect(token.status).toBe(200)
    expect((await (await signIn(again)).get('/internal/v1/backups')).body.total_count).toBe(2)
  })

  test('works in an empty directory; API clients then request new access tokens', async () => {
    const directory = fresh()
    const { code } = await runProgram(['restore', good, '--data-dir', directory])
    expect(code).toBe(0)
    expect(contentOf(join(directory, 'whereabouts.db'))).toEqual(contentOf(good))
    expect(statSync(directory).mode & 0o777).toBe(0o700)
    const moved = await startProgram({ dataDir: directory })
    expect((await clientOf(moved.http, api.token).get('/api/v1/assets')).status).toBe(401)
    const renewed = await apiClient(moved, await signIn(moved))
    expect(keysOf(await renewed.get('/api/v1/assets'))).toEqual(['FIRST', 'SECOND'])
  })

  test('is refused while the service runs, without an effect on the service', async () => {
    const before = await api.get('/api/v1/assets')
    expect(await refusalOf('restore', good, '--data-dir', program.dataDir)).toContain(program.dataDir)
    expect((await api.get('/api/v1/assets')).body).toEqual(before.body)
    expect(readdirSync(program.dataDir)).not.toContain('whereabouts.db.restored')
  })

  test('replaces a damaged database and keeps a copy', async () => {
    const directory = fresh()
    await runProgram(['restore', good, '--data-dir', directory])
    const database = join(directory, 'whereabouts.db')
    const damaged = 'not a database any more '.repeat(300)
    writeFileSync(database, damaged)
    const { code, stdout } = await runProgram(['restore', good, '--data-dir', directory])
    expect(code).toBe(0)
    expect(readFileSync(formerIn(stdout), 'utf8')).toBe(damaged)
    expect(contentOf(database)).toEqual(contentOf(good))
  })

  test('keeps data that is only in the write-ahead log of a killed service', async () => {
    const killed = await startProgram()
    const client = await apiClient(killed, await signIn(killed))
    for (const external_key of ['A', 'B', 'C'])
      await newAsset(client, { external_key, metadata: { filling: 'x'.repeat(900_000) } })
    await killed.kill()
    const database = join(killed.dataDir, 'whereabouts.db')
    // In the first round there is room for the backup, but not for bringing the log into the database.
    const blocks = Math.ceil((statSync(good).size + 100_000) / 512)
    const limited = 'trap "" XFSZ; ulimit -f "$3"; exec "$0" restore "$1" --data-dir "$2"'
    const child = Bun.spawnSync(['sh', '-c', limited, executable, good, killed.dataDir, String(blocks)])
    expect([child.exitCode, child.stderr.toString()]).toEqual([0, ''])
    const former = formerIn(child.stdout.toString())
    expect(existsSync(`${former}-wal`)).toBeTrue()
    expect(existsSync(`${database}-wal`)).toBeFalse()
    expect(contentOf(database)).toEqual(contentOf(good))

    const back = await runProgram(['restore', former, '--data-dir', killed.dataDir])
    expect(back.code).toBe(0)
    expect(contentOf(database)['assets']).toHaveLength(3)
    expect(existsSync(`${database}-wal`)).toBeFalse()
  })

  test('is refused while another process reads the database', async () => {
    const directory = fresh()
    await runProgram(['restore', good, '--data-dir', directory])
    using other = openDatabase(directory)
    other.run('pragma journal_mode = wal')
    other.run('begin')
    other.query('select * from assets').all()
    const refusal = await refusalOf('restore', good, '--data-dir', directory)
    expect(refusal).toContain('Another process is using')
    expect(readdirSync(directory)).not.toContain('whereabouts.db.restored')
  })

  test.each(bad)('refuses %s and leaves the database as it is', async (_what, make, reason) => {
    const directory = fresh()
    await runProgram(['restore', good, '--data-dir', directory])
    const path = make()
    expect(await refusalOf('restore', path, '--data-dir', directory)).toContain(reason)
    expect(contentOf(join(directory, 'whereabouts.db'))).toEqual(contentOf(good))
    expect(readdirSync(directory).toSorted()).toEqual(['lock.db', 'signing.key', 'whereabouts.db'])
  })
})
