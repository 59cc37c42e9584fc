/** Passwords are hashed with argon2id, off the event loop, few at a time: each takes 64 MiB while it runs. */

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

export const hashPassword = (password: string): Promise<string> =>
  limited(() => Bun.password.hash(password, { algorithm: 'argon2id' }))

let decoy: Promise<string> | undefined

/**
 * Takes as long for an unknown account (no hash) as for a known one.
 *
 * @param isFirst goes before others that wait: for who comes from where the account has signed in before
 */
export async function verifyPassword(
  password: string,
  hash: string | undefined,
  isFirst = false,
): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID())
  const expected = hash ?? (await decoy)
  const isRight = await limited(() => Bun.password.verify(password, expected), isFirst)
  return isRight && hash !== undefined
}
