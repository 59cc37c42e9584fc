import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  type ApiResponse,
  type Client,
  clientOf,
  type Credential,
  mintKey,
  signIn,
} from '../../support/client'
import { statusAndError, sessionPath } from '../../support/identity'
import { behindProxy, deviceOf, exchangeFrom, type Place, postFrom, signInFrom } from '../../support/origin'
import { newMember } from '../../support/users'
import { administrator, type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf } from '../../support/records'

/** Wrong passwords from other addresses do not lock the owner of an account out (docs/api.md, Failed attempts). */

// Each password is hashed slowly, on purpose.
setDefaultTimeout(60_000)
afterAll(stopPrograms)

const wrong = { ...administrator, password: 'wrong' }
const wrongly = (key: Credential): Credential => ({ ...key, client_secret: `wab_${'0'.repeat(64)}` })

let addresses = 0
/** Returns an address that no other test uses. */
const freshPlace = (): Place => ({ address: `203.0.${113 + (addresses >> 8)}.${addresses++ & 255}` })

const statusesOf = (responses: readonly ApiResponse[]): number[] =>
  responses.map(({ status }) => status).toSorted((a, b) => a - b)
const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work))

async function oneByOne<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let index = 0; index < count; index++) results.push(await work(index))
  return results
}

describe('a client that uses up the failures of one address', () => {
  let client: Client
  let session: Client
  beforeAll(async () => {
    const program = await startProgram(behindProxy)
    client = clientOf(program.http)
    session = await signIn(program)
  })

  // Rule: api.md, Failed attempts
  test('does not prevent the owner of the account from signing in elsewhere: 27 of 27 succeed', async () => {
    const [attacker, owner] = [freshPlace(), freshPlace()]
    await oneByOne(10, () => signInFrom(client, attacker, wrong))
    const rounds = await oneByOne(27, async () => [
      await signInFrom(client, attacker, wrong),
      await signInFrom(client, owner),
    ])
    expect(rounds.map(([, right]) => right?.status)).toEqual(Array(27).fill(200))
    // One failure comes back every six seconds.
    const refused = rounds.filter(([attack]) => attack?.status === 429)
    expect(refused.length).toBeGreaterThan(15)
  })

  test('does not keep an API client from exchanging its API key elsewhere: 27 of 27 succeed', async () => {
    const [key, attacker, own] = [await mintKey(session), freshPlace(), freshPlace()]
    await oneByOne(10, () => exchangeFrom(client, wrongly(key), attacker))
    const rounds = await oneByOne(27, async () => [
      await exchangeFrom(client, wrongly(key), attacker),
      await exchangeFrom(client, key, own),
    ])
    expect(rounds.map(([, right]) => right?.status)).toEqual(Array(27).fill(200))
    expect(rounds.filter(([attack]) => attack?.status === 429).length).toBeGreaterThan(15)
  })

  test('does not keep a known device out at the same address', async () => {
    const own = clientOf(
      (await startProgram({ ...behindProxy, args: ['--login-failures-per-address', '5'] })).http,
    )
    const place = freshPlace()
    const device = deviceOf(await signInFrom(own, place))
    await times(5, () => signInFrom(own, place, { ...wrong, email: `${crypto.randomUUID()}@example.org` }))
    const [unknownDevice, owner] = await Promise.all([
      signInFrom(own, place),
      signInFrom(own, { ...place, device }),
    ])
    expect([unknownDevice.status, owner.status]).toEqual([429, 200])
  })
})

