import { expect, test } from 'bun:test'
import { hashPassword, verifyPassword } from '../../../src/people/users/passwords'

/** How passwords are hashed and checked. */

/** The CPU time of checking a password, in microseconds. It is less noisy than the time. */
async function costOf(hash: string | undefined): Promise<number> {
  const before = process.cpuUsage()
  expect(await verifyPassword('wrong', hash)).toBe(false)
  const { user, system } = process.cpuUsage(before)
  return user + system
}

test('checking a password costs as much for an unknown account as for a known one', async () => {
  const hash = await hashPassword('right')
  expect(hash).toStartWith('$argon2id$v=19$m=65536,t=2,p=1$')
  expect(await verifyPassword('right', hash)).toBe(true)
  const known = Math.min(await costOf(hash), await costOf(hash), await costOf(hash))
  const unknown = Math.min(await costOf(undefined), await costOf(undefined), await costOf(undefined))
  expect(unknown / known).toBeGreaterThan(0.5)
  expect(unknown / known).toBeLessThan(2)
})

test('no password is correct for an unknown account', async () => {
  expect(await verifyPassword('right', undefined)).toBe(false)
})

const umlaut = {
  composed: 'gr\u00fcne Wiese',
  decomposed: 'gru\u0308ne Wiese',
  wide: '\uff47r\u00fcne Wiese',
}

// Rule: internal-api.md, Session endpoints
test('a password is correct in each form in which keyboards encode it', async () => {
  for (const set of Object.values(umlaut)) {
    const hash = await hashPassword(set)
    for (const typed of Object.values(umlaut)) expect(await verifyPassword(typed, hash)).toBe(true)
    expect(await verifyPassword('grune Wiese', hash)).toBe(false)
  }
})

// Rule: internal-api.md, Session endpoints
test('a password whose hash an earlier version has made is correct as it was sent', async () => {
  const former = await Bun.password.hash(umlaut.decomposed, {
    algorithm: 'argon2id',
    memoryCost: 64,
    timeCost: 2,
  })
  expect(await verifyPassword(umlaut.decomposed, former)).toBe(true)
  expect(await verifyPassword('grune Wiese', former)).toBe(false)
})
