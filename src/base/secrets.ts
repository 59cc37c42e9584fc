import { timingSafeEqual } from 'node:crypto'

/** Random secrets. Only their SHA-256 hashes are stored, which is enough for random values (docs/api.md, API keys). */

export const sha256 = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex')

export const randomHex = (bytes: number): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex')

export const newClientSecret = (): string => `wab_${randomHex(32)}`
export const newRefreshToken = (): string => `war_${randomHex(32)}`
export const newInvitationToken = (): string => `wai_${randomHex(32)}`
export const newPasswordResetToken = (): string => `wap_${randomHex(32)}`
/** Returns the secret part of a wall link. */
export const newWallSecret = (): string => randomHex(32)
/** Returns a secret for the device cookie, which identifies a browser at the next sign-in. */
export const newDeviceCookie = (): string => `wak_${randomHex(32)}`
/** Returns a device token. It is short, because some gateways accept passwords of at most 60 characters. */
export const newDeviceToken = (): string => `wad_${randomHex(16)}`

export const isDeviceToken = (text: string): boolean => /^wad_[0-9a-f]{32}$/.test(text)

export const isDeviceCookie = (text: string): boolean => /^wak_[0-9a-f]{64}$/.test(text)

/** Compares in a time that does not depend on where the texts differ. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
