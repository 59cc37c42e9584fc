/**
 * Lets a program hash passwords without processor time. The runtime loads this module before the program, because BUN_OPTIONS says
 * so: the executable itself has only one cost, which takes a tenth of a second of a processor for each password, on purpose.
 */

const hash = Bun.password.hash.bind(Bun.password)
const verify = Bun.password.verify.bind(Bun.password)
const least = { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 } as const

/** The service checks passwords of unknown accounts against a hash of this form, which no password has. */
const ofNoPassword = /^\$argon2id\$v=19\$m=\d+,t=\d+(?=,p=1\$A+\$A+$)/

/** It takes time by the clock, so that other requests arrive while a password is checked. */
async function slowly<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, Bun.sleep(30)])
  return result
}

Bun.password.hash = (password) => slowly(hash(password, least))
Bun.password.verify = (password, stored) =>
  slowly(
    verify(
      password,
      typeof stored === 'string' ? stored.replace(ofNoPassword, '$$argon2id$$v=19$$m=8,t=1') : stored,
    ),
  )
