import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiClient, type Client, clientOf, type Credential, mintKey, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { exchange, refresh } from '../../support/identity'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, newAsset, newLocation } from '../../support/records'

/** How secrets are stored, and for how long. No response shows this. */

const daySeconds = 86_400

let program: Program
let session: Client
let api: Client
let key: Credential

beforeAll(async () => {
  // With the cost of passwords that the executable has.
  program = await startProgram({ isFirst: true, env: { BUN_OPTIONS: undefined } })
  session = await signIn(program)
  api = await apiClient(program, session)
  key = await mintKey(session)
})
afterAll(stopPrograms)

function query<Row>(dataDir: string, sql: string, ...values: (string | number)[]): Row[] {
  const db = openDatabase(dataDir, { readwrite: true, strict: true })
  try {
    return db.query<Row, (string | number)[]>(sql).all(...values)
  } finally {
    db.close()
  }
}

const sha256 = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex')

// Rule: api.md, API keys
test('a client_secret is a prefix and 64 hexadecimal digits, and only its SHA-256 is stored', () => {
  expect(key.client_secret).toMatch(/^wab_[0-9a-f]{64}$/)
  const sql = 'select secret_hash from api_keys where id = ?'
  expect(query(program.dataDir, sql, key.client_id)).toEqual([{ secret_hash: sha256(key.client_secret) }])
})

// Rule: api.md, API keys
test('a password is kept as its argon2id hash', () => {
  const users = query<{ password_hash: string }>(program.dataDir, 'select password_hash from users')
  expect(users).toEqual([{ password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=65536,t=2,p=1\$/) }])
})

// Rule: api.md, Delete
test('tags are deleted at the same instant as their parent; tags that were removed earlier keep their instant', async () => {
  const tags = ['kept-1', 'kept-2', 'kept-3'].map((value) => ({ tag_type: 'rfid', value }))
  for (const [resource, create] of [
    ['assets', newAsset],
    ['locations', newLocation],
  ] as const) {
    const row = await create(api, { tags })
    const path = `/api/v1/${resource}/${row.id}`
    await api.delete(`${path}/tags/${row.tags[0]?.id}`)
    await api.delete(path)
    const parent = `select deleted_at from ${resource} where id = ?`
    const [gone] = query<{ deleted_at: string }>(program.dataDir, parent, row.id)
    const ofTags = 'select deleted_at from tags where id between ? and ? order by id'
    const ids = row.tags.map(({ id }) => id)
    const kept = query<{ deleted_at: string }>(program.dataDir, ofTags, Math.min(...ids), Math.max(...ids))
    expect(gone?.deleted_at).toBeString()
    expect(kept.slice(1)).toEqual([gone, gone] as typeof kept)
    expect((kept[0]?.deleted_at as string) < (gone?.deleted_at as string)).toBe(true)
  }
})

// Rule: api.md, Token endpoint
// Rule: api.md, Refresh tokens
// Rule: api.md, Limits
describe('a refresh token', () => {
  const secondsLeft = (token: string): number => {
    const sql = 'select expires_at from refresh_tokens where hash = ?'
    const [row] = query<{ expires_at: string }>(program.dataDir, sql, sha256(token))
    return (Date.parse(row?.expires_at as string) - Date.now()) / 1000
  }

  test('is valid for thirty days, and so is its successor', async () => {
    const anyone = clientOf(program.http)
    const first = (await exchange(anyone, key)).body.refresh_token
    expect(Math.abs(secondsLeft(first) - 30 * daySeconds)).toBeLessThan(5)
    const next = (await refresh(anyone, first)).body.refresh_token
    expect(Math.abs(secondsLeft(next) - 30 * daySeconds)).toBeLessThan(5)
  })

  test('is rejected after thirty days', async () => {
    const before = await startProgram()
    const own = await mintKey(await signIn(before))
    const issue = async () => (await exchange(clientOf(before.http), own)).body.refresh_token as string
    const [old, young] = [await issue(), await issue()]
    expect(await before.stop()).toBe(0)
    const past = new Date(Date.now() - 1000).toISOString().replace('Z', '000Z')
    const sql = 'update refresh_tokens set expires_at = ? where hash = ?'
    query(before.dataDir, sql, past, sha256(old))
    const later = clientOf((await startProgram({ dataDir: before.dataDir })).http)
    expect(faultsOf(await refresh(later, old))).toEqual([401, 'unauthorized'])
    expect((await refresh(later, young)).status).toBe(200)
  })
})
