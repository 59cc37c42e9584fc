import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  type ApiResponse,
  type Client,
  clientOf,
  type Credential,
  mintKey,
  signIn,
} from '../../support/client'
import { exchange, statusAndError, sessionPath, tokenPath } from '../../support/identity'
import { administrator, type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf } from '../../support/records'

/**
 * Failed sign-ins and token requests: ten a minute for each account, a hundred for each address (docs/api.md, Failed
 * attempts).
 */

let program: Program
let session: Client
let anyone: Client

// Each password is hashed slowly, on purpose.
setDefaultTimeout(20_000)
beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  anyone = clientOf(program.http)
})
afterAll(stopPrograms)

const wrongly = (key: Credential): Credential => ({ ...key, client_secret: `wab_${'0'.repeat(64)}` })
const unknownKey = (): Credential => wrongly({ client_id: crypto.randomUUID(), client_secret: '' })

async function repeated(times: number, attempt: () => Promise<ApiResponse>): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = []
  for (let count = 0; count < times; count++) responses.push(await attempt())
  return responses
}

const statusesOf = (responses: readonly ApiResponse[]): number[] => responses.map(({ status }) => status)
const tenThen429 = [...Array.from({ length: 10 }, () => 401), 429, 429]

function expectThrottled(response: ApiResponse | undefined): void {
  expect(response && faultsOf(response)).toEqual([429, 'rate_limited'])
  const seconds = Number(response?.headers.get('retry-after'))
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(60)
}

describe('token exchanges', () => {
  // Rule: api.md, Failed attempts
  test('are refused with Retry-After after ten failures of a client, with a correct or a wrong secret', async () => {
    const key = await mintKey(session)
    const responses = await repeated(12, () => exchange(anyone, wrongly(key)))
    expect(statusesOf(responses)).toEqual(tenThen429)
    expectThrottled(responses.at(-1))
    expectThrottled(await exchange(anyone, key))
  })

  test('of another client succeed while one client is refused', async () => {
    const [refused, other] = [await mintKey(session), await mintKey(session)]
    const responses = await repeated(11, () => exchange(anyone, wrongly(refused)))
    expectThrottled(responses.at(-1))
    expect((await exchange(anyone, other)).status).toBe(200)
  })

  test('do not end the tokens of a refused client', async () => {
    const key = await mintKey(session)
    const { access_token } = (await exchange(anyone, key)).body
    expectThrottled((await repeated(11, () => exchange(anyone, wrongly(key)))).at(-1))
    expect((await clientOf(program.http, access_token).get('/api/v1/orgs/me')).status).toBe(200)
  })

  // Rule: api.md, Failed attempts
  test('of an unknown client have the same responses as those of a known one', async () => {
    const [known, unknown] = [wrongly(await mintKey(session)), unknownKey()]
    const ofKnown = await repeated(12, () => exchange(anyone, known))
    const ofUnknown = await repeated(12, () => exchange(anyone, unknown))
    expect(statusesOf(ofUnknown)).toEqual(tenThen429)
    for (const [index, response] of ofUnknown.slice(0, 11).entries())
      expect(statusAndError(response)).toEqual(statusAndError(ofKnown[index] as ApiResponse))
  })

  test('are counted together for all spellings of the client_id', async () => {
    const key = await mintKey(session)
    await repeated(5, () => exchange(anyone, wrongly(key)))
    const inCapitals = wrongly({ ...key, client_id: key.client_id.toUpperCase() })
    await repeated(5, () => exchange(anyone, inCapitals))
    expectThrottled(await exchange(anyone, key))
  })

  // Rule: api.md, Failed attempts
  test('are never refused because of successful attempts, one after another or simultaneous', async () => {
    const key = await mintKey(session)
    const oneByOne = await repeated(15, () => exchange(anyone, key))
    const atOnce = await Promise.all(Array.from({ length: 150 }, () => exchange(anyone, key)))
    expect(new Set(statusesOf([...oneByOne, ...atOnce]))).toEqual(new Set([200]))
  })

  test('fail no more than ten times when they are simultaneous', async () => {
    const key = await mintKey(session)
    const responses = await Promise.all(Array.from({ length: 30 }, () => exchange(anyone, wrongly(key))))
    expect(statusesOf(responses).filter((status) => status === 401).length).toBe(10)
    expect(statusesOf(responses).filter((status) => status === 429).length).toBe(20)
  })

  test('that are not attempts are not counted', async () => {
    const key = await mintKey(session)
    const incomplete = { grant_type: 'client_credentials', client_id: key.client_id }
    const responses = await repeated(12, () => anyone.post(tokenPath, incomplete))
    expect(new Set(statusesOf(responses))).toEqual(new Set([400]))
    expect((await exchange(anyone, key)).status).toBe(200)
  })
})

