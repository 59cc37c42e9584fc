import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { freePort } from '../../scripts/free-port'
import { confirm, enterConsole, loadConsole, signInAs, titled, under, visit } from '../support/browser'
import { clientOf, signIn } from '../support/client'
import { describeConsole } from '../support/console'
import { openDatabase } from '../support/direct-database'
import { administrator, type Program, runProgram, startProgram } from '../support/program'
import { faultsOf } from '../support/records'
import { newMember } from '../support/users'

/** Passkeys, with the virtual authenticator of Chromium. */

/** Starts a service whose address is a host name of this machine, where browsers allow passkeys. */
async function startNamed(
  env: Record<string, string> = {},
): Promise<Program & { readonly publicUrl: string }> {
  const port = await freePort()
  const publicUrl = `http://localhost:${port}`
  const program = await startProgram({
    env: { WHEREABOUTS_PORT: String(port), WHEREABOUTS_PUBLIC_URL: publicUrl, ...env },
  })
  return { ...program, publicUrl }
}

/** Adds an authenticator that verifies its user without asking. */
async function addAuthenticator(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const credentials = async () =>
    (await devTools.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  const add = (credential: Awaited<ReturnType<typeof credentials>>[number]) =>
    devTools.send('WebAuthn.addCredential', { authenticatorId, credential })
  const remove = (credentialId: string) =>
    devTools.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
  const verifies = (isUserVerified: boolean) =>
    devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  return { credentials, add, remove, verifies }
}

async function addPasskey(page: Page): Promise<void> {
  const section = page.getByRole('region', { name: 'Passkeys' })
  await section.getByLabel('Name').fill('Laptop')
  await section.getByLabel('Your password').fill(administrator.password)
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await section.getByText('Laptop').waitFor()
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
}

const withPasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' }).click()

// Rule: internal-api.md, Passkeys
describeConsole('a passkey', (shared) => {
  test('is added, signs in without a password, and is removed', async () => {
    const program = await startNamed()
    const { page, context, browserErrors } = await visit(shared.browser)
    await addAuthenticator(page)
    await enterConsole(page, { http: program.publicUrl }, '/account', 'Account')
    await addPasskey(page)
    await signOut(page)
    await loadConsole(page, { http: program.publicUrl }, '/assets')
    await withPasskey(page)
    await titled(page, 'Assets')
    await loadConsole(page, { http: program.publicUrl }, '/account')
    await page.getByText('last used').first().waitFor()
    await page.getByRole('button', { name: 'Remove passkey “Laptop”' }).click()
    await confirm(page, 'Remove passkey “Laptop”', 'Remove passkey')
    await page.getByRole('region', { name: 'Passkeys' }).getByText('Laptop').waitFor({ state: 'detached' })
    await signOut(page)
    await loadConsole(page, { http: program.publicUrl }, '/')
    await withPasskey(page)
    await page.getByText('The passkey was not accepted').waitFor()
    await signInAs(page, administrator)
    await titled(page, 'Today')
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('is refused when its counter does not grow, because it may be a copy', async () => {
    const program = await startNamed()
    const { page, context } = await visit(shared.browser)
    const authenticator = await addAuthenticator(page)
    await enterConsole(page, { http: program.publicUrl }, '/account', 'Account')
    await addPasskey(page)
    const [copy] = await authenticator.credentials()
    if (!copy) throw new Error('The authenticator has no credential')
    await signOut(page)
    await loadConsole(page, { http: program.publicUrl }, '/')
    await withPasskey(page)
    await titled(page, 'Today')
    await authenticator.remove(copy.credentialId)
    await authenticator.add(copy)
    await signOut(page)
    await loadConsole(page, { http: program.publicUrl }, '/')
    await withPasskey(page)
    await page.getByText('it may have been copied').waitFor()
    await context.close()
  })

  test('is not used without the verification of its user', async () => {
    const program = await startNamed()
    const { page, context } = await visit(shared.browser)
    const authenticator = await addAuthenticator(page)
    await enterConsole(page, { http: program.publicUrl }, '/account', 'Account')
    await addPasskey(page)
    await signOut(page)
    await authenticator.verifies(false)
    await loadConsole(page, { http: program.publicUrl }, '/')
    await withPasskey(page)
    await page.getByText('No passkey was used').waitFor()
    await context.close()
  })

  test('is explained at an IP address and without public_url, where the button is absent', async () => {
    const { page, context } = await visit(shared.browser)
    await enterConsole(page, shared.program, '/account', 'Account')
    await page.getByText('Passkeys need HTTPS and a host name').waitFor()
    const program = await startNamed()
    const ip = under({ http: program.publicUrl.replace('localhost', '127.0.0.1') }, '127.0.0.1')
    await signOut(page)
    await loadConsole(page, ip, '/account')
    await signInAs(page, administrator)
    await page.getByText(`Passkeys work at ${program.publicUrl}/console/ only.`).waitFor()
    await signOut(page)
    await loadConsole(page, ip, '/')
    await titled(page, 'Sign in')
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
    await context.close()
  })

  test('is removed by the operator with the other factors', async () => {
    const program = await startNamed()
    const { page, context } = await visit(shared.browser)
    await addAuthenticator(page)
    await enterConsole(page, { http: program.publicUrl }, '/account', 'Account')
    await addPasskey(page)
    const args = ['admin', 'reset-password', administrator.email, '--data-dir', program.dataDir]
    expect((await runProgram([...args, '--remove-second-factor'])).code).toBe(0)
    await page.reload()
    await page.getByRole('button', { name: 'Add a passkey' }).waitFor()
    expect(await page.getByText('Laptop').count()).toBe(0)
    await context.close()
  })
})

// Rule: internal-api.md, Passkeys
test('responses that do not fit a request of this browser are refused', async () => {
  const program = await startNamed()
  const anyone = clientOf(program.http)
  const send = (response: string, cookie = '') =>
    anyone.request('POST', '/internal/v1/passkey', {
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ response }),
    })
  const begin = async () => {
    const asked = await anyone.post('/internal/v1/passkey/options')
    return asked.headers.getSetCookie()[0]?.split(';', 1)[0] as string
  }
  expect((await send('{}')).status).toBe(401)
  expect((await send('not JSON', await begin())).status).toBe(400)
  expect((await send('{}', await begin())).status).toBe(401)
  expect((await send('{"id":"unknown"}', await begin())).status).toBe(401)
  const cookie = await begin()
  await send('{"id":"unknown"}', cookie)
  expect((await send('{"id":"unknown"}', cookie)).body.error.detail).toContain('another browser')
})

// Rule: internal-api.md, Passkeys
test('passkeys belong to their user, and adding one needs the password', async () => {
  const program = await startNamed()
  const admin = await signIn(program)
  const path = '/internal/v1/session/passkeys'
  const wrong = await admin.post(`${path}/options`, { current_password: 'wrong' })
  expect(faultsOf(wrong)).toEqual([400, 'current_password invalid_value'])
  expect((await admin.post(path, { name: 'Laptop', response: '{}' })).status).toBe(409)
  using db = openDatabase(program.dataDir, { readwrite: true })
  db.run(
    "insert into passkeys select 'theirs', id, 'Laptop', 'pQ', 0, created_at, null from users where email = ?",
    [administrator.email],
  )
  const { session } = await newMember(program, admin)
  expect((await admin.get(path)).body.data).toMatchObject([{ id: 'theirs' }])
  expect((await session.get(path)).body.data).toEqual([])
  expect((await session.delete(`${path}/theirs`)).status).toBe(404)
  expect((await admin.delete(`${path}/theirs`)).status).toBe(204)
})
