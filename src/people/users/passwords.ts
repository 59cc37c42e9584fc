import { type AppError, unauthenticated } from '../../base/errors'
import { fold } from '../../base/text'
import { userMessages } from '../authentication/messages'

/**
 * Hashes passwords with argon2id, outside the event loop. Each hash needs 64 MiB, so only a few run at the same time.
 */

const atOnceMax = 2
let running = 0
const waiting: (() => void)[] = []

async function limited<T>(work: () => Promise<T>, isFirst = false): Promise<T> {
  if (running >= atOnceMax)
    await new Promise<void>((resolve) => (isFirst ? waiting.unshift(resolve) : waiting.push(resolve)))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

/** The memory of a hash in KiB, and the number of passes over it. */
const [memoryCost, timeCost] = [65_536, 2]

/** Keyboards differ in how they encode the same characters, such as ü, so passwords are hashed in one form. */
const oneForm = (password: string): string => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> =>
  limited(() => Bun.password.hash(oneForm(password), { algorithm: 'argon2id', memoryCost, timeCost }))

/** A hash that no known password has. Checking a password against it takes as long as against one of `hashPassword`. */
const decoy = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$${'A'.repeat(43)}$${'A'.repeat(43)}`

/**
 * Reports whether the password is correct. It takes as long for an unknown account (no hash) as for a known one.
 *
 * @param isFirst whether it goes before others that wait: set for known origins of the account
 */
export async function verifyPassword(
  password: string,
  hash: string | undefined,
  isFirst = false,
): Promise<boolean> {
  // Before 0.3, passwords were hashed as they were sent.
  for (const form of new Set([oneForm(password), password])) {
    const isRight = await limited(() => Bun.password.verify(form, hash ?? decoy), isFirst)
    if (isRight) return hash !== undefined
  }
  return false
}

/** The hash of an account without a password, which signs in with a provider. */
export const noPassword = decoy

/** Returns the key that failures of an account are counted by, in all endpoints that check its password. */
export const accountKey = (email: string): string => `account:${fold(email).slice(0, 254)}`

/** The same error for a wrong address and a wrong password, so that it does not reveal which accounts exist. */
export const wrongPassword = (): AppError => unauthenticated(userMessages('user.credentials'))