describe('sign-ins', () => {
  const options = { args: ['--login-failures-per-account', '3'] }
  const atOnce = (times: number, attempt: (index: number) => Promise<ApiResponse>) =>
    Promise.all(Array.from({ length: times }, (_, index) => attempt(index)))

  // Rule: api.md, Failed attempts
  test('are rejected after the maximum of failures of an account, known or not, in any spelling', async () => {
    const client = clientOf((await startProgram(options)).http)
    const failing = (email: string) => client.post(sessionPath, { email, password: 'wrong' })
    const spellings = [administrator.email, administrator.email.toUpperCase()] as const
    const ofKnown = await atOnce(5, (index) => failing(spellings[index % 2] as string))
    const ofUnknown = await atOnce(5, () => failing('eve@example.org'))
    const [refused] = ofKnown.filter(({ status }) => status === 401)
    for (const responses of [ofKnown, ofUnknown]) {
      const inOrder = responses.toSorted((a, b) => a.status - b.status)
      expect(statusesOf(inOrder)).toEqual([401, 401, 401, 429, 429])
      expect(statusAndError(inOrder[0] as ApiResponse)).toEqual(statusAndError(refused as ApiResponse))
      expectThrottled(inOrder.at(-1))
    }
    expectThrottled(await client.post(sessionPath, administrator))
  })

  test('are not refused for the failures of another account, nor for their successes', async () => {
    const client = clientOf((await startProgram(options)).http)
    await atOnce(4, () => client.post(sessionPath, { email: 'eve@example.org', password: 'wrong' }))
    const responses = await atOnce(5, () => client.post(sessionPath, administrator))
    expect(statusesOf(responses)).toEqual([200, 200, 200, 200, 200])
  })
})

describe('an address', () => {
  // Rule: api.md, Failed attempts
  test('is rejected after a hundred failures, regardless of its headers', async () => {
    const own = await startProgram()
    const client = clientOf(own.http)
    const { client_id, client_secret } = await mintKey(await signIn(own))
    const startedAt = performance.now()
    const responses = await Promise.all(Array.from({ length: 101 }, () => exchange(client, unknownKey())))
    // A hundred more are allowed in a minute, which matters on a busy machine.
    const more = (performance.now() - startedAt) / 600
    const failed = statusesOf(responses).filter((status) => status === 401).length
    expect(failed).toBeGreaterThanOrEqual(100)
    expect(failed).toBeLessThanOrEqual(100 + more)
    /** A failure is allowed again every 600 ms, and this may be just before the attempt. */
    async function refused(attempt: () => Promise<ApiResponse>): Promise<ApiResponse> {
      while ((await exchange(client, unknownKey())).status === 401);
      const response = await attempt()
      return response.status === 200 ? refused(attempt) : response
    }
    expectThrottled(await refused(() => exchange(client, { client_id, client_secret })))
    const elsewhere = () =>
      client.request('POST', tokenPath, {
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' },
        body: JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret }),
      })
    expectThrottled(await refused(elsewhere))
  })
})
