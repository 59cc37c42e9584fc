import { Secret, TOTP } from 'otpauth'
import { type Instant, toMicros } from '../../base/time'

/** Codes of authenticator apps (RFC 6238): six digits, SHA-1, a new code every 30 seconds, as all apps support. */

const period = 30
/** Codes of the step before and after are accepted, for clocks that differ by up to half a minute. */
const window = 1

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: 'Whereabouts', label, secret: Secret.fromBase32(secret), period })

/** Returns the URI that an app reads from a QR code. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString()

/** Returns the time step that the code belongs to; undefined if the code is wrong. */
export function stepOf(secret: string, code: string, at: Instant): number | undefined {
  const timestamp = toMicros(at) / 1000
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta
}

/** Returns a code without the spaces and dashes with which apps show it. */
export const plainCode = (code: string): string => code.replaceAll(/[\s-]/g, '')

export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code)
