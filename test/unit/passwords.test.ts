import { expect, test } from 'bun:test'
import { hashPassword, verifyPassword } from '../../src/users/passwords'

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
