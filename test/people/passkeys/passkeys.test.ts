import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { newPasskey, newPasskeyResponse } from '../../support/authenticator'
import { clientOf, signIn } from '../../support/client'
import { startProgram, stopPrograms } from '../../support/program'
import { newMember } from '../../support/users'

/** Passkeys of an account, with an authenticator in software. `test/console/passkeys.test.ts` uses that of a browser. */

// Each password is hashed slowly, on purpose.
setDefaultTimeout(30_000)
afterAll(stopPrograms)

const path = '/internal/v1/session/passkeys'
const origin = 'http://localhost'

test('an account has at most 20 passkeys, even when more were begun before the first was added', async () => {
  const program = await startProgram({ env: { WHEREABOUTS_PUBLIC_URL: origin } })
  const { session, credentials } = await newMember(program, await signIn(program))
  const begun: { name: string; response: string; cookie: string }[] = []
  for (let number = 1; number <= 21; number++) {
    const asked = await session.post(`${path}/options`, { current_password: credentials.password })
    const cookie = asked.headers.getSetCookie()[0]?.split(';', 1)[0] as string
    const response = newPasskeyResponse(asked.body.data.options, origin)
    begun.push({ name: `Key ${number}`, response, cookie })
  }
  const added: number[] = []
  for (const { cookie, ...body } of begun) {
    const headers = { 'content-type': 'application/json', cookie }
    added.push((await session.request('POST', path, { headers, body: JSON.stringify(body) })).status)
  }
  expect(added).toEqual([...Array<number>(20).fill(201), 409])
  expect((await session.get(path)).body.data).toHaveLength(20)
})

// Rule: internal-api.md, Passkeys
test.each([
  ['of its user', 200, (id: string) => id],
  ['that is absent', 200, () => undefined],
  ['of another user', 401, (_: string, other: string) => other],
  ['of nobody', 401, () => 'nobody'],
])('a passkey with a user handle %s is answered with %d', async (_, expected, handleOf) => {
  const program = await startProgram({ env: { WHEREABOUTS_PUBLIC_URL: origin } })
  const admin = await signIn(program)
  const { id, session, credentials } = await newMember(program, admin)
  const other = await newMember(program, admin)
  const passkey = newPasskey(origin)
  const send = (client: typeof session, url: string, cookie: string, body: object) =>
    client.request('POST', url, {
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const cookieOf = ({ headers }: Response | { headers: Headers }) =>
    headers.getSetCookie()[0]?.split(';', 1)[0] as string
  const asked = await session.post(`${path}/options`, { current_password: credentials.password })
  const created = { name: 'Key', response: passkey.create(asked.body.data.options) }
  expect((await send(session, path, cookieOf(asked), created)).status).toBe(201)
  const anyone = clientOf(program.http)
  const begun = await anyone.post('/internal/v1/passkey/options')
  const used = passkey.use(begun.body.data.options, handleOf(id, other.id))
  expect((await send(anyone, '/internal/v1/passkey', cookieOf(begun), { response: used })).status).toBe(
    expected,
  )
})
