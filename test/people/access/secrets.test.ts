import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, clientOf, mintKey } from '../../support/client'
import {
  basic,
  begin,
  exchange,
  exchangeForm,
  refresh,
  refreshSession,
  signingKey,
} from '../../support/identity'
import { administrator, newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { newReader } from '../../support/scans'

/** Secrets are in one file that only its owner can read, and not in logs or in the database. */

afterAll(stopPrograms)

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe('the data directory', () => {
  test('is created for this user only, and so is the signing key in it', async () => {
    const parent = newDataDir()
    const path = join(parent, 'data')
    await startProgram({ dataDir: parent, args: ['--data-dir', path] })
    expect(modeOf(path)).toBe('700')
    expect(modeOf(join(path, 'signing.key'))).toBe('600')
  })

  test('loses the permissions of group and others when it already exists', async () => {
    const dataDir = newDataDir()
    chmodSync(dataDir, 0o755)
    await startProgram({ dataDir })
    expect(modeOf(dataDir)).toBe('700')
  })
})

/** Returns the files and logs that contain a secret: none may. */
describe('after correct and incorrect use of all kinds of secrets', () => {
  let program: Program
  let secrets: Record<string, string>

  beforeAll(async () => {
    program = await startProgram({ env: { WHEREABOUTS_LOG_LEVEL: 'trace' } })
    const anyone = clientOf(program.http)
    const { token, cookie } = await begin(anyone)
    const session = clientOf(program.http, token)
    const key = await mintKey(session)
    const { access_token, refresh_token } = (await exchange(anyone, key)).body
    const handheld = await newReader(session, 'hand', [], { kind: 'handheld', format: null })
    const fixed = await newReader(session, 'gate', [])
    secrets = {
      password: administrator.password,
      sessionToken: token,
      cookie: cookie.split('=')[1] as string,
      clientSecret: key.client_secret,
      accessToken: access_token,
      refreshToken: refresh_token,
      handheldToken: handheld.device_token,
      readerToken: fixed.device_token,
      signingKey: signingKey(program),
      guess: 'a-wrong-password-of-mine',
    }
    await useAll(anyone)
  })

  async function useAll(anyone: Client): Promise<void> {
    const { guess, clientSecret, refreshToken, cookie, readerToken, accessToken } = secrets as Record<
      'guess' | 'clientSecret' | 'refreshToken' | 'cookie' | 'readerToken' | 'accessToken',
      string
    >
    const asBearer = (token: string) => clientOf(program.http, token)
    await begin(anyone)
    await anyone.post('/internal/v1/session', { email: administrator.email, password: guess })
    await exchangeForm(
      anyone,
      { grant_type: 'client_credentials' },
      { authorization: basic('x', clientSecret) },
    )
    await anyone.post('/api/v1/oauth/token', `{"client_secret":"${clientSecret}"`)
    await asBearer(readerToken).post('/internal/v1/readers/gate/events', 'not JSON')
    await asBearer(readerToken).get('/api/v1/assets')
    await asBearer(accessToken).get('/api/v1/assets?sort=nothing')
    await asBearer(accessToken).post('/internal/v1/scans', { reads: [] })
    for (let time = 0; time < 2; time++) {
      await refresh(anyone, refreshToken)
      await refreshSession(anyone, `whereabouts_refresh=${cookie}`)
    }
  }

  test('the log contains none of them', () => {
    const log = program.log()
    for (const [name, secret] of Object.entries(secrets))
      expect([name, log.includes(secret)]).toEqual([name, false])
  })

  // Rule: api.md, API keys
  test('no file except the signing key contains any of them', () => {
    const files = readdirSync(program.dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    const paths = files.map((entry) => join(entry.parentPath, entry.name))
    expect(paths.some((path) => path.endsWith('.db'))).toBe(true)
    const found = paths.flatMap((path) => {
      const bytes = readFileSync(path)
      return Object.entries(secrets)
        .filter(([, secret]) => bytes.includes(secret))
        .map(([name]) => [name, path])
    })
    expect(found).toEqual([['signingKey', join(program.dataDir, 'signing.key')]])
  })
})
