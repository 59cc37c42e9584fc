import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pauseChild } from '../../support/child'
import { apiClient, type Client, clientOf, mintKey, otherOrganization, signIn } from '../../support/client'
import { handOver, newMember, roles } from '../../support/users'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newAsset } from '../../support/records'

/** Backups over HTTP: callers, content, and the reasons for a failure (docs/internal-api.md, Backups). */

setDefaultTimeout(30_000)

const path = '/internal/v1/backups'
const scratch = mkdtempSync(join(tmpdir(), 'whereabouts-'))

let program: Program
let admin: Client
let api: Client
beforeAll(async () => {
  program = await startProgram()
  admin = await signIn(program)
  api = await apiClient(program, admin)
})
afterAll(async () => {
  await stopPrograms()
  rmSync(scratch, { recursive: true })
})

const folder = () => join(program.dataDir, 'backups')

async function make(session = admin): Promise<{ name: string; created_at: string; size: number }> {
  const { status, body, text } = await session.post(path)
  if (status !== 201) throw new Error(`A backup returned ${status}: ${text}`)
  return body.data
}

async function download(name: string): Promise<Database> {
  const response = await fetch(`${program.http}${path}/${name}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect([name, response.status]).toEqual([name, 200])
  const file = join(scratch, Bun.randomUUIDv7())
  await Bun.write(file, response)
  return new Database(file, { readonly: true })
}

function expectSound(db: Database): void {
  expect(db.query('pragma integrity_check').values()).toEqual([['ok']])
  expect(db.query('pragma foreign_key_check').values()).toEqual([])
}

describe('a backup', () => {
  // Rule: internal-api.md, Backups
  test('is returned with its path, and can be read by its owner only', async () => {
    const before = new Date().toISOString()
    const { status, headers, body } = await admin.post(path)
    const { name, created_at, size } = body.data
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`${path}/${name}`)
    expect(name).toBe(`whereabouts-${created_at.slice(0, -1).replaceAll(/[:.]/g, '-')}.db`)
    expect(created_at >= before && created_at <= new Date().toISOString()).toBeTrue()
    const file = statSync(join(folder(), name))
    expect([file.size, file.mode & 0o777]).toEqual([size, 0o600])
    expect(statSync(folder()).mode & 0o777).toBe(0o700)
  })

  test('contains each write that was acknowledged before the request', async () => {
    const { id } = await newAsset(api, { name: 'Just in time', tags: [{ tag_type: 'ble', value: 'b7' }] })
    using db = await download((await make()).name)
    expectSound(db)
    expect(db.query('select name from assets where id = ?').values(id)).toEqual([['Just in time']])
    expect(db.query("select asset_id from tags where value = 'b7'").values()).toEqual([[id]])
  })

  test('contains no secret of an API key and no signing key', async () => {
    const { client_secret } = await mintKey(admin)
    const bytes = await Bun.file(join(folder(), (await make()).name)).bytes()
    expect(Buffer.from(bytes).includes(client_secret)).toBeFalse()
    expect(readdirSync(folder()).filter((name) => !name.endsWith('.db'))).toEqual([])
  })

  test('that is created under load is valid, and contains the state at one instant', async () => {
    let isOver = false
    const names: string[] = []
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let number = 0; !isOver; number++) {
        const value = `load-${writer}-${number}`
        const { status } = await api.post('/api/v1/assets', {
          name: 'Load',
          external_key: value,
          tags: [{ tag_type: 'barcode', value }],
        })
        expect(status).toBe(201)
        names.push(value)
      }
    })
    const taken: [name: string, before: string[], last: number][] = []
    for (let round = 0; round < 5; round++) {
      const before = [...names]
      const { name } = await make()
      taken.push([name, before, names.length])
    }
    isOver = true
    await Promise.all(writers)
    for (const [name, before, last] of taken) {
      using db = await download(name)
      expectSound(db)
      const keys = db.query("select external_key from assets where name = 'Load' order by id").values().flat()
      expect(before.filter((key) => !keys.includes(key))).toEqual([])
      // Eight may have been written whose responses had not arrived yet.
      expect(keys.length).toBeLessThanOrEqual(last + 8)
      // An asset and its tag are one write; ids are given in the order of the commits, so none may be missing between.
      expect(db.query("select count(*) from tags where value like 'load-%'").values()).toEqual([
        [keys.length],
      ])
      expect(db.query("select max(id) - min(id) + 1 from assets where name = 'Load'").values()).toEqual([
        [keys.length],
      ])
    }
  })

  // Rule: internal-api.md, Backups
  test('is refused while another is being created, which then completes', async () => {
    const responses = await Promise.all([admin.post(path), admin.post(path), admin.post(path)])
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([201, 409, 409])
    const made = responses.find(({ status }) => status === 201)
    using db = await download(made?.body.data.name)
    expectSound(db)
  })
})

// Rule: internal-api.md, Scheduled backups
test('a backup that is being created is shown with the time of its begin', async () => {
  const since = async (): Promise<string | null> =>
    (await admin.get('/internal/v1/scheduled-backups')).body.data.requested_since
  expect(await since()).toBeNull()
  const before = new Date().toISOString()
  const [paused, made] = await Promise.all([
    pauseChild(program, 'backup create').then(async (child) => {
      const at = (await since()) as string
      child.resume()
      return at
    }),
    make(),
  ])
  expect(before <= paused && paused <= made.created_at).toBeTrue()
  expect(await since()).toBeNull()
})

// Rule: internal-api.md, Backups
describe('the backups', () => {
  test('are listed newest first, in pages, with those from before an upgrade', async () => {
    const upgrade = 'before-upgrade-2001-02-03T04-05-06-007.db'
    writeFileSync(join(folder(), upgrade), 'x')
    writeFileSync(join(folder(), 'notes.txt'), 'not a backup')
    await make()
    const newest = await make()
    const { status, body } = await admin.get(path)
    expect(status).toBe(200)
    expect(body.data[0]).toEqual(newest)
    expect(body.data.at(-1)).toEqual({
      name: upgrade,
      created_at: '2001-02-03T04:05:06.007Z',
      path: join(folder(), upgrade),
      size: 1,
    })
    expect(body.total_count).toBe(body.data.length)
    const dates = body.data.map(({ created_at }: { created_at: string }) => created_at)
    expect(dates).toEqual(dates.toSorted().toReversed())
    const page = (await admin.get(`${path}?limit=1&offset=1`)).body
    expect([page.data, page.total_count]).toEqual([[body.data[1]], body.total_count])
    rmSync(join(folder(), 'notes.txt'))
    rmSync(join(folder(), upgrade))
  })

  test('that were requested are limited to the newest ten; those from before an upgrade stay', async () => {
    const old = Array.from({ length: 12 }, (_, day) => `2002-01-${String(day + 10)}T00-00-00-000.db`)
    const upgrade = 'before-upgrade-2001-02-03T04-05-06-007.db'
    for (const name of [upgrade, ...old.map((rest) => `whereabouts-${rest}`)])
      writeFileSync(join(folder(), name), 'x')
    const { name } = await make()
    const left = readdirSync(folder())
    expect(left).toContain(name)
    expect(left).toContain(upgrade)
    expect(left.filter((other) => other.startsWith('whereabouts-'))).toHaveLength(10)
    expect(left).not.toContain(`whereabouts-${old[0]}`)
    for (const other of left.filter((entry) => /-200[12]-/.test(entry))) rmSync(join(folder(), other))
  })

  test('that a wrong clock has dated in the future do not replace those of today', async () => {
    const future = Array.from({ length: 10 }, (_, day) => `whereabouts-2099-01-${day + 10}T00-00-00-000.db`)
    for (const name of future) writeFileSync(join(folder(), name), 'x')
    const { name } = await make()
    const left = readdirSync(folder())
    expect(left).toContain(name)
    expect(left.filter((other) => other.startsWith('whereabouts-'))).toHaveLength(10)
    for (const other of future) rmSync(join(folder(), other), { force: true })
  })

  test('are downloaded completely, as a file with their name', async () => {
    const { name, size } = await make()
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await admin.request(method, `${path}/${name}`)
      expect([method, status]).toEqual([method, 200])
      expect(headers.get('content-type')).toBe('application/vnd.sqlite3')
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-length')).toBe(String(size))
    }
    const response = await fetch(`${program.http}${path}/${name}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(
      Buffer.from(await response.bytes()).equals(await Bun.file(join(folder(), name)).bytes()),
    ).toBeTrue()
  })

  test('are deleted once', async () => {
    const { name } = await make()
    expect((await admin.delete(`${path}/${name}`)).status).toBe(204)
    expect(existsSync(join(folder(), name))).toBeFalse()
    for (const method of ['GET', 'DELETE'])
      expect(faultsOf(await admin.request(method, `${path}/${name}`)).slice(0, 2)).toEqual([404, 'not_found'])
  })

  test('are the only files that can be downloaded by name', async () => {
    const inside = 'whereabouts-2003-01-01T00-00-00-000.db'
    writeFileSync(join(program.dataDir, inside), 'outside of the folder')
    writeFileSync(join(folder(), 'other.db'), 'no backup')
    for (const name of [
      '..%2Fwhereabouts.db',
      '..%2Fsigning.key',
      `..%2F${inside}`,
      `%2e%2e%2f${inside}`,
      `..%5C${inside}`,
      `.%2F..%2F${inside}`,
      `${inside}%00.db`,
      'other.db',
      'unfinished-copy',
      inside,
      '..',
      '%2e%2e',
      '.',
    ]) {
      for (const method of ['GET', 'DELETE']) {
        const { status } = await admin.request(method, `${path}/${name}`)
        expect([name, method, status === 404 || status === 405 || status === 400]).toEqual([
          name,
          method,
          true,
        ])
      }
    }
    for (const kept of ['whereabouts.db', 'signing.key', inside, 'backups/other.db'])
      expect([kept, existsSync(join(program.dataDir, kept))]).toEqual([kept, true])
    rmSync(join(folder(), 'other.db'))
  })
})