describe('clients at many addresses', () => {
  const limited = { ...behindProxy, args: ['--login-failures-account-total', '6'] }
  let program: Program
  let client: Client
  beforeAll(async () => {
    program = await startProgram(limited)
    client = clientOf(program.http)
  })

  /** Six addresses with two wrong passwords each: more than the account may have in all. */
  const attack = (attempt: (place: Place) => Promise<ApiResponse>) =>
    Promise.all(Array.from({ length: 6 }, freshPlace).map((place) => times(2, () => attempt(place)))).then(
      (responses) => responses.flat(),
    )

  // Rule: api.md, Failed attempts
  test('are limited by the setting in all failures of one account, even if the account does not exist', async () => {
    const email = 'eve@example.org'
    const known = await attack((place) => signInFrom(client, place, wrong))
    const unknown = await attack((place) => signInFrom(client, place, { email, password: 'wrong' }))
    for (const responses of [known, unknown]) {
      const failed = responses.filter(({ status }) => status === 401)
      // One comes back every ten seconds.
      expect(failed.length).toBeGreaterThanOrEqual(6)
      expect(failed.length).toBeLessThan(9)
      expect(responses.filter(({ status }) => status === 429)).toHaveLength(12 - failed.length)
    }
    for (const status of [401, 429]) {
      const [ofKnown, ofUnknown] = [known, unknown].map((all) => all.find((each) => each.status === status))
      const gist = ({ body, headers }: ApiResponse) =>
        JSON.stringify([
          { ...statusAndError({ status, body } as ApiResponse) },
          [...headers.keys()].toSorted(),
        ]).replaceAll(/\d+ s|"seconds":\d+/g, '')
      expect(gist(ofUnknown as ApiResponse)).toBe(gist(ofKnown as ApiResponse))
    }
  })

  // Rule: api.md, Failed attempts
  test('do not block a user with a known address or a known device', async () => {
    const home = freshPlace()
    const device = await knownDevice
    expect((await signInFrom(client, { ...home, device })).status).toBe(200)
    await attack((place) => signInFrom(client, place, wrong))
    expect(faultsOf(await signInFrom(client, freshPlace()))).toEqual([429, 'rate_limited'])
    const responses = [
      await signInFrom(client, home),
      await signInFrom(client, { ...freshPlace(), device }),
      await signInFrom(client, { ...freshPlace(), device: `a=b; ${device}; c=d` }),
    ]
    expect(statusesOf(responses)).toEqual([200, 200, 200])
  })

  test('do not block an API client at a known address', async () => {
    const [key, home] = [await mintKey(await signInSomehow()), freshPlace()]
    expect((await exchangeFrom(client, key, home)).status).toBe(200)
    await attack((place) => exchangeFrom(client, wrongly(key), place))
    expect(faultsOf(await exchangeFrom(client, key, freshPlace()))).toEqual([429, 'rate_limited'])
    expect((await exchangeFrom(client, key, home)).status).toBe(200)
  })

  test('do not block a user whose address was known before a restart', async () => {
    const home = freshPlace()
    const own = await startProgram(limited)
    const device = deviceOf(await signInFrom(clientOf(own.http), home))
    await own.stop()
    client = clientOf((await startProgram({ ...limited, dataDir: own.dataDir })).http)
    await attack((place) => signInFrom(client, place, wrong))
    expect((await signInFrom(client, freshPlace())).status).toBe(429)
    expect((await signInFrom(client, home)).status).toBe(200)
    expect((await signInFrom(client, { ...freshPlace(), device })).status).toBe(200)
    client = clientOf(program.http)
  })

  test('gain nothing from the device of another account or from a forged device token', async () => {
    const admin = await signInSomehow()
    const bea = await newMember(program, admin)
    const ofBea = deviceOf(await signInFrom(client, freshPlace(), bea.credentials))
    await attack((place) => signInFrom(client, place, wrong))
    const invented = `whereabouts_device=wak_${'0'.repeat(64)}`
    for (const device of [ofBea, invented, 'whereabouts_device=', `whereabouts_device=${'x'.repeat(3000)}`])
      expect((await signInFrom(client, { ...freshPlace(), device }, wrong)).status).toBe(429)
  })

  /** The account may be under attack by another test. */
  const signInSomehow = async (): Promise<Client> => {
    const device = await knownDevice
    const { body } = await signInFrom(client, { ...freshPlace(), device })
    return clientOf(program.http, body.data.access_token)
  }
  let knownDevice: Promise<string>
  beforeAll(() => {
    knownDevice = signInFrom(client, freshPlace()).then(deviceOf)
  })
})

describe('the cookie of a device', () => {
  let program: Program
  let client: Client
  beforeAll(async () => {
    // One comes back every twenty seconds.
    program = await startProgram({ ...behindProxy, args: ['--login-failures-per-account', '3'] })
    client = clientOf(program.http)
  })

  // Rule: internal-api.md, Cookies
  test('cannot be used by scripts and other sites, and is valid for a year', async () => {
    const { headers, text } = await signInFrom(client, freshPlace())
    const [, cookie] = headers.getSetCookie()
    expect(cookie).toMatch(
      /^whereabouts_device=wak_[0-9a-f]{64}; Path=\/internal\/v1; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
    )
    expect(text).not.toContain('wak_')
  })

  // Rule: internal-api.md, Cookies
  test('over TLS has a name that browsers do not let other sites set', async () => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-proto': 'https' }
    const response = await client.request('POST', sessionPath, {
      headers,
      body: JSON.stringify(administrator),
    })
    expect(response.headers.getSetCookie()[1]).toStartWith('__Host-whereabouts_device=wak_')
    expect(response.headers.getSetCookie()[1]).toContain('; Path=/; Secure; ')
  })

  test('stays the same on one device, for each user who signs in there', async () => {
    const place = freshPlace()
    const first = deviceOf(await signInFrom(client, place))
    const bea = await newMember(program, await signIn(program))
    const second = deviceOf(await signInFrom(client, { ...place, device: first }, bea.credentials))
    expect([second, deviceOf(await signInFrom(client, { ...place, device: second }))]).toEqual([first, first])
  })

  test('that is forged is replaced', async () => {
    const invented = `whereabouts_device=wak_${'1'.repeat(64)}`
    expect(deviceOf(await signInFrom(client, { ...freshPlace(), device: invented }))).not.toBe(invented)
  })

  test('has a separate limit of failures, as high as that of an address', async () => {
    const place = freshPlace()
    const device = deviceOf(await signInFrom(client, place))
    const responses = await times(5, () => signInFrom(client, { ...place, device }, wrong))
    expect(statusesOf(responses)).toEqual([401, 401, 401, 429, 429])
    expect((await signInFrom(client, place)).status).toBe(200)
  })

  // Rule: internal-api.md, Cookies
  test('is not set by a failure or by the end of a session', async () => {
    const failed = await signInFrom(client, freshPlace(), wrong)
    const ended = await client.request('DELETE', sessionPath)
    for (const { headers } of [failed, ended]) expect(headers.getSetCookie().join()).not.toContain('device')
  })

  test('counts for a change of the password as well', async () => {
    const place = freshPlace()
    const bea = await newMember(program, await signIn(program))
    const signedIn = await signInFrom(client, place, bea.credentials)
    const device = deviceOf(signedIn)
    const session = clientOf(program.http, signedIn.body.data.access_token)
    const change = (current_password: string, at: Place) =>
      postFrom(
        session,
        `${sessionPath}/password`,
        { current_password, new_password: 'quite another one' },
        at,
      )
    await times(3, () => change('wrong', place))
    expect((await change(bea.credentials.password, place)).status).toBe(429)
    expect((await change(bea.credentials.password, { ...place, device })).status).toBe(204)
  })
})
