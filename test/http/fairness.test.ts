import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type ApiResponse, type Client, clientOf, mintKey, signIn } from '../support/client'
import { exchange } from '../support/identity'
import { type Program, startProgram, stopPrograms } from '../support/program'
import { faultsOf } from '../support/records'

/** The effect of the requests of one organization on those of another. */

setDefaultTimeout(60_000)
afterAll(stopPrograms)

interface Tenant {
  readonly session: Client
  readonly key: Client
}

/** A session of the administrator in an organization, and an API key of it. */
async function tenantOf(program: Program, organization?: string): Promise<Tenant> {
  const first = await signIn(program)
  const session = organization === undefined ? first : await inNew(first, program, organization)
  return { session, key: await keyOf(program, session) }
}

async function inNew(session: Client, program: Program, name: string): Promise<Client> {
  const { id } = (await session.post('/internal/v1/organizations', { name })).body.data
  const moved = await session.post('/internal/v1/session/organization', { organization_id: id })
  return clientOf(program.http, moved.body.data.access_token)
}

async function keyOf(program: Program, session: Client): Promise<Client> {
  const { access_token } = (await exchange(clientOf(program.http), await mintKey(session))).body
  return clientOf(program.http, access_token)
}

const rowsOf = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({
    external_key: `${prefix}-${index}`,
    name: `Pallet ${index}`,
    description: 'x'.repeat(500),
  }))

async function importRows(session: Client, count: number, prefix: string): Promise<void> {
  for (let from = 0; from < count; from += 500) {
    const rows = rowsOf(Math.min(500, count - from), `${prefix}-${from}`)
    const { status } = await session.post('/internal/v1/assets/import', { rows })
    expect(status).toBe(200)
  }
}

describe('long requests of one organization', () => {
  let program: Program
  let large: Tenant
  let small: Tenant

  beforeAll(async () => {
    program = await startProgram()
    large = await tenantOf(program)
    small = await tenantOf(program, 'Small')
    await importRows(large.session, 8000, 'bulk')
    await importRows(small.session, 1, 'one')
  })

  const long = '/api/v1/assets?limit=1&sort=-name&offset=7000&q=pallet'

  /** The number of long requests that ended before the other request, which was sent after all of them. */
  async function doneBefore(other: () => Promise<ApiResponse>): Promise<number> {
    let done = 0
    const all = Array.from({ length: 40 }, async () => {
      expect((await large.key.get(long)).status).toBe(200)
      done++
    })
    expect((await other()).status).toBe(200)
    const before = done
    await Promise.all(all)
    return before
  }

  // Rule: api.md, Fair sharing
  test('do not delay a short one of another', async () => {
    expect(await doneBefore(() => small.key.get('/api/v1/orgs/me'))).toBeLessThan(25)
  })

  test('do not delay a list of another', async () => {
    expect(await doneBefore(() => small.key.get('/api/v1/assets?sort=-name'))).toBeLessThan(25)
  })

  // Rule: api.md, Fair sharing
  test('do not delay a write of another', async () => {
    const asset = (await small.key.get('/api/v1/assets')).body.data[0]
    const write = () => small.key.patch(`/api/v1/assets/${asset.id}`, { name: 'Pump' })
    expect(await doneBefore(write)).toBeLessThan(25)
  })

  test('are all served, with the same rows', async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, () => large.key.get(long)))
    expect(new Set(pages.map(({ text }) => text)).size).toBe(1)
    expect(pages[0]?.body.total_count).toBe(8000)
  })
})

describe('writes of one organization', () => {
  // Rule: api.md, Fair sharing
  test('do not delay a write of another', async () => {
    const program = await startProgram()
    const [busy, other] = [await tenantOf(program), await tenantOf(program, 'Other')]
    let done = 0
    const all = Array.from({ length: 80 }, async (_, index) => {
      const rows = rowsOf(50, `flood-${index}`)
      expect((await busy.session.post('/internal/v1/assets/import', { rows })).status).toBe(200)
      done++
    })
    expect((await other.key.post('/api/v1/assets', { name: 'Pump' })).status).toBe(201)
    expect(done).toBeLessThan(40)
    await Promise.all(all)
  })
})

// Rule: api.md, Work budget
describe('the budget of work', () => {
  /** The least budgets of work: 1 s at once, and 1 s a minute. */
  const env = { WHEREABOUTS_RATE_LIMIT_BURST: '100', WHEREABOUTS_RATE_LIMIT_PER_MINUTE: '60' }

  /** Imports until it is refused. Many imports at once exceed the budget by far, so that it stays exhausted for long. */
  async function workUntilRefused(session: Client): Promise<ApiResponse> {
    for (let round = 0; round < 90; round++) {
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          session.post('/internal/v1/assets/import', { rows: rowsOf(500, `r${round}-${index}`) }),
        ),
      )
      const refused = responses.find(({ status }) => status !== 200)
      if (refused) return refused
    }
    throw new Error('The organization was never refused.')
  }

  test('of an organization applies to all its API keys and sessions together, and to no other organization', async () => {
    const program = await startProgram({ env })
    const [busy, other] = [await tenantOf(program), await tenantOf(program, 'Other')]
    const second = await keyOf(program, busy.session)
    const refused = await workUntilRefused(busy.session)
    expect(faultsOf(refused)).toEqual([429, 'rate_limited'])
    expect(refused.body.error.detail).toMatch(/^The work budget is exhausted; try again in \d+ s$/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    for (const key of [busy.key, second])
      expect(faultsOf(await key.get('/api/v1/assets'))).toEqual([429, 'rate_limited'])
    expect((await other.key.get('/api/v1/assets')).status).toBe(200)
  })

  test('of a user applies to all their sessions together, in any organization', async () => {
    const program = await startProgram({ env })
    const [busy, other] = [await tenantOf(program), await tenantOf(program, 'Other')]
    await workUntilRefused(busy.session)
    expect(faultsOf(await other.session.get('/api/v1/assets'))).toEqual([429, 'rate_limited'])
  })
})