describe('a folder of backups that cannot be written', () => {
  test('causes status 503 with a reason, and the service continues', async () => {
    const aside = `${folder()}-aside`
    renameSync(folder(), aside)
    writeFileSync(folder(), 'in the way')
    const response = await admin.post(path)
    expect(faultsOf(response).slice(0, 2)).toEqual([503, 'service_unavailable'])
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect((await api.post('/api/v1/assets', { name: 'Goes on' })).status).toBe(201)
    expect((await clientOf(program.http).get('/readyz')).status).toBe(200)
    rmSync(folder())
    renameSync(aside, folder())
    expect((await make()).size).toBeGreaterThan(0)
  })

  const mayMount = process.getuid?.() === 0
  test.skipIf(!mayMount)('causes status 507 when the disk is full, and no partial file is left', async () => {
    const aside = `${folder()}-aside`
    renameSync(folder(), aside)
    Bun.spawnSync(['mkdir', folder()])
    expect(Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder()]).exitCode).toBe(0)
    try {
      const response = await admin.post(path)
      expect(faultsOf(response).slice(0, 2)).toEqual([507, 'insufficient_storage'])
      expect(response.body.error.detail).toMatch(/^There is no room for a backup in .+; it needs \d+ MB\.$/)
      expect(readdirSync(folder())).toEqual([])
      expect((await api.post('/api/v1/assets', { name: 'Goes on' })).status).toBe(201)
    } finally {
      Bun.spawnSync(['umount', folder()])
      rmSync(folder(), { recursive: true })
      renameSync(aside, folder())
    }
  })
})

