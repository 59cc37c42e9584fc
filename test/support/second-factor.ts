import { Secret, TOTP } from 'otpauth'
import { type Client, clientOf } from './client'
import { sessionPath } from './identity'
import type { Program } from './program'
import type { TestUser } from './users'

/** Authenticator apps of test users. */

export const factorPath = `${sessionPath}/second-factor`

/** Returns the code of an app, `steps` time steps of 30 seconds from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

interface App {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** Adds an app to the account. The code of the current time step is then used; that of the next one is accepted. */
export async function addApp(
  session: Client,
  { password }: Pick<TestUser['credentials'], 'password'>,
): Promise<App> {
  const { secret } = (await session.post(factorPath, { current_password: password })).body.data
  const confirmed = await session.post(`${factorPath}/confirm`, { code: codeOf(secret) })
  if (confirmed.status !== 200) throw new Error(`Confirming returned ${confirmed.status}: ${confirmed.text}`)
  return { secret, recoveryCodes: confirmed.body.data.recovery_codes }
}

export const signInWith = ({ http }: Program, credentials: object, code?: string) =>
  clientOf(http).post(sessionPath, { ...credentials, ...(code !== undefined && { code }) })