// Rule: internal-api.md, Backups
describe('backups are', () => {
  const calls = async (session: Client, name: string) => [
    await session.get(path),
    await session.post(path),
    await session.get(`${path}/${name}`),
    await session.delete(`${path}/${name}`),
  ]

  test('not for roles of an organization, API keys or unauthenticated clients', async () => {
    const { name } = await make()
    for (const role of roles) {
      const { session } = await newMember(program, admin, role)
      for (const response of await calls(session, name))
        expect([role, ...faultsOf(response).slice(0, 2)]).toEqual([role, 403, 'forbidden'])
    }
    for (const client of [api, clientOf(program.http)])
      for (const response of await calls(client, name)) expect(response.status).toBe(401)
    expect(existsSync(join(folder(), name))).toBeTrue()
  })

  test('for owners of the installation, regardless of the organizations and their creators', async () => {
    const { name } = await make()
    const south = await otherOrganization(program)
    // An admin of one organization, who was once able to open another and to shut the owner out with it.
    const { session: colleague, id } = await newMember(program, admin, 'admin')
    expect((await colleague.post('/internal/v1/organizations', { name: 'East' })).status).toBe(403)
    for (const response of await calls(colleague, name)) {
      expect(faultsOf(response).slice(0, 2)).toEqual([403, 'forbidden'])
      expect(response.body.error.detail).toBe('You must be an owner of the installation')
    }
    await handOver(program, await newMember(program, admin), 'West')
    // The owner is a member of the first two, not of the third.
    for (const session of [admin, south]) expect((await session.get(path)).status).toBe(200)
    expect((await admin.delete(`/internal/v1/members/${id}`)).status).toBe(204)
    expect((await admin.post(path)).status).toBe(201)
    expect((await download(name)).query('select count(*) from organizations').values()).not.toEqual([[0]])
  })
})
